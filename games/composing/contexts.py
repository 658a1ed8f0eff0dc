"""What mails show of a match: the table, what happened, what is asked, until when.

Each function gives a part of a template's context, in the active language and zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import selectors
from games.composing import invitation_optout, messages
from games.composing.order_links import order_link
from games.models import Match, OutboundMail, StandingOrder
from games.presentation import presentation_for
from games.presentation.deadline_reasons import deadline_reason
from games.replies.reply_parser import MARKER_END, MARKER_START
from games.rules.protocol import OrderError
from games.selectors import Situation, Table

MOST_RECAP_LINES = 40
MOST_LOG_LINES = 200
Context = dict[str, object]


def common(row: OutboundMail, table: Table | None) -> Context:
    """What every mail says: whose it is, which match, and the links at its foot."""
    above = _("reply above this line")
    context: Context = {
        "marker": f"{MARKER_START} {above} {MARKER_END}",
        "member_name": row.member.name if row.member is not None else "",
        "help_link": messages.site_link("help-mail"),
        "home_link": messages.site_link("home"),
        "reply_phase": None,
    }
    if row.member is not None:
        context["profile_link"] = messages.site_link("profile")
        context["unsubscribe_link"] = messages.unsubscribe_link(row.member)
        if row.player_id is not None:
            context["match_unsubscribe_link"] = messages.match_unsubscribe_link(row.player_id)
    elif invitation_optout.is_to_stranger(row):
        context["no_invitations_link"] = invitation_optout.no_invitations_link(row.address)
    if table is not None:
        context |= {
            "game_name": table.rules.name,
            "code": table.match.code,
            "match_title": table.match.title,
            "names": ", ".join(table.names[: len(table.players)]),
            "match_link": messages.site_link("match", code=table.match.code),
            "event_name": table.match.event_name,
            "event_link": messages.event_link(table.match),
        }
    return context


def position(situation: Situation) -> Context:
    """The table as the player sees it, and what happened since their last order."""
    table = situation.table
    assert table.view is not None
    presentation = presentation_for(table.match.game)
    names = dict(enumerate(table.names))
    board = presentation.board(table.view, names).strip("\n")
    # All at once: what a game tells in a line, as a trick, may have taken several phases.
    events = [event for phase in situation.recent for event in phase.events]
    recap = presentation.sentences(events, names, table.seat)
    return {
        "recap": recap[-MOST_RECAP_LINES:],
        "recap_is_cut": len(recap) > MOST_RECAP_LINES,
        "tells_forced": situation.phase_number == 1
        and table.match.forced_plays == Match.Forced.AT_ONCE,
        "board": board,
        "board_blocks": _blocks(board),
        "hand": [
            {"code": code, "name": presentation.card_name(code)}
            for code in table.view.get("hand") or ()
        ],
    }


def hand(table: Table) -> Context:
    """The player's own cards, each with its name."""
    presentation = presentation_for(table.match.game)
    codes = (table.view.get("hand") or ()) if table.view is not None else ()
    return {"cards": [{"code": code, "name": presentation.card_name(code)} for code in codes]}


def log(situation: Situation, params: Mapping[str, Any]) -> Context:
    """What happened, as the player may know it: in one round, in the last one, or all of it."""
    table = situation.table
    presentation = presentation_for(table.match.game)
    viewer = next((player for player in table.players if player.seat == table.seat), None)
    phases = selectors.journal(table.match, viewer)
    number = params.get("round")
    since = 0 if params.get("whole") else table.match.round - 1
    events = [
        event
        for phase in phases
        if (phase.round == number if number is not None else phase.round >= since)
        for event in phase.events
    ]
    lines = presentation.sentences(events, dict(enumerate(table.names)), table.seat)
    return {
        "log_lines": lines[-MOST_LOG_LINES:],
        "log_is_cut": len(lines) > MOST_LOG_LINES,
        "log_link": messages.site_link("match-log", code=table.match.code),
    }


def _blocks(board: str) -> list[list[tuple[str, bool]]]:
    """The text board for HTML: blocks of lines, each with whether it is indented."""
    return [
        [(line.strip(), line.startswith(" ")) for line in block.splitlines()]
        for block in board.split("\n\n")
    ]


def question(situation: Situation) -> Context:
    """What is asked of the player, how to answer, until when, and what waits already."""
    table = situation.table
    assert table.decision is not None
    assert table.view is not None
    presentation = presentation_for(table.match.game)
    own = table.own_order.text if table.own_order is not None else ""
    examples = list(presentation.examples(table.decision, table.view))
    return {
        "prompt": presentation.prompt(table.decision, table.view),
        "phase_name": presentation.phase_name(table.decision.kind),
        "examples": examples,
        "linked": linked_orders(situation, examples),
        "own_order": own,
        "own_order_words": presentation.order_in_words(own) if own else "",
        **standing(table),
        **deadline(table.deadline_at),
        **lateness(situation),
    }


