"""Figures as lines of a page, each with the address of the matches behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from games.models import Member
from games.presentation import presentation_for
from games.presentation.values import UnknownWordError
from games.rules.registry import GAMES, game_for
from tournaments.figures.careers import Career
from tournaments.figures.tallies import Mark, MatchTally, Run
from tournaments.presentation import figures as words
from tournaments.selectors.match_histories import HistoryQuery
from tournaments.selectors.rating_pools import PoolName


class FigureRow(NamedTuple):
    """Matches of one kind: how many, and how they went against what is fair or was expected."""

    label: str
    url: str
    matches: int
    share: float
    fair: float | None
    place: float


class FigureTable(NamedTuple):
    """Rows under a heading; `kind` is the first column's name, where the heading doesn't say it."""

    title: str
    kind: str
    rows: Sequence[FigureRow]


class RecordRow(NamedTuple):
    """Something that stands out, whose it is and where it happened."""

    label: str
    value: str
    since: datetime | None
    until: datetime
    url: str
    member: Member | None = None
    other: Member | None = None


@dataclass(frozen=True, slots=True)
class Finder:
    """Writes the addresses of the matches behind figures: of a pool, or of a member in it."""

    pool: PoolName
    member: Member | None = None

    def __call__(self, **terms: str | int) -> str:
        """The finished matches with these terms."""
        own = {"player": self.member.name} if self.member is not None else {}
        kept: dict[str, str | int] = {
            "game": self.pool.game,
            "edition": self.pool.edition,
            **own,
            **terms,
        }
        query = urlencode({name: value for name, value in kept.items() if value != ""})
        return f"{reverse('histories')}?{query}"

    def between(self, since: date, until: date, **terms: str | int) -> str:
        """Those that ended on these days or between them."""
        return self(since=since.isoformat(), until=until.isoformat(), **terms)


def moment(at: int) -> datetime:
    """The stored second."""
    return datetime.fromtimestamp(at, UTC)


def _row(label: str, url: str, tally: MatchTally) -> FigureRow:
    return FigureRow(label, url, tally.matches, tally.share, tally.fair_share, tally.place)


def trait_group_name(game: str, group: str) -> str:
    """The heading over traits of one kind."""
    return presentation_for(game).trait_group(group)


def trait_name(game: str, trait: str) -> str | None:
    """A trait in the game's words; None for one that the game doesn't know any more."""
    group, _hyphen, value = trait.partition("-")
    try:
        return presentation_for(game).trait_name(group, value)
    except (UnknownWordError, ValueError):
        return None


def size_table(career: Career, find: Finder) -> FigureTable:
    """By how many sat at the table."""
    rows = [
        _row(words.size_name(int(size)), find(seats=size), tally)
        for size, tally in sorted(career.sizes.items(), key=lambda item: int(item[0]))
    ]
    return FigureTable(gettext("By table size"), gettext("Table"), rows)


def seat_table(seats: Mapping[str, MatchTally], find: Finder) -> FigureTable:
    """By seat, at each size of table."""
    rows = [
        _row(words.seat_name(size, seat), find(seats=size, seat=seat), seats[f"{size}/{seat}"])
        for size, seat in sorted((int(key[0]), int(key[2:])) for key in seats)
    ]
    return FigureTable(gettext("By seat"), gettext("Seat"), rows)


def field_table(career: Career, find: Finder) -> FigureTable:
    """By the opponents' mean rating: the share left behind, against what was expected."""
    rows = [
        FigureRow(
            words.field_name(int(band)),
            find(field=band),
            tally.matches,
            tally.mean,
            tally.expected_mean,
            tally.place,
        )
        for band, tally in sorted(career.fields.items(), key=lambda item: int(item[0]))
    ]
    return FigureTable(gettext("By opponents’ strength"), gettext("Opponents"), rows)


class SeasonRow(NamedTuple):
    """A quarter of a year; `gain` in points, `peak` as shown."""

    label: str
    url: str
    tally: MatchTally
    gain: float
    peak: int | None


def season_rows(career: Career, find: Finder) -> list[SeasonRow]:
    """Season by season, the latest first."""
    return [
        SeasonRow(
            words.season_name(key),
            find.between(*words.season_days(key)),
            season.tally,
            season.gain / 1000,
            round(season.peak / 1000) if season.peak is not None else None,
        )
        for key, season in sorted(career.seasons.items(), reverse=True)
    ]


def trait_tables(
    traits: Mapping[str, MatchTally], find: Finder, fewest_linked: int = 1
) -> list[FigureTable]:
    """What the game counts besides places, the most frequent first in each group."""
    game = find.pool.game
    found = []
    for group in game_for(game).load_traits().groups:
        rows = []
        for trait, tally in traits.items():
            label = trait_name(game, trait) if trait.startswith(f"{group}-") else None
            if label is not None:
                url = find(trait=trait) if tally.matches >= fewest_linked else ""
                rows.append(_row(label, url, tally))
        rows.sort(key=lambda row: (-row.matches, row.label))
        if rows:
            title = trait_group_name(game, group)
            found.append(FigureTable(title, "", rows))
    return found


def career_records(career: Career, find: Finder) -> list[RecordRow]:
    """What stands out of a player's matches, each with its time."""
    runs = (
        (gettext("Wins in a row"), career.wins),
        (gettext("In a row in the upper half"), career.upper),
        (gettext("In a row to the end"), career.stays),
    )
    marks = (
        (gettext("Highest score"), career.score, 1),
        (gettext("Largest winning margin"), career.lead, 1),
        (gettext("Most points won in a match"), career.gain, 1000),
    )
    rows = [_run(label, run, find) for label, run in runs if run.best > 1]
    rows += [_mark(label, one[0], unit) for label, one, unit in marks if one]
    return rows


def _run(label: str, run: Run, find: Finder) -> RecordRow:
    since, until = moment(run.best_since), moment(run.best_until)
    return RecordRow(label, str(run.best), since, until, find.between(since.date(), until.date()))


def _mark(label: str, mark: Mark, unit: int = 1) -> RecordRow:
    value = str(round(mark.value / unit))
    return RecordRow(label, value, None, moment(mark.at), match_url(mark.code))


def match_url(code: str) -> str:
    """The match's page; "" for one that isn't everybody's to see."""
    return reverse("match", kwargs={"code": code}) if code else ""


def upset_rows(upsets: Iterable[Mark], people: Mapping[int, Member]) -> list[RecordRow]:
    """Whom the player beat against the odds, as far as they may be named."""
    return [
        RecordRow(
            "",
            str(round(mark.value / 1000)),
            None,
            moment(mark.at),
            match_url(mark.code),
            other=people[mark.other],
        )
        for mark in upsets
        if mark.other in people
    ]


def narrowed_words(wanted: HistoryQuery) -> list[str]:
    """What a list of matches was narrowed down to by a figure, beside the fields of its form."""
    game, trait, field = wanted.game, wanted.trait, wanted.field
    found = [gettext("edition %(edition)s") % {"edition": wanted.edition}] if wanted.edition else []
    if wanted.seat:
        found.append(gettext("seat %(seat)d") % {"seat": wanted.seat})
    if field:
        found.append(
            gettext("opponents rated %(ratings)s on average") % {"ratings": words.field_name(field)}
        )
    if trait and game in GAMES and (name := trait_name(game, trait)):
        found.append(f"{trait_group_name(game, trait.partition('-')[0])}: {name}")
    return found
