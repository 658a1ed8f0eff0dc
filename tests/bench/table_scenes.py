"""How the table of a decision lies on a phone: the first screen, taps, height and width."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from django.urls import reverse
from playwright.sync_api import Browser as Chromium

from games import selectors
from games.rules.registry import GAMES
from games.views.order_form import ways_of
from tests.bench.figures import Figure
from tests.bench.phone import NARROW, Phone, chromium_started
from tests.bench.population import Advance, members_made
from tests.bench.sampled_decisions import SampledDecision, sampled_decisions

LEAST_SHARE = 0.95
MOST_TAPS = 2.2
MOST_HEIGHT = 2000

LAID_OUT = """() => {
  const bar = document.querySelector('.scene-bar');
  const form = document.querySelector('form[data-scene]');
  if (!bar || !form) return null;
  const top = bar.getBoundingClientRect().top;
  const shown = (box) => box.width > 0 && box.top >= 0 && box.bottom <= top + 1;
  const boxes = (selector) => [...form.querySelectorAll(selector)]
    .map((one) => one.getBoundingClientRect());
  const last = (all) => all.length ? Math.round(Math.max(...all.map((box) => box.bottom))) : 0;
  const targets = boxes('.target, .target-not');
  const hand = boxes('[data-hand] svg, [data-hand] .target');
  const buttons = [...bar.querySelectorAll('button')].filter((one) => !one.hidden)
    .map((one) => one.getBoundingClientRect());
  return {
    targets: targets.every(shown), hand: hand.every(shown),
    send: buttons.length > 0 && buttons.every((box) => box.bottom <= innerHeight),
    bottom: Math.max(last(targets), last(hand)), bar: Math.round(top),
    top: Math.round(form.getBoundingClientRect().top),
    height: document.documentElement.scrollHeight,
  };
}"""


@dataclass(slots=True)
class TableScenes:
    """What was seen of one game's decisions."""

    decisions: int = 0
    on_first_screen: int = 0
    taps: list[int] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)
    widest: int = 0
    untapped: int = 0
    faults: list[str] = field(default_factory=list)


def table_figures(count: int, advance: Advance) -> Iterator[Figure]:
    """The tables of so many decisions of all games and options, on a phone."""
    with chromium_started() as chromium:
        seen = scenes_measured(chromium, count, advance)
    for key in GAMES:
        yield from _figures(key, [seen[key]])
    yield from _figures("all games", list(seen.values()))
    for key, scenes in seen.items():
        for fault in scenes.faults[:5]:
            yield Figure(f"{key}: not on the first screen", fault)


def scenes_measured(
    chromium: Chromium, count: int, advance: Advance, *, shots: Path | None = None
) -> dict[str, TableScenes]:
    """Look at each decision as its player does; pictures of what does not fit go into `shots`."""
    seen: dict[str, TableScenes] = defaultdict(TableScenes)
    members = members_made(8)
    phone = Phone(chromium)
    for one in sampled_decisions(members, count):
        _measure(phone, one, seen[one.match.game], shots)
        advance(1)
    phone.close()
    return seen


def _measure(phone: Phone, one: SampledDecision, scenes: TableScenes, shots: Path | None) -> None:
    phone.show(one.member, reverse("match", kwargs={"code": one.match.code}))
    laid = phone.page.evaluate(LAID_OUT)
    scenes.decisions += 1
    name = f"{one.kind}, {one.configuration.name}"
    if laid is None:
        scenes.faults.append(f"{name}: no scene")
        return
    scenes.heights.append(laid["height"])
    if laid["targets"] and laid["hand"] and laid["send"]:
        scenes.on_first_screen += 1
    else:
        scenes.faults.append(f"{name}: down to {laid['bottom']} px, bar at {laid['bar']}")
        if shots is not None:
            phone.page.screenshot(path=shots / f"{one.match.game}-{scenes.decisions}.png")
    _tap(phone, one, scenes)
    phone.page.set_viewport_size({"width": NARROW, "height": 700})
    scenes.widest = max(scenes.widest, phone.page.evaluate("document.documentElement.scrollWidth"))


def _tap(phone: Phone, one: SampledDecision, scenes: TableScenes) -> None:
    """Tap what the bot would order, up to but not on the last button; count it too."""
    player = one.match.players.get(member=one.member)
    table = selectors.table(one.match, player)
    for way in ways_of(one.match.game, table.decision, table.view):
        picks = way.picks_of(one.order)
        if picks is None:
            continue
        taps = 1
        for name, values in picks.items():
            for value in values:
                target = phone.page.locator(
                    f'input[name="pick-{name}"][value="{value}"]:not(:checked)'
                )
                if (
                    target.count()
                    and len(values)
                    > phone.page.locator(
                        f'input[name="pick-{name}"][value="{value}"]:checked'
                    ).count()
                ):
                    target.first.tap(force=True)
                    taps += 1
        scenes.taps.append(taps)
        if way.slots and phone.page.locator("[data-send][aria-disabled=true]").count():
            scenes.faults.append(f"{one.kind}: “{one.order}” cannot be sent")
        return
    scenes.untapped += 1


def _figures(name: str, seen: Sequence[TableScenes]) -> Iterator[Figure]:
    decisions = sum(scenes.decisions for scenes in seen)
    if not decisions:
        return
    share = sum(scenes.on_first_screen for scenes in seen) / decisions
    taps = [tap for scenes in seen for tap in scenes.taps]
    heights = [height for scenes in seen for height in scenes.heights]
    mean = fmean(taps) if taps else 0.0
    yield _figure(
        f"{name}: hand, targets and Send on the first screen",
        f"{share:.1%} of {decisions}",
        f"≥ {LEAST_SHARE:.0%}",
        share >= LEAST_SHARE,
    )
    is_all = len(seen) > 1
    yield _figure(
        f"{name}: taps for a decision",
        f"{mean:.2f}",
        f"≤ {MOST_TAPS}" if is_all else "",
        mean <= MOST_TAPS if is_all else None,
    )
    tallest = max(heights, default=0)
    yield _figure(
        f"{name}: tallest page", f"{tallest} px", f"≤ {MOST_HEIGHT} px", tallest <= MOST_HEIGHT
    )
    widest = max(scenes.widest for scenes in seen)
    yield _figure(
        f"{name}: widest at {NARROW} px", f"{widest} px", f"≤ {NARROW} px", widest <= NARROW
    )


def _figure(name: str, ours: str, target: str, passed: bool | None) -> Figure:
    return Figure(name, ours, target=target, passed=passed)
