"""What a match page tells of time: the table's terms, banks, why deadlines moved, what was left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from games import selectors
from games.models import DeadlineChange, Match, Player
from games.presentation.deadline_reasons import deadline_reason
from games.templatetags.site import roughly, span
from games.views.standing_order_plan import later_plan


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """An entry of the deadline ledger, its reason in words; none for a plain opening."""

    changed_at: datetime
    old: datetime | None
    new: datetime
    why: str


def clock_context(
    match: Match, player: Player | None, table: selectors.MatchTable
) -> dict[str, object]:
    """Everything about time that this viewer may know."""
    return {
        "ledger": [ledger_line(change, table.names) for change in selectors.ledger(match)],
        "terms": terms_in_words(match),
        "banks": _banks(match, table),
        "readiness": _readiness(match, player),
        "may_hold": _may_hold(table),
        "may_hurry": match.reveal_policy == Match.Reveal.REVISE and table.own_order is not None,
        "later": later_plan(player, table),
    }


def ledger_line(change: DeadlineChange, names: tuple[str, ...]) -> LedgerLine:
    """An entry as it is told, to everybody the same."""
    by = change.by.name if change.by is not None else ""
    return LedgerLine(
        change.changed_at,
        change.old_deadline_at,
        change.new_deadline_at,
        deadline_reason(change.why, change.said, names, by),
    )


def terms_in_words(match: Match) -> list[str]:
    """What the table has agreed on about time, a sentence each."""
    words = [_bank_words(match), _miss_words(match), _reveal_words(match), _forced_words(match)]
    if match.respects_quiet_hours:
        words.append(gettext("Deadlines avoid the quiet hours of players whose turn it is."))
    if match.rests_on_weekends:
        words.append(gettext("Weekends don’t count for players who take them off."))
    if match.respects_absences:
        words.append(
            gettext("Announced absences don’t count, up to %(time)s per player.")
            % {"time": span(match.absence_cap)}
        )
    return words


def _bank_words(match: Match) -> str:
    if not match.time_bank:
        return gettext("No time bank: if you miss the deadline, we play a safe default for you.")
    return gettext(
        "If you’re late, your time bank of %(time)s runs. When it’s used up, we play "
        "a safe default for you."
    ) % {"time": span(match.time_bank)}


def _miss_words(match: Match) -> str:
    sentence = ngettext(
        "After %(count)d missed deadline a bot takes over, and others may take the seat.",
        "After %(count)d missed deadlines in a row a bot takes over, and others may take the seat.",
        match.misses_allowed,
    )
    return sentence % {"count": match.misses_allowed}


def _reveal_words(match: Match) -> str:
    if match.reveal_policy == Match.Reveal.REVISE:
        return gettext(
            "Moves are revealed %(time)s after the last one is in, or sooner if "
            "everyone says they’re done."
        ) % {"time": span(match.revise_time)}
    if match.reveal_policy == Match.Reveal.DEADLINE:
        return gettext("When several players move at once, moves are revealed at the deadline.")
    return gettext("Moves are revealed as soon as everyone has moved.")


def _forced_words(match: Match) -> str:
    if match.forced_plays == Match.Forced.AT_ONCE:
        return gettext(
            "If you have only one legal move, you aren’t asked: it’s played right "
            "away, which shows the others that you had no choice."
        )
    return gettext(
        "If you have only one legal move, you aren’t asked: it’s played after a "
        "while, as if you had chosen it, so the timing gives nothing away."
    )


def _banks(match: Match, table: selectors.MatchTable) -> dict[int, str]:
    """What is left in each person's bank, in words, by seat."""
    if not match.time_bank or table.phase is None:
        return {}
    return {
        row.seat: roughly(selectors.bank_shown(table, row))
        for row in table.players
        if row.seat is not None and row.member_id is not None and not row.bot
    }


def _readiness(match: Match, player: Player | None) -> str:
    if player is None or player.readiness_phase != match.phase_number:
        return ""
    return player.readiness


def _may_hold(table: selectors.MatchTable) -> bool:
    """Whether `wait` would change anything for the viewer."""
    if table.decision is None or table.phase is None:
        return False
    held_anyway = table.match.reveal_policy == Match.Reveal.DEADLINE
    return not (held_anyway and len(table.phase.awaited) > 1)
