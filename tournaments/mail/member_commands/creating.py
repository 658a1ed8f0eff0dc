"""A new tournament by mail, inviting to it, and calling one off."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.date_words import duration
from games.common.site_links import site_link
from games.letters.command_outcomes import CommandOutcome, say
from games.letters.member_commands import HelpGroup, MemberTold, Request, UnclearRequestError
from games.mail.member_commands.finding import game_named
from games.mail.member_commands.guests import guests_in, unknown_words
from games.mail.member_commands.new_match import UNITS, counted, number_of, title_in
from games.replies.command_words import plain_words, words_of
from games.rules.registry import GAMES
from tournaments.formats.registry import FORMATS
from tournaments.forms.tournaments import TournamentForm
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    not_open_yet,
    reason_of,
    ruled,
    with_reason,
)
from tournaments.models import Tournament
from tournaments.presentation.names import format_name
from tournaments.services import invitations, organiser, terms
from tournaments.services.terms import Stated

_BEHIND = 3
"""At most so many words behind a length of time stands what it is the length of."""


class CreateTournamentRequest(TournamentRequest):
    """A tournament in preparation, by the terms that the site would offer."""

    name = "create-tournament"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("prepare a tournament; what you leave out is as usual")
    example = gettext_lazy("Wizard, Swiss, 5 rounds, called Spring Cup")
    changes = True
    also = ("open",)

    def meaning(self, request: Request) -> str:
        return _("prepare %(tournament)s") % {"tournament": _stated_words(_stated(request))}

    def done(self, request: Request) -> CommandOutcome:
        stated = _stated(request)
        made = terms.create_tournament(organiser=request.member, **stated)
        values = {
            "tournament": _stated_words(stated),
            "code": made.code,
            "open": f"{say('open-entries', 'member')} {made.code}",
            "link": site_link("tournament", code=made.code),
        }
        told = (
            _("Your tournament %(code)s is prepared: %(tournament)s."),
            _("Nobody else sees it yet. To let people register, write “%(open)s”."),
            _("Everything about it can still be changed on its page: %(link)s"),
        )
        return MemberTold(told=[one % values for one in told])


def _stated(request: Request) -> Stated:
    """What a text states of a tournament, and the rest as usual. Raises UnclearRequestError where
    it names no game or no format, or what cannot be."""
    text = request.argument
    title = title_in(text)
    said = plain_words(text.replace(title, " ") if title else text)
    game, format_key = game_named(text), _format_named(said)
    if not game:
        names = tuple(one.rules.name for one in GAMES.values())
        raise UnclearRequestError(_("Which game? Write its name behind the words."), names)
    if not format_key:
        names = tuple(str(format_name(key)) for key in FORMATS)
        told = _("In which format? Reply with one of these; what each is, says %(link)s")
        raise UnclearRequestError(told % {"link": site_link("tournament-new")}, names)
    usual = _("%(game)s tournament") % {"game": GAMES[game].rules.name}
    form = _filled(game, format_key, said, title or usual)
    if not form.is_valid():
        raise UnclearRequestError(" ".join(_errors(form)))
    stated = form.stated()
    times = times_said(said)
    if times["phase_time"]:
        stated["phase_time"] = times["phase_time"]
    if times["round_time"]:
        stated["round_time"] = times["round_time"]
    return stated


def _errors(form: TournamentForm) -> list[str]:
    return [f"{form[name].label}: {' '.join(map(str, told))}" for name, told in form.errors.items()]


def _filled(game: str, format_key: str, said: str, name: str) -> TournamentForm:
    """The page's form with its usual values, and what was said in their place."""
    rules = GAMES[game].rules
    form = TournamentForm(rules, format_key)
    given = {one: form.get_initial_for_field(field, one) for one, field in form.fields.items()}
    is_private = any(f" {one} " in f" {said} " for one in words_of("match", "private"))
    most = counted(said, "players")
    given |= {"name": name, "by_invitation": is_private, "is_public": not is_private}
    if rounds := counted(said, "rounds", "tournament"):
        given["rounds"] = rounds
    if most:
        given |= {"most_entries": most, "least_entries": min(most, int(given["least_entries"]))}
    data = QueryDict(mutable=True)
    data.update({one: str(value) for one, value in given.items() if _is_given(value)})
    return TournamentForm(rules, format_key, data)


