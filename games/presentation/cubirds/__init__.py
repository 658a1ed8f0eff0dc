"""CuBirds in words and pictures."""

from games.presentation.cubirds.presentation import CuBirdsPresentation

__all__ = ["CuBirdsPresentation"]
