"""The interface for programs, its part about tournaments: `API_ROUTERS` mounts `router`."""

from tournaments.api import entering, looking, organising, problems, ruling, stating
from tournaments.api.routing import router

__all__ = ["entering", "looking", "organising", "problems", "router", "ruling", "stating"]
