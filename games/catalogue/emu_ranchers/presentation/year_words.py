"""Sentences for the end of a year and of the match."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.emu_ranchers.presentation.sums import bird_sum
from games.catalogue.emu_ranchers.presentation.vocabulary import bird_name, card_names, reason
from games.catalogue.emu_ranchers.rules.events import YearEnd, YearEndRanch
from games.presentation.event_words import points_at_the_end
from games.presentation.people import People
from games.presentation.values import figure
from games.presentation.words import comma_list, number_of_points, paragraph
from games.presentation.words import gettext as _


def year_ended(
    people: People, year: int, ranches: tuple[YearEndRanch, ...], totals: tuple[int, ...]
) -> str:
    """`year-ended`: both ranches counted, and the points so far."""
    return paragraph(year_lines(YearEnd(year, ranches, totals), people))


def year_lines(ended: YearEnd, people: People) -> list[str]:
    """The same as a line for each ranch and one for the totals."""
    told = [_ranch(ranch, ended.year, people) for ranch in ended.ranches]
    points = comma_list(
        [
            _("%(name)s %(points)s") % {"name": people.item(seat), "points": figure(points)}
            for seat, points in enumerate(ended.totals)
        ]
    )
    return [*told, _("Points so far: %(points)s.") % {"points": points}]


def _ranch(ranch: YearEndRanch, year: int, people: People) -> str:
    values = {
        "name": people.name(ranch.seat),
        "year": year,
        "points": number_of_points(abs(ranch.points)),
    }
    own = people.is_viewer(ranch.seat)
    if ranch.points < 0:
        opening = (
            _("You lose %(points)s in year %(year)s.")
            if own
            else _("%(name)s loses %(points)s in year %(year)s.")
        )
    else:
        opening = (
            _("You earn %(points)s in year %(year)s.")
            if own
            else _("%(name)s earns %(points)s in year %(year)s.")
        )
    return paragraph([opening % values, *_birds(ranch)])


def _birds(ranch: YearEndRanch) -> list[str]:
    sentences = []
    sums = [
        _("%(bird)s: %(sum)s") % {"bird": bird_name(number), "sum": bird_sum(bird)}
        for number, bird in enumerate(ranch.birds, 1)
        if number != ranch.let_go
    ]
    if sums:
        sentences.append(_("Counted: %(sums)s.") % {"sums": comma_list(sums)})
    if ranch.let_go is not None:
        lost = ranch.birds[ranch.let_go - 1].points
        sentences.append(
            _("The Excuse lets %(bird)s go (%(points)s).")
            % {"bird": bird_name(ranch.let_go), "points": figure(lost)}
        )
    if ranch.left:
        sentences.append(_("Not placed: %(cards)s.") % {"cards": card_names(ranch.left)})
    return sentences


def match_ended(people: People, scores: Sequence[int], places: Sequence[int], reason_: str) -> str:
    """`match-ended`: why, who won, and everybody's points."""
    return points_at_the_end(people, scores, places, reason(reason_))
