"""The lock of a rating pool."""

from __future__ import annotations

from tournaments.models import RatingPool


def lock_pool(key: str) -> RatingPool:
    """The pool's row under its lock: whatever rates its matches holds it."""
    RatingPool.objects.get_or_create(key=key)
    return RatingPool.objects.select_for_update().get(key=key)
