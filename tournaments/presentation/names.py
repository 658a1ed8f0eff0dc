"""What formats, stages, points and tie-breaks are called, and what each of them means."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.registry import FORMATS
from tournaments.presentation.format_words import Lazy, said_plainly, words_of


class NameAndMeaning(NamedTuple):
    """A name, and what is meant by it in a sentence or two."""

    name: Lazy
    means: Lazy


STAGES: dict[str, Lazy] = {
    "upper": _("upper bracket"),
    "lower": _("lower bracket"),
    "third_place": _("match for third place"),
    "final": _("final"),
    "play_off": _("play-off"),
}

POINTS: dict[str, NameAndMeaning] = {
    "places": NameAndMeaning(
        _("by places"),
        _("6 for first place, 0 for last, even steps between; ties share."),
    ),
    "steep": NameAndMeaning(
        _("by places, steep"),
        _("7, 4, 2 and 0 at a table of four, adapted to other sizes; ties share."),
    ),
    "wins": NameAndMeaning(
        _("by wins"), _("1 for first place, nothing for the others; ties share.")
    ),
}

SEEDINGS: dict[str, Lazy] = {
    "rating": _("by rating"),
    "strength": _("by strength, as all results together show it"),
    "hand": _("by the organiser"),
    "lot": _("by draw"),
}

SETTINGS: dict[str, NameAndMeaning] = {
    "table_size": NameAndMeaning(_("Players at a table"), ""),
    "uneven_tables": NameAndMeaning(
        _("If the players don’t divide evenly"),
        _("So 13 players at tables of 4 are 4+3+3+3, or 5+4+4."),
    ),
    "rounds": NameAndMeaning(_("Rounds"), _("For a ladder, 0 means no end.")),
    "at_once": NameAndMeaning(
        _("Rounds played at once"),
        _("More than one saves weeks but pairs less exactly."),
    ),
    "cut": NameAndMeaning(_("How many make the cut"), ""),
    "advance": NameAndMeaning(
        _("How many go through"),
        _("From each table or group; in a league: how many move up and down."),
    ),
    "games": NameAndMeaning(
        _("Matches at once"),
        _("How many matches the same players play side by side: the more, the less luck."),
    ),
    "group_size": NameAndMeaning(_("Players in a group"), ""),
    "seasons": NameAndMeaning(_("Seasons"), _("0 means no end.")),
    "half_byes": NameAndMeaning(
        _("Rounds a player may sit out"),
        _(
            "Asked for before the round is dealt; each counts as half a win, on a ladder you keep "
            "your rung. Never the last round."
        ),
    ),
    "review_hours": NameAndMeaning(
        _("Hours to look at each round’s tables"),
        _("Before a round begins you can swap players. It begins by itself after that."),
    ),
    "third_place": NameAndMeaning(_("A match for third place"), ""),
    "play_off": NameAndMeaning(
        _("A play-off for first place"),
        _("For those whom points and tie-breaks leave first, if one table seats them."),
    ),
    "strict": NameAndMeaning(
        _("Avoid rematches where possible"),
        _("If off, leaders of a small field may meet again at the end."),
    ),
    "strict_seats": NameAndMeaning(
        _("Strict seats where two play"),
        _(
            "Nobody has the same seat three times in a row, or one seat three times more than the "
            "other, unless two would have to meet again."
        ),
    ),
    "grand_final": NameAndMeaning(_("Grand final"), ""),
}

CHOICES: dict[str, dict[str, Lazy]] = {
    "uneven_tables": {
        "short": _("some tables are one short"),
        "long": _("some tables are one larger"),
    },
    "grand_final": {
        "simple": _("one match"),
        "reset": _("a second one if the unbeaten player loses"),
        "none": _("none: the unbeaten player has won"),
    },
}

FIGURES: dict[str, NameAndMeaning] = {
    "points": NameAndMeaning(_("Points"), _("The points from all tables.")),
    "wins": NameAndMeaning(
        _("Wins"),
        _(
            "Tables won; a shared first place counts in parts. Where two play: rounds that "
            "brought a full win, byes and forfeits included, draws not."
        ),
    ),
    "matches_won": NameAndMeaning(
        _("Matches won"), _("Wins by playing: neither byes nor forfeits count.")
    ),
    "head_to_head": NameAndMeaning(
        _("Head to head"),
        _(
            "The score against tied players, if all of them have met. Where two play, who leads "
            "whatever the missing matches would bring goes ahead too."
        ),
    ),
    "buchholz": NameAndMeaning(
        _("Buchholz"),
        _(
            "The sum of all opponents’ points. Where two play, a round that you didn’t play "
            "counts with your own points, at most half a win per round."
        ),
    ),
    "buchholz_cut_1": NameAndMeaning(
        _("Buchholz cut 1"), _("The sum of the opponents’ points without the lowest.")
    ),
    "median_buchholz": NameAndMeaning(
        _("Median Buchholz"),
        _("The sum of the opponents’ points without the lowest and the highest."),
    ),
    "sonneborn_berger": NameAndMeaning(
        _("Sonneborn-Berger"),
        _("The points of everyone you beat, plus half the points of everyone you tied with."),
    ),
    "opponents_win_rate": NameAndMeaning(
        _("Opponents' wins"),
        _(
            "The average share of matches that your opponents won. An opponent never "
            "counts less than a third."
        ),
    ),
    "opponents_points": NameAndMeaning(
        _("Opponents' points"),
        _(
            "The average of what your opponents earned per match at other tables. An "
            "opponent never counts less than a third of a win: one with 0 of 3 wins "
            "counts as 1 of 3. From five rounds on, the lowest opponent is left out."
        ),
    ),
    "game_points": NameAndMeaning(
        _("Game points"), _("The sum of the points made in the matches.")
    ),
    "table_share": NameAndMeaning(
        _("Table points"), _("The sum of your shares of the points made at each table.")
    ),
    "rating_performance": NameAndMeaning(
        _("Performance"), _("The rating at which this score against these opponents is expected.")
    ),
    "lot": NameAndMeaning(_("Draw"), _("Drawn with the tournament’s published seed.")),
}


def format_name(key: str) -> str:
    """A format's name."""
    return str(words_of(key).name)


def format_meaning(key: str) -> str:
    """How a format goes, in a sentence or two."""
    return str(words_of(key).means)


def setting_words(name: str) -> tuple[str, str]:
    """What a setting is called in a form, and what it means."""
    label, means = SETTINGS.get(name, (said_plainly(name), ""))
    return str(label), str(means)


def stage_name(key: str) -> str:
    """What a stage is called within a sentence; a stage that is unknown keeps its key."""
    if key in FORMATS and (own := words_of(key).stage):
        return str(own)
    return str(STAGES.get(key, key))


def round_name(number: int, stage: str) -> str:
    """A heading: `Round 3 · final`."""
    return gettext("Round %(number)d · %(stage)s") % {
        "number": number,
        "stage": stage_name(stage),
    }


def figure_name(key: str) -> str:
    """The heading of a column of the standings."""
    return str(FIGURES[key].name)


def tables_in_words(sizes: tuple[int, ...], byes: int = 0) -> str:
    """How the entries are seated: `5 tables of 4, 1 table of 3`."""
    parts = []
    for size in sorted(set(sizes), reverse=True):
        count = sizes.count(size)
        parts.append(
            ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
            % {"count": count, "size": size}
        )
    if byes:
        parts.append(ngettext("%(count)d sits out", "%(count)d sit out", byes) % {"count": byes})
    return ", ".join(parts)
