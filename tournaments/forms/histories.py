"""What to look for among the finished matches."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules.registry import GAMES
from tournaments.figures.tables import HIGHEST_FIELD, LOWEST_FIELD
from tournaments.selectors.match_histories import HistoryQuery

MOST_DAYS = 3650
MOST_SEATS = 6


class HistoriesForm(forms.Form):
    """All fields may stay empty; what is not understood is said and left aside."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), max_length=32, required=False)
    result = forms.ChoiceField(
        label=_("result"),
        required=False,
        choices=[
            ("", _("any")),
            ("won", _("won alone")),
            ("shared", _("shared first place")),
            ("lost", _("did not win")),
            ("left", _("left to a bot")),
        ],
    )
    opponent = forms.CharField(label=_("against"), max_length=32, required=False)
    tournament = forms.RegexField(
        r"^[a-zA-Z0-9]{4,12}$", label=_("Tournament (its code)"), required=False
    )
    seats = forms.TypedChoiceField(
        label=_("Players at the table"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("any")), *((number, number) for number in range(1, 7))],
    )
    since = forms.DateField(
        label=_("Ended after"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=pgettext_lazy("the last day of a search", "until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    least_days = forms.IntegerField(
        label=_("Took at least (days)"), min_value=0, max_value=MOST_DAYS, required=False
    )
    most_days = forms.IntegerField(
        label=_("and at most"), min_value=0, max_value=MOST_DAYS, required=False
    )
    order = forms.ChoiceField(
        label=pgettext_lazy("of a list", "Order"),
        required=False,
        choices=[
            ("newest", _("newest first")),
            ("oldest", _("oldest first")),
            ("longest", _("most turns first")),
            ("shortest", _("fewest turns first")),
        ],
    )

    edition = forms.RegexField(r"^\w{1,12}$", required=False, widget=forms.HiddenInput)
    seat = forms.IntegerField(
        min_value=1, max_value=MOST_SEATS, required=False, widget=forms.HiddenInput
    )
    field = forms.IntegerField(
        min_value=LOWEST_FIELD, max_value=HIGHEST_FIELD, required=False, widget=forms.HiddenInput
    )
    trait = forms.RegexField(r"^[\w-]{3,24}$", required=False, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [("", _("any")), *((key, rules.name) for key, rules in GAMES.items())]

    def wanted(self) -> HistoryQuery:
        """What the valid fields ask for."""
        self.is_valid()
        given = {
            name: value for name, value in self.cleaned_data.items() if value not in {"", None}
        }
        return HistoryQuery(**given)
