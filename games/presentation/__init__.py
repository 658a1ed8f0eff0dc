"""Every game in words and pictures."""

from __future__ import annotations

from games.catalogue.cubirds.presentation import CuBirdsPresentation
from games.catalogue.emu_ranchers.presentation import EmuRanchersPresentation
from games.catalogue.wild_cards.presentation import WildCardsPresentation
from games.catalogue.wizard.presentation import WizardPresentation
from games.presentation.base import Presentation, UnknownWordError

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
