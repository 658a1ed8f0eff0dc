"""Every game in words and pictures."""

from __future__ import annotations

from games.presentation.base import Presentation, UnknownWordError
from games.presentation.cubirds import CuBirdsPresentation
from games.presentation.emu_ranchers import EmuRanchersPresentation
from games.presentation.wild_cards import WildCardsPresentation
from games.presentation.wizard import WizardPresentation

_PRESENTATIONS: dict[str, Presentation] = {
    presentation.key: presentation
    for presentation in (
        WildCardsPresentation(),
        WizardPresentation(),
        CuBirdsPresentation(),
        EmuRanchersPresentation(),
    )
}


def presentation_for(key: str) -> Presentation:
    """The presentation of the game with this key. Raises UnknownWordError for another."""
    try:
        return _PRESENTATIONS[key]
    except KeyError:
        raise UnknownWordError(f"no presentation for the game {key!r}") from None
