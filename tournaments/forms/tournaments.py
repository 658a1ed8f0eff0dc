"""The form in which an organiser states a tournament: only what the chosen format reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common import clock
from games.forms.matches import CLOCKS
from games.models import Match
from games.presentation import presentation_for
from games.rules.game import AnyRules
from games.rules.protocol import OptionField
from games.templatetags.site import span
from tournaments.formats.base import USUAL_SIZE, Ranking
from tournaments.formats.registry import format_of
from tournaments.formats.settings import ChoiceSetting, NumberSetting, Setting, SwitchSetting
from tournaments.forms.layout import (
    CHECK_INS,
    FURTHEST_YEARS,
    GROUPS,
    ROUND_TIMES,
    TIE_BREAK_FIELDS,
)
from tournaments.forms.options import offered_options, only_options
from tournaments.models import Tournament
from tournaments.presentation import names
from tournaments.ranking.tie_breaks import FOR_TABLES, FOR_TWO, TIE_BREAKS
from tournaments.selectors.tournament_state import setup_of
from tournaments.services.terms import STATED, Stated
from tournaments.values.setup import Points, Seeding


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together: those that everybody looks at, and those left alone mostly."""

    title: str
    fields: tuple[forms.BoundField, ...]
    further: str
    further_fields: tuple[forms.BoundField, ...]

    @property
    def is_open(self) -> bool:
        """Whether something among the further fields must be seen."""
        return any(field.errors for field in self.further_fields)


