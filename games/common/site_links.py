"""Whole addresses of the site's pages, as mails need them."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.urls import get_script_prefix, get_urlconf, reverse


def site_link(name: str, **arguments: object) -> str:
    """A page's whole address."""
    return f"{settings.SITE_URL}{_path(_here(), name, tuple(arguments.items()))}"


def site_links(*names: str) -> list[str]:
    """The whole addresses of pages that need no arguments."""
    site, here = settings.SITE_URL, _here()
    return [f"{site}{_path(here, name, ())}" for name in names]


def _here() -> tuple[str, str]:
    """Where this request finds its pages; to ask takes longer than to look a page up."""
    return get_urlconf() or settings.ROOT_URLCONF, get_script_prefix()


@lru_cache(maxsize=4096)
def _path(_at: tuple[str, str], name: str, arguments: tuple[tuple[str, object], ...]) -> str:
    return reverse(name, kwargs=dict(arguments))
