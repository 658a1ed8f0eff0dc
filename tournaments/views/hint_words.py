"""Hints of collusion in words, with the pages on which their evidence can be seen."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import CollusionHint, RatedMatch
from tournaments.selectors.rating_pools import pool_names

Kind = CollusionHint.Kind
MOST_MATCHES = 30


def hint_people(row: CollusionHint) -> str:
    """Whom the hint is about, and in which game."""
    return f"{row.one.name}, {row.other.name} ({pool_names()[row.pool]}):"


def hint_words(row: CollusionHint) -> str:
    """What was found, with its figures, and what may explain it innocently."""
    figures = {
        "one": row.one.name,
        "other": row.other.name,
        "matches": row.matches,
        "percent": round(100 * row.excess),
        "deviations": f"{row.deviations:.1f}",
    }
    match row.kind:
        case Kind.TOGETHER:
            words = gettext(
                "At the %(matches)d tables they shared, both scored %(percent)d points in a "
                "hundred more against the others than their ratings and their other matches lead "
                "one to expect (%(deviations)s standard deviations)."
            )
        case Kind.FED:
            words = gettext(
                "In the %(matches)d matches with %(other)s at the table, %(one)s scored "
                "%(percent)d points in a hundred more than their ratings and %(one)s’s other "
                "matches lead one to expect (%(deviations)s standard deviations)."
            )
        case Kind.DEVICE:
            words = gettext(
                "They shared %(matches)d rated matches and are signed in with the same browser "
                "from the same network. Families and offices do that too."
            )
        case _:
            words = gettext(
                "Of %(matches)d moves that they sent within twelve minutes of each other, "
                "%(percent)d in a hundred came within two (%(deviations)s standard deviations "
                "more than chance)."
            )
    return words % figures


def shared_matches(row: CollusionHint) -> list[tuple[str, str]]:
    """Addresses and names: their record against each other, then the matches they shared last."""
    record = reverse("head-to-head", kwargs={"member": row.one_id, "other": row.other_id})
    found = [(record, gettext("Their record against each other"))]
    rows = (
        RatedMatch.objects.filter(pool=row.pool, changes__member=row.one_id)
        .filter(changes__member=row.other_id)
        .order_by("-pk")
        .values_list("match__code", "finished_at")
    )
    for code, finished_at in rows[:MOST_MATCHES]:
        found.append((reverse("match", args=[code]), f"{code}, {finished_at:%Y-%m-%d}"))
    return found
