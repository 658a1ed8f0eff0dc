"""Tournaments to look around in: one takes entries, one runs, one has ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from games.models import Match, Member
from games.services.demo_data import DEMO_NAMES, ensure_demo_member, play_out
from tournaments.formats.heats.rules import FORMAT as HEATS
from tournaments.formats.knockout.rules import FORMAT as KNOCKOUT
from tournaments.formats.swiss.rules import FORMAT as SWISS
from tournaments.models import Tournament
from tournaments.services.entries import make_entry
from tournaments.services.rounds import advance_tournament, start_tournament
from tournaments.services.sweeping import ends_hand_over
from tournaments.services.terms import Stated, create_tournament, start_entries

MORE_NAMES = ("Elena", "Finn", "Giulia", "Hugo")


def ensure_demo_tournaments(progress: Callable[[str], None] = lambda _title: None) -> int:
    """Create the demo tournaments unless they are there; returns how many there are."""
    members = [ensure_demo_member(name) for name in (*DEMO_NAMES, *MORE_NAMES)]
    mine = Tournament.objects.filter(organiser__in=members)
    if not mine.exists():
        for title, build in (
            (_("Winter heats"), _taking_entries),
            (_("Autumn Swiss"), _running),
            (_("Emu cup"), _play_to_its_end),
        ):
            progress(title)
            with transaction.atomic():
                build(title, members)
    return mine.count()


def _tournament(host: Member, entrants: Sequence[Member], **stated: Unpack[Stated]) -> Tournament:
    made = create_tournament(organiser=host, **stated)
    start_entries(tournament=made, by=host)
    for member in entrants:
        make_entry(tournament=made, member=member, contribution=f"from {member.name}")
    return made


def _taking_entries(name: str, members: Sequence[Member]) -> None:
    """Anna has not entered, so that she sees how that goes."""
    _tournament(
        members[1],
        members[1:6],
        name=name,
        phase_time=timedelta(days=2),
        game="wild-cards",
        format=HEATS.key,
        terms={"rounds": 3, "cut": 4, "games": 3},
        least_entries=6,
        starts_at=clock.now() + timedelta(days=10),
        check_in=timedelta(days=1),
    )


def _running(name: str, members: Sequence[Member]) -> None:
    made = _tournament(
        members[0],
        members,
        name=name,
        phase_time=timedelta(days=2),
        game="cubirds",
        format=SWISS.key,
        terms={"rounds": 3, "table_size": 4},
        least_entries=4,
    )
    start_tournament(tournament=made, by=members[0])
    _play(made, tables=1)


def _play_to_its_end(name: str, members: Sequence[Member]) -> None:
    made = _tournament(
        members[2],
        members[:4],
        name=name,
        phase_time=timedelta(days=2),
        game="emu-ranchers",
        options={"years": 1},
        format=KNOCKOUT.key,
        terms={"third_place": True},
        least_entries=2,
    )
    start_tournament(tournament=made, by=members[2])
    for _round in range(3):
        _play(made)


def _play(made: Tournament, tables: int | None = None) -> None:
    """Play matches that run to their end, and let the tournament take note of that."""
    matches = Match.objects.filter(pairing__round__tournament=made, status=Match.Status.RUNNING)
    for match in matches.order_by("pk")[:tables]:
        play_out(match)
    ends_hand_over()
    advance_tournament(made.pk)
