"""Forms for opening a match and inviting to it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext_lazy as _

from games.forms.time_controls import CLOCKS, ClockFields
from games.models import Match
from games.presentation import presentation_for
from games.rules.configurations import configurations
from games.rules.game import AnyRules

__all__ = ["CLOCKS", "InviteForm", "MatchForm"]

USUAL_SEATS = 3


_FIRST = ("seats", "bots", "clock", "is_public")


class MatchForm(ClockFields):
    """A new match of one game: options from the rules, their words from its presentation."""

    title = forms.CharField(
        label=_("Title"),
        max_length=60,
        required=False,
        help_text=_("Optional. Helps friends find the match."),
    )
    seats = forms.TypedChoiceField(label=_("Players"), coerce=int, widget=forms.RadioSelect)
    waiting_policy = forms.ChoiceField(
        label=_("While a turn is open, others see"),
        choices=Match.Waiting.choices,
        widget=forms.RadioSelect,
        initial=Match.Waiting.COUNT,
        help_text=_("Moves stay sealed until they are revealed."),
    )
    is_public = forms.TypedChoiceField(
        label=_("Who can join and watch"),
        coerce=lambda value: value == "yes",
        choices=[
            ("yes", _("Everyone: listed in the lobby")),
            ("no", _("Only people I invite")),
        ],
        widget=forms.RadioSelect,
        initial="yes",
    )
    has_talk = forms.BooleanField(
        label=_("Players may talk at the table"), required=False, initial=True
    )
    bot_accounts = forms.ChoiceField(
        label=_("Members’ bots"),
        choices=Match.BotAccounts.choices,
        widget=forms.RadioSelect,
        initial=Match.BotAccounts.RATED,
        help_text=_("Accounts played by a program; their names end with [bot]."),
        required=False,
    )
    shows_talk = forms.BooleanField(
        label=_("Spectators may read the table talk"), required=False, initial=False
    )
    delays_spectators = forms.BooleanField(
        label=_("Spectators see the table one turn late"), required=False, initial=False
    )
    bots = forms.TypedChoiceField(
        label=_("Bots at the table"),
        coerce=int,
        help_text=_("They sit down right away. The match starts when every seat is taken."),
        initial=0,
    )
    contribution = forms.CharField(
        label=_("Your own dice (optional)"),
        max_length=64,
        required=False,
        help_text=_(
            "Type anything: it is mixed into the shuffle, so the server alone can’t "
            "decide the deal."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        rules: AnyRules,
        clock_labels: Mapping[timedelta, str],
        preset_labels: Mapping[str, str],
        data: Mapping[str, object] | None = None,
    ):
        super().__init__(data)
        self.rules = rules
        self.option_names = [field.name for field in rules.option_fields]
        self._add_option_fields()
        sizes = list(rules.table_sizes)
        usual = min(sizes, key=lambda size: abs(size - USUAL_SEATS))
        self._choices("seats", [(size, str(size)) for size in sizes], usual)
        self._choices("bots", [(number, str(number)) for number in range(max(sizes))], 0)
        self.set_clocks(clock_labels, preset_labels)

    def first_fields(self) -> list[forms.BoundField]:
        """What every match is asked: who plays, and how fast."""
        return [self[name] for name in _FIRST]

    def option_fields(self) -> list[forms.BoundField]:
        """The options of the game, which have a usual value each."""
        return [self[name] for name in self.option_names]

    def more_fields(self) -> list[forms.BoundField]:
        """What can be left as it is, the clock's details apart."""
        shown = {*_FIRST, *self.option_names}
        return [field for field in self.main_fields() if field.name not in shown]

    def has_option_errors(self) -> bool:
        """Whether an option is wrong, so that they must be shown; perhaps only together."""
        names = {*self.option_names, NON_FIELD_ERRORS}
        return any(name in self.errors for name in names)

    def has_more_errors(self) -> bool:
        """Whether one of the further fields is wrong."""
        return any(field.name in self.errors for field in self.more_fields())

    def _add_option_fields(self) -> None:
        presentation = presentation_for(self.rules.key)
        for option in self.rules.option_fields:
            if option.others is not None:
                self.fields[option.name] = forms.IntegerField(
                    label=presentation.option_label(option.name),
                    min_value=option.others[0],
                    max_value=option.others[-1],
                    initial=option.values[0],
                )
                continue
            values = {str(value): value for value in option.values}
            self.fields[option.name] = forms.TypedChoiceField(
                label=presentation.option_label(option.name),
                choices=[
                    (text, presentation.option_value_label(option.name, value))
                    for text, value in values.items()
                ],
                coerce=values.__getitem__,
                initial=str(option.values[0]),
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if "seats" in data and "bots" in data and data["bots"] >= data["seats"]:
            self.add_error("bots", _("One seat is yours: choose fewer bots."))
        return data

    def chosen_options(self) -> dict[str, object]:
        """The rules' options as the valid form has them, or the nearest that make a table.

        Who leaves an option at its default has not asked for it: where the defaults do not fit
        the number of players (two at a table of Wild Cards play with Leo), they give way.
        """
        chosen = {name: self.cleaned_data[name] for name in self.option_names}
        usual = {field.name: field.values[0] for field in self.rules.option_fields}
        asked_for = {name: value for name, value in chosen.items() if value != usual[name]}
        numbers = [
            field.name
            for field in self.rules.option_fields
            if field.others is not None and field.name in asked_for
        ]
        fitting = [
            one.options.as_mapping()
            for one in configurations(self.rules, {name: chosen[name] for name in numbers})
            if one.seats == self.cleaned_data["seats"]
        ]
        if chosen in fitting:
            return chosen
        return next((one for one in fitting if one | asked_for == one), chosen)


class InviteForm(forms.Form):
    """Addresses to invite, in any of the ways in which people write several."""

    addresses = forms.CharField(
        label=_("Email addresses"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2, "inputmode": "email", "autocomplete": "off"}),
        help_text=_("Separate several with commas, spaces or line breaks."),
    )

    def clean_addresses(self) -> list[str]:
        text = self.cleaned_data["addresses"].replace(",", " ").replace(";", " ")
        return [word.strip("<>") for word in text.split()]
