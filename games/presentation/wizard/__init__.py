"""Wizard in words and pictures."""

from games.presentation.wizard.presentation import WizardPresentation

__all__ = ["WizardPresentation"]
