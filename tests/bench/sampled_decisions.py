"""Decisions of all games and options as a player meets them: drawn by lot from matches of bots."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from games.models import Match, Member, Order, Player
from games.rules.chance import Chance
from games.rules.configurations import Configuration, configurations
from games.rules.game import AnyRules
from games.rules.playout import Dice, ask_bot, match_seed
from games.rules.protocol import Setup
from games.rules.registry import GAMES, bots_for, rules_for
from games.services import quotas
from games.services.matches import create_match, join_match
from games.services.orders import submit_order
from tests.bench.population import PHASE_TIME

PLAYED_ON = 3
"""So many phases before each decision are played through the service, for the log."""

MOST_OF_ONE = 6
"""So many decisions at most come from one match."""


class SampledDecision(NamedTuple):
    """A player's open decision in the database, and what a bot would answer."""

    match: Match
    member: Member
    configuration: Configuration
    kind: str
    order: str


def sampled_decisions(
    members: Sequence[Member], count: int, *, seed: str = "tables"
) -> Iterator[SampledDecision]:
    """So many decisions, as many of each game; every configuration before one comes again.

    The same seed gives the same decisions.
    """
    games = list(GAMES)
    for place, key in enumerate(games):
        share = count // len(games) + (place < count % len(games))
        yield from _of_game(key, members, share, seed)


def _of_game(
    key: str, members: Sequence[Member], count: int, seed: str
) -> Iterator[SampledDecision]:
    lot = random.Random(f"{seed}/{key}")
    rules = rules_for(key)
    offered = list(configurations(rules))
    lot.shuffle(offered)
    each = min(MOST_OF_ONE, max(1, -(-count // len(offered))))
    number = 0
    # A short match may end before it has a decision to show: the next one is another.
    for turn in itertools.count():
        if number == count:
            return
        configuration = offered[turn % len(offered)]
        chosen = match_seed(f"{seed}/{key}", turn)
        for one in _of_match(rules, configuration, members, chosen, each, lot):
            yield one
            number += 1
            if number == count:
                return


def _of_match(
    rules: AnyRules,
    configuration: Configuration,
    members: Sequence[Member],
    seed: str,
    count: int,
    lot: random.Random,
) -> Iterator[SampledDecision]:
    states = list(_states(rules, configuration, seed))
    match = _begun(rules, configuration, members, seed)
    points = sorted(lot.sample(range(len(states)), min(count, len(states))))
    for point in points:
        _jump(match, rules, states[max(point - PLAYED_ON, 0)])
        found = None
        for _phase in range(PLAYED_ON):
            found = _asked(match, rules, configuration, lot)
            if not _play_on(match, rules, seed):
                break
            match.refresh_from_db()
            if match.status != Match.Status.RUNNING:
                break
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            found = _asked(match, rules, configuration, lot)
            assert found is not None
            yield found
        else:
            match = _begun(rules, configuration, members, seed)


def _states(rules: AnyRules, configuration: Configuration, seed: str) -> Iterator[Any]:
    """Every state of a match in which somebody is asked."""
    bot = bots_for(rules.key)["steady"]
    dice = [Dice(seed, f"bot-{seat}") for seat in range(configuration.seats)]
    setup = Setup(configuration.seats, configuration.options, Chance(seed))
    state = rules.start(setup).state
    while (phase := rules.phase(state)) is not None:
        yield state
        orders = {seat: ask_bot(rules, bot, state, seat, dice[seat]) for seat in phase.awaited}
        state = rules.adjudicate(state, orders).state


def _begun(
    rules: AnyRules, configuration: Configuration, members: Sequence[Member], seed: str
) -> Match:
    with transaction.atomic(), quotas.suspended():
        match = create_match(
            member=members[0],
            game=rules.key,
            options=configuration.options.as_mapping(),
            seats=configuration.seats,
            phase_time=PHASE_TIME,
            contribution="bench",
        )
        Match.objects.filter(pk=match.pk).update(server_seed=seed)
        for member in members[1 : configuration.seats]:
            join_match(member=member, match=match, contribution="bench")
    match.refresh_from_db()
    return match


def _jump(match: Match, rules: AnyRules, state: Any) -> None:
    """The match as it would be in this state."""
    phase = rules.phase(state)
    assert phase is not None
    opened = match.phases.get(closed_at=None)
    opened.orders.all().delete()
    match.phases.filter(number__gte=phase.number).exclude(pk=opened.pk).delete()
    opened.name, opened.round, opened.awaited = phase.name, phase.round, list(phase.awaited)
    opened.number = phase.number
    opened.held = {}
    opened.save()
    match.state = rules.encode(state)
    match.phase_number, match.phase_name, match.round = opened.number, phase.name, phase.round
    match.save(update_fields=["state", "phase_number", "phase_name", "round"])


def _asked(
    match: Match, rules: AnyRules, configuration: Configuration, lot: random.Random
) -> SampledDecision:
    state = rules.decode(match.state)
    phase = rules.phase(state)
    assert phase is not None
    seat = phase.awaited[lot.randrange(len(phase.awaited))]
    player = match.players.select_related("member").get(seat=seat)
    assert player.member is not None
    order = rules.format_order(
        ask_bot(rules, bots_for(rules.key)["steady"], state, seat, Dice(f"{lot.random()}", "bot"))
    )
    kind = rules.decision(state, seat).kind
    return SampledDecision(match, player.member, configuration, kind, order)


def _play_on(match: Match, rules: AnyRules, seed: str) -> bool:
    """Everybody who is asked answers as a bot does; whether that closed the phase."""
    state = rules.decode(match.state)
    phase = rules.phase(state)
    assert phase is not None
    players: dict[int | None, Player] = {player.seat: player for player in match.players.all()}
    for seat in phase.awaited:
        bot = bots_for(rules.key)["steady"]
        order = ask_bot(rules, bot, state, seat, Dice(f"{seed}/{match.phase_number}", f"{seat}"))
        receipt = submit_order(
            player=players[seat], text=rules.format_order(order), source=Order.Source.WEB
        )
        if receipt.closed:
            return True
    return False
