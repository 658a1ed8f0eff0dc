"""Whether players talk at the tables of a tournament."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from games.models import Match, Member
from tournaments.models import LogEntry, Tournament
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.errors import TournamentError


def allow_talk(*, tournament: Tournament, by: Member, is_allowed: bool) -> Tournament:
    """Turn table talk on or off, at tables that are there and at those to come; what was said
    stays. Raises TournamentError `not-organiser` or `over`."""
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        was = locked.allows_talk
        if was == is_allowed:
            return locked
        before = {**locked.match_terms, "has_talk": was}
        locked.match_terms = {**locked.match_terms, "has_talk": is_allowed}
        locked.save(update_fields=["match_terms"])
        page = reverse("tournament", kwargs={"code": locked.code})
        Match.objects.filter(event_path=page).update(has_talk=is_allowed)
        changes = {"match_terms": {"from": before, "to": locked.match_terms}}
        log(locked, LogEntry.Action.CHANGED, by=by, params=changes)
    return locked
