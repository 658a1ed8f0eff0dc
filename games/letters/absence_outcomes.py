"""What came of a command about days of absence, or of days that could not be read."""

from __future__ import annotations

from datetime import date

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.date_words import dated
from games.letters.command_outcomes import CommandOutcome, say
from games.letters.letter import Context


def _day(day: date) -> str:
    return dated(day, _("l j F Y"))


def _example() -> str:
    absent, until, days = say("absent"), _("until 5 Dec"), _("3-10 Dec")
    return _("These would work: “%(one)s” or “%(two)s”.") % {
        "one": f"{absent} {until}",
        "two": f"{absent} {days}",
    }


def days_away(first: date, last: date) -> str:
    """When a member is away, in a sentence."""
    if first == last:
        return _("You’re away on %(day)s (the whole day).") % {"day": _day(first)}
    return _("You’re away from %(first)s to %(last)s, both days included.") % {
        "first": _day(first),
        "last": _day(last),
    }


class AbsenceAnnounced(CommandOutcome):
    """Days of absence were announced."""

    code = "absent"
    first: date
    last: date

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            days_away(self.first, self.last),
            _(
                "Where a table allows for absences, deadlines skip these days, "
                "within its limits. Elsewhere they keep running: leave standing "
                "orders for your turns."
            ),
            _('To undo this, reply "%(back)s".') % {"back": say("back")},
        ]


class AbsenceEnded(CommandOutcome):
    """So many absences were ended."""

    code = "back"
    number: int = 0
    moved: int = 0
    kept: list[tuple[date, date]] = msgspec.field(default_factory=list)
    """Announced absences that stay."""

    def paragraphs(self, shown: Context) -> list[str]:
        first = (
            _("Welcome back. You’re no longer marked as away.")
            if self.number
            else _("You aren’t away today, so nothing changed.")
        )
        return [first, self._moved_words(), *self._kept_words()]

    def _moved_words(self) -> str:
        if not self.moved:
            return ""
        return ngettext(
            "%(number)s deadline that had been moved for you is back where it was, with some "
            "time left for everybody.",
            "%(number)s deadlines that had been moved for you are back where they were, with "
            "some time left for everybody.",
            self.moved,
        ) % {"number": self.moved}

    def _kept_words(self) -> list[str]:
        if not self.kept:
            return []
        days = "; ".join(f"{_day(first)} – {_day(last)}" for first, last in self.kept)
        return [_("Still announced: %(days)s. Remove those on your profile.") % {"days": days}]


class AbsenceWithoutDays(CommandOutcome):
    """An absence without days."""

    code = "dates-missing"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("You said you’d be away, but not until when. Nothing changed."),
            _example(),
        ]


class DaysUnclear(CommandOutcome):
    """Days that could not be read."""

    code = "dates-unclear"
    is_refusal = True
    text: str = ""

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("We couldn’t read those dates: “%(text)s”. Nothing changed.") % {"text": self.text},
            _example(),
        ]


class DaysPast(CommandOutcome):
    """Days that are over."""

    code = "dates-past"
    is_refusal = True
    last: date

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("%(day)s is in the past. Nothing changed.") % {"day": _day(self.last)},
            _example(),
        ]


class DaysBackwards(CommandOutcome):
    "The last day is before the first."

    code = "dates-backwards"
    is_refusal = True
    first: date
    last: date

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("%(last)s is before %(first)s. Nothing changed.")
            % {"first": _day(self.first), "last": _day(self.last)},
            _example(),
        ]


class DaysTooFar(CommandOutcome):
    """Days further ahead than can be announced."""

    code = "dates-too-far"
    is_refusal = True
    last: date
    most: int = 0

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "%(day)s is more than %(most)s days away, the longest absence "
                "possible. Nothing changed."
            )
            % {"day": _day(self.last), "most": self.most},
            _("If you can’t play for that long, give up your seats or find somebody to take them."),
        ]


class TooManyAbsences(CommandOutcome):
    """No more absences can be announced."""

    code = "too-many-absences"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("You’ve announced too many absences. Remove one on your profile first.")]
