"""Emu Ranchers as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.catalogue.emu_ranchers.rules import (
    encoding,
    legal,
    notation,
    orders,
    play,
    prompt,
    resampling,
    scoring,
    years,
)
from games.catalogue.emu_ranchers.rules import view as seen
from games.catalogue.emu_ranchers.rules.events import EVENTS
from games.catalogue.emu_ranchers.rules.options import (
    SEATS,
    EmuRanchersOptions,
    check_table,
)
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.catalogue.emu_ranchers.rules.wording import VERBS
from games.rules.protocol import OpenPhase, OptionField


class EmuRanchers:
    """The rules of Emu Ranchers; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "emu-ranchers"
    name: ClassVar[str] = "Emu Ranchers"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(SEATS, SEATS + 1)
    options: ClassVar[type[EmuRanchersOptions]] = EmuRanchersOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = EmuRanchersOptions.offered
    reasons: ClassVar[tuple[str, ...]] = (scoring.REASON,)
    verbs: ClassVar[tuple[str, ...]] = VERBS
    questions: ClassVar[tuple[type, ...]] = (
        prompt.PilePrompt,
        prompt.RanchPrompt,
    )
    events: ClassVar[Mapping[str, type]] = EVENTS

    check = staticmethod(check_table)
    start = staticmethod(years.start)
    decision = staticmethod(prompt.decision)
    legal_orders = staticmethod(legal.legal_orders)
    is_forced_openly = staticmethod(legal.is_forced_openly)
    default_order = staticmethod(legal.default_order)
    parse_order = staticmethod(notation.parse_order)
    format_order = staticmethod(orders.format_order)
    adjudicate = staticmethod(play.adjudicate)
    view = staticmethod(seen.view)
    reveal = staticmethod(seen.reveal)
    outcome = staticmethod(scoring.outcome)
    standing = staticmethod(seen.totals)
    """Finished years, and the birds as they lie now."""

    resample = staticmethod(resampling.resample)
    cards = staticmethod(resampling.all_cards)
    encode = staticmethod(encoding.encode)
    decode = staticmethod(encoding.decode)

    def phase(self, state: EmuState) -> OpenPhase | None:
        """A round is a year: what is ordered ahead holds until the year ends."""
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.year, state.awaited)
