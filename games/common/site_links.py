"""Whole addresses of the site's pages, as mails need them."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.urls import get_script_prefix, get_urlconf, reverse


def site_link(name: str, **arguments: object) -> str:
    """A page's whole address."""
    at = get_urlconf() or settings.ROOT_URLCONF, get_script_prefix()
    return f"{settings.SITE_URL}{_path(at, name, tuple(arguments.items()))}"


@lru_cache(maxsize=4096)
def _path(_at: tuple[str, str], name: str, arguments: tuple[tuple[str, object], ...]) -> str:
    return reverse(name, kwargs=dict(arguments))
