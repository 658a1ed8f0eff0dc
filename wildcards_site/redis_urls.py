"""One REDIS_URL, spelled for each of its two readers.

Over a unix socket Celery wants redis+socket:///path, and Django's cache wants unix:///path.
"""

CELERY_SOCKET_SCHEME = "redis+socket://"
CACHE_SOCKET_SCHEME = "unix://"


def broker_url(redis_url: str) -> str:
    """The spelling that Celery's broker connection reads."""
    return _with_socket_scheme(redis_url, CELERY_SOCKET_SCHEME)


def cache_url(redis_url: str) -> str:
    """The spelling that Django's cache and redis-py read."""
    return _with_socket_scheme(redis_url, CACHE_SOCKET_SCHEME)


def _with_socket_scheme(redis_url: str, scheme: str) -> str:
    for known in (CELERY_SOCKET_SCHEME, CACHE_SOCKET_SCHEME):
        if redis_url.startswith(known):
            return scheme + redis_url.removeprefix(known)
    return redis_url
