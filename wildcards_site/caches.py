"""The cache of a service whose Redis may be away for a while."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0
"""How long Redis is left alone after it did not answer: each try may cost a request two seconds."""


class ForgivingRedisCache(RedisCache):
    """Redis, and while it is away this process's own memory.

    Nothing of worth lies here: rate limits count for each process meanwhile, and nobody's page or
    sign-in fails because the queue's server is being restarted.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        once = {"retry": Retry(NoBackoff(), 0)}
        super().__init__(server, {**params, "OPTIONS": {**once, **params.get("OPTIONS", {})}})
        self._meanwhile = LocMemCache("meanwhile", {**params, "OPTIONS": {}})
        self._left_alone_until = 0.0

    def _tried(self, name: str, *given: object, **more: object) -> object:
        if time.monotonic() >= self._left_alone_until:
            try:
                return getattr(super(), name)(*given, **more)
            except (redis.RedisError, OSError) as error:
                self._left_alone_until = time.monotonic() + PAUSE_SECONDS
                logger.warning("Redis is away", extra={"fault": type(error).__name__})
        return getattr(self._meanwhile, name)(*given, **more)


def _forgiving(name: str) -> Callable[..., object]:
    def method(self: ForgivingRedisCache, *given: object, **more: object) -> object:
        return self._tried(name, *given, **more)

    return method


for _name in (
    "add",
    "clear",
    "delete",
    "delete_many",
    "get",
    "get_many",
    "has_key",
    "incr",
    "set",
    "set_many",
    "touch",
):
    setattr(ForgivingRedisCache, _name, _forgiving(_name))
