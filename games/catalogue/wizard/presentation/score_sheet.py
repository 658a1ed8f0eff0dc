"""The score sheet as a table: a row a round, a column a player, bids and tricks beside points."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.catalogue.wizard.rules.view import WizardView
from games.presentation.people import People
from games.presentation.values import figure
from games.presentation.words import gettext as _


def score_sheet(view: WizardView, people: People) -> SafeString:
    """Every finished round; nothing before the first one is over."""
    if not view.sheet:
        return SafeString("")
    names = format_html_join(
        "", '<th scope="col">{}</th>', ((people.short(seat),) for seat in range(view.seats))
    )
    return format_html(
        '<details class="wz-pad"><summary>{}</summary><p class="wz-note">{}</p>'
        '<div class="wz-scroll" tabindex="0" role="group" aria-label="{}"><table>'
        '<thead><tr><th scope="col">{}</th>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
        "</details>",
        _("Score sheet"),
        _("Each round: tricks taken / tricks bid, then the total. An exact bid stands out."),
        _("Score sheet"),
        pgettext("column of the score sheet", "Round"),
        names,
        _rows(view),
    )


def _rows(view: WizardView) -> SafeString:
    totals = [0] * view.seats
    rows = []
    for number, one in enumerate(view.sheet, 1):
        cells = []
        for seat, (bid, tricks) in enumerate(zip(one.bids, one.tricks, strict=True)):
            totals[seat] += one.points[seat]
            cells.append(
                (
                    SafeString(' class="wz-exact"') if bid == tricks else "",
                    f"{tricks}/{bid}",
                    figure(totals[seat]),
                )
            )
        row = format_html_join("", '<td{}><span class="wz-tricks">{}</span> <b>{}</b></td>', cells)
        rows.append((number, row))
    return format_html_join("", '<tr><th scope="row">{}</th>{}</tr>', rows)
