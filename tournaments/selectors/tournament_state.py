"""A whole tournament in five queries, as rows and as the values that the formats reckon with."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, get_type_hints

import msgspec
from django.db.models import Prefetch

from games.rules.protocol import SetupError as GameSetupError
from games.rules.registry import rules_for
from tournaments.formats.base import Format
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Pairing, PairingSeat, Round, Tournament
from tournaments.values.setup import TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, Reason, TableResult

logger = logging.getLogger(__name__)

MOST = 1000
_OWN = frozenset({"format", "seed", "smallest", "largest"})
TERMS = {name: kind for name, kind in get_type_hints(TournamentSetup).items() if name not in _OWN}
"""What `Tournament.terms` may hold: all of a set-up but what the tournament and its game say."""


def setup_from(
    *,
    format_key: str,
    game: str,
    terms: Mapping[str, object],
    options: Mapping[str, object] | None = None,
    seed: str = "",
) -> TournamentSetup:
    """The set-up that these terms state, with the table sizes that the game's options allow.

    Raises TournamentSetupError with `unknown_term` (given) or `bad_term` (name, given) where the
    terms are not a set-up's; whether so many entries can play it is the format's `check`.
    """
    sizes = _table_sizes(game, options or {})
    plain = TournamentSetup(
        format_of(format_key).key,
        seed,
        smallest=sizes[0],
        largest=sizes[-1],
        table_size=min(max(sizes[0], 4), sizes[-1]),
    )
    return replace(plain, **{name: _term(name, given) for name, given in terms.items()})


def _table_sizes(game: str, options: Mapping[str, object]) -> list[int]:
    """The sizes at which people meet: Wild Cards seats two only with Leo, and so on."""
    rules = rules_for(game)
    chosen = rules.options.from_mapping(options)
    sizes = []
    for size in rules.table_sizes:
        try:
            rules.check(size, chosen)
        except GameSetupError:
            continue
        if size >= 2:
            sizes.append(size)
    return sizes


def _term(name: str, given: object) -> Any:
    """The term's value, checked against the field of the set-up that holds it."""
    if name not in TERMS:
        raise TournamentSetupError("unknown_term", given=str(name)[:40])
    try:
        value = msgspec.convert(given, TERMS[name])
        if isinstance(value, int) and not 0 <= value <= MOST:
            raise ValueError(name)
    except ValueError as error:  # msgspec's ValidationError is one
        raise TournamentSetupError("bad_term", name=name, given=str(given)[:40]) from error
    return value


def setup_of(tournament: Tournament) -> TournamentSetup:
    """The set-up of a tournament; before its start its lots are drawn with no seed yet."""
    return setup_from(
        format_key=tournament.format,
        game=tournament.game,
        options=tournament.options,
        terms=tournament.terms,
        seed=tournament.seed,
    )


def entry_value(row: Entry) -> Entrant:
    """An entry as the formats know it."""
    is_removed = row.status == Entry.Status.REMOVED
    return Entrant(
        row.pk,
        row.seeding,
        row.rating,
        row.from_round,
        row.until_round,
        is_removed,
        frozenset(row.byes),
    )


def result_value(pairing: Pairing, number: int) -> TableResult:
    """A pairing with its seats at hand, as the formats know it; without places while it is open."""
    seats = sorted(pairing.seats.all(), key=lambda row: row.seat)
    is_closed = pairing.decided_at is not None
    return TableResult(
        round=number,
        table=pairing.number,
        stage=pairing.stage,
        seats=tuple(row.entry_id for row in seats),
        places=_given(seats, "place") if is_closed else {},
        points=_given(seats, "points") if is_closed else {},
        forfeits=frozenset(row.entry_id for row in seats if is_closed and row.is_forfeit),
        annulled=frozenset(row.entry_id for row in seats if is_closed and row.is_annulled),
    )


def _given(seats: list[PairingSeat], name: str) -> dict[int, int]:
    return {row.entry_id: getattr(row, name) for row in seats if getattr(row, name) is not None}


