"""Checking a match against what was promised of it before it began."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Match, Player
from games.rules.chance import Chance, Shuffle
from games.rules.commitment import commitment, mixed_seed
from games.rules.journal import JournalEntry, JournalError, replay
from games.rules.protocol import Setup
from games.rules.registry import rules_of_record
from games.rules.stored_json import decoded_outcome
from games.services.match_start import seats_drawn


@dataclass(frozen=True, slots=True)
class MatchCheck:
    """One thing that was checked; `problem` is empty where it holds."""

    what: str
    problem: str = ""

    @property
    def holds(self) -> bool:
        return not self.problem


_SEATING: dict[str, str] = {
    Match.Seating.DRAWN: "the seats were drawn from the contributions",
    Match.Seating.GIVEN: "the tournament gave the seats",
}


def verify_match(match: Match) -> list[MatchCheck]:
    """Everything that can be checked of a match that has started, from its rows alone.

    The journal is played again from the seed: shuffles, the stored snapshot and, after the end,
    the outcome must come out the same.
    """
    steps: list[tuple[str, Callable[[Match], str]]] = [
        ("the server's seed is the one committed to", _commitment_problem),
        (_SEATING[match.seating], _seating_problem),
        ("the match's seed is mixed from all contributions", _seed_problem),
        ("the journal replays to the stored shuffles, state and outcome", _journal_problem),
    ]
    if not match.seed:
        return [MatchCheck(steps[0][0], _commitment_problem(match))]
    return [MatchCheck(what, problem_of(match)) for what, problem_of in steps]


def _commitment_problem(match: Match) -> str:
    due = commitment(
        match.server_seed,
        match_code=match.code,
        game=match.game,
        rules_version=match.rules_version,
        attempt=match.attempt,
    )
    return "" if due == match.commitment else f"committed {match.commitment}, not {due}"


def _seating_problem(match: Match) -> str:
    joined = list(match.players.order_by("id"))
    if match.seating == Match.Seating.GIVEN:
        given = sorted(player.seat for player in joined if player.seat is not None)
        return "" if given == list(range(match.seats)) else f"seats {given} of {match.seats}"
    due = seats_drawn(match.server_seed, [player.contribution for player in joined])
    for seat, position in enumerate(due):
        if joined[position].seat != seat:
            return f"player {position + 1} sits in seat {joined[position].seat}, not {seat}"
    return ""


def _seed_problem(match: Match) -> str:
    seated = Player.objects.filter(match=match).order_by("seat")
    due = mixed_seed(match.server_seed, [player.contribution for player in seated])
    return "" if due == match.seed else f"the seed is {match.seed}, not {due}"


def _journal_problem(match: Match) -> str:
    rules = rules_of_record(match.game, match.rules_version)
    if match.rules_version != rules.version:
        return f"played by version {match.rules_version}, these rules are version {rules.version}"
    options = rules.options.from_mapping(match.options)
    rows = list(match.phases.filter(closed_at__isnull=False).order_by("number"))
    entries = [
        JournalEntry(order.seat, order.text)
        for row in rows
        for order in row.orders.order_by("seat")
    ]
    stored = [Shuffle(pile, tuple(cards)) for row in rows for pile, cards in row.shuffles]
    try:
        played = list(replay(rules, Setup(match.seats, options, Chance(match.seed)), entries))
    except JournalError as error:
        return str(error)
    if [shuffle for phase in played for shuffle in phase.adjudication.shuffles] != stored:
        return "the shuffles are not those that the seed gives"
    state = played[-1].adjudication.state
    if rules.encode(state) != match.state:
        return "the stored state is not the one that the journal leads to"
    outcome = rules.outcome(state)
    if match.adjudicated_for:
        return "" if outcome is None else "the match was adjudicated after its rules had ended it"
    kept = decoded_outcome(match.outcome) if match.outcome else None
    told = kept and (kept.reason, kept.places)
    due = outcome and (outcome.reason, outcome.places)
    return "" if told == due else f"the outcome is told as {told}, not {due}"
