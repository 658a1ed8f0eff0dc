"""Errors as Problem objects (RFC 9457), whichever part of the service they come from."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

PROBLEM_TYPE = "application/problem+json"
KEPT_HEADERS = ("Allow", "Retry-After")
PLACE = "/api/"
PAGES = ("/api/docs/",)
"""What lies under the interface's address for people to read."""


def problem_body(status: int, code: str, message: str, **more: object) -> dict[str, object]:
    """The fields of a Problem, in the order in which they are described."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "code": code,
        "message": message,
        "text": "",
        "example": "",
        "candidates": [],
        **more,
    }


class ProblemsMiddleware:
    """Under /api/ every error is a Problem: also a path or a method that no call has, and faults
    that Django answers with a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        path = request.path_info
        if response.status_code < HTTPStatus.BAD_REQUEST or not path.startswith(PLACE):
            return response
        if path.startswith(PAGES) or response.headers.get("Content-Type") == PROBLEM_TYPE:
            return response
        return _as_problem(response)


def _as_problem(response: HttpResponse) -> HttpResponse:
    status = response.status_code
    code, message = _words(status)
    answer = HttpResponse(
        json.dumps(problem_body(status, code, message)), content_type=PROBLEM_TYPE, status=status
    )
    answer["Cache-Control"] = "private, no-store"
    for name in KEPT_HEADERS:
        if name in response.headers:
            answer[name] = response.headers[name]
    return answer


def _words(status: int) -> tuple[str, str]:
    match status:
        case HTTPStatus.NOT_FOUND:
            return "no-such-call", _("The API has no such call. See /api/docs/.")
        case HTTPStatus.METHOD_NOT_ALLOWED:
            return "wrong-method", _("This call doesn’t take that method; see the Allow header.")
        case HTTPStatus.SERVICE_UNAVAILABLE:
            return "unavailable", _("We can’t save anything right now. Try again in a minute.")
        case HTTPStatus.INTERNAL_SERVER_ERROR:
            return "fault", _("Something went wrong on our side. Nothing was changed.")
    return "not-readable", _("We couldn’t read this call.")
