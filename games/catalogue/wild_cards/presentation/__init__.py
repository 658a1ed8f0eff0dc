"""Wild Cards in words and pictures."""

from games.catalogue.wild_cards.presentation.presentation import WildCardsPresentation

__all__ = ["WildCardsPresentation"]
