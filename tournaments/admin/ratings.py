"""Ratings, figures and hints of collusion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, Q
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
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
    CollusionHint,
    MemberFigures,
    PlayedMatch,
    PoolFigures,
    RatedMatch,
    Rating,
    RatingChange,
    RatingPool,
    RatingRefund,
    Reliability,
    Rivalry,
)
from tournaments.services.collusion_hints import dismiss_hint
from tournaments.services.ratings import KEPT
from tournaments.views.hint_words import hint_people, hint_words, shared_matches

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Model, Model]
else:
    # Django's own class takes no type arguments when the program runs.
    TabularInline = admin.TabularInline


@admin.register(RatingPool)
class RatingPoolAdmin(ReadOnly):
    """What is rated together."""

    list_display = ("key", "weighed_at")
    fields = ("key", "setting", "weighed_at")


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    """Where everybody stands."""

    list_display = ("member", "pool", "thousandths", "uncertainty", "matches", "rated_at")
    list_filter = ("pool",)
    search_fields = ("member__name",)
    list_select_related = ("member",)
    fields = (
        "member",
        "pool",
        "thousandths",
        "uncertainty",
        "matches",
        "opponents",
        "recent_opponents",
        "peak_thousandths",
        "rated_at",
        "strength",
        "strength_deviation",
    )


@admin.register(RatedMatch)
class RatedMatchAdmin(ReadOnly):
    """Matches as they were rated, and those struck out with the reason."""

    list_display = ("id", "match", "pool", "finished_at", "is_counted", "struck_at")
    list_filter = ("pool", "is_counted")
    search_fields = ("match__code",)
    list_select_related = ("match",)
    fields = (
        "match",
        "pool",
        "finished_at",
        "results",
        "is_counted",
        "struck_at",
        "strike_reason",
    )


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    """Every step of every rating, with its sum."""

    list_display = ("member", "pool", "before", "after", "place", "table_size", "finished_at")
    list_filter = ("pool",)
    search_fields = ("member__name", "rated_match__match__code")
    list_select_related = ("member",)
    fields = ("pool", *(name.removesuffix("_id") for name in KEPT), "exchanges")


@admin.register(RatingRefund)
class RatingRefundAdmin(ReadOnly):
    """What was given back for matches that were struck out."""

    list_display = ("member", "pool", "thousandths", "at")
    list_filter = ("pool",)
    list_select_related = ("member",)
    fields = ("pool", "member", "struck", "after", "thousandths", "at")


@admin.register(PlayedMatch)
class PlayedMatchAdmin(ReadOnly):
    """Members' records, match by match."""

    list_display = ("member", "match", "pool", "place", "table_size", "has_left", "finished_at")
    list_filter = ("pool", "has_left")
    search_fields = ("member__name", "match__code")
    list_select_related = ("member", "match")
    fields = (
        "match",
        "member",
        "pool",
        "seat",
        "place",
        "score",
        "table_size",
        "has_left",
        "misses",
        "answers",
        "answer_seconds",
        "reliability",
        "reliability_change",
        "is_shown",
        "finished_at",
    )


@admin.register(PoolFigures)
class PoolFiguresAdmin(ReadOnly):
    """What the pages of figures say of a pool."""

    list_display = ("pool", "counted", "is_stale")
    list_filter = ("is_stale",)
    search_fields = ("pool",)
    fields = ("pool", "counted", "is_stale", "figures")


@admin.register(MemberFigures)
class MemberFiguresAdmin(ReadOnly):
    """What they say of a member."""

    list_display = ("member", "pool")
    list_filter = ("pool",)
    search_fields = ("member__name", "pool")
    list_select_related = ("member",)
    fields = ("member", "pool", "figures")


@admin.register(Rivalry)
class RivalryAdmin(ReadOnly):
    """What two members have played against each other."""

    list_display = ("member", "opponent", "matches", "share")
    search_fields = ("member__name", "opponent__name")
    list_select_related = ("member", "opponent")
    fields = ("member", "opponent", "matches", "share", "pools")


@admin.register(Reliability)
class ReliabilityAdmin(ReadOnly):
    """How reliably members answer."""

    list_display = ("member", "points", "matches", "last_quit")
    search_fields = ("member__name",)
    list_select_related = ("member",)
    fields = ("member", "points", "matches", "last_quit")


@admin.register(CollusionHint)
class CollusionHintAdmin(ReadOnly):
    """What may be worth a look, with its evidence; it is dismissed on the page of open troubles."""

    list_display = ("pool", "kind", "one", "other", "matches", "deviations", "dismissed_at")
    list_filter = ("pool", "kind", ("dismissed_at", admin.EmptyFieldListFilter))
    search_fields = ("one__name", "other__name")
    list_select_related = ("one", "other")
    fields = (
        "pool",
        "what",
        "evidence",
        "matches",
        "excess",
        "deviations",
        "found_at",
        "seen_at",
        "dismissed_at",
        "dismissed_by",
        "note",
    )
    readonly_fields = ("what", "evidence")

    @admin.display(description=_("what was found"))
    def what(self, row: CollusionHint) -> str:
        return hint_words(row)

    @admin.display(description=_("evidence"))
    def evidence(self, row: CollusionHint) -> SafeString:
        """The two people's record against each other, and the matches they shared last."""
        return format_html_join("", '<p><a href="{}">{}</a></p>', shared_matches(row))


def _hints(member: Member) -> list[Row]:
    """The open hints; who is in one does not judge it."""
    rows = CollusionHint.objects.filter(dismissed_at=None).exclude(Q(one=member) | Q(other=member))
    rows = rows.select_related("one", "other").order_by("-deviations", "pk")
    return [
        Row(
            row.pk,
            hint_people(row),
            hint_words(row),
            row.found_at,
            evidence=reverse("admin:tournaments_collusionhint_change", args=[row.pk]),
        )
        for row in rows[:MOST_ROWS]
    ]


def _dismiss(act: ActionRequest) -> int:
    return dismiss_hint(hint=act.pk, by=act.by, note=act.reason)


add_section(
    Section(
        "hints",
        _("Hints of collusion (not verdicts: look at the evidence)"),
        CollusionHint,
        _hints,
        (OperatorAction("dismiss", _("Dismiss"), "tournaments.change_collusionhint", _dismiss),),
    )
)
