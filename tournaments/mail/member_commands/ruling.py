"""What an organiser rules by mail of matches and players, and a tournament's early end: asked back
each time, for it is told to everyone concerned."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, MemberTold, Request, UnclearRequestError
from games.mail.member_commands.finding import people_within
from games.models import Member
from games.replies.command_words import plain_words, words_of
from tournaments.mail.member_commands.finding import (
    Ruling,
    TournamentRequest,
    reason_of,
    round_named,
    ruled,
    ruling_of,
    with_reason,
)
from tournaments.models import Entry, Pairing
from tournaments.services import organiser, result_rulings, substitutes


class _RulingRequest(TournamentRequest):
    group = HelpGroup.ORGANISING
    changes = asks_first = True


def _table(ruling: Ruling) -> Pairing | None:
    """The newest table at which everyone sits who is named, an open one first."""
    tables = Pairing.objects.filter(
        round__tournament=ruling.tournament, match__isnull=False
    ).select_related("round__tournament", "match")
    if number := round_named(ruling.said):
        tables = tables.filter(round__number=number)
    for entry in ruling.named:
        tables = tables.filter(seats__entry=entry)
    rows = list(tables.order_by("-round__number")) if ruling.named else []
    return min(rows, key=lambda row: row.decided_at is not None, default=None)


def _players(pairing: Pairing) -> str:
    seats = pairing.seats.select_related("entry__member").order_by("seat")
    return " – ".join(seat.entry.member.name for seat in seats)


class ForfeitRequest(_RulingRequest):
    """A match is lost by somebody who doesn't play it."""

    name = "forfeit"
    explanation = gettext_lazy("rule that somebody has lost a match by forfeit")
    example = gettext_lazy("Bruno against Carla in abc2345: never came")

    def meaning(self, request: Request) -> str:
        pairing, entry, reason = _forfeited(request)
        told = _("%(name)s loses by forfeit in round %(number)s of %(tournament)s (%(players)s)")
        values = {
            "name": entry.member.name,
            "number": pairing.round.number,
            "tournament": pairing.round.tournament.name,
            "players": _players(pairing),
        }
        return with_reason(told % values, reason)

    def done(self, request: Request) -> CommandOutcome:
        pairing, entry, reason = _forfeited(request)
        result_rulings.forfeit_pairing(
            pairing=pairing, entry=entry, by=request.member, reason=reason_of(reason)
        )
        told = _("%(name)s has lost by forfeit, and the players of that match have been told.")
        return MemberTold(told=[told % {"name": entry.member.name}])


def _forfeited(request: Request) -> tuple[Pairing, Entry, str]:
    """The table, who forfeits there, and why: the one who is named first and isn't said to win."""
    ruling = ruling_of(request)
    pairing = _table(ruling)
    if pairing is None:
        raise UnclearRequestError(
            _("Who forfeits which match? Name a player first, and whom they play, as in “forfeit "
              "of Bruno against Carla in abc2345”.")
        )  # fmt: skip
    winner = _winner(ruling)
    losing = next((entry for entry in ruling.named if entry != winner), winner)
    rows = Entry.objects.select_related("member", "tournament")
    return pairing, rows.get(pk=losing), ruling.reason


def _winner(ruling: Ruling) -> int:
    """The entry that is said to win: named in front of the word or, where nobody is, behind it; 0
    where nobody wins."""
    said = f" {ruling.said} "
    won = [said.find(f" {word} ") for word in words_of("tournament", "won")]
    at = min((one for one in won if one >= 0), default=-1)
    if at < 0:
        return 0
    places = {said.find(f" {plain_words(name)} "): entry for entry, name in ruling.named.items()}
    before = [place for place in places if place < at]
    return places[max(before)] if before else places[min(places)]


