"""The form for a new key for programs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import ApiKey, Member
from games.models.api_keys import MOST_KEYS

LIVES = [
    ("30", _("for 30 days")),
    ("365", _("for a year")),
    ("", _("until I delete it")),
]


class KeyForm(forms.Form):
    """What the key is called, what it is good for, and for how long."""

    name = forms.CharField(
        label=_("What is this key for?"),
        max_length=40,
        help_text=_("A name for yourself, so you recognise it later."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("A program with this key can"),
        choices=ApiKey.Scope.choices,
        initial=[ApiKey.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.ChoiceField(
        label=_("Valid"), choices=LIVES, initial="365", required=False, widget=forms.RadioSelect
    )

    def __init__(self, data: Mapping[str, object] | None = None, *, member: Member) -> None:
        super().__init__(data)
        self.member = member

    def clean(self) -> dict[str, object]:
        if self.member.api_keys.count() >= MOST_KEYS:
            raise forms.ValidationError(
                _("You have %(number)d keys. Delete one you no longer need."),
                params={"number": MOST_KEYS},
            )
        return self.cleaned_data

    @property
    def expires_at(self) -> datetime | None:
        """When the key is to end; None for never."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=int(days)) if days else None
