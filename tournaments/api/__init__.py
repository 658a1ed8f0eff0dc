"""The interface for programs, its part about tournaments: `API_ROUTERS` mounts `router`."""

from ninja import Router

from tournaments.api import entering, looking, problems

__all__ = ["problems", "router"]

router = Router()
router.add_router("", looking.router)
router.add_router("", entering.router)
