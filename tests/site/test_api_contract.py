"""The interface held against its own description: calls that it allows, and calls beyond it.

Schemathesis makes the calls. Nothing may end in a 5xx, answer what is not described, or take what
the description refuses.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from games.api import api
from tests import cast
from tests.remembered import remembered
from tests.site.tournament_rows import played, stated
from tests.sizes import few, sized
from wildcards_site.wsgi import application

EXAMPLES = sized(3, 25)
EXAMPLES_OF_A_TOURNAMENT = sized(2, 25)
"""Its calls are many and alike."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def addressed(environ: dict[str, Any], start_response: Any) -> Any:
    """The service as a server calls it: with the address by which visitors are counted."""
    return application({"REMOTE_ADDR": "192.0.2.1", **environ}, start_response)


@functools.cache
def operations() -> dict[str, Any]:
    """The calls as they are described, by method and address."""
    schema: Any = schemathesis.openapi.from_dict(
        api.get_openapi_schema(), config=SchemathesisConfig.from_dict({})
    )
    schema.app = addressed
    return {found.ok().label: found.ok() for found in schema.get_all_operations()}


def names_of_calls() -> list[str]:
    """Their names alone: describing them takes each process of a run two seconds."""
    return [
        f"{method} {re.sub('{[^}:]+:', '{', reverse('api:api-root') + prefix + path.lstrip('/'))}"
        for prefix, router in api._routers
        for path, view in router.path_operations.items()
        for call in view.operations
        for method in call.methods
    ]


CALLS_BY_NAME = names_of_calls()
MODES = {"allowed": GenerationMode.POSITIVE, "beyond": GenerationMode.NEGATIVE}

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_connection() -> Iterator[None]:
    """The test's transaction lives in a connection that the end of a request would close."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


WITHOUT_PARAMETERS = {
    "GET /api/lobby",
    "GET /api/matches/{code}",
    "GET /api/matches/{code}/note",
    "GET /api/matches/{code}/record",
    "GET /api/matches/{code}/talk",
    "GET /api/events",
    "GET /api/me",
    "GET /api/webhooks",
    "DELETE /api/matches/{code}/standing",
    *(
        f"POST /api/matches/{{code}}/{deed}"
        for deed in ("bots", "start", "cancel", "leave", "resign", "return")
    ),
    *(f"GET /api/tournaments/{{code}}/{page}" for page in ("standings", "rounds")),
    *(
        f"POST /api/tournaments/{{code}}/{deed}"
        for deed in ("check-in", "decline", "open", "start")
    ),
}
"""Calls that take nothing which could be wrong, but for a code: that of a match or of none."""

CALLS = [
    *((label, "allowed") for label in CALLS_BY_NAME),
    *few(((one, "beyond") for one in CALLS_BY_NAME if one not in WITHOUT_PARAMETERS), 8),
]


def _codes(is_of_tournaments: bool) -> list[str]:
    if not is_of_tournaments:
        return [cast.running_match().code, cast.open_match("Carla").code]
    running = played(stated("swiss", organiser="Anna"), 4, share=0.5)
    others = stated("knockout", organiser="Carla"), stated("heats", organiser="Anna")
    return [running.code, *(row.code for row in others)]


@pytest.mark.usefixtures("open_connection")
@pytest.mark.parametrize(("label", "mode"), CALLS)
def test_every_answer_is_one_that_is_described(label: str, mode: str) -> None:
    is_of_tournaments = "/tournaments" in label
    codes = remembered(("codes", is_of_tournaments), lambda: _codes(is_of_tournaments))
    codes = [*codes, "nosuchmatch"]
    # The test's transport reads plain bodies only.
    headers = {"Authorization": f"Bearer {cast.key('Anna')}", "Accept-Encoding": "identity"}
    # Whoever adds a parameter that nobody reads to an address has done no harm.
    checks = [*CHECKS, negative_data_rejection] if label.startswith("POST") else CHECKS
    cases = operations()[label].as_strategy(generation_mode=MODES[mode])
    called = 0

    @settings(
        max_examples=EXAMPLES_OF_A_TOURNAMENT if "/tournaments" in label else EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def call(case: Any) -> None:
        nonlocal called
        called += 1
        cache.clear()  # or the limit of calls a minute answers
        if "code" in case.path_parameters and mode == "allowed":
            case.path_parameters["code"] = codes[called % len(codes)]
        case.call_and_validate(headers=headers, checks=checks)

    call()
    assert called


OPEN_CALLS = {
    "GET /api/lobby",
    "GET /api/matches/{code}",
    "GET /api/matches/{code}/journal",
    "GET /api/formats",
    "GET /api/tournaments",
    "GET /api/tournaments/{code}",
    *(
        f"GET /api/tournaments/{{code}}/{page}"
        for page in ("entries", "standings", "rounds", "rounds/{number}", "log")
    ),
    "GET /api/matches/{code}/record",
}


def test_the_description_says_which_calls_need_no_key() -> None:
    paths = api.get_openapi_schema()["paths"]
    no_key = {
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        for method, operation in methods.items()
        if {} in operation["security"]
    }
    assert no_key == OPEN_CALLS


def test_the_description_names_every_call() -> None:
    assert len(CALLS_BY_NAME) >= 10
    assert list(operations()) == CALLS_BY_NAME
