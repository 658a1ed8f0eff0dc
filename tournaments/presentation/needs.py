"""Where an entrant stands and what they need, in words: for the page, the letters and mail."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.outlook.needs import NAMED, Gap, Need
from tournaments.outlook.simulations import Goal
from tournaments.presentation.format_words import Lazy, words_of
from tournaments.presentation.numbers import figure

GOALS: dict[Goal, Lazy] = {
    Goal.CUT: _("You make the cut"),
    Goal.GROUP: _("You go through from your group"),
    Goal.STAGE: _("You reach the next round"),
    Goal.FINAL: _("You reach the final"),
    Goal.UP: _("You move up"),
}
WIN = _("You win the tournament")


class ChanceTold(NamedTuple):
    """Something that may happen, and how likely it is, in words."""

    what: str
    chance: str


class NeedTold(NamedTuple):
    """An entrant's situation: where they stand, then chances, then what is enough and awaited."""

    place: str
    lines: tuple[str, ...]
    chances: tuple[ChanceTold, ...]
    after: tuple[ChanceTold, ...]
    until: datetime | None

    @property
    def sentences(self) -> list[str]:
        """All of it, a line each, for mail."""
        told = [self.place, *(f"{one.what}: {one.chance}" for one in self.chances)]
        if self.after:
            told.append(" · ".join(f"{one.what}: {one.chance}" for one in self.after))
        return [*told, *self.lines]


def need_told(need: Need) -> NeedTold:
    """The situation in the active language."""
    return NeedTold(
        _place(need),
        tuple(_lines(need)),
        tuple(_chances(need)),
        tuple(_after(need)),
        need.waiting.until,
    )


def percent(share: float) -> str:
    """A chance as people say it; a sample never says never."""
    if share < 0.01:
        return gettext("under 1%%") % {}
    if share > 0.99:
        return gettext("over 99%%") % {}
    return gettext("%(number)d%%") % {"number": round(share * 100)}


def _place(need: Need) -> str:
    one = need.standing
    if need.is_still_in:
        return ngettext(
            "Still in, with %(count)d other player",
            "Still in, with %(count)d other players",
            one.of - 1,
        ) % {"count": one.of - 1}
    words = (
        gettext("Shared place %(place)d of %(of)d")
        if one.is_shared
        else gettext("Place %(place)d of %(of)d")
    )
    told = words % {"place": one.place, "of": one.of}
    if one.points is not None:
        told = gettext("%(place)s, %(points)s") % {"place": told, "points": _points(one.points)}
    title = words_of(need.format).part_title(one.part) if one.part else ""
    return f"{title}: {told}" if title else told


def _points(points: object) -> str:
    shown = figure(points)  # type: ignore[arg-type]
    return ngettext("%(points)s point", "%(points)s points", 1 if points == 1 else 2) % {
        "points": shown
    }


def _lines(need: Need) -> Iterator[str]:
    if need.standing.gap is not None:
        yield _gap(need.standing.gap)
    sure = need.chances.sure if need.forecast else 0
    if 0 < sure < need.size and (need.is_playing or need.size == 2):
        yield _enough(sure, need.size)
    if need.waiting.count:
        yield _waiting(need)


def _gap(gap: Gap) -> str:
    figures = {"points": _points(gap.points), "place": gap.place}
    if not gap.points:
        return gettext("Level on points with place %(place)d: tie-breaks decide.") % figures
    if gap.is_ahead:
        told = gettext("You need to stay ahead of place %(place)d: you lead it by %(points)s.")
    else:
        told = gettext("You need to reach place %(place)d: you’re %(points)s behind it.")
    return told % figures


def _enough(sure: int, size: int) -> str:
    if size == 2:
        return gettext("A win in your next match is enough, whatever the others do.")
    if sure == 1:
        return gettext("First place in your next match is enough, whatever the others do.")
    return gettext(
        "Place %(place)d or better in your next match is enough, whatever the others do."
    ) % {"place": sure}


def _waiting(need: Need) -> str:
    count = need.waiting.count
    named = "; ".join(" – ".join(names) for names in need.waiting.names)
    return ngettext(
        "Your next match waits for %(count)d other to end: %(tables)s.",
        "Your next match waits for %(count)d others to end: %(tables)s.",
        count,
    ) % {"count": count, "tables": f"{named} …" if count > NAMED else named}


def _chances(need: Need) -> Iterator[ChanceTold]:
    forecast, chances = need.forecast, need.chances
    if forecast is None:
        return
    if forecast.goal is not Goal.FIRST:
        is_sure = chances.sure >= need.size
        share = percent(forecast.share(chances.through))
        yield ChanceTold(_goal(need), gettext("certain") if is_sure else share)
    if need.is_in_division and chances.down:
        yield ChanceTold(gettext("You move down"), percent(forecast.share(chances.down)))
    if not need.is_in_division and (chances.first or forecast.goal is not Goal.UP):
        yield ChanceTold(str(WIN), percent(forecast.share(chances.first)))


def _goal(need: Need) -> str:
    forecast = need.forecast
    if forecast is not None and forecast.goal is Goal.TOP:
        return gettext("You finish in the first %(count)d") % {"count": forecast.needed}
    if need.is_in_division and need.standing.part < 2:
        return gettext("You win the division")
    return str(GOALS[forecast.goal]) if forecast is not None else ""


def _after(need: Need) -> Iterator[ChanceTold]:
    """What each place in the next match would do to the chance of the goal."""
    forecast = need.forecast
    if forecast is None or need.chances.sure >= need.size or len(need.chances.next) > need.size:
        return
    is_first = forecast.goal is Goal.FIRST
    told = [(one.worlds, one.first if is_first else one.through) for one in need.chances.next]
    if not any(0 < reached < worlds for worlds, reached in told):
        return
    for place, (worlds, reached) in enumerate(told, 1):
        if worlds:
            yield ChanceTold(
                _after_place(place, need.size), percent((reached + 0.5) / (worlds + 1))
            )


def _after_place(place: int, size: int) -> str:
    if size == 2:
        return gettext("after a win") if place == 1 else gettext("after a loss")
    return gettext("after place %(place)d") % {"place": place}
