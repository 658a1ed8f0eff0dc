"""How much a request may post: little everywhere, but where a view says that it takes more.

Django's own limit is one for all views; it stands at the largest that any of them takes.
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

MOST_POSTED = 2_621_440
"""Of every form and call: 2.5 MB, files included."""

View = Callable[..., HttpResponse]


def takes_up_to(most: int) -> Callable[[View], View]:
    """Mark a view that takes requests of up to `most` bytes."""

    def marked(view: View) -> View:
        view.most_posted = most  # type: ignore[attr-defined]
        return view

    return marked


def posted_bytes(request: HttpRequest) -> int:
    """How large the request says it is; Django reads no further, and nothing where it is silent."""
    given = request.META.get("CONTENT_LENGTH") or "0"
    return int(given) if given.isdecimal() else 0


class BodySizeMiddleware:
    """Refuses what is larger than its view takes, before any of it is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, *_arguments: object) -> None:
        if posted_bytes(request) > getattr(view, "most_posted", MOST_POSTED):
            raise RequestDataTooBig
