"""Matches whose players and seats are given: a tournament deals them, and nobody joins them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction

from games.common import clock
from games.models import Match, Member, Player
from games.rules.registry import rules_for
from games.services.match_start import dealt
from games.services.member_calendars import AbsenceBook
from games.services.new_matches import new_match
from games.services.phases import advance_play
from games.services.running_matches import saved_on_exit


@dataclass(frozen=True, slots=True)
class PreseatedMatch:
    """A match to be made: `members` and `contributions` in seat order.

    `server_seed` is one of `commitment.new_server_seed`'s form that nobody can know beforehand.
    `terms` are further fields of Match: its clock, its waiting policy. `event_name`, `event_path`
    and `event_round` say what the match belongs to; its pages and mails lead there.
    """

    game: str
    options: Mapping[str, object]
    members: Sequence[Member]
    contributions: Sequence[str]
    server_seed: str
    phase_time: timedelta
    title: str = ""
    host: Member | None = None
    is_public: bool = True
    is_rated: bool = True
    terms: Mapping[str, object] = field(default_factory=dict)
    event_name: str = ""
    event_path: str = ""
    event_round: int = 0


def create_preseated_matches(wanted: Sequence[PreseatedMatch]) -> list[Match]:
    """Make, deal and begin all of these at once; no mail says that they have begun.

    The first questions go out as ever. A hundred take as many statements as one. Raises SetupError
    where a game refuses its seats and options.
    """
    with transaction.atomic():
        now = clock.now()
        matches = [_match(one, now) for one in wanted]
        Match.objects.bulk_create(matches)
        players = [
            {
                seat: Player(
                    match=match, member=member, seat=seat, contribution=words, joined_at=now
                )
                for seat, (member, words) in enumerate(
                    zip(one.members, one.contributions, strict=True)
                )
            }
            for match, one in zip(matches, wanted, strict=True)
        ]
        Player.objects.bulk_create([player for table in players for player in table.values()])
        absences = AbsenceBook(member.pk for one in wanted for member in one.members)
        plays = [dealt(match, table, now) for match, table in zip(matches, players, strict=True)]
        with saved_on_exit(plays):
            for play in plays:
                play.absences = absences
                advance_play(play, now)
    return matches


def _match(wanted: PreseatedMatch, now: datetime) -> Match:
    rules = rules_for(wanted.game)
    options = rules.options.from_mapping(wanted.options)
    rules.check(len(wanted.members), options)
    return new_match(
        rules,
        options,
        len(wanted.members),
        server_seed=wanted.server_seed,
        title=wanted.title,
        seating=Match.Seating.GIVEN,
        is_public=wanted.is_public,
        is_rated=wanted.is_rated,
        created_by=wanted.host,
        phase_time=wanted.phase_time,
        created_at=now,
        event_name=wanted.event_name,
        event_path=wanted.event_path,
        event_round=wanted.event_round,
        **wanted.terms,
    )