def _is_given(value: object) -> bool:
    """Whether a browser would post it: no empty field, and no box that isn't ticked."""
    return value is not None and value is not False and value != ""


def _format_named(said: str) -> str:
    """The key of the format of which the longest name is said; "" where none is."""
    named = {
        phrase: key
        for key in FORMATS
        for phrase in (*words_of("formats", key), plain_words(str(format_name(key))))
        if f" {phrase} " in f" {said} "
    }
    return named[max(named, key=len)] if named else ""


def times_said(said: str) -> dict[str, timedelta]:
    """How long a turn and a round take, nothing where that is not said."""
    found = {"phase_time": timedelta(0), "round_time": timedelta(0)}
    words = said.split()
    for place, (number, unit) in enumerate(pairwise(words)):
        count = 1 if number in words_of("match", "one") else number_of(number)
        length = next((time for one, time in UNITS.items() if unit in words_of("match", one)), None)
        if count is None or length is None:
            continue
        behind = words[place + 2 : place + 2 + _BEHIND]
        is_round = any(word in words_of("tournament", "per_round") for word in behind)
        found["round_time" if is_round else "phase_time"] = count * length
    return found


def _stated_words(stated: Stated) -> str:
    rounds = stated["terms"].get("rounds")
    parts = (
        stated["name"],
        GAMES[stated["game"]].rules.name,
        str(format_name(stated["format"])),
        ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds}
        if isinstance(rounds, int) and rounds
        else "",
        ngettext("at most %(count)d player", "at most %(count)d players", most) % {"count": most}
        if (most := stated.get("most_entries"))
        else "",
        _("%(time)s a turn") % {"time": duration(stated["phase_time"])},
        _("at most %(time)s a round") % {"time": duration(stated["round_time"])},
        _("listed for everyone") if stated["is_public"] else _("only by invitation"),
    )
    return ", ".join(filter(None, parts))


class InviteToTournamentRequest(TournamentRequest):
    """Offers of a place."""

    name = "invite-to-tournament"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("invite people to your tournament, by address or by name")
    example = gettext_lazy("abc2345: bo@example.org, Carla")
    changes = True
    also = ("invite",)

    def meaning(self, request: Request) -> str:
        tournament, guests = ruled(request, says_more=True), guests_in(_listed(request))
        people = ", ".join([*guests.addresses, *(one.name for one in guests.people)])
        names = {"people": people, "tournament": tournament.name}
        return _("invite %(people)s to %(tournament)s") % names

    def done(self, request: Request) -> CommandOutcome:
        tournament, guests = ruled(request, says_more=True), guests_in(_listed(request))
        if tournament.status == Tournament.Status.DRAFT:
            raise UnclearRequestError(not_open_yet(tournament))
        names = {one.email.lower(): one.name for one in guests.people}
        mails = invitations.invite_entries(
            tournament=tournament, by=request.member, addresses=[*guests.addresses, *names]
        )
        mailed = [names.get(row.address.lower(), row.address) for row in mails]
        told = _("Invited to %(tournament)s: %(people)s.")
        if not mailed:
            told = _("Everyone on the list was already invited, so no mail went out.")
        values = {"tournament": tournament.name, "people": ", ".join(mailed)}
        unknown = [unknown_words(guests.unknown)] if guests.unknown else []
        return MemberTold(told=[told % values, *unknown])


def _listed(request: Request) -> str:
    """The people, whichever side of the colon they stand."""
    head, colon, rest = request.argument.partition(":")
    return rest if colon and rest.strip() else head


class CallOffTournamentRequest(TournamentRequest):
    """The end of a tournament, for good."""

    name = "call-off-tournament"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("call it off for good; matches that run are played on")
    example = gettext_lazy("abc2345: too few players")
    changes = asks_first = True
    also = ("call-off",)

    def meaning(self, request: Request) -> str:
        head, _colon, reason = request.argument.partition(":")
        told = _("call off %(tournament)s for good") % {"tournament": ruled(request, head).name}
        return with_reason(told, reason)

    def done(self, request: Request) -> CommandOutcome:
        head, _colon, reason = request.argument.partition(":")
        tournament = ruled(request, head)
        organiser.cancel_tournament(
            tournament=tournament, by=request.member, reason=reason_of(reason)
        )
        told = _("%(tournament)s is called off. Everyone in it gets a mail.")
        return MemberTold(told=[told % {"tournament": tournament.name}])
