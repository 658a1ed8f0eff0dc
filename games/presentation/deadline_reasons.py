"""Why a deadline is what it is, in whole sentences: the same on pages and in mails."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple, Protocol

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


class Move(NamedTuple):
    """An entry of the ledger: why, what it says beyond that, and who caused it, where one did."""

    why: str
    detail: Detail
    by: str = ""


def reasons_now(moves: Sequence[Move], names: Sequence[str], reader: Seat | None) -> list[str]:
    """Why the open deadline is what it is: of somebody who announced days away, or came back, only
    the last of it. `reader` is whose seat is spoken to."""
    latest = {move.by: number for number, move in enumerate(moves) if move.why in {ABSENCE, BACK}}
    told = [
        deadline_reason(move.why, move.detail, names, move.by, reader, latest)
        for number, move in enumerate(moves)
        if move.why not in {ABSENCE, BACK} or latest[move.by] == number
    ]
    return list(filter(None, told))


def deadline_reason(
    why: str,
    detail: Detail,
    names: Sequence[str],
    by: str = "",
    reader: Seat | None = None,
    told_later: Container[str] = (),
) -> str:
    """The reason of a ledger entry; empty for an opening with a plain calendar.

    `names` are by seat, `by` is the member who caused it, where one did; `reader` is whose seat
    alone is spoken to. Of those who are `told_later` nothing is said of what their calendars did.
    """
    you = names[reader] if reader is not None and reader < len(names) else None
    people = [names[seat] for seat in detail.seats if seat < len(names)]
    if why == BANK:
        return _bank_words(people, you)
    if why in {ABSENCE, BACK}:
        own, others = _OF_ABSENCES[why]
        return str(own) if by == you else str(others) % {"name": by or gettext("A player")}
    if why in ON_OUR_SIDE:
        return " ".join(filter(None, (str(ON_OUR_SIDE[why]), detail.reason)))
    return " ".join(_calendar_words(detail, [who for who in people if who not in told_later], you))


_OF_ABSENCES = {
    ABSENCE: (
        gettext_lazy("The deadline is later because you announced days away."),
        gettext_lazy("The deadline is later because %(name)s announced days away."),
    ),
    BACK: (
        gettext_lazy("The deadline is earlier again because you’re back."),
        gettext_lazy("The deadline is earlier again because %(name)s is back."),
    ),
}
"""Who has announced days may be back, with the deadline where it was put."""


def _bank_words(people: Sequence[str], you: str | None) -> str:
    if not people:
        return gettext("Not everyone has moved; time banks are running.")
    if you is not None and list(people) == [you]:
        return gettext("You haven’t moved and are using your time bank.")
    sentence = ngettext(
        "%(names)s hasn’t moved and is using the time bank.",
        "%(names)s haven’t moved and are using their time banks.",
        len(people),
    )
    return sentence % {"names": ", ".join(people)}


def _calendar_words(detail: Detail, people: Sequence[str], you: str | None) -> list[str]:
    words = []
    if you in people:
        words.append(gettext("The days away that you announced don’t count towards the deadline."))
    others = ", ".join(name for name in people if name != you)
    if others:
        sentence = gettext("Days away announced by %(names)s don’t count towards the deadline.")
        words.append(sentence % {"names": others})
    if detail.weekend:
        words.append(gettext("A player’s weekend off doesn’t count."))
    if detail.quiet:
        words.append(gettext("It avoids a player’s quiet hours."))
    return words
