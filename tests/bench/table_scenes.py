"""How the table of a decision lies on a phone: the first screen, taps, height and width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, Self

from django.urls import reverse
from playwright.sync_api import Browser as Chromium

from games import selectors
from games.presentation.scene import Way
from games.rules.registry import GAMES
from games.selectors import MatchTable
from games.views.order_form import ways_of
from tests.bench.figures import Figure, at_most
from tests.bench.phone import HEIGHT, NARROW, WIDTH, Phone, chromium_started
from tests.bench.population import Advance, members_made
from tests.bench.sampled_decisions import SampledDecision, sampled_decisions

LEAST_SHARE = 0.95
MOST_TAPS = 2.2
MOST_HEIGHT = 2000
MOST_TAPS_OF_ONE = 15
MOST_FAULTS = 20
"""So many of what does not do are named."""

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
  const hand = boxes(':is(.wc-hand, .wz-hand, .cu-hand, .er-hand) svg');
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

FIRST_WRONG = """([field, values]) => {
  // The place of an input to tap next: one that is chosen and should not be, else one that should.
  const inputs = [...document.querySelectorAll(`input[name="pick-${field}"]`)];
  const left = [...values];
  const spare = [];
  for (const input of inputs) {
    if (!input.checked) continue;
    const at = left.indexOf(input.value);
    if (at >= 0) left.splice(at, 1);
    else spare.push(input);
  }
  const away = spare.find((input) => input.type === "checkbox");
  if (away) return inputs.indexOf(away);
  const next = inputs.find(
    (input) => !input.checked && !input.disabled && left.includes(input.value));
  return next ? inputs.indexOf(next) : null;
}"""


@dataclass(frozen=True, slots=True)
class SceneSeen:
    """One decision on a phone. `fault` says why it would not do, `words` what the bar said.

    `taps` is None for an order that nobody gives by tapping.
    """

    game: str
    kind: str
    configuration: str
    order: str
    height: int
    fits: bool
    taps: int | None
    width: int
    words: str = ""
    fault: str = ""


class Bounds(NamedTuple):
    """What so many scenes come to."""

    decisions: int
    fitting: float
    taps: float
    tallest: int
    widest: int

    @classmethod
    def of(cls, seen: Sequence[SceneSeen]) -> Self:
        """Of some scenes; at least one."""
        taps = [scene.taps for scene in seen if scene.taps is not None]
        return cls(
            len(seen),
            fmean(scene.fits for scene in seen),
            fmean(taps) if taps else 0.0,
            max(scene.height for scene in seen),
            max(scene.width for scene in seen),
        )


def table_figures(count: int, advance: Advance, pictures: Path | None = None) -> Iterator[Figure]:
    """The tables of so many decisions of all games and options, on a phone."""
    with chromium_started() as chromium:
        seen = scenes_measured(chromium, count, advance, pictures=pictures)
    for key in GAMES:
        of_game = [scene for scene in seen if scene.game == key]
        if of_game:
            yield from _figures(key, of_game)
    yield from _figures("all games", seen)
    for key, kind in sorted({(scene.game, scene.kind) for scene in seen}):
        of_kind = [scene for scene in seen if (scene.game, scene.kind) == (key, kind)]
        yield Figure(
            f"{key}, {kind}: taps, tallest",
            f"{Bounds.of(of_kind).taps:.2f}, {Bounds.of(of_kind).tallest} px of {len(of_kind)}",
        )
    for scene in [scene for scene in seen if scene.fault][:MOST_FAULTS]:
        yield Figure(f"{scene.game}, {scene.kind}, {scene.configuration}", scene.fault)


def scenes_measured(
    chromium: Chromium, count: int, advance: Advance, *, pictures: Path | None = None
) -> list[SceneSeen]:
    """Look at each decision as its player does; what does not do is kept in `pictures`."""
    members = members_made(8)
    phone = Phone(chromium)
    seen: list[SceneSeen] = []
    for one in sampled_decisions(members, count):
        scene = _seen(phone, one)
        if pictures is not None and (scene.fault or scene.height > MOST_HEIGHT):
            name = f"{scene.game}-{scene.kind}-{len(seen)}.png"
            phone.page.screenshot(path=pictures / name, full_page=True)
        seen.append(scene)
        advance(1)
    phone.close()
    return seen


def _seen(phone: Phone, one: SampledDecision) -> SceneSeen:
    phone.show(one.member, reverse("match", kwargs={"code": one.match.code}))
    laid = phone.page.evaluate(LAID_OUT)
    name = one.configuration.name
    if laid is None:
        return SceneSeen(
            one.match.game, one.kind, name, one.order, 0, False, None, 0, fault="no scene"
        )
    fits = laid["targets"] and laid["hand"] and laid["send"]
    fault = "" if fits else f"down to {laid['bottom']} px, bar at {laid['bar']} px"
    taps, words = _tapped(phone, one)
    is_filled = taps is not None and taps > 1
    if is_filled and phone.page.locator("[data-send][aria-disabled=true]").count():
        fault = fault or f"“{one.order}” cannot be sent: {words}"
    phone.page.set_viewport_size({"width": NARROW, "height": 700})
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    phone.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return SceneSeen(
        one.match.game, one.kind, name, one.order, laid["height"], fits, taps, width, words, fault
    )


def _tapped(phone: Phone, one: SampledDecision) -> tuple[int | None, str]:
    """Tap what the bot would order, up to but not on the last button, which counts as well.

    None where it has to be typed. With it what the bar says then.
    """
    table = selectors.table(one.match, one.match.players.get(member=one.member))
    ways = ways_of(one.match.game, table.decision, table.view)
    if any(_is_button(table, way, one.order) for way in ways):
        return 1, phone.settle()
    for way in ways:
        picks = way.picks_of(one.order)
        if picks is not None:
            asked = [(slot.field, picks.get(slot.field, ())) for slot in way.slots]
            taps = 1 + sum(_chosen(phone, field, values) for field, values in asked)
            return taps, phone.settle()
    return None, phone.settle()


def _is_button(table: MatchTable, way: Way, order: str) -> bool:
    """Whether a way without anything to choose orders this: `best` may be any growth."""
    if way.slots or table.seat is None:
        return False
    state = table.rules.decode(table.match.state)
    return (
        table.rules.format_order(table.rules.parse_order(state, table.seat, way.spelled)) == order
    )


def _chosen(phone: Phone, field: str, values: Sequence[str]) -> int:
    """Make exactly these values of a field the chosen ones; returns the taps that it took."""
    taps = 0
    while (wrong := phone.page.evaluate(FIRST_WRONG, [field, list(values)])) is not None:
        phone.page.locator(f'input[name="pick-{field}"]').nth(wrong).tap(force=True)
        taps += 1
        if taps > MOST_TAPS_OF_ONE:
            break  # what is tapped does not stay: it will not be ready to be sent
    return taps


def _figures(name: str, seen: Sequence[SceneSeen]) -> Iterator[Figure]:
    bounds = Bounds.of(seen)
    yield Figure(
        f"{name}: hand, targets and Send on the first screen",
        f"{bounds.fitting:.1%} of {bounds.decisions}",
        target=f"≥ {LEAST_SHARE:.0%}",
        passed=bounds.fitting >= LEAST_SHARE,
    )
    untapped = sum(scene.taps is None for scene in seen)
    yield Figure(
        f"{name}: taps for a decision",
        f"{bounds.taps:.2f}" + (f", {untapped} typed" if untapped else ""),
        target=f"≤ {MOST_TAPS}",
        passed=bounds.taps <= MOST_TAPS,
    )
    yield at_most(f"{name}: tallest page", bounds.tallest, MOST_HEIGHT, "px")
    yield at_most(f"{name}: widest at {NARROW} px", bounds.widest, NARROW, "px")
