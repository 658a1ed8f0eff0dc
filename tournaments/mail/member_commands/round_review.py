"""The next round's tables by mail: two change places, and it begins."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.errors import NotVisibleError
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, MemberTold, Request, UnclearRequestError
from games.replies.command_words import plain_words
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    reason_of,
    ruled,
    with_reason,
)
from tournaments.models import Tournament
from tournaments.services import round_review


class SwapRequest(TournamentRequest):
    """Two change tables."""

    name = "swap"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("swap two players in the round that is about to begin")
    example = gettext_lazy("Anna and Bruno in abc2345: they are brother and sister")
    changes = True

    def meaning(self, request: Request) -> str:
        head, _colon, reason = request.argument.partition(":")
        one, other = _named(ruled(request, head, says_more=True), head)
        return with_reason(
            _("swap %(one)s and %(other)s") % {"one": one[1], "other": other[1]}, reason
        )

    def done(self, request: Request) -> CommandOutcome:
        head, _colon, reason = request.argument.partition(":")
        tournament = ruled(request, head, says_more=True)
        one, other = _named(tournament, head)
        round_review.swap_entries(
            tournament=tournament,
            one=one[0],
            other=other[0],
            by=request.member,
            reason=reason_of(reason),
        )
        names = {"one": one[1], "other": other[1]}
        return MemberTold(told=[_("%(one)s and %(other)s are swapped.") % names])


def _named(tournament: Tournament, head: str) -> list[tuple[int, str]]:
    """The two of its players who are named, by the longest names that fit."""
    said = f" {plain_words(head)} "
    rows = [(row.pk, row.member.name) for row in tournament.entries.select_related("member")]
    found = []
    for pk, name in sorted(rows, key=lambda row: -len(row[1])):
        if f" {plain_words(name)} " in said:
            found.append((pk, name))
            said = said.replace(f" {plain_words(name)} ", "  ", 1)
    if not found:
        raise NotVisibleError("not-in", name=head[:40])
    if len(found) != 2:
        raise UnclearRequestError(_("Name two players, as in “swap players Anna and Bruno”."))
    return found


class BeginRoundRequest(TournamentRequest):
    """The round that waits begins."""

    name = "begin-round"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("begin the round whose tables you were shown")
    example = "abc2345"
    changes = True

    def meaning(self, request: Request) -> str:
        names = {"tournament": ruled(request).name}
        return _("begin the next round of %(tournament)s") % names

    def done(self, request: Request) -> CommandOutcome:
        tournament = ruled(request)
        round_review.begin_round(tournament=tournament, by=request.member)
        told = _("The next round of %(tournament)s begins.") % {"tournament": tournament.name}
        return MemberTold(told=[told])
