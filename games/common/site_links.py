"""Whole addresses of the site's pages, as mails need them."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse


def site_link(name: str, **arguments: object) -> str:
    """A page's whole address."""
    return f"{settings.SITE_URL}{reverse(name, kwargs=arguments)}"
