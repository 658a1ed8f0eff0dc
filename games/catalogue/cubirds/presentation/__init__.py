"""CuBirds in words and pictures."""

from games.catalogue.cubirds.presentation.presentation import CuBirdsPresentation

__all__ = ["CuBirdsPresentation"]
