"""Co-organisers and arbiters by mail: asking somebody, and stepping down."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.errors import NotVisibleError
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, MemberTold, Request, UnclearRequestError
from games.mail.member_commands.finding import people_within
from games.replies.command_words import plain_words, words_of
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    name_cut,
    ruled,
    tournament_meant,
)
from tournaments.models import Official, Tournament
from tournaments.selectors import tournament_lists
from tournaments.selectors.access import own_office, power_of
from tournaments.services import officials

Role = Official.Role
_MEANT = {
    Role.ARBITER: gettext_lazy(
        "An arbiter gives more time, pauses it, and rules on results and players."
    ),
    Role.ORGANISER: gettext_lazy(
        "A co-organiser can do all that the organiser can, but not call it off."
    ),
}


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
    said = name_cut(request.argument, tournament)
    words = said.split()
    joints = words_of("words", "office_as")
    at = next((spot for spot, word in enumerate(words) if plain_words(word) in joints), 0)
    role = _office(" ".join(words[at + 1 :] if at else words))
    people = people_within(said)
    if role is not None and (at or len(people) == 1):
        return tournament, people[0].name if len(people) == 1 else " ".join(words[:at]), role
    if role is None and len(people) == 1:
        told = _("As what shall %(name)s help? Reply with one of these words.")
        choices = tuple(f"{one.label} – {meant}" for one, meant in _MEANT.items())
        raise UnclearRequestError(told % {"name": people[0].name}, choices)
    raise UnclearRequestError(
        _("Who shall be what? Write it as in “appoint Bruno as arbiter of abc2345”.")
    )


def _office(said: str) -> Role | None:
    words = f" {plain_words(said)} "
    for role, kind in ((Role.ORGANISER, "co_organiser"), (Role.ARBITER, "arbiter")):
        if any(f" {word} " in words for word in words_of("words", kind)):
            return role
    return None


class StepDownRequest(TournamentRequest):
    """One helps no longer."""

    name = "step-down"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("stop being arbiter or co-organiser")
    example = "abc2345"
    changes = True
    also = ("decline",)

    def meaning(self, request: Request) -> str:
        tournament, office = _office_in(request)
        told = _("stop helping to run %(tournament)s")
        if office.accepted_at is None:
            told = _("decline to help run %(tournament)s")
        return told % {"tournament": tournament.name}

    def done(self, request: Request) -> CommandOutcome:
        tournament, office = _office_in(request)
        officials.leave_office(tournament=tournament, member=request.member)
        told = _("You don’t help run %(tournament)s any more.")
        if office.accepted_at is None:
            told = _("You’ve declined to help run %(tournament)s.")
        return MemberTold(told=[told % {"tournament": tournament.name}])


def _office_in(request: Request) -> tuple[Tournament, Official]:
    """The office, said yes to or not yet, and where it is."""
    helped = tournament_lists.helped(request.member)
    lines = helped or tournament_lists.organised(request.member)
    tournament = tournament_meant(request, lines)
    office = own_office(tournament, request.member)
    if office is None and power_of(tournament, request.member) is None:
        raise NotVisibleError("no-tournament", code=tournament.code)
    if office is None:
        told = _("You have no office in %(tournament)s that you could step down from.")
        raise UnclearRequestError(told % {"tournament": tournament.name})
    return tournament, office
