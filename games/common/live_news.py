"""What open pages are told as it happens: that something may have changed, and never what.

A page that hears of it asks for its parts by the usual views, which show what its reader may see.
So a topic must only be told what a page of everybody who listens to it would show anyway: a sealed
order is told to its own player alone where the match keeps orders quiet (`services/match_news.py`).

News are a courtesy, as nudges are: lost where Redis is away, and then found by asking now and then.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

if TYPE_CHECKING:
    from redis import Redis

logger = logging.getLogger(__name__)

CHANNEL = "wildcards:news"
DETAIL = ":"
AWAITS = "!"
OF_KEYS = "key:"
PAUSE_SECONDS = 5.0
"""How long a Redis that did not answer is left alone: each try may cost a request a second."""

_listeners: list[Callable[[Sequence[str]], None]] = []
_left_alone_until = [0.0]


def match_topic(match_id: int) -> str:
    """What everybody who may see the match may hear."""
    return f"m{match_id}"


def player_topic(player_id: int) -> str:
    """What this player alone may hear of their match."""
    return f"p{player_id}"


def talk_topic(player_id: int) -> str:
    """What is said at the table, for this player alone."""
    return f"t{player_id}"


def member_topic(member_id: int) -> str:
    """What this member may hear on any page, and their programs with a key."""
    return f"u{member_id}"


def member_news(member_id: int, code: str, *, awaits: bool) -> str:
    """News for this member's topic: their match with this code has changed, or awaits them.

    Pages hear the topic alone, programs the rest.
    """
    return f"{member_topic(member_id)}{DETAIL}{code}{AWAITS if awaits else ''}"


def key_owner(key_id: int) -> str:
    """Whose the streams of an API key are."""
    return f"{OF_KEYS}{key_id}"


def publish_news(topics: Iterable[str]) -> None:
    """Tell those who listen to these topics, after the commit and without failing the caller."""
    if told := tuple(dict.fromkeys(topics)):
        transaction.on_commit(partial(_send, told), robust=True)


def listen_here(listener: Callable[[Sequence[str]], None]) -> None:
    """Have this called with the topics of news, where no Redis carries them between processes."""
    _listeners.append(listener)


@cache
def news_server() -> Redis:
    """The server that carries news. Only where NEWS_URL names one."""
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return redis.Redis.from_url(
        settings.NEWS_URL,
        socket_timeout=1,
        socket_connect_timeout=1,
        retry=Retry(NoBackoff(), 0),
    )


def _send(topics: Sequence[str]) -> None:
    if not settings.NEWS_URL:
        for listener in _listeners:
            listener(topics)
        return
    if time.monotonic() < _left_alone_until[0]:
        return
    try:
        news_server().publish(CHANNEL, " ".join(topics))
    except Exception as error:
        _left_alone_until[0] = time.monotonic() + PAUSE_SECONDS
        logger.warning("news are not told: Redis is away", extra={"fault": type(error).__name__})
