"""What came of an answer to a digest, match by match, in one mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import selectors
from games.composing import command_answers, contexts
from games.models import OutboundMail, Player
from games.replies.reply_addresses import digest_address
from games.selectors import Situation

Kind = OutboundMail.Kind
Context = dict[str, object]


def context_of(row: OutboundMail) -> Context:
    """What the templates of such an answer say, in the active language and zone."""
    items: list[Mapping[str, Any]] = row.payload["items"]
    situations = _situations(row, items)
    by_code = {one.table.match.code: one for one in situations.values()}
    still_open = [by_code[code] for code in row.payload.get("open", ()) if code in by_code]
    return {
        **contexts.common(row, None),
        "has_marker": True,
        "items": [_item(item, situations.get(item.get("player", 0))) for item in items],
        "open": [_open(one) for one in still_open],
        "reply_to": digest_address(row.member_id or 0, int(row.payload["digest"])),
    }


def _situations(row: OutboundMail, items: list[Mapping[str, Any]]) -> dict[int, Situation]:
    """The member's own, and nobody else's, of the matches that were answered or are open."""
    wanted = {item["player"] for item in items if "player" in item}
    codes = row.payload.get("open", ())
    mine = Player.objects.filter(member=row.member_id)
    players = [*mine.filter(pk__in=wanted), *mine.filter(match__code__in=codes)]
    return {player.pk: selectors.situation(player) for player in players}


def _item(item: Mapping[str, Any], situation: Situation | None) -> Context:
    heading: Context = {}
    if situation is not None:
        table = situation.table
        names = ", ".join(table.names[: len(table.players)])
        heading = {"code": table.match.code, "game_name": table.rules.name, "names": names}
    if item["kind"] == Kind.RECEIPT and situation is not None:
        return {**heading, "receipt": contexts.receipt(item, situation.table)}
    if item["kind"] == Kind.ANSWER:
        return {**heading, **_told(item, situation)}
    refusal = {**heading, **contexts.refusal(item)}
    if situation is not None and situation.table.decision is not None:
        refusal["examples"] = contexts.question(situation)["examples"]
    return refusal


def _told(item: Mapping[str, Any], situation: Situation | None) -> Context:
    code, params = str(item["code"]), dict(item.get("params") or {})
    context: Context = {}
    if situation is not None and code == "hand":
        context = contexts.hand(situation.table)
    elif situation is not None and code == "log":
        context = contexts.log(situation, params)
    elif situation is not None and code == "show" and situation.table.view is not None:
        context = contexts.position(situation)
    params |= {"cards": context.get("cards"), "lines": context.get("log_lines")}
    taken_back = [params["text"], *params["steps"]] if code == "withdrawn" else []
    commands = command_answers.taught_commands() if code == "help" else []
    return {
        **context,
        "paragraphs": command_answers.told(code, params),
        "taken_back": taken_back,
        "commands": commands,
    }


def _open(situation: Situation) -> Context:
    table = situation.table
    return {
        "code": table.match.code,
        "game_name": table.rules.name,
        **contexts.deadline(table.deadline_at),
    }
