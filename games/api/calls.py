"""What calls have in common: the refusals that they describe, and how one that acts is declared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from ninja import Router
from ninja.constants import NOT_SET
from ninja.throttling import BaseThrottle

from games.api.access import needs
from games.api.schemas import MatchOut, Problem
from games.models import ApiKey

REFUSED = {401: Problem, 403: Problem, 422: Problem, 429: Problem}
REFUSED_FOR_ONE = {**REFUSED, 404: Problem}
REFUSED_AS_IT_STANDS = {**REFUSED_FOR_ONE, 400: Problem, 409: Problem}

P = ParamSpec("P")
R = TypeVar("R")


class CallRouter(Router):
    """A router whose calls about one thing say in a line what they do and answer."""

    def look(
        self, path: str, summary: str, answer: object
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Declare a call that shows something of one match, member or channel."""
        return self.get(path, response={200: answer, **REFUSED_FOR_ONE}, summary=summary)

    def act(
        self,
        method: str,
        path: str,
        summary: str,
        scope: ApiKey.Scope,
        answer: object = MatchOut,
        status: int = 200,
        throttle: Sequence[BaseThrottle] = (),
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Declare a call that changes something, for keys with this scope."""
        return self.api_operation(
            [method],
            path,
            response={status: answer, **REFUSED_AS_IT_STANDS},
            summary=summary,
            throttle=list(throttle) or NOT_SET,
            **needs(scope),
        )
