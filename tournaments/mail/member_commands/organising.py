"""The organiser's main tools by mail: those of the page, asked back where they can't be undone."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.errors import NotVisibleError
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, MemberTold, Request, Text, UnclearRequestError
from games.replies.command_words import numbered, plain_words, words_of
from games.replies.member_requests import beside
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    name_cut,
    not_open_yet,
    reason_of,
    ruled,
    tournament_answered,
    tournament_meant,
    with_reason,
)
from tournaments.models import Entry, Tournament
from tournaments.selectors import tournament_lists
from tournaments.selectors.access import power_of
from tournaments.services import entries, organiser, pauses, rounds, terms
from tournaments.services.audit_log import LONGEST_REASON

_DAYS = re.compile(r"\b(\d{1,2})\b")
_ROUND = re.compile(r"\b(\d{1,3})\b")


class _OrganisersRequest(TournamentRequest):
    group = HelpGroup.ORGANISING
    changes = True
    example: ClassVar[Text] = "abc2345"


def _reason(text: str, tournament: Tournament) -> str:
    """Why, as it was written beside the tournament's name; a ruling always has a reason."""
    said = name_cut(text, tournament).strip(" ,:;.")
    return reason_of(said if beside(said) else "")


class OpenEntriesRequest(_OrganisersRequest):
    """Registration begins."""

    name = "open-entries"
    explanation = gettext_lazy("open registration")

    def meaning(self, request: Request) -> str:
        return _("open registration for %(tournament)s") % {"tournament": ruled(request).name}

    def done(self, request: Request) -> CommandOutcome:
        tournament = ruled(request)
        terms.start_entries(tournament=tournament, by=request.member)
        told = _("Registration for %(tournament)s is open.") % {"tournament": tournament.name}
        return MemberTold(told=[told])


class StartTournamentRequest(_OrganisersRequest):
    """The first tables."""

    name = "start-tournament"
    explanation = gettext_lazy("start it: entries close and the first tables are set")
    asks_first = True

    def meaning(self, request: Request) -> str:
        return _("start %(tournament)s") % {"tournament": _run(request).name}

    def done(self, request: Request) -> CommandOutcome:
        tournament = _run(request)
        rounds.start_tournament(tournament=tournament, by=request.member)
        told = _("%(tournament)s has started: the first tables are set, and everyone gets a mail.")
        return MemberTold(told=[told % {"tournament": tournament.name}])


def _run(request: Request) -> Tournament:
    """The tournament that may start, of one who helps to run it: “starts” is a question where a
    player asks."""
    own = tournament_lists.organised(request.member)
    found = tournament_meant(request, own)
    if power_of(found, request.member) is None:
        raise NotVisibleError("no-tournament", code=found.code)
    if found.started_at is not None:
        told = _("%(tournament)s has started already.")
        raise UnclearRequestError(told % {"tournament": found.name})
    if found.status == Tournament.Status.DRAFT:
        raise UnclearRequestError(not_open_yet(found))
    return found


class PauseTournamentRequest(_OrganisersRequest):
    """No new rounds."""

    name = "pause-tournament"
    explanation = gettext_lazy(
        "no new rounds until you resume it; “for 7 days” stops the clocks of matches as well"
    )
    example = gettext_lazy("abc2345 for 7 days: many are on holiday")

    def meaning(self, request: Request) -> str:
        head, _colon, reason = request.argument.partition(":")
        tournament = ruled(request, head)
        days = _days(name_cut(head, tournament))
        told = _("pause %(tournament)s")
        if days:
            told = ngettext(
                "pause %(tournament)s and the clocks of its matches for %(count)d day",
                "pause %(tournament)s and the clocks of its matches for %(count)d days",
                days,
            )
        return with_reason(told % {"tournament": tournament.name, "count": days}, reason)

    def done(self, request: Request) -> CommandOutcome:
        tournament = ruled(request, request.argument.partition(":")[0])
        head, _colon, why = name_cut(request.argument, tournament).partition(":")
        days = _days(head)
        pauses.pause_tournament(
            tournament=tournament,
            by=request.member,
            reason=why.strip() or _reason(request.argument, tournament),
            rest=timedelta(days=days) if days else None,
        )
        if days:
            told = ngettext(
                "%(tournament)s is paused for %(count)d day; the clocks of its matches stand "
                "still.",
                "%(tournament)s is paused for %(count)d days; the clocks of its matches stand "
                "still.",
                days,
            )
            return MemberTold(told=[told % {"tournament": tournament.name, "count": days}])
        told = _("%(tournament)s is paused: no new rounds, and no round runs out of time. Matches "
                 "go on.")  # fmt: skip
        return MemberTold(told=[told % {"tournament": tournament.name}])


class ResumeTournamentRequest(_OrganisersRequest):
    """It goes on."""

    name = "resume-tournament"
    explanation = gettext_lazy("go on after a pause")

    def meaning(self, request: Request) -> str:
        return _("end the pause of %(tournament)s") % {"tournament": ruled(request).name}

    def done(self, request: Request) -> CommandOutcome:
        tournament = ruled(request)
        reason = _reason(request.argument, tournament)
        pauses.resume_tournament(tournament=tournament, by=request.member, reason=reason)
        told = _("%(tournament)s goes on; open rounds were extended by the length of the pause.")
        return MemberTold(told=[told % {"tournament": tournament.name}])


