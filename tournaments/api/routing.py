"""The router of all calls about tournaments.

One for all: an address belongs to the router that names it first, and another's methods on the same
address would never be found.
"""

from __future__ import annotations

from games.api.calls import CallRouter
from games.models import ApiKey

ORGANISE = ApiKey.Scope.ORGANISE

router = CallRouter()
