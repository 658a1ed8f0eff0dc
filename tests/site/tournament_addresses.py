"""A tournament of eight in any state, and every address at which it can be looked at."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tests.site.tournament_rows import START, Status, entrants, played, stated
from tournaments.models import Tournament

WHOLE = ("", "standings/", "cross/", "log/", "standings.csv", "standings.json", "feed.atom")


def address(made: Tournament, page: str = "") -> str:
    return reverse("tournament", args=[made.code]) + page


def pages_of(made: Tournament) -> list[str]:
    """Every address that can be looked at."""
    found = [address(made, page) for page in WHOLE]
    found += [address(made, f"rounds/{row.number}/") for row in made.rounds.all()]
    found += [address(made, f"entries/{row.pk}/") for row in made.entries.all()[:2]]
    if made.format in {"knockout", "heats"} and made.rounds.exists():
        found.append(address(made, "bracket/"))
    if made.terms["table_size"] == 2:
        found.append(address(made, "report.trf"))
    return found


CHANGED: dict[str, dict[str, Any]] = {
    "paused": {"paused_at": START},
    "draft": {"status": Status.DRAFT},
    "cancelled": {"status": Status.CANCELLED, "finished_at": START},
}


def in_state(state: str) -> Tournament:
    """A tournament of eight as far as this state has it."""
    made = stated("knockout")
    if state in {"running", "paused", "finished"}:
        played(made, 8, share=1.0 if state == "finished" else 0.6)
    else:
        entrants(made, 8)
    Tournament.objects.filter(pk=made.pk).update(**CHANGED.get(state, {"name": made.name}))
    made.refresh_from_db()
    return made
