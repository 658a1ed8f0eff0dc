"""Why a deadline is what it is, in whole sentences: the same on pages and in mails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.rules.protocol import Seat

OPENED, DOWNTIME, MAIL, FAULT, OPERATOR, BANK, ABSENCE, BACK = (
    "opened",
    "downtime",
    "mail",
    "fault",
    "operator",
    "bank",
    "absence",
    "back",
)
ON_OUR_SIDE = {
    DOWNTIME: gettext_lazy("The service was down, so the lost time was added."),
    MAIL: gettext_lazy("Mail couldn’t be sent for a while, so the lost time was added."),
    FAULT: gettext_lazy("The match was on hold after a fault on our side."),
    OPERATOR: gettext_lazy("An operator moved it."),
    "pause": gettext_lazy("The tournament is paused, and its clocks stand still."),
    "resumed": gettext_lazy("The tournament’s pause ended early."),
}


class Detail(Protocol):
    """What an entry of the ledger says beyond its kind."""

    @property
    def quiet(self) -> bool: ...
    @property
    def weekend(self) -> bool: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    @property
    def reason(self) -> str: ...


def deadline_reason(
    why: str, detail: Detail, names: Sequence[str], by: str = "", reader: Seat | None = None
) -> str:
    """The reason of a ledger entry; empty for an opening with a plain calendar.

    `names` are by seat, `by` is the member who caused it, where one did; `reader` is whose seat
    alone is spoken to.
    """
    people = [names[seat] for seat in detail.seats if seat < len(names)]
    if why == BANK:
        return _bank_words(people)
    if why == ABSENCE:
        return gettext("%(name)s will be away.") % {"name": by or gettext("A player")}
    if why == BACK:
        return gettext("%(name)s is back early.") % {"name": by or gettext("A player")}
    if why in ON_OUR_SIDE:
        return " ".join(filter(None, (str(ON_OUR_SIDE[why]), detail.reason)))
    if reader is not None and tuple(detail.seats) == (reader,):
        own = gettext("You’re away: those days don’t count towards the deadline.")
        return " ".join([own, *_calendar_words(detail, [])])
    return " ".join(_calendar_words(detail, people))


def _bank_words(people: Sequence[str]) -> str:
    if not people:
        return gettext("Not everyone has moved; time banks are running.")
    sentence = ngettext(
        "%(names)s hasn’t moved and is using the time bank.",
        "%(names)s haven’t moved and are using their time banks.",
        len(people),
    )
    return sentence % {"names": ", ".join(people)}


def _calendar_words(detail: Detail, people: Sequence[str]) -> list[str]:
    words = []
    if people:
        sentence = ngettext(
            "%(names)s is away: those days don’t count towards the deadline.",
            "%(names)s are away: those days don’t count towards the deadline.",
            len(people),
        )
        words.append(sentence % {"names": ", ".join(people)})
    if detail.weekend:
        words.append(gettext("A player’s weekend off doesn’t count."))
    if detail.quiet:
        words.append(gettext("It avoids a player’s quiet hours."))
    return words
