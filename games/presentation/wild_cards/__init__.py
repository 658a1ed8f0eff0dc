"""Wild Cards in words and pictures."""

from games.presentation.wild_cards.presentation import WildCardsPresentation

__all__ = ["WildCardsPresentation"]
