"""Opening a match, and practice against bots in one click."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.common import clock
from games.common.errors import MatchError
from games.forms.matches import MatchForm
from games.forms.time_controls import BANKS, CLOCKS, PRESETS, REVISING
from games.models import Match
from games.rules.registry import GAMES
from games.services import matches
from games.services.guests import start_practice
from games.templatetags.site import span, spelled
from games.views.csrf_by_origin import sent_from_this_site
from games.views.guest_sessions import guest_for
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import in_member_zone, member_of, refusals_told, signed_in

PRESET_NAMES = {"relaxed": _("Relaxed"), "daily": _("Daily"), "quick": _("Quick")}


def clock_labels() -> dict[timedelta, str]:
    """Every length of time on offer, in words."""
    return {time: _in_words(time) for time in {*CLOCKS, *BANKS, *REVISING}}


def _in_words(time: timedelta) -> str:
    return span(time) if time else gettext("none")


def preset_labels() -> dict[str, str]:
    """The ready clocks, each with the deadline that a match begun now would have first."""
    now = clock.now()
    return {
        key: format_html(
            "{} <small>{}</small>",
            gettext("%(name)s: %(time)s per turn, %(bank)s in the bank")
            % {
                "name": PRESET_NAMES[key],
                "time": span(preset.phase_time),
                "bank": span(preset.time_bank),
            },
            gettext("starting now: first deadline %(deadline)s")
            % {"deadline": spelled(localtime(now + preset.phase_time))},
        )
        for key, preset in PRESETS.items()
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
def match_new(request: HttpRequest) -> HttpResponse:
    """The form for a new match; `?game=` chooses the game."""
    key = request.GET.get("game") or next(iter(GAMES))
    if key not in GAMES:
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = MatchForm(GAMES[key].rules, clock_labels(), preset_labels(), data)
    if data is not None and form.is_valid():
        try:
            match = _opened(request, key, form)
        except MatchError as error:
            form.add_error(None, refusal(error, key))
        else:
            return redirect("match", code=match.code)
    context = {"form": form, "rules": GAMES[key], "games": list(GAMES.values())}
    return render(request, "games/new.html", context, status=422 if form.errors else 200)


def _opened(request: HttpRequest, game: str, form: MatchForm) -> Match:
    member, values = signed_in(request), form.cleaned_data
    phase_time, terms = form.chosen_clock()
    match = matches.create_match(
        member=member,
        game=game,
        options=form.chosen_options(),
        seats=values["seats"],
        phase_time=phase_time,
        terms=terms,
        waiting_policy=values["waiting_policy"],
        is_public=values["is_public"],
        has_talk=values["has_talk"],
        bot_accounts=values["bot_accounts"] or Match.BotAccounts.RATED,
        shows_talk=values["shows_talk"],
        delays_spectators=values["delays_spectators"],
        title=values["title"],
        contribution=values["contribution"],
    )
    for _bot in range(values["bots"]):
        matches.add_bot(member=member, match=match)
    return match


@sent_from_this_site
@posted_from("home")
@refusals_told
def practice(request: HttpRequest) -> HttpResponse:
    """A private match against steady bots, started at once; a visitor plays it as a guest."""
    key = request.POST.get("game") or next(iter(GAMES))
    if key not in GAMES:
        raise Http404
    with transaction.atomic():
        member = member_of(request) or guest_for(request)
        match = start_practice(member=member, game=key, title=gettext("Practice"))
    return redirect("match", code=match.code)
