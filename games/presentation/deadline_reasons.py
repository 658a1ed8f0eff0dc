"""Why a deadline is what it is, in whole sentences: the same on pages and in mails."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.rules.protocol import Facts

OPENED, DOWNTIME, MAIL, FAULT, OPERATOR, BANK, ABSENCE = (
    "opened",
    "downtime",
    "mail",
    "fault",
    "operator",
    "bank",
    "absence",
)
ON_OUR_SIDE = {
    DOWNTIME: gettext_lazy("The service was down; the lost time is given back."),
    MAIL: gettext_lazy("Mail could not be sent for a while; the lost time is given back."),
    FAULT: gettext_lazy("The match stood still after a fault on our side."),
    OPERATOR: gettext_lazy("An operator moved it."),
}


def deadline_reason(why: str, detail: Facts, names: Sequence[str], by: str = "") -> str:
    """The reason of a ledger entry; empty for an opening with a plain calendar.

    `names` are by seat, `by` is the member who caused it, where one did.
    """
    people = [names[seat] for seat in detail.get("seats", ()) if seat < len(names)]
    if why == BANK:
        return _bank_words(people)
    if why == ABSENCE:
        return gettext("%(name)s has announced an absence.") % {"name": by or gettext("A player")}
    if why in ON_OUR_SIDE:
        return " ".join(filter(None, (str(ON_OUR_SIDE[why]), detail.get("reason", ""))))
    return " ".join(_calendar_words(detail, people))


def _bank_words(people: Sequence[str]) -> str:
    if not people:
        return gettext("Orders are missing; time banks are being spent.")
    sentence = ngettext(
        "No order came from %(names)s, whose time bank is being spent.",
        "No orders came from %(names)s, whose time banks are being spent.",
        len(people),
    )
    return sentence % {"names": ", ".join(people)}


def _calendar_words(detail: Facts, people: Sequence[str]) -> list[str]:
    words = []
    if people:
        sentence = ngettext(
            "The absence of %(names)s does not count.",
            "The absences of %(names)s do not count.",
            len(people),
        )
        words.append(sentence % {"names": ", ".join(people)})
    if detail.get("weekend"):
        words.append(gettext("A player's weekend off does not count."))
    if detail.get("quiet"):
        words.append(gettext("It keeps clear of a player's quiet hours."))
    return words
