"""Starting a match: the seed is mixed, the seats are drawn, the cards are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.common import clock
from games.letters.matches import StartedLetter
from games.models import Match, Phase, Player
from games.rules.chance import Chance, shuffled
from games.rules.commitment import mixed_seed
from games.rules.protocol import Setup
from games.rules.registry import rules_for
from games.rules.stored_json import encoded_events
from games.services import notices
from games.services.bot_accounts import is_unrated_for_bots
from games.services.channel_events import match_started
from games.services.phases import advance_play, open_phase
from games.services.running_matches import RunningMatch, saved_on_exit

SEATING = "seating"


def seats_drawn(server_seed: str, contributions: Sequence[str]) -> list[int]:
    """For each seat, who sits there, as positions in the order of joining.

    The seed of this draw is mixed from the contributions in the order of joining; the match's own
    seed then from the same contributions in the order of the seats. Anybody can repeat both.
    """
    seed = mixed_seed(server_seed, contributions)
    people = [str(position) for position in range(len(contributions))]
    return [int(person) for person in shuffled(people, seed, SEATING, 0)]


def deal_match(match: Match, joined: Sequence[Player]) -> None:
    """Seat the players (in the order in which they joined), deal, and ask for the first orders.

    The caller holds the match's lock and has made sure that every place is taken.
    """
    now = clock.now()
    order = seats_drawn(match.server_seed, [player.contribution for player in joined])
    players = {seat: joined[position] for seat, position in enumerate(order)}
    people = (player for player in players.values() if not player.bot)
    with saved_on_exit([dealt(match, players, now)]) as (play,):
        play.new.notices.extend(notices.table_notices(StartedLetter(), match, people, now))
        advance_play(play, now)


def dealt(match: Match, players: dict[int, Player], now: datetime) -> RunningMatch:
    """The match with its seed mixed, its players in their seats and its first phase open.

    Nothing is written: `advance_play` follows, within `saved_on_exit`.
    """
    rules = rules_for(match.game, match.rules_version)
    options = rules.options.from_mapping(match.options)
    seed = mixed_seed(
        match.server_seed, [players[seat].contribution for seat in range(match.seats)]
    )
    start = rules.start(Setup(match.seats, options, Chance(seed)))
    opening = Phase(
        match=match,
        number=0,
        name="opening",
        round=0,
        opened_at=now,
        closed_at=now,
        reason=Phase.Reason.OPENING,
        events=encoded_events(start.events),
        shuffles=[[shuffle.pile, list(shuffle.cards)] for shuffle in start.shuffles],
    )
    play = RunningMatch(match, rules, start.state, players, opening)
    play.new.phases.append(opening)
    for seat, player in players.items():
        player.seat = seat
        player.time_bank_left = match.time_bank
    match.seed = seed
    match.status = Match.Status.RUNNING
    match.started_at = now
    if is_unrated_for_bots(match, players.values()):
        match.is_rated = False
    play.row = open_phase(play, now)
    play.new.happenings.extend(match_started(match, players.values()))
    return play
