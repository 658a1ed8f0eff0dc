"""Co-organisers and arbiters by mail: asking somebody, and stepping down."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, MemberTold, Request, UnclearRequestError
from games.replies.command_words import plain_words, words_of
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    name_cut,
    ruled,
    tournament_meant,
)
from tournaments.models import Official, Tournament
from tournaments.selectors import tournament_lists
from tournaments.services import officials

Role = Official.Role


class AppointRequest(TournamentRequest):
    """Somebody is asked to help."""

    name = "appoint"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("ask somebody to be arbiter or co-organiser")
    example = gettext_lazy("Bruno as arbiter of abc2345")
    changes = True

    def meaning(self, request: Request) -> str:
        tournament, whom, role = _said(request)
        names = {"name": whom, "role": role.label, "tournament": tournament.name}
        return _("ask %(name)s to be %(role)s of %(tournament)s") % names

    def done(self, request: Request) -> CommandOutcome:
        tournament, whom, role = _said(request)
        officials.invite_official(tournament=tournament, by=request.member, whom=whom, role=role)
        told = _("%(name)s is asked to be %(role)s of %(tournament)s.")
        names = {"name": whom, "role": role.label, "tournament": tournament.name}
        return MemberTold(told=[told % names])


def _said(request: Request) -> tuple[Tournament, str, Role]:
    """Who shall be what, and where. Raises UnclearRequestError where one of them is not said."""
    tournament = ruled(request, request.argument)
    words = name_cut(request.argument, tournament).split()
    joints = words_of("words", "office_as")
    at = next((spot for spot, word in enumerate(words) if plain_words(word) in joints), 0)
    office = plain_words(" ".join(words[at + 1 :]))
    for role, kind in ((Role.ARBITER, "arbiter"), (Role.ORGANISER, "co_organiser")):
        if at and any(f" {word} " in f" {office} " for word in words_of("words", kind)):
            return tournament, " ".join(words[:at]), role
    raise UnclearRequestError(
        _("Who shall be what? Write it as in “appoint Bruno as arbiter of abc2345”.")
    )


class StepDownRequest(TournamentRequest):
    """One helps no longer."""

    name = "step-down"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("stop being arbiter or co-organiser")
    example = "abc2345"
    changes = True

    def done(self, request: Request) -> CommandOutcome:
        tournament = tournament_meant(request, tournament_lists.organised(request.member))
        officials.leave_office(tournament=tournament, member=request.member)
        told = _("You don’t help run %(tournament)s any more.")
        return MemberTold(told=[told % {"tournament": tournament.name}])
