"""The interface for programs, its part about tournaments: `API_ROUTERS` mounts `router`."""

from tournaments.api import (
    entering,
    lookup,
    officials,
    organising,
    outlook,
    problems,
    round_review,
    ruling,
    terms,
)
from tournaments.api.routing import router

__all__ = [
    "entering",
    "lookup",
    "officials",
    "organising",
    "outlook",
    "problems",
    "round_review",
    "router",
    "ruling",
    "terms",
]
