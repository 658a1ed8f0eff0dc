"""Finished matches with everything open: the replay, the record, and the proof of chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.common.errors import NotVisibleError
from games.models import (
    Match,
    Phase,
)
from games.rules.chance import Chance, Shuffle, piles_heard
from games.rules.commitment import contributions_digest
from games.rules.game import AnyRules
from games.rules.journal import JournalEntry
from games.rules.protocol import Options, Outcome, Setup, TableView
from games.rules.record import make_record, write_record
from games.rules.registry import rules_of_record
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
    """A finished match step by step, all hands open. Raises NotVisibleError while it runs."""
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


def record_line(match: Match) -> str:
    """The match record of a finished match.

    Raises NotVisibleError while it runs, and for one that was ended before its rules did: there is
    no outcome that a replay could come to.
    """
    if match.adjudicated_for or match.outcome is None:
        raise NotVisibleError("adjudicated", code=match.code)
    rules, setup, rows = finished_setup(match)
    orders = orders_of(rows)
    entries = [
        JournalEntry(seat, text) for row in rows for seat, text, _source in orders.get(row.pk, ())
    ]
    shuffles = [Shuffle(pile, tuple(cards)) for row in rows for pile, cards in row.shuffles]
    extra = {
        name: value
        for name, value in match.outcome.items()
        if name not in {"reason", "scores", "places"}
    }
    outcome = Outcome(
        match.outcome["reason"],
        tuple(match.outcome["scores"]),
        tuple(match.outcome["places"]),
        extra,
    )
    return write_record(make_record(rules, setup, shuffles, entries, outcome))


def finished_setup(match: Match) -> tuple[AnyRules, Setup[Options], list[Phase]]:
    """What a finished match is replayed from. Raises NotVisibleError while it runs."""
    if match.status != Match.Status.FINISHED:
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