class AnnulRequest(_RulingRequest):
    """A match that has ended counts for nothing."""

    name = "annul"
    explanation = gettext_lazy("annul a match that has ended: no points, no ratings")
    example = gettext_lazy("Anna and Bruno in abc2345: played the wrong game")

    def meaning(self, request: Request) -> str:
        pairing, reason = self._annulled(request)
        told = _("annul the match %(players)s in round %(number)s of %(tournament)s")
        values = {
            "players": _players(pairing),
            "number": pairing.round.number,
            "tournament": pairing.round.tournament.name,
        }
        return with_reason(told % values, reason)

    def done(self, request: Request) -> CommandOutcome:
        pairing, reason = self._annulled(request)
        result_rulings.annul_pairing(pairing=pairing, by=request.member, reason=reason_of(reason))
        told = _("The match %(players)s is annulled. The ratings follow in a few minutes.")
        return MemberTold(told=[told % {"players": _players(pairing)}])

    def _annulled(self, request: Request) -> tuple[Pairing, str]:
        ruling = ruling_of(request)
        pairing = _table(ruling) if len(ruling.named) > 1 else None
        if pairing is None:
            raise UnclearRequestError(
                _("Which match? Name its players, as in “annul the match of Anna and Bruno in "
                  "abc2345”.")
            )  # fmt: skip
        return pairing, ruling.reason


class ReplaceRequest(_RulingRequest):
    """Somebody else takes an entry over."""

    name = "replace"
    explanation = gettext_lazy("have somebody else play on in a player’s place, with their points")
    example = gettext_lazy("abc2345: Bruno by Carla")

    def meaning(self, request: Request) -> str:
        entry, member, reason = _replaced(request)
        names = {
            "name": entry.member.name,
            "other": member.name,
            "tournament": entry.tournament.name,
        }
        told = _("%(other)s plays on in the place of %(name)s in %(tournament)s") % names
        return with_reason(told, reason)

    def done(self, request: Request) -> CommandOutcome:
        entry, member, reason = _replaced(request)
        names = {"name": entry.member.name, "other": member.name}
        substitutes.substitute_entry(
            entry=entry, member=member, by=request.member, reason=reason_of(reason)
        )
        told = _("%(other)s plays on in the place of %(name)s; both have been told.")
        return MemberTold(told=[told % names])


def _replaced(request: Request) -> tuple[Entry, Member, str]:
    """Whose place, who takes it, and why. Only who plays has a place, so that the other one of the
    two is the new one, whoever is named first."""
    ruling = ruling_of(request)
    rows = ruling.tournament.entries.select_related("member", "tournament").in_bulk(ruling.named)
    playing = [row for row in rows.values() if _has_place(row)]
    here = {row.member_id for row in playing}
    others = [one for one in people_within(ruling.written) if one.pk not in here]
    if len(playing) == 1 and len(others) == 1:
        return playing[0], others[0], ruling.reason
    if len(playing) > 1 and not others:
        told = _("%(players)s both play in %(tournament)s already. Somebody who isn’t in it can "
                 "take a place.")  # fmt: skip
        players = ", ".join(row.member.name for row in playing)
        raise UnclearRequestError(told % {"players": players, "tournament": ruling.tournament.name})
    raise UnclearRequestError(
        _("Who takes whose place? Name a player and another member, as in “replace Bruno by Carla "
          "in abc2345”.")
    )  # fmt: skip


def _has_place(entry: Entry) -> bool:
    return entry.status == Entry.Status.ENTERED or entry.until_round is not None


class EndTournamentRequest(_RulingRequest):
    """Nothing more is dealt."""

    name = "end-tournament"
    explanation = gettext_lazy("let it end with the matches that have begun")
    example = gettext_lazy("abc2345: many have left")

    def meaning(self, request: Request) -> str:
        head, _colon, reason = request.argument.partition(":")
        told = _("end %(tournament)s with the matches that have begun; no round follows")
        return with_reason(told % {"tournament": ruled(request, head).name}, reason)

    def done(self, request: Request) -> CommandOutcome:
        head, _colon, reason = request.argument.partition(":")
        tournament = ruled(request, head)
        organiser.wind_up_tournament(
            tournament=tournament, by=request.member, reason=reason_of(reason)
        )
        told = _("%(tournament)s ends when the matches that have begun are over.")
        return MemberTold(told=[told % {"tournament": tournament.name}])
