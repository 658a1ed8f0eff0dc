"""A finished match: step by step with all hands open, as a record, and the proof of its chance."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import selectors
from games.models import Match
from games.presentation import presentation_for
from games.services.errors import NotVisibleError
from games.views.http import in_member_zone, seen_match


@require_safe
def replay_first(request: HttpRequest, code: str) -> HttpResponse:
    """The replay begins with the deal."""
    seen = seen_match(request, code)
    if seen.match.status != Match.Status.FINISHED:
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
    table = selectors.table(seen.match, None)
    names = dict(enumerate(table.names))
    presentation = presentation_for(seen.match.game)
    context = {
        "match": seen.match,
        "table": table,
        "step": step,
        "number": number,
        "previous": number - 1 if number > 0 else None,
        "next": number + 1 if number + 1 < len(steps) else None,
        "last": len(steps) - 1,
        "phase_label": presentation.phase_name(step.name) if number else "",
        "round_label": presentation.round_label(step.view),
        "lines": presentation.sentences(step.events, names, None),
        "orders": [
            (names[seat], presentation.order_in_words(text), text, source)
            for seat, text, source in step.orders
        ],
        "sprite": presentation.sprite(),
        "picture": presentation.table_picture(step.view, names, None),
        "board": presentation.board(step.view, names),
        "scores": presentation.score_table(step.view, names),
        "hands": [
            (names[seat], [presentation.card(code) for code in hand])
            for seat, hand in enumerate(step.view.get("hands", ()))
        ],
    }
    return render(request, "games/replay.html", context)


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
        "is_finished": seen.match.status == Match.Status.FINISHED,
        "contributions": list(zip(proof.seats, proof.contributions, strict=True)),
    }
    return render(request, "games/chance.html", context)
