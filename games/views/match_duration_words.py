"""How long a match is likely to take, in words that promise no more than is known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games import selectors
from games.models import Match, Player

DAYS_TOLD_AS_DAYS = 14
DAYS_TOLD_AS_WEEKS = 70


@dataclass(frozen=True, slots=True)
class PaceWords:
    """A line for each person at the table, and sentences about the whole match."""

    people: list[str]
    match: list[str]


def pace_words(match: Match, players: list[Player]) -> PaceWords:
    """What the waiting room says; bots at the table answer at once and are left out."""
    members = [player.member for player in players if player.member is not None]
    bots = sum(player.member_id is None for player in players)
    paces = selectors.member_paces(members)
    prediction = selectors.predicted_pace(match, paces, bots=bots)
    return PaceWords(
        [_person(pace.member.name, *pace.quarters[1:]) for pace in paces if pace.quarters],
        _sentences(prediction) if prediction is not None else [],
    )


def _person(name: str, usual: timedelta, slow: timedelta) -> str:
    return gettext("%(name)s usually answers within %(usual)s, almost always within %(slow)s.") % {
        "name": name,
        "usual": _hours(usual),
        "slow": _hours(slow),
    }


def _sentences(prediction: selectors.Prediction) -> list[str]:
    words = [
        gettext(
            "With these players the match should take about %(usual)s, between "
            "%(quick)s and %(slow)s. Standing orders speed it up."
        )
        % {
            "usual": _long(prediction.usual),
            "quick": _long(prediction.quick),
            "slow": _long(prediction.slow),
        }
    ]
    if prediction.unknown:
        sentence = ngettext(
            "%(names)s hasn’t played enough for an estimate, so we assume half of "
            "the time per turn.",
            "%(names)s haven’t played enough for an estimate, so we assume half of "
            "the time per turn.",
            len(prediction.unknown),
        )
        words.append(sentence % {"names": ", ".join(prediction.unknown)})
    return words


def _hours(time: timedelta) -> str:
    minutes = max(1, round(time / timedelta(minutes=1)))
    if minutes < 60:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(hours / 24)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def _long(time: timedelta) -> str:
    if time < timedelta(days=2):
        return _hours(time)
    days = round(time / timedelta(days=1))
    if days <= DAYS_TOLD_AS_DAYS:
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    if days <= DAYS_TOLD_AS_WEEKS:
        weeks = round(days / 7)
        return ngettext("%(count)d week", "%(count)d weeks", weeks) % {"count": weeks}
    months = round(days / 30.4)
    return ngettext("%(count)d month", "%(count)d months", months) % {"count": months}
