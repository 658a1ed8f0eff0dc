"""A simulated month as tables, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

from rich.console import Group
from rich.table import Table

from tests.month.checks import Check
from tests.month.comparison import Result
from tests.month.counts import AskedInGame, Counts
from tests.month.people import STANDING_SHARE

Row = tuple[str, str, str]
MOST_ASKED = {"wild-cards": 0.6, "wizard": 0.4, "cubirds": 0.7, "emu-ranchers": 0.8}
"""The share of the questions that is wanted where most people plan ahead."""


def month_tables(ours: Result, plain: Result) -> Group:
    """The figures of both months side by side, then what was checked of them."""
    table = Table(title="A month by mail", title_justify="left")
    table.add_column("")
    table.add_column("as it is", justify="right")
    table.add_column("no digests, no standing orders", justify="right")
    for row in _rows(ours, plain):
        table.add_row(*row)
    return Group(table, _checks(ours, plain))


def month_json(ours: Result, plain: Result) -> str:
    """Everything counted and checked, of both months."""
    both = {"month": asdict(ours), "plain": asdict(plain)}
    return json.dumps(both, indent=2, sort_keys=True)


def _rows(ours: Result, plain: Result) -> Iterator[Row]:
    here, there = ours.counts, plain.counts
    yield "seats, members who sat in one", _seats(here), _seats(there)
    yield _each("mails to each seat", here, there, lambda counts: counts.sent)
    yield _each("questions to each seat", here, there, lambda counts: counts.asked)
    for game, asked in here.asked_by_game.items():
        plainly = there.asked_by_game[game]
        share = share_of_questions(asked, plainly)
        wanted = f"{share:.0%} (≤ {MOST_ASKED[game]:.0%})" if game in MOST_ASKED else f"{share:.0%}"
        yield (
            f"… in {game}, and the share where 70 % plan ahead",
            f"{asked.each_seat:.1f}, {wanted}",
            f"{plainly.each_seat:.1f}",
        )
        yield "… of those who plan ahead, of the others", _two_sorts(asked), _two_sorts(plainly)
        yield "… for a hundred decisions of theirs", _each_hundred(asked), _each_hundred(plainly)
    ratios = (f"{counts.mails_per_question:.2f}" for counts in (here, there))
    yield "mails to each question", next(ratios), next(ratios)
    for game, mails in here.mails_by_game.items():
        plain_mails, words = there.mails_by_game[game], there.words_by_game[game]
        yield (
            f"mails and words to a seat of {game}",
            f"{mails:.0f}, {here.words_by_game[game]:,.0f}",
            f"{plain_mails:.0f}, {words:,.0f}",
        )
    yield _each("mails from each seat", here, there, lambda counts: sum(counts.mails_in.values()))
    for name in here.days:
        yield f"days until {name} of the matches had ended", *_days(here, there, name)
    yield from _kinds("mails out", here.mails_out, there.mails_out)
    yield from _kinds("not sent", here.not_sent, there.not_sent)
    yield from _kinds("mails in", here.mails_in, there.mails_in)
    yield "copies of mails, dropped", str(here.copies), str(there.copies)
    yield from _kinds("verdict", here.verdicts, there.verdicts)
    yield from _kinds("orders", here.orders, there.orders)
    yield from _kinds("in words", here.words, there.words)
    yield "matches that everybody left", str(here.adjudicated), str(there.adjudicated)
    yield "seconds on the wall", f"{ours.wall:.0f}", f"{plain.wall:.0f}"
    yield "seconds of processor time", f"{ours.cpu:.0f}", f"{plain.cpu:.0f}"


def share_of_questions(asked: AskedInGame, plainly: AskedInGame) -> float:
    """The part of the questions that is left where `STANDING_SHARE` of the seats plan ahead.

    From the questions for each decision of either sort of seats, so that neither how many there
    are of them nor how long their matches last says anything.
    """
    planned, others = (
        ours.each_decision / theirs.each_decision if theirs.questions else 1.0
        for ours, theirs in zip(asked, plainly, strict=True)
    )
    return STANDING_SHARE * planned + (1 - STANDING_SHARE) * others


def _two_sorts(asked: AskedInGame) -> str:
    return f"{asked.planners.each_seat:.1f}, {asked.others.each_seat:.1f}"


def _each_hundred(asked: AskedInGame) -> str:
    return f"{100 * asked.planners.each_decision:.0f}, {100 * asked.others.each_decision:.0f}"


def _days(here: Counts, there: Counts, name: str) -> tuple[str, str]:
    return f"{here.days[name]:.0f}", f"{there.days[name]:.0f}"


def _seats(counts: Counts) -> str:
    return f"{counts.seats}, {counts.seated} + {counts.substitutes} substitutes"


def _each(name: str, here: Counts, there: Counts, value: Callable[[Counts], int]) -> Row:
    first, second = (f"{value(one) / max(one.seats, 1):.1f}" for one in (here, there))
    return name, first, second


def _kinds(what: str, here: Mapping[str, int], there: Mapping[str, int]) -> Iterator[Row]:
    for kind in dict.fromkeys((*here, *there)):
        yield f"{what}: {kind}", f"{here.get(kind, 0):,}", f"{there.get(kind, 0):,}"


def _checks(ours: Result, plain: Result) -> Table:
    table = Table(title="What must hold", title_justify="left")
    for heading in ("", "as it is", "plain", "faults"):
        table.add_column(heading, overflow="fold")
    for first, second in zip(ours.checks, plain.checks, strict=True):
        faults = "\n".join([*first.problems, *second.problems])
        table.add_row(first.what, _told(first), _told(second), faults)
    return table


def _told(check: Check) -> str:
    return f"{check.counted:,} ok" if check.holds else f"{check.failures} of {check.counted:,} FAIL"
