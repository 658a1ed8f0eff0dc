"""Signed links that spell an order: `SITE_URL/o/<player>-<phase>.<tag>/<order>`.

The tag is for this order of this player in this phase and for nothing else. Looking at a link shows
the order and a button; only the button gives it, because mail scanners look at every link.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import quote

from django.conf import settings

from games.replies.reply_addresses import is_signature, signature, token_numbers

MOST_CHARACTERS = 200
_TOKEN = re.compile(r"([0-9a-z]{1,13})-([0-9a-z]{1,6})\.([a-z2-7]{16})", re.ASCII)
_PURPOSE = "wild cards by mail: order link 1"


class LinkedOrder(NamedTuple):
    """The order that a link spells, whose it is, and the phase that it is for."""

    player_id: int
    phase_number: int
    text: str


def order_link(player_id: int, phase_number: int, text: str) -> str:
    """The whole address that gives this order."""
    tag = signature(_PURPOSE, player_id, phase_number, text)
    numbers = token_numbers(player_id, phase_number)
    return f"{settings.SITE_URL}/o/{numbers}.{tag}/{_in_path(text)}"


def read_order_link(token: str, path: str) -> LinkedOrder | None:
    """What the link says; None if it is not genuine."""
    found = _TOKEN.fullmatch(token)
    if found is None or len(path) > MOST_CHARACTERS:
        return None
    linked = LinkedOrder(int(found[1], 36), int(found[2], 36), path.replace("_", " "))
    if not is_signature(found[3], _PURPOSE, *linked):
        return None
    if linked.player_id >= 2**63 or linked.phase_number >= 2**31:
        return None
    return linked


def _in_path(text: str) -> str:
    return quote(text.replace(" ", "_"), safe=",;")
