"""Why somebody sits where they do, in sentences; formats register those for their own reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch

from django.utils.translation import gettext, ngettext

from tournaments.presentation.format_words import load_words, said_plainly
from tournaments.stages.reasons import (
    Circle,
    CircleBye,
    ForFirstPlace,
    HalfBye,
    Lot,
    LotBye,
    MetBefore,
    RoundCounts,
    Seat,
    SeedingBye,
    SeedingPair,
    Serpentine,
    SetByHand,
    ShortTable,
    Tier,
)
from tournaments.values.tables import Reason

Names = Mapping[int, str]


def sentences(reasons: Iterable[Reason], names: Names) -> list[str]:
    """The reasons as sentences."""
    load_words()
    return [sentence(reason, names) for reason in reasons]


@singledispatch
def sentence(reason: Reason, names: Names) -> str:
    """One reason; a kind that nobody has put into words is named by its code."""
    return f"{said_plainly(reason.code)}."


@sentence.register
def _met_before(reason: MetBefore, names: Names) -> str:
    times = reason.times
    return ngettext(
        "They’ve met %(opponent)s once before: no pairing without a rematch was better.",
        "They’ve met %(opponent)s %(times)d times before: no pairing without a rematch was better.",
        times,
    ) % {"opponent": names.get(reason.opponent, "?"), "times": times}


@sentence.register
def _set_by_hand(_reason: SetByHand, _names: Names) -> str:
    return gettext("The organiser set this table by hand; the log says why.")


@sentence.register
def _short_table(reason: ShortTable, _names: Names) -> str:
    before = reason.before
    size = reason.size
    if not before:
        return gettext(
            "The players don’t divide evenly: this table has %(size)d seats, worth "
            "the same points. It’s this player’s first short table."
        ) % {"size": size}
    return ngettext(
        "The players don’t divide evenly: this table has %(size)d seats, worth the "
        "same points. This player has sat at a short table %(before)d time before.",
        "The players don’t divide evenly: this table has %(size)d seats, worth the "
        "same points. This player has sat at a short table %(before)d times before.",
        before,
    ) % {"size": size, "before": before}


@sentence.register
def _seat(reason: Seat, _names: Names) -> str:
    seat, games = reason.seat + 1, reason.games
    if not games:
        return gettext("Seat %(seat)d of %(of)d was drawn.") % {
            "seat": seat,
            "of": reason.of,
        }
    return gettext(
        "Seat %(seat)d of %(of)d: the seat they’ve had least often in %(games)d "
        "matches, as far as the table allows."
    ) % {"seat": seat, "of": reason.of, "games": games}


@sentence.register
def _round(reason: RoundCounts, _names: Names) -> str:
    repeats = reason.repeats
    if not repeats:
        return gettext("There are no rematches in this round.")
    return ngettext(
        "There is %(count)d rematch in this round.",
        "There are %(count)d rematches in this round.",
        repeats,
    ) % {"count": repeats}


@sentence.register
def _tier(reason: Tier, _names: Names) -> str:
    return gettext(
        "The tables of all rounds come from one plan with as few rematches as "
        "possible. This player’s place in it was drawn in tier %(tier)d of %(of)d of "
        "the seeding."
    ) % {"tier": reason.tier, "of": reason.of}


@sentence.register
def _lot(_reason: Lot, _names: Names) -> str:
    return gettext("The tables of this round were drawn, with as few rematches as possible.")


@sentence.register
def _lot_bye(reason: LotBye, _names: Names) -> str:
    before = reason.before
    if not before:
        return gettext(
            "Somebody has to sit out, chosen by draw. It’s this player’s first bye "
            "and counts as a win."
        )
    return ngettext(
        "Somebody has to sit out: those with the fewest byes, chosen by draw. This "
        "player has had %(before)d bye before.",
        "Somebody has to sit out: those with the fewest byes, chosen by draw. This "
        "player has had %(before)d byes before.",
        before,
    ) % {"before": before}


@sentence.register
def _half_bye(_reason: HalfBye, _names: Names) -> str:
    return gettext("This player asked to sit the round out; that counts as half a win.")


@sentence.register
def _seeding(reason: SeedingPair, _names: Names) -> str:
    return gettext("The bracket brings them together: seeded %(own)d against seeded %(other)d.") % {
        "own": reason.own,
        "other": reason.other,
    }


@sentence.register
def _for_first_place(reason: ForFirstPlace, _names: Names) -> str:
    return gettext(
        "Points and tie-breaks leave these %(count)d first: they play for the first place."
    ) % {"count": reason.sharing}


@sentence.register
def _serpentine(reason: Serpentine, _names: Names) -> str:
    return gettext(
        "The tables of this stage are filled back and forth, best seeds first: "
        "seeded %(own)d sits with those seeded %(others)s."
    ) % {"own": reason.own, "others": ", ".join(map(str, reason.others))}


@sentence.register
def _seeding_bye(reason: SeedingBye, _names: Names) -> str:
    return gettext(
        "Seeded %(own)d: there’s nobody to play here, so this player goes through "
        "without a match. The best seeds get the free places."
    ) % {"own": reason.own}


@sentence.register
def _circle(_reason: Circle, _names: Names) -> str:
    return gettext(
        "Everyone meets everyone: who plays whom in which round was fixed before the start."
    )


@sentence.register
def _circle_bye(_reason: CircleBye, _names: Names) -> str:
    return gettext(
        "The plan has no opponent for this player in this round, or the opponent has left. It "
        "counts as a win."
    )
