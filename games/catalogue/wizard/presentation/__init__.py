"""Wizard in words and pictures."""

from games.catalogue.wizard.presentation.presentation import WizardPresentation

__all__ = ["WizardPresentation"]
