"""Tournaments, their entries and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin import ReadOnly
from games.models import Member
from games.views.operator_page import (
    MOST_ROWS,
    ActionRequest,
    OperatorAction,
    Row,
    Section,
    add_section,
)
from tournaments.models import (
    Entry,
    EntryStanding,
    EntrySubstitution,
    LogEntry,
    Official,
    Outlook,
    Pairing,
    PairingSeat,
    Round,
    Series,
    StandingsSummary,
    Tournament,
)
from tournaments.services.sweeping import parked, retry_tournament

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Model, Model]
else:
    # Django's own class takes no type arguments when the program runs.
    TabularInline = admin.TabularInline


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Tournaments without their seeds, their invitation link and what a fault said."""

    list_display = ("code", "name", "game", "format", "status", "organiser", "starts_at")
    list_filter = ("status", "game", "format", "is_public")
    search_fields = ("code", "name", "organiser__name")
    list_select_related = ("organiser",)
    fields = (
        "code",
        "name",
        "description",
        "organiser",
        "series",
        "season",
        "status",
        "paused_at",
        "game",
        "options",
        "format",
        "terms",
        "phase_time",
        "match_terms",
        "round_time",
        "is_rated",
        "is_public",
        "by_invitation",
        "opens_at",
        "starts_at",
        "check_in",
        "commitment",
        "wake_at",
        "attempts",
        "created_at",
        "started_at",
        "finished_at",
    )


@admin.register(Series)
class SeriesAdmin(ReadOnly):
    """Tournaments that follow one another."""

    list_display = ("name", "organiser", "pause", "ended_at")
    list_select_related = ("organiser",)
    fields = ("name", "slug", "organiser", "pause", "ended_at")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """Who plays; not what they gave for the drawing of lots."""

    list_display = ("tournament", "member", "status", "seeding", "place", "entered_at")
    list_filter = ("status",)
    search_fields = ("tournament__code", "tournament__name", "member__name")
    list_select_related = ("tournament", "member")
    fields = (
        "tournament",
        "member",
        "status",
        "seeding",
        "rating",
        "from_round",
        "until_round",
        "out_after",
        "place",
        "entered_at",
        "checked_in_at",
        "withdrawn_at",
        "missed_rounds",
    )


@admin.register(Official)
class OfficialAdmin(ReadOnly):
    """Who helps to run a tournament."""

    list_display = ("tournament", "member", "role", "invited_at", "accepted_at")
    list_filter = ("role",)
    list_select_related = ("tournament", "member")
    fields = ("tournament", "member", "role", "invited_at", "accepted_at")


@admin.register(EntrySubstitution)
class EntrySubstitutionAdmin(ReadOnly):
    """Who took over whose place in a tournament."""

    list_display = ("entry", "former", "member", "round", "at")
    list_select_related = ("entry", "former", "member")
    fields = ("entry", "former", "member", "round", "at")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """Rounds as they were dealt."""

    list_display = ("tournament", "number", "stage", "dealt_at", "deadline_at", "closed_at")
    search_fields = ("tournament__code", "tournament__name")
    list_select_related = ("tournament",)
    fields = ("tournament", "number", "stage", "dealt_at", "deadline_at", "closed_at", "measures")


class PairingSeatInline(TabularInline):
    """Who sat at the table, and what came of it."""

    model = PairingSeat
    fields = ("seat", "entry", "place", "points", "is_forfeit")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Outlook)
class OutlookAdmin(ReadOnly):
    """Chances as they were told."""

    list_display = ("tournament", "is_due", "made_at")
    list_select_related = ("tournament",)
    fields = ("tournament", "is_due", "digest", "made_at", "forecast")


@admin.register(StandingsSummary)
class StandingsSummaryAdmin(ReadOnly):
    """How tournaments stand, as it was reckoned last."""

    list_display = ("tournament", "version", "entries", "entered", "waiting")
    list_select_related = ("tournament",)
    fields = ("tournament", "version", "digest", "entries", "parts", "rounds", "has_bracket")


@admin.register(EntryStanding)
class EntryStandingAdmin(ReadOnly):
    """Where entries stand, as it was reckoned last."""

    list_display = ("entry", "tournament", "rank", "place", "part", "part_place")
    list_select_related = ("entry", "tournament")
    fields = (*list_display, "figures", "workings")


@admin.register(Pairing)
class PairingAdmin(ReadOnly):
    """Tables and their results."""

    list_display = ("round", "number", "stage", "match", "decided", "decided_at")
    list_filter = ("decided",)
    search_fields = ("round__tournament__code", "match__code")
    list_select_related = ("round", "match")
    fields = (
        "round",
        "number",
        "stage",
        "match",
        "dealt_at",
        "deadline_at",
        "decided",
        "decided_at",
    )
    inlines = [PairingSeatInline]


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """What was done to a tournament, by whom and why."""

    list_display = ("tournament", "at", "action", "round", "by", "reason")
    list_filter = ("action",)
    search_fields = ("tournament__code", "tournament__name")
    list_select_related = ("tournament", "by")
    fields = ("tournament", "at", "by", "action", "round", "match", "reason")


def _parked(member: Member) -> list[Row]:
    may_read = member.has_perm("tournaments.change_tournament")
    return [
        Row(row.pk, row.name, row.code, row.starts_at, row.fault if may_read else "")
        for row in parked().order_by("pk")[:MOST_ROWS]
    ]


def _resume(act: ActionRequest) -> int:
    return int(act.pk is not None and retry_tournament(act.pk))


def _resume_all(_act: ActionRequest) -> int:
    return sum(map(retry_tournament, list(parked().values_list("pk", flat=True))))


add_section(
    Section(
        "tournaments",
        _("Tournaments on hold"),
        Tournament,
        _parked,
        (OperatorAction("resume", _("Resume"), "tournaments.change_tournament", _resume),),
        (
            OperatorAction(
                "resume-all", _("Resume all"), "tournaments.change_tournament", _resume_all
            ),
        ),
    )
)
