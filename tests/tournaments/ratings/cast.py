"""Finished matches between people, written down as play would have left them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.common import clock
from games.models import Match, Member, Order, Phase, Player, Substitution
from games.rules.registry import rules_for
from games.services.phases import advance_match
from tests import cast
from tournaments.models import Rating

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
NAMES = ("Anna", "Bo", "Carla", "Dirk", "Eva", "Finn", "Gus", "Hedda", "Ivo", "Jule", "Kim", "Lena")


def day(number: float) -> datetime:
    """So many days after the first match of these tests."""
    return START + timedelta(days=number)


def finished(
    names: Sequence[str],
    places: Sequence[int] = (),
    *,
    at: datetime = START,
    game: str = "wizard",
    left: Sequence[str] = (),
    bots: int = 0,
    **terms: Any,
) -> Match:
    """A finished match of these people in seat order; without places in the order of the names."""
    options = rules_for(game).options.from_mapping(terms.pop("options", {})).as_mapping()
    places = places or range(1, len(names) + 1)
    match = Match.objects.create(
        game=game,
        rules_version=rules_for(game).version,
        options=options,
        seats=len(names) + bots,
        status=Match.Status.FINISHED,
        outcome={"reason": "rounds", "scores": [], "places": list(places)},
        started_at=at - HOUR,
        finished_at=at,
        **terms,
    )
    for seat, (name, place) in enumerate(zip(names, places, strict=True)):
        Player.objects.create(
            match=match,
            member=cast.member(name),
            seat=seat,
            place=place,
            score=100 - 10 * place,
            bot="steady" if name in left else "",
        )
    for seat in range(len(names), len(names) + bots):
        Player.objects.create(match=match, bot="steady", seat=seat, place=9, score=0)
    return match


def answered(
    match: Match, name: str, minutes: Sequence[float], source: Order.Source = Order.Source.MAIL
) -> None:
    """Orders of this person in closed phases of the match, each so long after it was opened."""
    player = match.players.get(member__name=name)
    assert player.seat is not None
    assert match.started_at is not None
    for minute in minutes:
        phase = Phase.objects.create(
            match=match,
            number=match.phases.count() + 1,
            name="bid",
            round=1,
            opened_at=match.started_at,
            closed_at=match.finished_at,
        )
        received = match.started_at + timedelta(minutes=minute)
        Order.objects.create(
            phase=phase,
            player=player,
            seat=player.seat,
            text="pass",
            source=source,
            received_at=received + HOUR,
            first_received_at=received,
        )


def taken_over(match: Match, former: str, by: str) -> None:
    """The seat of one who left was played on by another member."""
    player = match.players.get(member__name=former)
    assert match.started_at is not None
    Substitution.objects.create(
        player=player,
        former_member=cast.member(former),
        left_at=match.started_at,
        taken_by=cast.member(by),
        taken_at=match.started_at,
        phase_number=3,
    )
    Player.objects.filter(pk=player.pk).update(member=cast.member(by), bot="")


def rating(name: str, pool: str = "wizard") -> Rating:
    """Where this person stands."""
    return Rating.objects.get(member__name=name, pool=pool)


def points(name: str, pool: str = "wizard") -> int:
    """The same in thousandths."""
    return rating(name, pool).thousandths


def named(name: str) -> Member:
    return cast.member(name)


def at_day(number: float) -> Any:
    """The clock at that day."""
    return clock.simulated(day(number))


def played_by_bots(game: str) -> Match:
    """A match of two or three people who left their seats to bots at once, played to its end."""
    names = NAMES[:2] if game == "emu-ranchers" else NAMES[:3]
    options = {"edition": "2022"} if game == "wild-cards" else {}
    match = cast.running_match(*names, game=game, options=options)
    Player.objects.filter(match=match).update(bot="random")
    for _go in range(50):
        match.refresh_from_db()
        if match.is_over or not advance_match(match.pk):
            break
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match