def lateness(situation: Situation) -> Context:
    """Why the deadline is what it is, and what the player's time bank holds, if anything."""
    table = situation.table
    reasons = (
        deadline_reason(move.why, move.detail, table.names, move.by.name if move.by else "")
        for move in situation.moves
    )
    viewer = next((row for row in table.players if row.seat == table.seat), None)
    left = viewer.time_bank_left if viewer is not None else timedelta(0)
    return {
        "deadline_reasons": [words for words in reasons if words],
        "bank": duration(left) if left >= timedelta(hours=1) else "",
    }


def linked_orders(situation: Situation, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Orders with the links that give them, for the one who looks."""
    table = situation.table
    own = next((row for row in table.players if row.seat == table.seat), None)
    if own is None:
        return []
    return [(text, order_link(own.pk, situation.phase_number, text)) for text in texts]


def standing(table: Table) -> Context:
    """What waits for later decisions or a missed deadline, and what did not fit, with reasons."""
    return {
        "standing": [
            selectors.standing_line(step) for step in table.standing if step.dropped is None
        ],
        "dropped": [_dropped(table, step) for step in table.standing if step.dropped is not None],
    }


def _dropped(table: Table, step: StandingOrder) -> dict[str, str]:
    assert step.dropped is not None
    params: dict[str, Any] = dict(step.dropped.get("params") or {})
    error = OrderError(step.dropped["code"], text=step.text, **params)
    return {"text": step.text, "why": presentation_for(table.match.game).error(error)}


def deadline(at: datetime | None) -> Context:
    """A deadline in the reader's zone and in UTC; empty where there is none."""
    if at is None:
        return {"deadline_local": "", "deadline_utc": "", "zone": ""}
    return {
        "deadline_local": moment(timezone.localtime(at)),
        "deadline_utc": date_format(at.astimezone(UTC), "H:i"),
        "zone": timezone.get_current_timezone_name(),
    }


def moment(at: datetime) -> str:
    """A moment as it is said in the active language, with its weekday."""
    return date_format(at, _("D j M Y, H:i"))


def duration(time: timedelta) -> str:
    """A length of time in whole days, in hours where it is no whole number of days, or below an
    hour in minutes."""
    if time < timedelta(hours=1):
        minutes = max(1, round(time / timedelta(minutes=1)))
        return ngettext("%(number)d minute", "%(number)d minutes", minutes) % {"number": minutes}
    days, rest = divmod(time, timedelta(days=1))
    if days and not rest:
        return ngettext("%(number)d day", "%(number)d days", days) % {"number": days}
    hours = max(1, round(time / timedelta(hours=1)))
    return ngettext("%(number)d hour", "%(number)d hours", hours) % {"number": hours}


def receipt(payload: Mapping[str, Any], table: Table) -> Context:
    """An order that was taken, as it was understood."""
    presentation = presentation_for(table.match.game)
    text = str(payload.get("text", ""))
    return {
        "order": text,
        "order_words": presentation.order_in_words(text) if text else "",
        "version": payload.get("version", 1),
        "replaced": payload.get("replaced") or "",
        "later": payload.get("standing") or [],
        "corrections": payload.get("corrections") or [],
        "aside": payload.get("aside") or [],
        "closed": bool(payload.get("closed")),
        "waiting": payload.get("waiting"),
        "awaited_names": ", ".join(_awaited_names(payload, table)),
        "ready": payload.get("ready", ""),
        "reveal": table.match.reveal_policy,
        "revise_words": duration(table.match.revise_time),
        "received_utc": _utc_moment(payload.get("received_at")),
        **deadline(None if payload.get("closed") else table.deadline_at),
    }


def _awaited_names(payload: Mapping[str, Any], table: Table) -> list[str]:
    """Who else still owes an order, where the match tells whose orders are in."""
    is_same_phase = payload.get("phase") == table.match.phase_number and not payload.get("closed")
    if not is_same_phase or table.waiting is None or table.waiting.names is None:
        return []
    if table.phase is None:
        return []
    names = (table.names[seat] for seat in table.phase.awaited if seat != table.seat)
    return [name for name in names if name not in table.waiting.names]


def _utc_moment(written: object) -> str:
    if not isinstance(written, str):
        return ""
    received = datetime.fromisoformat(written).astimezone(UTC)
    return date_format(received, _("j M, H:i:s"))


def refusal(payload: Mapping[str, Any]) -> Context:
    """Why an answer was not taken, and the lines that it was read from."""
    return {
        "refusal_code": payload.get("code", ""),
        "why": payload.get("words", ""),
        "quoted": str(payload.get("quoted", "")).splitlines(),
    }


def ending(table: Table) -> Context:
    """The outcome with every player's sum."""
    assert table.view is not None
    presentation = presentation_for(table.match.game)
    names = dict(enumerate(table.names))
    score = presentation.score_table(table.view, names)
    rows = [
        {
            "name": names.get(row.seat, row.name),
            "total": row.total,
            "is_you": row.seat == table.seat,
            "sum": ", ".join(
                f"{column} {cell}"
                for column, cell in zip(score.columns, row.cells, strict=False)
                if cell not in {"", "0"}
            ),
        }
        for row in score.rows
    ]
    code = table.match.code
    return {
        "reason": presentation.reason(table.outcome.reason) if table.outcome is not None else "",
        "scores": rows,
        "replay_link": messages.site_link("match-replay", code=code),
    }
