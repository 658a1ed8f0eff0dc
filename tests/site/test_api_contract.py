"""The interface held against its own description: calls that it allows, and calls beyond it.

Schemathesis makes the calls. Nothing may end in a 5xx, answer what is not described, or take what
the description refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
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
from tests.sizes import sized
from wildcards_site.wsgi import application

EXAMPLES = sized(4, 25)
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


SCHEMA: Any = schemathesis.openapi.from_dict(
    api.get_openapi_schema(), config=SchemathesisConfig.from_dict({})
)
SCHEMA.app = addressed
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}
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
    (label, mode)
    for label in OPERATIONS
    for mode in MODES
    if mode == "allowed" or label not in WITHOUT_PARAMETERS
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
    cases = OPERATIONS[label].as_strategy(generation_mode=MODES[mode])
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
    assert len(OPERATIONS) >= 10
