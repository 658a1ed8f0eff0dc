"""Finished matches, found by game, player, tournament, date, result or length."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Lower

from games.models import Match, Member, Player
from games.selectors import seat_names
from tournaments.figures.tables import FIELD_STEP, HIGHEST_FIELD, LOWEST_FIELD
from tournaments.models import PlayedMatch

ORDERS = {
    "newest": ("-finished_at", "-pk"),
    "oldest": ("finished_at", "pk"),
    "longest": ("-phase_number", "-pk"),
    "shortest": ("phase_number", "pk"),
}


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """What a match must be to be listed; empty fields ask for nothing.

    `result` is about `player`: `won`, `shared` (the first place), `lost`, `left`. `least_days` and
    `most_days` are from the start to the end, `edition` an option of the game. `seat` is the
    player's, from 1; `field` is the lowest of a band of their opponents' mean rating; `trait` is
    what the game counts, of the player or else of anybody.
    """

    game: str = ""
    edition: str = ""
    player: str = ""
    opponent: str = ""
    tournament: str = ""
    since: date | None = None
    until: date | None = None
    result: str = ""
    seats: int | None = None
    seat: int | None = None
    field: int | None = None
    trait: str = ""
    least_days: int | None = None
    most_days: int | None = None
    order: str = "newest"


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match with its players by place; the match says which tournament it is of."""

    match: Match
    names: tuple[str, ...]
    places: tuple[tuple[int, str, int | None], ...]

    @property
    def result(self) -> str:
        """Everybody's place and score on one line."""
        return ", ".join(
            f"{place}. {name} ({score})" if score is not None else f"{place}. {name}"
            for place, name, score in self.places
        )

    @property
    def days(self) -> int:
        """From the first deal to the end, in whole days."""
        if self.match.started_at is None or self.match.finished_at is None:
            return 0
        return (self.match.finished_at - self.match.started_at).days


def histories(
    wanted: HistoryQuery, *, viewer: Member | None = None, limit: int = 20, offset: int = 0
) -> list[Finished]:
    """Public finished matches that are as wanted, in four queries at most.

    Who asks for their own finds the private ones too.
    """
    rows = matches_wanted(wanted, viewer)
    found = list(rows.defer("state")[offset : offset + limit])
    players: dict[int, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(match__in=found).select_related("member").order_by("seat"):
        players[player.match_id].append(player)
    return [_line(match, players[match.pk]) for match in found]


def _line(match: Match, players: list[Player]) -> Finished:
    names = seat_names(players)
    places = sorted(
        (player.place or len(players), name, player.score)
        for player, name in zip(players, names, strict=True)
    )
    return Finished(match, names, tuple(places))


def matches_wanted(wanted: HistoryQuery, viewer: Member | None) -> QuerySet[Match]:
    """The matches as wanted, in the order wanted."""
    rows = Match.objects.filter(status=Match.Status.FINISHED)
    if wanted.player:
        player = member_called(wanted.player)
        rows = rows.filter(pk__in=_played_by(player, wanted.result))
        if player is None or player != viewer:
            rows = rows.filter(is_public=True)
    else:
        rows = rows.filter(is_public=True)
    if wanted.seat or wanted.field or wanted.trait:
        rows = rows.filter(_as_counted(wanted))
    if wanted.opponent:
        rows = rows.filter(pk__in=_played_by(member_called(wanted.opponent), ""))
    conditions: dict[str, object] = {
        "game": wanted.game,
        "options__edition": wanted.edition,
        "seats": wanted.seats,
        "pairing__round__tournament__code": wanted.tournament.lower(),
        "finished_at__gte": _midnight(wanted.since),
        "finished_at__lt": _midnight(wanted.until, timedelta(days=1)),
    }
    rows = rows.filter(**{name: value for name, value in conditions.items() if value})
    if wanted.least_days:
        rows = rows.filter(finished_at__gte=F("started_at") + timedelta(days=wanted.least_days))
    if wanted.most_days is not None:
        rows = rows.filter(finished_at__lt=F("started_at") + timedelta(days=wanted.most_days + 1))
    return rows.order_by(*ORDERS.get(wanted.order, ORDERS["newest"]))


def _as_counted(wanted: HistoryQuery) -> Exists | Q:
    """What figures have counted of a match: of the player's part in it, or else of anybody's."""
    played = PlayedMatch.objects.filter(is_shown=True)
    if wanted.player:
        played = played.filter(member=member_called(wanted.player))
    if wanted.seat:
        played = played.filter(seat=wanted.seat - 1)
    if wanted.trait:
        played = played.filter(traits__contains=f" {wanted.trait} ")
    if wanted.field:
        if wanted.field > LOWEST_FIELD:
            played = played.filter(field__gte=wanted.field)
        if wanted.field < HIGHEST_FIELD:
            played = played.filter(field__lt=wanted.field + FIELD_STEP)
        played = played.exclude(field=None)
    if wanted.player:  # few rows, found first
        return Q(pk__in=played.values("match"))
    return Exists(played.filter(match=OuterRef("pk")))


def member_called(name: str) -> Member | None:
    """The member of this name, whatever its case: found by the index that keeps names apart."""
    if "\x00" in name:
        return None
    rows = Member.objects.annotate(lowered=Lower("name"))
    return rows.filter(lowered=Lower(Value(name))).first()


def _midnight(day: date | None, later: timedelta = timedelta(0)) -> datetime | None:
    if day is None or (later and day == date.max):
        return None
    return datetime.combine(day, time(), UTC) + later


def _played_by(member: Member | None, result: str) -> QuerySet[Player, int]:
    """The ids of the matches in which this member played, with that result."""
    if member is None:
        return Player.objects.none().values_list("match", flat=True)
    rows = Player.objects.filter(member=member)
    others = Player.objects.filter(match=OuterRef("match"), place=1).exclude(pk=OuterRef("pk"))
    match result:
        case "won":
            rows = rows.filter(~Exists(others), place=1)
        case "shared":
            rows = rows.filter(Exists(others), place=1)
        case "lost":
            rows = rows.filter(place__gt=1)
        case "left":
            rows = rows.filter(Q(resigned_at__isnull=False) | ~Q(bot=""))
    return rows.values_list("match", flat=True)
