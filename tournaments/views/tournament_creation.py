"""Stating a tournament: which game, which format, then its terms."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.rules.registry import GAMES, rules_for
from games.views.request_helpers import in_member_zone, signed_in
from tournaments.formats.registry import FORMATS
from tournaments.forms.tournaments import TournamentForm
from tournaments.presentation import names
from tournaments.presentation.refusals import refusal, setup_refusal
from tournaments.presentation.terms import seats_in_words
from tournaments.selectors.tournament_state import setup_from
from tournaments.services import terms
from tournaments.services.errors import TournamentError
from tournaments.values.setup import TournamentSetupError
from tournaments.views.tournament_access import refusals_told, ruled_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
def tournament_new(request: HttpRequest) -> HttpResponse:
    """The form; `?game=` and `?format=` choose what it asks for."""
    game = request.GET.get("game") or next(iter(GAMES))
    if game not in GAMES:
        raise Http404
    rules = GAMES[game].rules
    offered = [one for one in FORMATS.values() if 2 in rules.table_sizes or not one.is_for_two]
    proposed = (one for one in offered if max(rules.table_sizes) in one.proposed_at)
    key = request.GET.get("format") or next(proposed, offered[0]).key
    if key not in {one.key for one in offered}:
        raise Http404
    form = TournamentForm(rules, key, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and "look" not in request.POST:
        try:
            row = terms.create_tournament(organiser=signed_in(request), **form.stated())
        except TournamentError as error:
            form.add_error(None, refusal(error.code, error.params))
        else:
            messages.success(request, gettext("Draft saved. Check it, then open registration."))
            return redirect("tournament-manage", code=row.code)
    context = {
        "form": form,
        "rules": rules,
        "games": list(GAMES.values()),
        "formats": [
            (one.key, names.format_name(one.key), names.format_meaning(one.key)) for one in offered
        ],
        "key": key,
        "is_chosen": "format" in request.GET,
        "tables": _tables(form),
    }
    return render(request, "tournaments/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
@refusals_told
def change(request: HttpRequest, code: str) -> HttpResponse:
    """The same form for a tournament that has not started."""
    seen = ruled_tournament(request, code)
    row = seen.tournament
    data = request.POST if request.method == "POST" else None
    form = TournamentForm.of(rules_for(row.game), row, data)
    if form.is_bound and form.is_valid() and "look" not in request.POST:
        try:
            terms.change_tournament(tournament=row, by=signed_in(request), **form.stated())
        except TournamentError as error:
            form.add_error(None, refusal(error.code, error.params))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("tournament-manage", code=row.code)
    context = {
        "form": form,
        "tournament": row,
        "is_organiser": True,
        "rounds": seen.rounds,
        "tables": _tables(form),
    }
    return render(request, "tournaments/change.html", context, status=422 if form.errors else 200)


def _tables(form: TournamentForm) -> list[str]:
    """Who would sit where by a valid form, for the fewest and the most entries that it states."""
    if not form.is_bound or form.errors:
        return []
    stated = form.stated()
    try:
        setup = setup_from(
            format_key=stated["format"],
            game=stated["game"],
            terms=stated["terms"],
            options=stated["options"],
        )
    except TournamentSetupError as error:
        return [setup_refusal(error)]
    counts = [stated["least_entries"], stated["most_entries"]]
    return [seats_in_words(setup, count) for count in counts if count is not None]
