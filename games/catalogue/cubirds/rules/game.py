"""CuBirds as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.catalogue.cubirds.rules import (
    encoding,
    legal,
    notation,
    orders,
    play,
    prompt,
    resampling,
    scoring,
)
from games.catalogue.cubirds.rules import start as opening
from games.catalogue.cubirds.rules import view as seen
from games.catalogue.cubirds.rules.events import EVENTS
from games.catalogue.cubirds.rules.options import CuBirdsOptions, check_table
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import OpenPhase, OptionField


class CuBirds:
    """The rules of CuBirds; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "cubirds"
    name: ClassVar[str] = "CuBirds"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(1, 6)
    verbs: ClassVar[tuple[str, ...]] = tuple(
        verb for verbs in legal.VERBS.values() for verb in verbs
    )
    questions: ClassVar[tuple[type, ...]] = (
        prompt.LayPrompt,
        prompt.DrawPrompt,
        prompt.FamilyPrompt,
    )
    events: ClassVar[Mapping[str, type]] = EVENTS
    options: ClassVar[type[CuBirdsOptions]] = CuBirdsOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = CuBirdsOptions.offered
    reasons: ClassVar[tuple[str, ...]] = scoring.REASONS

    check = staticmethod(check_table)
    start = staticmethod(opening.start)
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
    standing = staticmethod(scoring.birds)
    """Everybody's birds."""

    resample = staticmethod(resampling.resample)
    cards = staticmethod(resampling.all_cards)
    encode = staticmethod(encoding.encode)
    decode = staticmethod(encoding.decode)

    def phase(self, state: CuBirdsState) -> OpenPhase | None:
        """The round is the turn: standing orders answer what else a turn asks."""
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.turn, state.awaited)
