"""Seasons: when a tournament of a series ends, the next one opens with the same terms."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Unpack, cast

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games.common import clock
from games.common.links import has_link
from games.models import Member
from tournaments.models import Entry, LogEntry, Series, Tournament
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.errors import TournamentError
from tournaments.services.invitations import invite_members
from tournaments.services.letters import post
from tournaments.services.terms import STATED, Stated, create_tournament

_OF_ONE_SEASON = frozenset({"opens_at", "starts_at", "name"})


def create_series(*, tournament: Tournament, by: Member, name: str) -> Series:
    """Make a tournament the first season of a new series.

    Raises TournamentError: `not-organiser`, `over`, `in-a-series`, `no-name`, `link-in-title`,
    `name-taken`.
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        if locked.series_id is not None:
            raise TournamentError("in-a-series")
        name = " ".join(name.split())[:60]
        if not name:
            raise TournamentError("no-name")
        if has_link(name):
            raise TournamentError("link-in-title")
        try:
            with transaction.atomic():
                series = Series.objects.create(
                    name=name, slug=slugify(name) or locked.code, organiser=by
                )
        except IntegrityError as error:
            raise TournamentError("name-taken", name=name) from error
        locked.series, locked.season = series, 1
        locked.save(update_fields=["series", "season"])
    return series


def repeat_tournament(*, tournament: Tournament, by: Member) -> Tournament:
    """A draft by the same terms, without its times and check-in, for one who may organise it.

    Raises TournamentError: `not-organiser`, and what `create_tournament` raises.
    """
    check_organiser(tournament, by)
    stated = _same_again(tournament, name=tournament.name, check_in=timedelta(0))
    return create_tournament(organiser=by, **stated)


def _same_again(tournament: Tournament, **own: Unpack[Stated]) -> Stated:
    """The terms of the tournament but for those given."""
    stated = {name: getattr(tournament, name) for name in STATED if name not in _OF_ONE_SEASON}
    # That one tournament was wound up says nothing of the next.
    stated["terms"] = {name: one for name, one in tournament.terms.items() if name != "last_round"}
    return cast("Stated", {**stated, **own})


def end_series(*, series: Series, by: Member) -> None:
    """No further season follows; one that runs or takes entries goes on. Raises `not-organiser`."""
    if by.pk != series.organiser_id and not by.is_staff:
        raise TournamentError("not-organiser")
    Series.objects.filter(pk=series.pk, ended_at=None).update(ended_at=clock.now())


def follow_season(tournament: Tournament, now: datetime) -> Tournament | None:
    """Open the next season of a tournament that has ended, and invite who played in this one.

    None where no series goes on, or the season is there already.
    """
    series = tournament.series
    if series is None or series.ended_at is not None:
        return None
    season = tournament.season + 1
    if Tournament.objects.filter(series=series, season=season).exists():
        return None
    following = create_tournament(
        organiser=tournament.organiser,
        series=series,
        season=season,
        **_same_again(
            tournament,
            name=f"{series.name} {season}",
            opens_at=now,
            starts_at=now + series.pause,
        ),
    )
    following.status = Tournament.Status.ENTRIES
    following.wake_at = now
    following.save(update_fields=["status", "wake_at"])
    for official in tournament.officials.exclude(accepted_at=None):
        official.pk, official.tournament = None, following
        official.save(force_insert=True)
    log(following, LogEntry.Action.OPENED, at=now)
    played = tournament.entries.exclude(place=None).exclude(status=Entry.Status.REMOVED)
    post(invite_members(following, [row.member for row in played.select_related("member")]))
    return following