def reasons_of(row: Round) -> list[Reason]:
    """Why everybody sits where they do in the round: what is said of all, then of each seat."""
    seats = PairingSeat.objects.filter(pairing__round=row).order_by("pairing__number", "seat")
    return general_reasons(row) + [
        reason
        for entry, kept in seats.values_list("entry_id", "reasons")
        for reason in reasons_kept(kept, entry)
    ]


def general_reasons(row: Round) -> list[Reason]:
    """How the round was paired, as far as it concerns everybody."""
    return reasons_kept(row.reasons, None)


def reasons_kept(kept: object, entry: int | None) -> list[Reason]:
    """The reasons that a round (`entry` None) or a seat keeps.

    What a format gave that is no longer installed cannot be told, and is left out with a warning.
    """
    kinds = {kind.code: kind for kind in Reason.__subclasses__()}
    reasons = []
    for one in msgspec.convert(kept, list[_KeptReason]):
        if one.entry is not None:
            continue
        if one.code in kinds:
            values = {"entry": entry, **one.figures}
            reasons.append(msgspec.convert(values, kinds[one.code], dec_hook=fraction_of))
        else:
            logger.warning("a reason of no format", extra={"code": one.code})
    return reasons


def reason_kept(reason: Reason) -> dict[str, object]:
    """The reason as JSON: `code` and `figures`, fractions as text; see `reasons_kept`."""
    figures = msgspec.to_builtins(reason, enc_hook=fraction_text)
    del figures["entry"]  # whose seat it stands with
    return {"code": reason.code, "figures": figures}


class _KeptReason(msgspec.Struct):
    """A reason as a round or a seat keeps it; a round had those of entries, too, until 0014."""

    code: str
    entry: int | None = None
    figures: dict[str, object] = {}


def fraction_of(kind: type, value: int | str) -> Fraction:
    """A fraction that was kept in JSON, for msgspec."""
    if kind is not Fraction:
        raise TypeError(kind)
    return Fraction(value)


def fraction_text(value: object) -> str:
    """A fraction as it is kept in JSON, for msgspec."""
    if not isinstance(value, Fraction):
        raise TypeError(type(value))
    return f"{value.numerator}/{value.denominator}"


@dataclass
class TournamentState:
    """One tournament with everybody and everything in it.

    `members` are those who were ever dealt in, or are to be: `entries` by id, without those who
    only wait, were invited, or left before the start.
    """

    tournament: Tournament
    rows: dict[int, Entry]
    rounds: list[Round]
    pairings: list[Pairing]

    @cached_property
    def setup(self) -> TournamentSetup:
        """What the organiser states."""
        return setup_of(self.tournament)

    @cached_property
    def format(self) -> Format:
        """How it is played."""
        return format_of(self.tournament.format)

    @cached_property
    def entries(self) -> list[Entrant]:
        """Who plays or has played, by their ids."""
        seated = {seat.entry_id for pairing in self.pairings for seat in pairing.seats.all()}
        return [
            entry_value(row)
            for row in self.rows.values()
            if row.status == Entry.Status.ENTERED or row.pk in seated
        ]

    @cached_property
    def by_round(self) -> dict[int, Round]:
        """The rounds by their keys."""
        return {row.pk: row for row in self.rounds}

    @cached_property
    def results(self) -> list[TableResult]:
        """Every table dealt, by round and number."""
        return [
            result_value(pairing, self.by_round[pairing.round_id].number)
            for pairing in self.pairings
        ]

    @cached_property
    def names(self) -> dict[int, str]:
        """What everybody is called, by entry."""
        return {row.pk: row.member.name for row in self.rows.values()}


def tournament_state(tournament: Tournament) -> TournamentState:
    """The tournament's field, in four queries whatever its size."""
    rows = {row.pk: row for row in tournament.entries.select_related("member").order_by("pk")}
    rounds = list(tournament.rounds.defer("reasons").order_by("number"))
    pairings = list(
        Pairing.objects.filter(round__tournament=tournament)
        .select_related("match")
        .defer("match__state")
        .prefetch_related(Prefetch("seats", PairingSeat.objects.defer("reasons")))
        .order_by("round__number", "number")
    )
    return TournamentState(tournament, rows, rounds, pairings)