class ExtendRequest(_OrganisersRequest):
    """More time for the newest open round."""

    name = "extend"
    explanation = gettext_lazy("give the open round some more days")
    example = gettext_lazy("abc2345 by 3 days: many are on holiday")

    def meaning(self, request: Request) -> str:
        head, _colon, reason = request.argument.partition(":")
        tournament = ruled(request, head)
        number, days = _round_and_days(name_cut(head, tournament), tournament)
        told = ngettext(
            "give round %(number)s of %(tournament)s %(count)d day more",
            "give round %(number)s of %(tournament)s %(count)d days more",
            days,
        )
        names = {"number": number, "tournament": tournament.name, "count": days}
        return with_reason(told % names, reason)

    def done(self, request: Request) -> CommandOutcome:
        tournament = ruled(request, request.argument.partition(":")[0])
        rest, _colon, reason = name_cut(request.argument, tournament).partition(":")
        number, days = _round_and_days(rest, tournament)
        organiser.extend_round(
            tournament=tournament,
            number=number,
            extension=timedelta(days=days),
            by=request.member,
            reason=reason_of(reason),
        )
        told = ngettext(
            "Round %(number)s of %(tournament)s has %(count)d day more.",
            "Round %(number)s of %(tournament)s has %(count)d days more.",
            days,
        )
        names = {"number": number, "tournament": tournament.name, "count": days}
        return MemberTold(told=[told % names])


def _round_and_days(rest: str, tournament: Tournament) -> tuple[int, int]:
    """Which round, the newest where none is named, and how many days more."""
    said = plain_words(rest)
    words = said.split()
    named = [
        int(number)
        for before, number in pairwise(words)
        if before in words_of("words", "round") and _ROUND.fullmatch(number)
    ]
    days = _days(rest)
    if not days:
        raise UnclearRequestError(_("By how many days? Write it as in “by 3 days”."))
    newest = tournament.rounds.order_by("-number").first()
    return (named[0] if named else newest.number if newest is not None else 0), days


def _days(rest: str) -> int:
    """How many days are named, a word between or none: “2 more days”, “a week”; 0 for none."""
    words = [word for word in plain_words(rest).split() if word not in words_of("words", "more")]
    for number, thing in pairwise(words):
        for unit, length in (("days", 1), ("weeks", 7)):
            count = _count(number)
            if thing in words_of("match", unit) and count:
                return count * length
    return 0


def _count(word: str) -> int:
    if word in words_of("match", "one"):
        return 1
    return int(word) if _DAYS.fullmatch(word) else dict(numbered("match", "numbers")).get(word, 0)


class RemoveRequest(_OrganisersRequest):
    """Somebody is taken out."""

    name = "remove"
    explanation = gettext_lazy("take a player out, who can’t enter again")
    example = gettext_lazy("Bruno from abc2345: never answered")
    asks_first = True

    def meaning(self, request: Request) -> str:
        entry = self._entry(request)
        names = {"name": entry.member.name, "tournament": entry.tournament.name}
        told = _("remove %(name)s from %(tournament)s for good") % names
        return with_reason(told, request.argument.partition(":")[2])

    def done(self, request: Request) -> CommandOutcome:
        entry = self._entry(request)
        names = {"name": entry.member.name, "tournament": entry.tournament.name}
        reason = reason_of(request.argument.partition(":")[2])
        entries.remove_entry(entry=entry, by=request.member, reason=reason)
        told = _("%(name)s is removed from %(tournament)s and has been told.")
        return MemberTold(told=[told % names])

    def _entry(self, request: Request) -> Entry:
        whom = request.argument.partition(":")[0]
        mine = [line.tournament.pk for line in tournament_lists.organised(request.member)]
        rows = Entry.objects.select_related("member", "tournament").filter(tournament__in=mine)
        said = f" {plain_words(whom)} "
        here = [
            row
            for row in rows.exclude(status__in=[Entry.Status.REMOVED, Entry.Status.WITHDRAWN])
            if f" {plain_words(row.member.name)} " in said
        ]
        code = {row.tournament_id: row.tournament for row in here}
        if len(code) > 1:
            tournament = ruled(request, whom, says_more=True)
            here = [row for row in here if row.tournament_id == tournament.pk]
        if not here:
            raise NotVisibleError("not-in", name=whom[:40])
        return max(here, key=lambda row: len(row.member.name))


class AnnounceRequest(_OrganisersRequest):
    """Words to everybody."""

    name = "announce"
    explanation = gettext_lazy("write to all players; your words may go on in the next lines")
    example = gettext_lazy("abc2345: round 2 begins on Monday")
    asks_first = True
    takes_below = True

    def meaning(self, request: Request) -> str:
        tournament, text = self._said(request)
        names = {"tournament": tournament.name, "text": text}
        return _("tell everybody in %(tournament)s: “%(text)s”") % names

    def done(self, request: Request) -> CommandOutcome:
        tournament, text = self._said(request)
        organiser.send_notice(tournament=tournament, by=request.member, text=text)
        told = _("Your message goes to everybody in %(tournament)s by mail.")
        return MemberTold(told=[told % {"tournament": tournament.name}])

    def _said(self, request: Request) -> tuple[Tournament, str]:
        head, colon, text = request.argument.partition(":")
        try:
            tournament = ruled(request, head)
        except NotVisibleError:
            # What is said to the tournament whose mail is answered need not name it.
            if tournament_answered(request) is None:
                raise
            tournament, colon, text = ruled(request, ""), ":", request.argument
        words = "\n".join(filter(None, (text.strip() if colon else "", request.below))).strip()
        if not words:
            raise UnclearRequestError(_("Write what you want to say behind a colon."))
        if len(words) > LONGEST_REASON:
            told = _("A message to everybody has at most %(most)s characters, and yours has "
                     "%(count)s.")  # fmt: skip
            values = {"most": LONGEST_REASON, "count": len(words)}
            raise UnclearRequestError(told % values, missing="" if request.below else text.strip())
        return tournament, words
