"""Emu Ranchers in words and pictures."""

from games.presentation.emu_ranchers.presentation import EmuRanchersPresentation

__all__ = ["EmuRanchersPresentation"]
