"""Matches that are over, with everything open: the replay, the record, and the proof of chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from games.common.errors import NotVisibleError
from games.models import (
    Match,
    Order,
    Phase,
    Substitution,
)
from games.rules.chance import Chance, Shuffle, piles_heard
from games.rules.commitment import contributions_digest
from games.rules.game import AnyRules
from games.rules.journal import JournalEntry
from games.rules.journal import replay as journal_replay
from games.rules.protocol import Options, Outcome, Setup, TableView
from games.rules.record import ADJUDICATED, Decider, EndedFor, make_record, write_record
from games.rules.registry import rules_of_record
from games.rules.stored_json import decoded_outcome
from games.selectors.match_journal import Visible, orders_of


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a finished match with everything open: what was asked, ordered and came of it.

    `view` is the position after it, `hands` are the cards that each person then holds.
    """

    number: int
    name: str
    round: int
    view: TableView
    hands: Sequence[Sequence[str]]
    events: Visible
    orders: tuple[tuple[int, str, str], ...]


def replay(match: Match) -> list[ReplayStep]:
    """A match that is over step by step, all hands open. Raises NotVisibleError while it runs."""
    rules, setup, rows = finished_setup(match)
    orders = orders_of(rows)
    result = rules.start(setup)
    begun = rules.reveal(result.state)
    steps = [ReplayStep(0, rows[0].name, 0, begun.view, begun.hands, result.events, ())]
    for row in rows[1:]:
        given = orders.get(row.pk, ())
        parsed = {seat: rules.parse_order(result.state, seat, text) for seat, text, _by in given}
        result = rules.adjudicate(result.state, parsed)
        shown = rules.reveal(result.state)
        steps.append(
            ReplayStep(
                row.number, row.name, row.round, shown.view, shown.hands, result.events, given
            )
        )
    return steps


def earlier_players(match: Match) -> dict[int, list[tuple[int, str]]]:
    """By seat: until which phase, not with it, who had played it before somebody took it over."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    rows = Substitution.objects.filter(player__match=match).order_by("id")
    for row in rows.select_related("former_member", "player"):
        if row.player.seat is not None:
            found[row.player.seat].append((row.phase_number, row.former_member.name))
    return dict(found)


def beside_in_round(match: Match) -> tuple[Match | None, Match | None]:
    """The finished public matches dealt before and after this one in its tournament's round."""
    if not match.event_path:
        return None, None
    rows = Match.objects.filter(
        event_path=match.event_path,
        event_round=match.event_round,
        status=Match.Status.FINISHED,
        is_public=True,
    ).defer("state")
    before = rows.filter(pk__lt=match.pk).order_by("-pk").first()
    return before, rows.filter(pk__gt=match.pk).order_by("pk").first()


_ENDED_FOR: dict[str, EndedFor] = {
    Match.Adjudicated.DEADLINE: EndedFor.ROUND_TIME,
    Match.Adjudicated.DESERTED: EndedFor.DESERTED,
    Match.Adjudicated.RULING: EndedFor.OPERATOR,
}

_DECIDERS: dict[str, Decider] = {
    Order.Source.STANDING: Decider.STANDING,
    Order.Source.MISSED: Decider.STANDING,
    Order.Source.FORCED: Decider.FORCED,
    Order.Source.BOT: Decider.BOT,
    Order.Source.DEFAULT: Decider.DEFAULT,
}


def decider_of(source: str) -> Decider | None:
    """Who gave an order that came this way; None: the seat's own player."""
    return _DECIDERS.get(source)


def record_line(match: Match) -> str:
    """The match record of a match that is over, called off or not.

    Raises NotVisibleError while it runs, and for one that never began.
    """
    rules, setup, rows = finished_setup(match)
    orders = orders_of(rows)
    given = [order for row in rows for order in orders.get(row.pk, ())]
    deciders = {
        index: by
        for index, (_seat, _text, source) in enumerate(given)
        if (by := decider_of(source)) is not None
    }
    entries = [JournalEntry(seat, text) for seat, text, _source in given]
    shuffles = [Shuffle(pile, tuple(cards)) for row in rows for pile, cards in row.shuffles]
    outcome, ended_for = _outcome(match, rules, setup, entries)
    made = make_record(
        rules, setup, shuffles, entries, outcome, adjudicated_for=ended_for, deciders=deciders
    )
    return write_record(made)