class TournamentForm(forms.Form):
    """A tournament of one game in one format, in words that need no handbook."""

    name = forms.CharField(label=_("Name"), max_length=60)
    description = forms.CharField(
        label=_("For the players"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("What it’s about, prizes, a code of conduct: plain text."),
    )
    phase_time = forms.TypedChoiceField(
        label=_("Time per turn"),
        coerce=lambda seconds: timedelta(seconds=int(seconds)),
        initial=int(timedelta(days=2).total_seconds()),
    )
    round_time = forms.TypedChoiceField(
        label=_("Time for a round"),
        coerce=lambda seconds: timedelta(seconds=int(seconds)),
        initial=int(timedelta(days=21).total_seconds()),
        help_text=_(
            "Matches still open after this are ranked by their scores as they stand; "
            "whoever kept the table waiting comes last."
        ),
    )
    points = forms.ChoiceField(
        label=_("Points"),
        choices=[(one.value, names.POINTS[one.value].name) for one in Points],
        initial=Points.PLACES.value,
        widget=forms.RadioSelect,
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        choices=[(one.value, names.SEEDINGS[one.value]) for one in Seeding],
        initial=Seeding.RATING.value,
        widget=forms.RadioSelect,
    )
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Leave empty to start it by hand."),
    )
    check_in = forms.TypedChoiceField(
        label=_("Check-in before the start"),
        coerce=lambda seconds: timedelta(seconds=int(seconds)),
        initial=0,
        help_text=_(
            "Players who haven’t checked in by the start lose their place to the waiting list."
        ),
    )
    least_entries = forms.IntegerField(label=_("Fewest players"), min_value=2, max_value=2000)
    most_entries = forms.IntegerField(
        label=_("Most players"),
        min_value=2,
        max_value=2000,
        required=False,
        help_text=_("Later players go on a waiting list. Leave empty for no limit."),
    )
    least_rating = forms.IntegerField(
        label=_("Lowest rating"), min_value=0, max_value=4000, required=False
    )
    most_rating = forms.IntegerField(
        label=_("Highest rating"), min_value=0, max_value=4000, required=False
    )
    least_reliability = forms.IntegerField(
        label=_("Lowest reliability"),
        min_value=0,
        max_value=100,
        required=False,
        help_text=_("0 to 100; newcomers have 75."),
    )
    by_invitation = forms.BooleanField(label=_("Only people I invite"), required=False)
    is_public = forms.BooleanField(label=_("Listed for everyone"), required=False, initial=True)
    is_rated = forms.BooleanField(
        label=_("Matches count for ratings"), required=False, initial=True
    )
    bot_accounts = forms.ChoiceField(
        label=_("Members’ bots"),
        choices=Match.BotAccounts.choices,
        widget=forms.RadioSelect,
        initial=Match.BotAccounts.RATED,
        help_text=_("Accounts played by a program; their names end with [bot]."),
        required=False,
    )

    def __init__(self, rules: AnyRules, key: str, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.rules, self.key = rules, key
        self.option_names: list[str] = []
        self.match_terms: dict[str, object] = {}
        self.given_options: dict[str, object] = {}
        self.sizes = [size for size in rules.table_sizes if size >= 2]
        self.format = format_of(key)
        self.setting_names: list[str] = []
        self.is_for_two = self.format.is_for_two or self.sizes == [2]
        self._add_options()
        self._add_settings()
        self._add_tie_breaks()
        self._set_times("phase_time", CLOCKS)
        self._set_times("round_time", ROUND_TIMES)
        self._set_times("check_in", CHECK_INS)
        least = self._usual_size() if not self.is_for_two else 2
        self.fields["least_entries"].initial = max(least, self.format.usual_entries)

    @property
    def groups(self) -> list[Group]:
        """The fields as they stand on the page."""
        return [
            Group(str(title), self._bound(names), str(further), self._bound(more))
            for title, names, further, more in GROUPS
        ]

    def _bound(self, names: tuple[str, ...]) -> tuple[forms.BoundField, ...]:
        several = {
            "options": self.option_names,
            "terms": self.setting_names,
            "tie_breaks": [name for name in self.fields if name.startswith("tie_break_")],
        }
        return tuple(self[one] for name in names for one in several.get(name, [name]))

    def _set_times(self, name: str, times: tuple[timedelta, ...]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (int(time.total_seconds()), span(time) if time else _("none")) for time in times
        ]

    def _add_options(self) -> None:
        """The game's options, those aside that leave no choice at tables like these."""
        for option, offered in offered_options(self.rules, is_for_two=self.is_for_two):
            if len(offered) > 1:
                self.fields[option.name] = self._option_field(option, offered)
                self.option_names.append(option.name)
        self.given_options = only_options(self.rules, is_for_two=self.is_for_two)

    def _option_field(self, option: OptionField, offered: list[str | int]) -> forms.Field:
        presentation = presentation_for(self.rules.key)
        label = presentation.option_label(option.name)
        if option.others is not None:
            return forms.IntegerField(
                label=label,
                min_value=option.others[0],
                max_value=option.others[-1],
                initial=offered[0],
            )
        values = {str(value): value for value in offered}
        return forms.TypedChoiceField(
            label=label,
            choices=[
                (text, presentation.option_value_label(option.name, value))
                for text, value in values.items()
            ],
            coerce=values.__getitem__,
            initial=str(offered[0]),
            widget=forms.RadioSelect,
        )

    def _add_settings(self) -> None:
        for one in self.format.settings_at(self.sizes):
            self.fields[one.name] = self._setting_field(one)
            self.setting_names.append(one.name)

    def _setting_field(self, one: Setting) -> forms.Field:
        label, means = names.setting_words(one.name)
        match one:
            case SwitchSetting():
                return forms.BooleanField(
                    label=label, help_text=means, required=False, initial=one.usual
                )
            case ChoiceSetting():
                return forms.ChoiceField(
                    label=label,
                    help_text=means,
                    choices=[*names.CHOICES[one.name].items()],
                    widget=forms.RadioSelect,
                    initial=one.usual.value,
                )
            case NumberSetting():
                return forms.IntegerField(
                    label=label,
                    help_text=means,
                    min_value=one.least,
                    max_value=one.most,
                    initial=one.usual,
                )

    def _usual_size(self) -> int:
        return min(self.sizes, key=lambda size: abs(size - USUAL_SIZE))

    def _add_tie_breaks(self) -> None:
        if self.format.ranking is Ranking.NONE:
            return
        usual = FOR_TWO if self.is_for_two else FOR_TABLES
        choices = [("", "–"), *((key, names.FIGURES[key].name) for key in TIE_BREAKS)]
        for number in range(TIE_BREAK_FIELDS):
            self.fields[f"tie_break_{number + 1}"] = forms.ChoiceField(
                label=_("When points are equal")
                if number == 0
                else pgettext_lazy("the next tie-break after the first", "then"),
                choices=choices,
                required=False,
                initial=usual[number] if number < len(usual) else "",
            )

    def clean_starts_at(self) -> datetime | None:
        """A time to come, and one that people can plan for."""
        given: datetime | None = self.cleaned_data["starts_at"]
        if given is None:
            return None
        # Year by year: a time on the calendar's last day cannot be turned into another zone's.
        now = clock.now()
        if given.year > now.year + FURTHEST_YEARS:
            raise forms.ValidationError(_("That’s too far off: choose a time within two years."))
        if given.year < now.year or given <= now:
            raise forms.ValidationError(
                _("That time has passed: choose one in the future, or none.")
            )
        return given

    def stated(self) -> Stated:
        """The values of the valid form as `tournaments.services.terms` takes them."""
        given = self.cleaned_data
        names = [name for name in self.fields if name in STATED]
        stated = {name: given[name] for name in names} | {
            "game": self.rules.key,
            "format": self.key,
            "options": self.given_options | {name: given[name] for name in self.option_names},
            "terms": self._terms(given),
        }
        bots = given["bot_accounts"] or Match.BotAccounts.RATED
        if bots != self.match_terms.get("bot_accounts", Match.BotAccounts.RATED):
            stated["match_terms"] = {**self.match_terms, "bot_accounts": bots}
        return cast("Stated", stated)

    def _terms(self, given: Mapping[str, object]) -> dict[str, object]:
        terms = {name: given[name] for name in self.setting_names}
        terms |= {"points": given["points"], "seeding": given["seeding"]}
        if self.is_for_two:
            terms["table_size"] = 2
        keys = [given.get(f"tie_break_{number + 1}", "") for number in range(TIE_BREAK_FIELDS)]
        if any(keys):
            terms["tie_breaks"] = [key for key in keys if key]
        return terms

    @classmethod
    def of(cls, rules: AnyRules, row: Tournament, data: QueryDict | None = None) -> TournamentForm:
        """The form filled with what a tournament states now; for a setting of which it says
        nothing, with what it is played by."""
        form, setup = cls(rules, row.format, data), setup_of(row)
        stated = {*form.setting_names, "points", "seeding"}
        form.match_terms = dict(row.match_terms)
        for name, field in form.fields.items():
            if name in row.options:
                field.initial = str(row.options[name])
            elif name in stated:
                field.initial = getattr(setup, name)
            elif name.startswith("tie_break_") and "tie_breaks" in row.terms:
                number = int(name.removeprefix("tie_break_")) - 1
                keys = row.terms["tie_breaks"]
                field.initial = keys[number] if number < len(keys) else ""
            elif name in row.match_terms:
                field.initial = row.match_terms[name]
            elif hasattr(row, name):
                value = getattr(row, name)
                is_time = isinstance(value, timedelta)
                field.initial = int(value.total_seconds()) if is_time else value
        return form
