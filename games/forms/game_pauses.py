"""Which game rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import GamePause
from games.rules.registry import GAMES

if TYPE_CHECKING:
    PauseModelForm = forms.ModelForm[GamePause]
else:
    PauseModelForm = forms.ModelForm


class GamePauseForm(PauseModelForm):
    """A game of this service, and what its players are told."""

    game = forms.ChoiceField(
        label=_("game"), choices=lambda: [(key, rules.name) for key, rules in GAMES.items()]
    )

    class Meta:
        model = GamePause
        fields = ["game", "words"]