def _outcome(
    match: Match, rules: AnyRules, setup: Setup[Options], entries: Sequence[JournalEntry]
) -> tuple[Outcome, EndedFor | None]:
    """How the match ended; one that was called off has no places: all share the first."""
    kept = decoded_outcome(match.outcome) if match.outcome is not None else None
    if kept is not None and not match.adjudicated_for:
        return kept, None
    # What is stored is no standing where the state could not be read when the match was ended.
    *_earlier, last = journal_replay(rules, setup, entries)
    scores = tuple(rules.standing(last.adjudication.state))
    places = kept.places if kept is not None else (1,) * match.seats
    ended_for = _ENDED_FOR.get(match.adjudicated_for, EndedFor.OPERATOR)
    return Outcome(ADJUDICATED, scores, places), ended_for


def finished_setup(match: Match) -> tuple[AnyRules, Setup[Options], list[Phase]]:
    """What a match that is over is replayed from. Raises NotVisibleError while it runs, and for one
    that never began.
    """
    if not match.has_replay:
        raise NotVisibleError("not-finished", code=match.code)
    rules = rules_of_record(match.game, match.rules_version)
    options = rules.options.from_mapping(match.options)
    rows = list(match.phases.filter(closed_at__isnull=False).order_by("number"))
    return rules, Setup(match.seats, options, Chance(match.seed)), rows


@dataclass(frozen=True, slots=True)
class ChanceProof:
    """What anybody needs to check a match's chance; secrets are empty until the match is over.

    `contributions` are in the order of joining, `seats` says where each of them sat.
    """

    commitment: str
    attempt: int
    server_seed: str
    seed: str
    contributions: tuple[str, ...]
    seats: tuple[int | None, ...]
    contributions_digest: str
    """Fixes the contributions in seat order; empty before the match starts."""


def chance_proof(match: Match) -> ChanceProof:
    """The commitment while the match runs, and all the rest once it is over."""
    players = list(match.players.order_by("id"))
    seated = sorted((row for row in players if row.seat is not None), key=lambda row: row.seat or 0)
    digest = contributions_digest([row.contribution for row in seated]) if seated else ""
    if not match.is_over:
        return ChanceProof(match.commitment, match.attempt, "", "", (), (), digest)
    return ChanceProof(
        match.commitment,
        match.attempt,
        match.server_seed,
        match.seed,
        tuple(player.contribution for player in players),
        tuple(player.seat for player in players),
        digest,
    )


def chance_sheet(match: Match) -> dict[str, object]:
    """All that a stranger's script needs to repeat the chance of a finished match, as JSON values.

    Every shuffle with its pile as it lay before; of one from which cards leave the match unseen,
    `after` lists those that stay. Raises NotVisibleError while the match runs.
    """
    rules, setup, rows = finished_setup(match)
    orders = orders_of(rows)
    with piles_heard() as heard:
        result = rules.start(setup)
        for row in rows[1:]:
            given = orders.get(row.pk, ())
            parsed = {
                seat: rules.parse_order(result.state, seat, text) for seat, text, _by in given
            }
            result = rules.adjudicate(result.state, parsed)
    after = [(pile, list(cards)) for row in rows for pile, cards in row.shuffles]
    proof = chance_proof(match)
    return {
        "match": match.code,
        "game": match.game,
        "rules": match.rules_version,
        "attempt": proof.attempt,
        "commitment": proof.commitment,
        "server_seed": proof.server_seed,
        "seed": proof.seed,
        "seating": match.seating,
        "players": [
            {"seat": seat, "contribution": text}
            for seat, text in zip(proof.seats, proof.contributions, strict=True)
        ],
        "contributions_digest": proof.contributions_digest,
        "shuffles": [
            {"number": number, "pile": pile, "before": list(before.cards), "after": cards}
            for number, (before, (pile, cards)) in enumerate(zip(heard, after, strict=True))
        ],
    }
