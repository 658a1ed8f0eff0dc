"""A finished match: step by step with all hands open, as a record, and the proof of its chance."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import selectors
from games.common.errors import NotVisibleError
from games.models import Match
from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.rules.registry import rules_for
from games.selectors.finished_matches import ReplayStep
from games.views.orders_by_others import Deciders
from games.views.request_helpers import in_member_zone, seen_match


@require_safe
def replay_first(request: HttpRequest, code: str) -> HttpResponse:
    """The replay begins with the deal."""
    seen = seen_match(request, code)
    if not seen.match.has_replay:
        raise Http404
    return redirect("match-replay-step", code=seen.match.code, number=0)


@require_safe
@in_member_zone
def replay_step(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The position after one phase, what was ordered in it and what came of it."""
    seen = seen_match(request, code)
    try:
        steps = selectors.replay(seen.match)
    except NotVisibleError as error:
        raise Http404 from error
    if number >= len(steps):
        raise Http404
    step = steps[number]
    table = selectors.table(seen.match, None, seen.players)
    names = dict(enumerate(table.names))
    presentation = presentation_for(seen.match.game)
    deciders = Deciders.of(table)
    context = {
        **_place(seen.match, number, len(steps) - 1),
        **_shared(seen.match, names, number),
        **_position(presentation, step, names),
        "lines": presentation.sentences(step.events, names, None, table.placing),
        "table": table,
        "step": step,
        "phase_label": presentation.phase_name(step.name) if number else "",
        "orders": [
            (
                names[seat],
                presentation.order_in_words(text),
                text,
                deciders.words(number, seat, source),
            )
            for seat, text, source in step.orders
        ],
    }
    return render(request, "games/replay.html", context)


def _position(
    presentation: Presentation, step: ReplayStep, names: dict[int, str]
) -> dict[str, object]:
    """How the table stood after the step, with every hand open, and what had come of the orders."""
    return {
        "round_label": presentation.round_label(step.view),
        "sprite": presentation.sprite(),
        "picture": presentation.table_picture(step.view, names, None),
        "board": presentation.board(step.view, names),
        "scores": presentation.score_table(step.view, names),
        "hands": [
            (names[seat], [presentation.card(code) for code in hand])
            for seat, hand in enumerate(step.hands)
        ],
    }


def _place(match: Match, number: int, last: int) -> dict[str, object]:
    """Which step of which match this is, and what lies before and after."""
    earlier, later = selectors.beside_in_round(match)
    return {
        "match": match,
        "number": number,
        "previous": number - 1 if number > 0 else None,
        "next": number + 1 if number < last else None,
        "last": last,
        "earlier_match": earlier,
        "later_match": later,
    }


def _shared(match: Match, names: Mapping[int, str], number: int) -> dict[str, str]:
    """What somebody sees who is sent this position: its address, and what it is of."""
    path = reverse("match-replay-step", kwargs={"code": match.code, "number": number})
    values = {
        "game": rules_for(match.game).name,
        "names": ", ".join(names[seat] for seat in range(match.seats)),
        "event": match.event_name,
        "round": match.event_round,
    }
    described = (
        gettext("A match of %(game)s between %(names)s, in round %(round)d of %(event)s.")
        if match.event_name
        else gettext("A match of %(game)s between %(names)s.")
    )
    return {
        "position_url": settings.SITE_URL + path,
        "headline": gettext("%(game)s: %(names)s") % values,
        "description": described % values,
    }


@require_safe
def match_record(request: HttpRequest, code: str) -> HttpResponse:
    """The match record of a finished match, one JSON line to keep."""
    seen = seen_match(request, code)
    try:
        line = selectors.record_line(seen.match)
    except NotVisibleError as error:
        raise Http404 from error
    response = HttpResponse(line.rstrip("\n") + "\n", content_type="application/x-ndjson")
    name = f"{seen.match.game}-{seen.match.code}.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def match_chance(request: HttpRequest, code: str) -> HttpResponse:
    """The commitment, and after the end everything that it takes to check the shuffles."""
    seen = seen_match(request, code)
    proof = selectors.chance_proof(seen.match)
    context = {
        "match": seen.match,
        "proof": proof,
        "is_finished": seen.match.has_replay,
        "contributions": list(zip(proof.seats, proof.contributions, strict=True)),
    }
    return render(request, "games/chance.html", context)


@require_safe
def match_chance_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """What a script needs to repeat the chance of a finished match, as JSON."""
    seen = seen_match(request, code)
    try:
        sheet = selectors.chance_sheet(seen.match)
    except NotVisibleError as error:
        raise Http404 from error
    return JsonResponse(sheet, json_dumps_params={"indent": 1})
