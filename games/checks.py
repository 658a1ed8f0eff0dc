"""System checks on what is stored: asked for with `check --database default`, and by `serve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db.utils import OperationalError, ProgrammingError

from games.models import Match
from games.rules.registry import GAMES


@register(Tags.database)
def running_matches_fit_the_rules(
    app_configs: Any = None, databases: Sequence[str] | None = None, **_kwargs: Any
) -> list[CheckMessage]:
    """A running match keeps the version of the rules that it began with, or the site stays down."""
    if not databases:
        return []
    running = Match.objects.filter(status__in=[Match.Status.RUNNING, Match.Status.PARKED])
    try:
        versions = list(running.values_list("game", "rules_version").distinct())
    except (OperationalError, ProgrammingError):
        return []  # before the first migration there is no match that could be wrong
    return [
        Error(
            f"Matches of {game} run under version {version} of its rules, which is not here.",
            hint="Finish or cancel them under the release that they began with, then deploy.",
            id="games.E001",
        )
        for game, version in versions
        if game not in GAMES or GAMES[game].version != version
    ]
