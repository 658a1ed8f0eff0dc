"""A member's hours: quiet ones, weekends off, reminders, and days away."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Member
from games.services.deadline_calculation import MOST_QUIET_HOURS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    MemberForm = forms.ModelForm[Member]
else:
    # Django's own class takes no type argument when the program runs.
    MemberForm = forms.ModelForm

HOURS = [("", _("none")), *((str(hour), f"{hour:02}:00") for hour in range(24))]


def _hour(label: StrOrPromise) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=HOURS, coerce=int, empty_value=None, required=False
    )


class CalendarForm(MemberForm):
    """When a member is not to be asked."""

    quiet_from = _hour(_("Quiet hours from"))
    quiet_until = _hour(_("Quiet hours until"))

    class Meta:
        model = Member
        fields: ClassVar[list[str]] = ["quiet_from", "quiet_until", "has_weekends_off", "reminders"]
        labels: ClassVar[dict[str, object]] = {
            "reminders": _("Remind me"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "has_weekends_off": _("Applies in matches that agreed to it."),
        }
        widgets: ClassVar[dict[str, object]] = {"reminders": forms.RadioSelect}

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        first, until = data.get("quiet_from"), data.get("quiet_until")
        if (first is None) != (until is None):
            self.add_error("quiet_until", _("Set both hours or neither."))
        elif first is not None and until is not None:
            length = (until - first) % 24
            if not 0 < length <= MOST_QUIET_HOURS:
                self.add_error(
                    "quiet_until",
                    _("Quiet hours must be between 1 and %(most)s hours long.")
                    % {"most": MOST_QUIET_HOURS},
                )
        return data


def _day(label: StrOrPromise) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}))


class AbsenceForm(forms.Form):
    """Days away, both included."""

    first_day = _day(_("First day"))
    last_day = _day(_("Last day"))
