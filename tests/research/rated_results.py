"""`manage.py tournament ratings --results FILE`: rating systems side by side on any results."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import combinations
from typing import NamedTuple

from django.core.management.base import CommandError

from tests.research.peers import SYSTEMS, Gaps, OwnStrength, Peer, Variants
from tests.research.predictions import NEWCOMER_MATCHES, calibration, fitted, log_loss
from tests.research.results import Results, read_results
from tournaments.rating.pools import MatchToRate

FEWEST = 20
MOST_TRIED = 2_000
"""Matches on which a system's open figures are chosen: the last ones of the first half."""

MEANING = """\
Each match is foretold from earlier ones alone; figures are of the last half of the matches.
pairs: mean log loss (natural logarithm) of every two at a table with different places
newcomers: the same where one of them had under 10 matches
calibration: expected calibration error over ten bins, each pair from both sides
order: share of pairs whose better one was foretold, half for equal ones
behind: by how much pairs lose more than by the first system, and that figure's standard error,
  matches drawn anew; within twice the error neither of the two is better
Scales, and what is named behind a row, were chosen on the first half; strengths need no fitting."""

Say = Callable[[str], None]


class Row(NamedTuple):
    """One system's figures on the last half of the matches; None where nothing was to measure."""

    system: str
    pairs: float | None
    newcomers: float | None
    calibration: float | None
    order: float | None
    behind: float | None = None
    behind_error: float | None = None
    chosen: str = ""
    seconds: float = 0.0
    missing: str = ""


def rated(path: str, only: Sequence[str], say: Say) -> tuple[Results, list[Row]]:
    """Every system's figures on the results in the file."""
    results = read_results(path)
    if len(results.matches) < FEWEST:
        raise CommandError(
            f"{path} holds {len(results.matches)} matches of two players or more; "
            f"at least {FEWEST} are needed."
        )
    rows: list[Row] = []
    first: Losses = []
    for name, (package, variants) in SYSTEMS.items():
        if only and not any(part.lower() in name.lower() for part in only):
            continue
        if package is not None and find_spec(package) is None:
            rows.append(Row(name, None, None, None, None, missing=f"{package} is not installed"))
            continue
        row, losses = _row(name, variants, results.matches, say)
        first = first or losses
        behind, error = _behind(first, losses)
        rows.append(row._replace(behind=behind, behind_error=error))
    return results, rows


Losses = list[Gaps]
"""Of each match in the last half, what every pair that somebody won has lost."""


def _behind(first: Losses, losses: Losses) -> tuple[float | None, float | None]:
    """The mean loss of the pairs less that of the first system's, and its standard error."""
    pairs = sum(map(len, first))
    if not pairs or first is losses:
        return None, None
    more = [sum(ours) - sum(theirs) for theirs, ours in zip(first, losses, strict=True)]
    mean = sum(more) / pairs
    off = (one - mean * len(match) for one, match in zip(more, first, strict=True))
    return mean, math.sqrt(sum(one * one for one in off)) / pairs


def _row(
    name: str, variants: Variants, matches: Sequence[MatchToRate], say: Say
) -> tuple[Row, Losses]:
    begun = time.process_time()
    chosen = next(iter(variants))
    if len(variants) > 1:
        tried = matches[: len(matches) // 2][-MOST_TRIED:]
        lost = {}
        for variant, make in variants.items():
            say(f"{name}: trying {variant}")
            system = make()
            system.is_tried = True
            lost[variant] = _fit(_foretold(system, tried, lambda _: None))[1]
        chosen = min(lost, key=lambda variant: lost[variant])
    system = variants[chosen]()
    told = _foretold(system, matches, lambda number: say(f"{name}: match {number:,}"))
    scale = 1.0 if isinstance(system, OwnStrength) else _fit(told[: len(told) // 2])[0]
    row = _figures(name, told, scale)._replace(chosen=chosen, seconds=time.process_time() - begun)
    half = told[len(told) // 2 :]
    return row, [[log_loss([scale * lead]) for lead in one.pairs] for one in half]


class Told(NamedTuple):
    """What was foretold of a match: each decided pair's winner's lead, and newcomers' alone."""

    pairs: Gaps
    newcomers: Gaps


def _foretold(
    system: Peer, matches: Sequence[MatchToRate], say: Callable[[int], None]
) -> list[Told]:
    """Play all matches; each is foretold before the system learns of it."""
    played: dict[int, int] = {}
    told = []
    for number, match in enumerate(matches):
        if number % 250 == 0:
            say(number)
        told.append(Told(*_leads(match, system.gaps(match), played)))
        system.play(match)
        for player in match.players:
            played[player] = played.get(player, 0) + 1
    return told


def _leads(match: MatchToRate, gaps: Gaps, played: dict[int, int]) -> tuple[Gaps, Gaps]:
    pairs, newcomers = [], []
    both = combinations(zip(match.players, match.places, strict=True), 2)
    for gap, ((one, place), (other, place_of_other)) in zip(gaps, both, strict=True):
        if place == place_of_other:
            continue
        lead = gap if place < place_of_other else -gap
        pairs.append(lead)
        if min(played.get(one, 0), played.get(other, 0)) < NEWCOMER_MATCHES:
            newcomers.append(lead)
    return pairs, newcomers


def _fit(told: Sequence[Told]) -> tuple[float, float]:
    """The scale that suits the second half of these best, and the loss there."""
    leads = [lead for one in told[len(told) // 2 :] for lead in one.pairs]
    scale = fitted(leads)
    return scale, log_loss([scale * lead for lead in leads])


def _figures(name: str, told: Sequence[Told], scale: float) -> Row:
    half = told[len(told) // 2 :]
    pairs = [scale * lead for one in half for lead in one.pairs]
    newcomers = [scale * lead for one in half for lead in one.newcomers]
    if not pairs:
        return Row(name, None, None, None, None)
    right = sum((lead > 0) + 0.5 * (lead == 0) for lead in pairs)
    return Row(
        name,
        log_loss(pairs),
        log_loss(newcomers) if newcomers else None,
        calibration(pairs),
        right / len(pairs),
    )


def table(results: Results, rows: Sequence[Row]) -> Iterator[str]:
    """The rows as lines of text."""
    yield (
        f"{len(results.matches):,} matches, {results.players:,} players; "
        f"{results.alone:,} matches with a single player ignored"
    )
    yield (
        f"{'system':<26}{'pairs':>9}{'newcomers':>11}{'calibration':>13}{'order':>9}{'behind':>18}{'seconds':>9}"
    )
    for row in rows:
        if row.missing:
            yield f"{row.system:<26}  {row.missing}"
            continue
        figures = (row.pairs, row.newcomers, row.calibration, row.order)
        widths = (9, 11, 13, 9)
        cells = "".join(
            f"{'–' if one is None else format(one, '.4f'):>{width}}"
            for one, width in zip(figures, widths, strict=True)
        )
        behind = ""
        if row.behind is not None:
            behind = f"{row.behind:+.4f} ± {row.behind_error:.4f}"
        yield f"{row.system:<26}{cells}{behind:>18}{row.seconds:>9.1f}  {row.chosen}".rstrip()
    yield MEANING


def as_json(results: Results, rows: Sequence[Row]) -> str:
    """The same for programs."""
    told = {
        "matches": len(results.matches),
        "players": results.players,
        "alone": results.alone,
        "systems": [row._asdict() for row in rows],
    }
    return json.dumps(told, indent=2, allow_nan=False)
