"""Why somebody sits where they do, in sentences, from the codes that a dealt round keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.presentation.numbers import figure
from tournaments.values.tables import Reason

Names = Mapping[int, str]


def sentences(reasons: Iterable[Reason], names: Names) -> list[str]:
    """The reasons as sentences; a code that is unknown is passed over."""
    return [
        _SENTENCES[reason.code](reason.figures, names)
        for reason in reasons
        if reason.code in _SENTENCES
    ]


def _points(figures: Mapping[str, Any], _names: Names) -> str:
    own, lowest, highest = (Fraction(figures[key]) for key in ("own", "lowest", "highest"))
    if lowest == highest == own:
        return gettext("All at this table had %(own)s points before the round.") % {
            "own": figure(own)
        }
    if lowest == highest:
        return gettext(
            "Before the round this player had %(own)s points and the others here %(others)s."
        ) % {"own": figure(own), "others": figure(lowest)}
    return gettext(
        "Before the round this player had %(own)s points and the others here %(lowest)s to "
        "%(highest)s."
    ) % {"own": figure(own), "lowest": figure(lowest), "highest": figure(highest)}


def _met_before(figures: Mapping[str, Any], names: Names) -> str:
    times = int(figures["times"])
    return ngettext(
        "They have met %(opponent)s once before: no pairing without a repeat was better.",
        "They have met %(opponent)s %(times)d times before: no pairing without a repeat was "
        "better.",
        times,
    ) % {"opponent": names.get(int(figures["opponent"]), "?"), "times": times}


def _kept_from(figures: Mapping[str, Any], names: Names) -> str:
    return gettext(
        "%(opponent)s had points as near, but they have met already, so they are kept apart."
    ) % {"opponent": names.get(int(figures["opponent"]), "?")}


def _short_table(figures: Mapping[str, Any], _names: Names) -> str:
    before = int(figures["before"])
    size = int(figures["size"])
    if not before:
        return gettext(
            "The entries do not divide: this table has %(size)d seats, worth the same points. It "
            "is this player's first short table."
        ) % {"size": size}
    return ngettext(
        "The entries do not divide: this table has %(size)d seats, worth the same points. This "
        "player sat at a short table %(before)d time before.",
        "The entries do not divide: this table has %(size)d seats, worth the same points. This "
        "player sat at a short table %(before)d times before.",
        before,
    ) % {"size": size, "before": before}


def _seat(figures: Mapping[str, Any], _names: Names) -> str:
    seat, games = int(figures["seat"]) + 1, int(figures["games"])
    if not games:
        return gettext("Seat %(seat)d of %(of)d was drawn by lot.") % {
            "seat": seat,
            "of": int(figures["of"]),
        }
    return gettext(
        "Seat %(seat)d of %(of)d: the seat they have had least in %(games)d matches, as far as the "
        "table allows."
    ) % {"seat": seat, "of": int(figures["of"]), "games": games}


def _bye(figures: Mapping[str, Any], _names: Names) -> str:
    before = int(figures["before"])
    if not before:
        return gettext(
            "Somebody has to sit out: those with the fewest byes, of them those with the fewest "
            "points. It is this player's first bye, and counts as a win."
        )
    return ngettext(
        "Somebody has to sit out: those with the fewest byes, of them those with the fewest "
        "points. This player had %(before)d bye before.",
        "Somebody has to sit out: those with the fewest byes, of them those with the fewest "
        "points. This player had %(before)d byes before.",
        before,
    ) % {"before": before}


def _round(figures: Mapping[str, Any], _names: Names) -> str:
    repeats = int(figures["repeats"])
    if not repeats:
        return gettext("In this round nobody meets anybody again.")
    return ngettext(
        "In this round %(count)d pair meets again.",
        "In this round %(count)d pairs meet again.",
        repeats,
    ) % {"count": repeats}


def _fold(figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "Of the %(of)d players with these points the upper half meets the lower, as far as that "
        "can be: here number %(own)d of them meets number %(other)d."
    ) % {key: int(figures[key]) for key in ("of", "own", "other")}


def _tier(figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "The tables of all rounds come from one plan, made so that as few as can be meet twice. "
        "This player's place in it was drawn in tier %(tier)d of %(of)d of the seeding."
    ) % {"tier": int(figures["tier"]), "of": int(figures["of"])}


def _lot(_figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "The tables of this round were drawn by lot, so that as few as can be meet twice."
    )


def _lot_bye(figures: Mapping[str, Any], _names: Names) -> str:
    before = int(figures["before"])
    if not before:
        return gettext(
            "Somebody has to sit out, drawn by lot. It is this player's first bye, and counts as "
            "a win."
        )
    return ngettext(
        "Somebody has to sit out: those with the fewest byes, drawn by lot. This player had "
        "%(before)d bye before.",
        "Somebody has to sit out: those with the fewest byes, drawn by lot. This player had "
        "%(before)d byes before.",
        before,
    ) % {"before": before}


def _seeding(figures: Mapping[str, Any], _names: Names) -> str:
    return gettext("The bracket brings them together: seeded %(own)d against seeded %(other)d.") % {
        "own": int(figures["own"]),
        "other": int(figures["other"]),
    }


def _serpentine(figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "The tables of this stage are filled to and fro, the best seeds first: seeded %(own)d sits "
        "with those seeded %(others)s."
    ) % {"own": int(figures["own"]), "others": ", ".join(map(str, figures["others"]))}


def _seeding_bye(figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "Seeded %(own)d: there is nobody to play against here, so this player goes on without a "
        "match. Free places fall to the best seeds."
    ) % {"own": int(figures["own"])}


def _circle(_figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "Everybody meets everybody: who plays whom in which round was fixed before the start."
    )


def _circle_bye(_figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "The plan has no opponent for this player in this round, or the opponent has left. It "
        "counts as a win."
    )


def _rung(figures: Mapping[str, Any], _names: Names) -> str:
    return gettext("Neighbours on the ladder meet: this player is on rung %(own)d of %(of)d.") % {
        "own": int(figures["own"]),
        "of": int(figures["of"]),
    }


def _rung_bye(figures: Mapping[str, Any], _names: Names) -> str:
    return gettext(
        "The tables do not hold everybody, so the foot of the ladder sits out: this player is on "
        "rung %(own)d of %(of)d."
    ) % {"own": int(figures["own"]), "of": int(figures["of"])}


_SENTENCES: dict[str, Callable[[Mapping[str, Any], Names], str]] = {
    "points": _points,
    "met_before": _met_before,
    "kept_from": _kept_from,
    "short_table": _short_table,
    "seat": _seat,
    "bye": _bye,
    "round": _round,
    "fold": _fold,
    "tier": _tier,
    "lot": _lot,
    "lot_bye": _lot_bye,
    "seeding": _seeding,
    "serpentine": _serpentine,
    "seeding_bye": _seeding_bye,
    "circle": _circle,
    "circle_bye": _circle_bye,
    "rung": _rung,
    "rung_bye": _rung_bye,
}
