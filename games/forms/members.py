"""Forms about a person: joining, and the profile with its settings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import ClassVar
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.common.countries import country_choices
from games.forms.long_selects import LongSelect
from games.forms.member_names import NamedMemberForm, clean_member_name
from games.models import Member

_REGIONS = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)
MOST_REMINDER_HOURS = 72


@cache
def time_zone_choices() -> list[tuple[str, str]]:
    """UTC first, then every zone that is named after a place."""
    places = sorted(zone for zone in available_timezones() if zone.startswith(_REGIONS))
    return [("UTC", "UTC"), *((zone, zone.replace("_", " ")) for zone in places)]


def language_choices() -> list[tuple[str, str]]:
    """English, and the languages whose catalogue is there: a choice without texts is no choice."""
    return [
        (code, name)
        for code, name in settings.LANGUAGES
        if code == "en"
        or any(
            (Path(path) / code / "LC_MESSAGES" / "django.mo").is_file()
            for path in settings.LOCALE_PATHS
        )
    ]


def collecting_choices() -> list[tuple[int, str]]:
    """How long decisions may be gathered before their mail goes out."""
    words = [
        (number, ngettext("%(number)d minute", "%(number)d minutes", number) % {"number": number})
        for number in (2, 5, 15, 30, 60)
    ]
    return [(0, gettext("don’t wait: a mail for each")), *words]


class LanguageField(forms.ChoiceField):
    """A language of the site; nobody is asked where there is only one."""

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        if len(language_choices()) == 1:
            self.widget, self.initial = forms.HiddenInput(), "en"
        return super().get_bound_field(form, field_name)


class PersonFields(forms.Form):
    """The name, language and zone that a person joins with. allauth adds the address."""

    field_order = ["name", "email", "time_zone", "language"]

    name = forms.CharField(
        label=_("Name at the table"),
        max_length=32,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        help_text=_("This is all other players see of you."),
    )
    language = LanguageField(
        label=_("Language"), choices=language_choices, initial=lambda: get_language() or "en"
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone_choices,
        initial="UTC",
        widget=LongSelect(attrs={"data-guess-zone": ""}),
        help_text=_("We show deadlines in this time zone, in mails too."),
    )

    def clean_name(self) -> str:
        return clean_member_name(self.cleaned_data["name"])

    def signup(self, request: HttpRequest, user: Member) -> None:
        """allauth asks for this hook; the adapter has stored the fields already."""


class ProfileForm(NamedMemberForm):
    """How a member is called and written to."""

    language = LanguageField(label=_("Language"), choices=language_choices)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone_choices,
        widget=LongSelect(attrs={"data-guess-zone": ""}),
    )
    country = forms.ChoiceField(
        label=_("Country"),
        choices=country_choices,
        widget=LongSelect,
        required=False,
        help_text=_("Optional. Shown next to your name on the leaderboards."),
    )
    talk_level = forms.ChoiceField(
        label=_("What others say at my tables"),
        choices=Member.TalkLevel.choices,
        required=False,
    )
    reminder_hours = forms.IntegerField(
        label=_("Remind me this many hours before a deadline"),
        min_value=0,
        max_value=MOST_REMINDER_HOURS,
        help_text=_("0 means never."),
    )

    digest_hour = forms.TypedChoiceField(
        label=_("Time of the daily mail"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
        required=False,
        empty_value=None,
    )
    collect_minutes = forms.TypedChoiceField(
        label=_("Combine mails that fall within"),
        choices=collecting_choices,
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_(
            "A few minutes turn several mails into one. The daily mail always combines them."
        ),
    )

    class Meta:
        model = Member
        fields: ClassVar[list[str]] = [
            "name",
            "language",
            "time_zone",
            "mail_level",
            "digest_hour",
            "collect_minutes",
            "reminder_hours",
            "wants_html",
            "wants_receipts",
            "wants_news",
            "goes_to_next",
            "meets_bot_accounts",
            "talk_level",
            "country",
            "is_listed",
        ]
        labels: ClassVar[dict[str, object]] = {
            "name": _("Name at the table"),
            "mail_level": _("Mail me"),
            "wants_receipts": _("A receipt for each move I send by mail"),
            "goes_to_next": _("After each move, take me to the next match where it’s my turn"),
            "meets_bot_accounts": _("Quick matches may seat me with bot accounts"),
            "is_listed": _("My name on the leaderboards"),
        }
        help_texts: ClassVar[dict[str, object]] = {
            "is_listed": _("At tables and in results your name is always shown."),
        }
        widgets: ClassVar[dict[str, object]] = {"mail_level": forms.RadioSelect}

    def clean_talk_level(self) -> str:
        return self.cleaned_data["talk_level"] or self.instance.talk_level

    def clean_digest_hour(self) -> int:
        hour: int | None = self.cleaned_data["digest_hour"]
        return self.instance.digest_hour if hour is None else hour

    def clean_collect_minutes(self) -> int:
        minutes: int | None = self.cleaned_data["collect_minutes"]
        return self.instance.collect_minutes if minutes is None else minutes
