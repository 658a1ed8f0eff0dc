"""Everything of a member as one JSON text, piece by piece, so that no account is too large for it.

Nothing of others is in it that the member may not see: of running matches the own view, of finished
ones the record. Keys, tokens and seeds are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import ForeignKey, Model
from msgspec import to_builtins

from games import selectors
from games.common.errors import NotVisibleError
from games.models import (
    InboundMail,
    Invitation,
    LocalMail,
    Match,
    Member,
    Order,
    Player,
    StandingOrder,
)
from games.selectors.related_rows import rows_of_member

CHUNK = 100
_SECRET = re.compile(r"token|key|secret|password|seed|hash|digest|skeleton|look|fault|state|data")
_TOLD_APART = frozenset(("games.Player", "games.Match", "games.InboundMail"))
"""Relations that have parts of their own here."""


def export_member(member: Member) -> Iterator[str]:
    """The pieces of one JSON object: profile, matches, mails, and every other row of the member."""
    yield '{\n"profile": ' + _json(_fields(member))
    yield from _list("matches", (_match_told(player) for player in _players(member)))
    yield from _list("mails_from_you", _mails_received(member))
    yield from _list("mails_in_the_local_mailbox", _local_mails(member))
    for relation, rows in rows_of_member(member):
        model = rows.model._meta
        if model.label not in _TOLD_APART and not relation.hidden:
            name = f"{model.label_lower}.{relation.field.name}"
            yield from _list(name, (_fields(row) for row in rows.order_by("pk").iterator(CHUNK)))
    yield "\n}\n"


def _list(name: str, items: Iterable[dict[str, object]]) -> Iterator[str]:
    yield f",\n{json.dumps(name)}: ["
    for number, item in enumerate(items):
        yield ("\n" if number == 0 else ",\n") + _json(item)
    yield "]"


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, default=None)


def _fields(row: Model) -> dict[str, object]:
    """A row as its columns; a reference as what it is called, where that says something."""
    told: dict[str, object] = {}
    # Who was invited by name has an address that the inviter was never shown.
    hidden = {"email"} if isinstance(row, Invitation) and row.guest_id is not None else set()
    for field in row._meta.concrete_fields:
        is_hidden = field.name in hidden or _SECRET.search(field.name)
        if is_hidden or field.get_internal_type() == "BinaryField":
            continue
        value = field.value_from_object(row)
        if isinstance(field, ForeignKey) and value is not None:
            value = {"id": value, "is": str(getattr(row, field.name))}
        told[field.name] = value
    return told


def _players(member: Member) -> Iterator[Player]:
    ids = Player.objects.filter(member=member).order_by("pk").values_list("pk", flat=True)
    for pk in list(ids):
        yield Player.objects.select_related("match", "member").get(pk=pk)


def _match_told(player: Player) -> dict[str, object]:
    match = player.match
    orders = Order.objects.filter(player=player).order_by("phase__number")
    told: dict[str, object] = {
        "code": match.code,
        "game": match.game,
        "title": match.title,
        "options": match.options,
        "status": match.status,
        "began": match.started_at,
        "ended": match.finished_at,
        "seat": player.seat,
        "place": player.place,
        "score": player.score,
        "contribution": player.contribution,
        "your_orders": list(
            orders.values("phase__number", "text", "source", "first_received_at", "received_at")
        ),
        "standing_orders": list(
            StandingOrder.objects.filter(player=player).values("kind", "round", "text", "given_at")
        ),
    }
    if match.status == Match.Status.FINISHED:
        try:
            told["record"] = selectors.record_line(match)
        except NotVisibleError:
            told["outcome"] = match.outcome
    elif match.status == Match.Status.RUNNING:
        told["as_you_see_it"] = to_builtins(selectors.table(match, player).view)
    return told


def _mails_received(member: Member) -> Iterator[dict[str, object]]:
    for row in InboundMail.objects.filter(member=member).order_by("pk").iterator(CHUNK):
        yield _fields(row) | {"mail": bytes(row.raw).decode("utf-8", "replace")}


def _local_mails(member: Member) -> Iterator[dict[str, object]]:
    rows = LocalMail.objects.filter(recipient__iexact=member.email).order_by("pk")
    for row in rows.iterator(CHUNK):
        yield _fields(row) | {"mail": bytes(row.raw).decode("utf-8", "replace")}
