"""Emu Ranchers in words and pictures."""

from games.catalogue.emu_ranchers.presentation.presentation import EmuRanchersPresentation

__all__ = ["EmuRanchersPresentation"]
