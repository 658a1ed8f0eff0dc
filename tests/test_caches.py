"""Redis away is nobody's fault: the cache goes on in memory, and comes back by itself."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from tests import cast
from wildcards_site import caches as our_caches
from wildcards_site.caches import ForgivingRedisCache
from wildcards_site.redis_urls import cache_url
from wildcards_site.settings import REDIS_CACHE_OPTIONS

DEAD = "redis://127.0.0.1:1/0"


def cache_at(url: str) -> ForgivingRedisCache:
    return ForgivingRedisCache(cache_url(url), {"OPTIONS": REDIS_CACHE_OPTIONS})


def test_without_redis_the_process_remembers_by_itself() -> None:
    cache = cache_at(DEAD)
    assert cache.get("x", "nothing") == "nothing"
    cache.set("x", 1, timeout=60)
    assert cache.incr("x") == 2
    assert cache.get("x") == 2
    assert not cache.add("x", 5)
    assert cache.get_many(["x", "y"]) == {"x": 2}
    assert cache.delete("x")


@pytest.mark.redis
def test_redis_is_used_again_when_it_is_back(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(our_caches, "PAUSE_SECONDS", 0.0)
    cache, other = cache_at(redis_url), cache_at(redis_url)
    cache.set("forgiving", "kept", timeout=60)
    with monkeypatch.context() as patch:
        patch.setattr(cache, "_servers", [DEAD])
        patch.setattr(cache, "_cache", cache_at(DEAD)._cache)
        assert cache.get("forgiving") is None
    assert cache.get("forgiving") == "kept"
    assert other.get("forgiving") == "kept"
    other.delete("forgiving")


@pytest.mark.django_db
def test_signing_in_works_while_redis_is_away(settings: Settings, client: Client) -> None:
    cast.member("Anna")
    settings.CACHES = {
        "default": {
            "BACKEND": "wildcards_site.caches.ForgivingRedisCache",
            "LOCATION": DEAD,
            "OPTIONS": REDIS_CACHE_OPTIONS,
        }
    }
    assert isinstance(caches["default"], ForgivingRedisCache)
    answer = client.post("/accounts/login/", {"login": "anna@example.org"})
    assert answer.status_code == 302
