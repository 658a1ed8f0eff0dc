"""Pages that mails link to, for whoever holds the signed link."""

from __future__ import annotations

from django.http import HttpResponse


def linked(response: HttpResponse) -> HttpResponse:
    """The response with what keeps its address out of other sites, caches and indexes."""
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Cache-Control"] = "private, no-store"
    return response
