"""Telling chances: once for each change of a tournament, for all its entrants together."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from games.common import clock
from tournaments.models import Entry, Outlook, Rating, RatingPool, Tournament
from tournaments.outlook.forecast import foretold
from tournaments.outlook.worlds import Skill
from tournaments.rating.strengths import Settings
from tournaments.selectors.kept_standings import keep_standings
from tournaments.selectors.rating_pools import pool_of
from tournaments.selectors.tournament_state import tournament_state
from tournaments.selectors.tournament_values import digest_of
from tournaments.services.strengths import PoolSetting, setting_of

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""Tournaments that one sweep foretells: each may take seconds of the processor."""


def expect_outlook(tournament: Tournament) -> None:
    """Something has changed: chances are to be told anew, after the caller's transaction."""
    Outlook.objects.update_or_create(tournament=tournament, defaults={"is_due": True})


def foretell_due(limit: int = AT_ONCE) -> int:
    """Tell the chances in tournaments that have changed; returns in how many.

    Their standings are kept before, so that nobody who looks has to wait for that either.
    Nothing waits for it: a tournament whose rest cannot be played through goes on without.
    """
    due = Outlook.objects.filter(is_due=True, tournament__status=Tournament.Status.RUNNING)
    keys = list(due.order_by("made_at", "pk").values_list("pk", flat=True)[:limit])
    for key in keys:
        # Whoever takes it first; what changes from now on makes it due again.
        if Outlook.objects.filter(pk=key, is_due=True).update(is_due=False):
            try:
                keep_standings(key)
                foretell(Tournament.objects.get(pk=key))
            except Exception:
                logger.exception("chances could not be told", extra={"tournament": key})
    return len(keys)


def foretell(tournament: Tournament) -> None:
    """Reckon everybody's chances as the tournament stands, unless that was done already."""
    state = tournament_state(tournament)
    digest = digest_of(state.setup, state.entries, state.results)
    rows = Outlook.objects.filter(tournament=tournament)
    if rows.filter(digest=digest).exists():
        return
    key = pool_of(tournament.game, tournament.options)
    setting = _setting(key)
    skills = skills_of(list(state.rows.values()), key, setting)
    made = foretold(state.setup, state.entries, state.results, skills, setting.ties)
    kept = msgspec.to_builtins(made, str_keys=True) if made is not None else {}
    rows.update(digest=digest, made_at=clock.now(), forecast=kept)


def _setting(pool: str) -> PoolSetting:
    row = RatingPool.objects.filter(key=pool).first()
    return setting_of(row) if row is not None else PoolSetting()


def by_strength(rows: Sequence[Entry], pool: str) -> list[Entry]:
    """The entries, the strongest first; equals in the order of their entering."""
    skills = skills_of(rows, pool, _setting(pool))
    return sorted(rows, key=lambda row: (-skills[row.pk].mean, row.pk))


def skills_of(rows: Sequence[Entry], pool: str, setting: PoolSetting) -> Mapping[int, Skill]:
    """What the pool's results say of each entrant; of who has none, what newcomers are like."""
    usual = Settings(np.array(setting.z)[:, None])
    newcomer = Skill(setting.pool + float(usual.start[0]), float(usual.spread[0]))
    members = {row.pk: row.member_id for row in rows}
    known = {
        row.member_id: Skill(row.strength, row.strength_deviation or newcomer.deviation)
        for row in Rating.objects.filter(pool=pool, member__in=members.values())
        if row.strength is not None
    }
    told = {entry: known.get(member, newcomer) for entry, member in members.items()}
    return {one: Skill(setting.factor * s.mean, setting.factor * s.deviation)
            for one, s in told.items()}  # fmt: skip
