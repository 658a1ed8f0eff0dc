"""The clock part of a new match: three ready clocks, or one's own, and the table's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Match
from games.services.time_controls import Terms

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

CLOCKS = (4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY)
USUAL_CLOCK = 2 * DAY
BANKS = (timedelta(0), 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY)
REVISING = (10 * HOUR / 60, 30 * HOUR / 60, HOUR, 3 * HOUR, 12 * HOUR)
MISSES = range(1, 6)
OWN = "own"


class Preset(NamedTuple):
    """A ready clock: time for a decision, and what lies in each player's bank beside it."""

    phase_time: timedelta
    time_bank: timedelta


PRESETS = {
    "relaxed": Preset(3 * DAY, 5 * DAY),
    "daily": Preset(DAY, 3 * DAY),
    "quick": Preset(4 * HOUR, DAY),
}
USUAL_PRESET = "relaxed"

_DETAILS = (
    "phase_time",
    "time_bank",
    "respects_quiet_hours",
    "rests_on_weekends",
    "respects_absences",
    "misses_allowed",
    "reveal_policy",
    "revise_time",
    "forced_plays",
)


def _timedelta(seconds: str | int) -> timedelta:
    return timedelta(seconds=int(seconds))


class ClockFields(forms.Form):
    """How fast a match is to be played, and what its table does about lateness."""

    clock = forms.ChoiceField(
        label=_("Clock"),
        required=False,
        widget=forms.RadioSelect,
        initial=USUAL_PRESET,
        help_text=_(
            "If you’re late, your time bank runs. When it’s used up, we play a safe "
            "default for you."
        ),
    )
    phase_time = forms.TypedChoiceField(
        label=_("Time per turn"),
        required=False,
        coerce=_timedelta,
        help_text=_("To set your own clock."),
    )
    time_bank = forms.TypedChoiceField(
        label=_("Time bank per player, for the whole match"),
        required=False,
        coerce=_timedelta,
        help_text=_("To set your own clock."),
    )
    respects_quiet_hours = forms.BooleanField(
        label=_("No deadlines in the quiet hours of players whose turn it is"),
        required=False,
        initial=True,
    )
    rests_on_weekends = forms.BooleanField(
        label=_("Weekends don’t count for players who take them off"), required=False
    )
    respects_absences = forms.BooleanField(
        label=_("Announced absences don’t count, up to 7 days per player"),
        required=False,
        initial=True,
    )
    misses_allowed = forms.TypedChoiceField(
        label=_("After how many missed deadlines in a row a bot takes over"),
        required=False,
        coerce=int,
        help_text=_("The player can come back until somebody else takes the seat."),
    )
    reveal_policy = forms.ChoiceField(
        label=_("Moves are revealed"),
        required=False,
        choices=Match.Reveal.choices,
        initial=Match.Reveal.COMPLETE,
        widget=forms.RadioSelect,
    )
    revise_time = forms.TypedChoiceField(
        label=_("How long moves can still be changed after the last one is in"),
        required=False,
        coerce=_timedelta,
        help_text=_("If moves are revealed a while after the last one."),
    )

    forced_plays = forms.ChoiceField(
        label=_("If only one move is legal"),
        required=False,
        choices=Match.Forced.choices,
        initial=Match.Forced.LIKE_OTHERS,
        widget=forms.RadioSelect,
        help_text=_(
            "Nobody is asked when there’s only one possible move. Playing it right "
            "away is faster but hints at what is in a hand."
        ),
    )

    def set_clocks(self, labels: Mapping[timedelta, str], presets: Mapping[str, str]) -> None:
        """Fill in the choices, whose labels tell first deadlines and change with the hour."""
        own = (OWN, _("My own, as set below"))
        self._choices("clock", [*presets.items(), own], USUAL_PRESET)
        self._times("phase_time", CLOCKS, labels, USUAL_CLOCK)
        self._times("time_bank", BANKS, labels, BANKS[0])
        self._times("revise_time", REVISING, labels, REVISING[1])
        self._choices("misses_allowed", [(number, str(number)) for number in MISSES], 2)

    def clock_details(self) -> list[forms.BoundField]:
        """The fields that most people leave as they are."""
        return [self[name] for name in _DETAILS]

    def main_fields(self) -> list[forms.BoundField]:
        """All other fields, in the form's order."""
        return [field for field in self if field.name not in _DETAILS]

    def has_clock_errors(self) -> bool:
        """Whether one of the details is wrong, so that they must be shown."""
        return any(name in self.errors for name in _DETAILS)

    def chosen_clock(self) -> tuple[timedelta, Terms]:
        """The time for a decision and the terms, as the valid form has them."""
        data = self.cleaned_data
        preset = PRESETS.get(data["clock"])
        own = Preset(data["phase_time"] or USUAL_CLOCK, data["time_bank"] or timedelta(0))
        clock = preset or own
        return clock.phase_time, Terms(
            time_bank=clock.time_bank,
            respects_quiet_hours=data["respects_quiet_hours"],
            rests_on_weekends=data["rests_on_weekends"],
            respects_absences=data["respects_absences"],
            misses_allowed=data["misses_allowed"] or 2,
            reveal_policy=data["reveal_policy"] or Match.Reveal.COMPLETE,
            revise_time=data["revise_time"] or REVISING[1],
            forced_plays=data["forced_plays"] or Match.Forced.LIKE_OTHERS,
        )

    def _times(
        self,
        name: str,
        times: tuple[timedelta, ...],
        labels: Mapping[timedelta, str],
        initial: timedelta,
    ) -> None:
        choices = [(int(time.total_seconds()), labels[time]) for time in times]
        self._choices(name, choices, int(initial.total_seconds()))

    def _choices(
        self, name: str, choices: Sequence[tuple[object, object]], initial: object
    ) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = initial
