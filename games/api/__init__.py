"""The interface for programs: JSON under /api/, described in OpenAPI."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser
from ninja.types import DictStrAny

from games.api import events, seats, webhooks, words
from games.api.access import (
    CALLS_OF_A_MEMBER,
    CALLS_OF_A_VISITOR,
    MemberKey,
    MemberRate,
    ScopeMissingError,
    VisitorRate,
)
from games.api.game_shapes import describe_games
from games.api.operations import OrderNotTakenError, router
from games.api.problems import PROBLEM_TYPE, problem_body
from games.common import clock
from games.common.errors import MatchError, NotVisibleError, OrderRefused
from games.presentation import presentation_for
from games.rules.registry import GAMES
from games.views.refusals import refusal

DESCRIPTION = """\
What a member does on the site, a program can do with a key of the member's, in the same words and
through the same rules. Send it as `Authorization: Bearer KEY`; the profile page makes keys.

A key has scopes: `read` to see what the member sees, `play` for orders and for saying done or wait,
`organise` to open and join matches, to enter and to run tournaments. A call for which the key has
no scope is answered with 403, and so is one about somebody else's tournament that its organiser
alone may make.

Orders are in the notation of the rules page, or in plain words. An order stays sealed until its
phase closes; in a quiet match no answer to anybody else changes because of it.

Refusals are worded in the language of `Accept-Language`, without it in the member's own; programs
go by their `code`.
"""


class ObjectParser(Parser):
    """Takes objects alone: ninja reads `false`, `[]` and `0` as an empty object, which opened a
    match with every default."""

    def parse_body(self, request: HttpRequest) -> DictStrAny:
        """The body's object. Raises ValueError, which is answered with 400, for anything else."""
        body = super().parse_body(request)
        if not isinstance(body, dict):
            raise ValueError
        return body


class PrivateAPI(NinjaAPI):
    """No answer is kept by a browser or a proxy: it may hold a hand, and depends on the key."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._descriptions: dict[tuple[str | None, ...], OpenAPISchema] = {}

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        response = super().create_temporal_response(request)
        response["Cache-Control"] = "private, no-store"
        response["Vary"] = "Accept, Authorization, Accept-Language"
        return response

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name of the function: what generated clients call the call."""
        return operation.view_func.__name__

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: DictStrAny | None = None
    ) -> OpenAPISchema:
        """The description, with each game's types and the media type that errors really have.

        Made once a language, as it takes a second; nobody changes what they are given.
        """
        known = (translation.get_language(), path_prefix, *GAMES)
        if path_params:
            return self._described(path_prefix, path_params)
        if known not in self._descriptions:
            self._descriptions[known] = self._described(path_prefix, None)
        return self._descriptions[known]

    def _described(self, path_prefix: str | None, path_params: DictStrAny | None) -> OpenAPISchema:
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        describe_games(schema["components"]["schemas"], GAMES)
        for methods in schema["paths"].values():
            for call in methods.values():
                for status, answer in call["responses"].items():
                    if int(status) >= HTTPStatus.BAD_REQUEST:
                        answer["content"] = {PROBLEM_TYPE: answer["content"]["application/json"]}
        return schema


api = PrivateAPI(
    title="Wild Cards by mail",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    servers=[{"url": settings.SITE_URL}],
    parser=ObjectParser(),
    urls_namespace="api",
    auth=MemberKey(),
    throttle=[MemberRate(CALLS_OF_A_MEMBER), VisitorRate(CALLS_OF_A_VISITOR)],
)
api.add_router("", router)
api.add_router("", seats.router)
api.add_router("", events.router)
api.add_router("", words.router)
api.add_router("", webhooks.router)


def problem(
    request: HttpRequest, status: int, code: str, message: str, **more: object
) -> HttpResponse:
    """The answer to a call that was refused; other packages' parts of the interface use it too."""
    body = problem_body(status, code, message, **more)
    response = api.create_response(
        request, body, status=status, temporal_response=api.create_temporal_response(request)
    )
    response.status_code = status
    response["Content-Type"] = PROBLEM_TYPE
    return response


@api.exception_handler(OrderNotTakenError)
def order_problem(request: HttpRequest, refused: OrderNotTakenError) -> HttpResponse:
    """Not an order, not a legal one, or not a single one."""
    error = refused.error
    return problem(
        request,
        422,
        error.code,
        presentation_for(refused.game).error(error),
        text=error.text,
        example=error.example,
        candidates=list(getattr(error, "candidates", ())),
    )


@api.exception_handler(OrderRefused)
def refused_problem(request: HttpRequest, error: OrderRefused) -> HttpResponse:
    """An order that cannot be taken as things stand."""
    return problem(request, 409, error.code, refusal(error))


@api.exception_handler(MatchError)
def match_problem(request: HttpRequest, error: MatchError) -> HttpResponse:
    """A setup that makes no match is 422; a match that does not allow it now is 409.

    A used-up quota is 429, with the seconds until it works again.
    """
    if error.code.startswith("quota-"):
        response = problem(request, 429, error.code, refusal(error))
        wait = (error.params["again_at"] - clock.now()).total_seconds()
        response["Retry-After"] = str(max(1, math.ceil(wait)))
        return response
    is_setup = error.code in {
        "unknown-game",
        "bad-setup",
        "bad-clock",
        "bad-bank",
        "bad-misses",
        "bad-reveal",
        "bad-forced",
        "too-many-bots",
        "link-in-title",
        "bad-channel-host",
        "bad-channel-events",
    }
    return problem(request, 422 if is_setup else 409, error.code, refusal(error))


@api.exception_handler(NotVisibleError)
@api.exception_handler(Http404)
def not_found(request: HttpRequest, error: Exception) -> HttpResponse:
    """Not there, or not for this caller: one answer for both."""
    return problem(request, 404, "not-found", _("There’s no such match, or you can’t see it."))


@api.exception_handler(AuthenticationError)
def not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    """No key, or a wrong one."""
    return problem(request, 401, "no-key", _("Send your key: Authorization: Bearer KEY."))


@api.exception_handler(ScopeMissingError)
def not_allowed(request: HttpRequest, error: ScopeMissingError) -> HttpResponse:
    """A key that is good for other calls."""
    words = _("Your key can’t do this: it lacks the scope “%(scope)s”. Create one that has it.")
    return problem(request, 403, "scope-missing", words % {"scope": error.scope})


@api.exception_handler(ValidationError)
def not_readable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A body or a parameter that does not fit its description."""
    where = [".".join(str(word) for word in one["loc"][1:]) for one in error.errors]
    message = _("These parts of the call don’t match their description: %(parts)s.")
    parts = ", ".join(dict.fromkeys(filter(None, where))) or "body"
    return problem(request, 422, "not-readable", message % {"parts": parts[:300]})


@api.exception_handler(HttpError)
def not_json(request: HttpRequest, error: HttpError) -> HttpResponse:
    """A body that is no JSON object."""
    return problem(
        request, error.status_code, "not-json", _("The body of the call isn’t a JSON object.")
    )


@api.exception_handler(Throttled)
def too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    """Too many calls in a minute; `Retry-After` says when to come back."""
    response = problem(request, 429, "too-often", _("Too many calls. Wait a moment."))
    response["Retry-After"] = str(int(error.wait or 60))
    return response
