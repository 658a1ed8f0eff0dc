"""The interface for programs, its part about tournaments: `API_ROUTERS` mounts `router`."""

from tournaments.api import entering, lookup, organising, problems, ruling, terms
from tournaments.api.routing import router

__all__ = ["entering", "lookup", "organising", "problems", "router", "ruling", "terms"]
