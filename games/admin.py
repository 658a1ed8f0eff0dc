"""The operator's view. What would tell a hand, a sealed order or a seed is not in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from games.common.errors import MatchError
from games.forms.game_pauses import GamePauseForm
from games.forms.member_names import NamedMemberForm
from games.models import (
    Absence,
    AddressHealth,
    Alarm,
    DeadlineChange,
    DeliveryEvent,
    GamePause,
    InboundMail,
    Invitation,
    Match,
    Member,
    OutboundMail,
    Phase,
    Player,
    Substitution,
)
from games.replies.message_parts import decoded
from games.services.bot_accounts import mark_as_bot, unmark_bot
from games.views.operator_page import hand
from games.views.refusals import refusal
from games.views.request_helpers import signed_in

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    # Django's own classes take no type arguments when the program runs.
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class ReadOnly(ModelAdmin):
    """Rows that only the services write: an edit by hand would break the journal."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Member)
class MemberAdmin(ModelAdmin):
    """Members can be corrected and barred; their keys are not shown."""

    form = NamedMemberForm
    list_display = ("name", "email", "language", "time_zone", "is_active", "joined_at")
    list_filter = ("is_active", "is_staff", "is_demo", "is_guest", "is_bot_account", "language")
    actions = ("mark_bots", "unmark_bots")
    search_fields = ("name", "email")
    fields = (
        "name",
        "email",
        "language",
        "time_zone",
        "mail_level",
        "wants_html",
        "wants_receipts",
        "wants_news",
        "reminder_hours",
        "is_active",
        "is_staff",
        "wants_alarms",
        "joined_at",
    )
    readonly_fields = ("joined_at",)

    @admin.action(description=_("Mark as bot accounts"))
    def mark_bots(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        """Those who have no match under way; the others are named."""
        for member in queryset:
            try:
                mark_as_bot(member)
            except MatchError as error:
                messages.error(request, f"{member.name}: {refusal(error)}")

    @admin.action(description=_("Mark as people’s accounts"))
    def unmark_bots(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        """The mark goes from their names."""
        for member in queryset:
            unmark_bot(member)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """A member who has played is part of others' matches: bar the account instead."""
        return False


admin.site.unregister([Authenticator, UserSession])


@admin.register(Authenticator)
class PasskeyAdmin(ReadOnly):
    """Who has lost a passkey and the recovery codes gets in again once both are deleted here."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__name", "user__email")
    fields = ("user", "type", "created_at", "last_used_at")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return bool(request.user.is_superuser)


class PlayerInline(TabularInline):
    """Who sits at the table."""

    model = Player
    fields = ("seat", "member", "bot", "missed_in_a_row", "resigned_at", "place", "score")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches without their state, their seed and their invitation link."""

    list_display = ("code", "title", "game", "status", "seats", "phase_number", "deadline_at")
    list_filter = ("status", "game", "is_public")
    search_fields = ("code", "title", "players__member__name")
    fields = (
        "code",
        "title",
        "game",
        "rules_version",
        "options",
        "seats",
        "status",
        "is_public",
        "created_by",
        "phase_time",
        "waiting_policy",
        "commitment",
        "attempt",
        "phase_number",
        "phase_name",
        "round",
        "deadline_at",
        "outcome",
        "created_at",
        "started_at",
        "finished_at",
    )
    inlines = (PlayerInline,)


@admin.register(Phase)
class PhaseAdmin(ReadOnly):
    """When phases opened and closed; not what happened in them, which not everybody may know."""

    list_display = ("match", "number", "name", "round", "opened_at", "deadline_at", "closed_at")
    list_filter = ("name", "reason")
    search_fields = ("match__code",)
    list_select_related = ("match",)
    fields = (
        "match",
        "number",
        "name",
        "round",
        "opened_at",
        "deadline_at",
        "closed_at",
        "reason",
        "wake_at",
        "remind_at",
        "attempts",
    )


@admin.register(DeadlineChange)
class DeadlineChangeAdmin(ReadOnly):
    """The deadline ledger."""

    list_display = ("phase", "changed_at", "old_deadline_at", "new_deadline_at", "why", "by")
    list_filter = ("why",)
    list_select_related = ("phase", "by")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    """Who was invited; the links are not shown."""

    list_display = ("email", "match", "invited_by", "created_at", "declined_at")
    search_fields = ("email", "match__code")
    list_select_related = ("match", "invited_by")
    fields = ("match", "email", "invited_by", "created_at", "declined_at", "player")


@admin.register(OutboundMail)
class OutboundMailAdmin(ReadOnly):
    """What left or failed to leave; not what a receipt said."""

    list_display = ("kind", "address", "status", "attempts", "due_at", "sent_at")
    list_filter = ("status", "kind")
    search_fields = ("address", "match__code")
    fields = (
        "kind",
        "status",
        "address",
        "language",
        "match",
        "phase_number",
        "created_at",
        "due_at",
        "lease_until",
        "attempts",
        "provider_id",
        "sent_at",
        "error",
    )


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnly):
    """What came in and what became of it. The text is an order, perhaps a sealed one: not shown,
    nor is the address that it went to, which is the key to a seat."""

    list_display = ("source", "envelope_sender", "received_at", "status", "verdict")
    list_filter = ("status", "source", "verdict")
    search_fields = ("envelope_sender", "match__code")
    fields = ("source", "envelope_sender", "received_at", "status", "verdict", "attempts", "match")
    change_form_template = "admin/games/inboundmail/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        """With the page that opens a mail's words, for those who may."""
        view = self.admin_site.admin_view(self.open_words)
        return [
            path("<int:pk>/words/", view, name="games_inboundmail_words"),
            *super().get_urls(),
        ]

    def open_words(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A mail as it came in, to help its writer: opened on purpose, with a reason, and noted.

        It may hold a sealed order, so it is never shown by merely looking around.
        """
        row = get_object_or_404(InboundMail, pk=pk)
        if not request.user.has_perm("games.open_inboundmail"):
            raise PermissionDenied
        reason = request.POST.get("reason", "").strip()[:200]
        context = {**self.admin_site.each_context(request), "row": row, "opts": self.opts}
        if request.method == "POST" and reason:
            self.log_change(request, row, f"Opened the words of this mail: {reason}")
            context["words"] = decoded(bytes(row.raw), "utf-8") or "-"
        response = render(request, "admin/games/inboundmail/words.html", context)
        response.headers["Cache-Control"] = "private, no-store"
        return response


@admin.register(Absence)
class AbsenceAdmin(ReadOnly):
    """When members are away: they announce it and take it back themselves."""

    list_display = ("member", "first_day", "last_day", "declared_at")
    search_fields = ("member__name",)
    list_select_related = ("member",)
    fields = ("member", "first_day", "last_day", "declared_at")


@admin.register(Substitution)
class SubstitutionAdmin(ReadOnly):
    """Seats that changed hands."""

    list_display = ("player", "former_member", "taken_by", "left_at", "taken_at", "phase_number")
    search_fields = ("player__match__code", "former_member__name", "taken_by__name")
    list_select_related = ("player", "former_member", "taken_by")
    fields = ("player", "former_member", "left_at", "taken_by", "taken_at", "phase_number")


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(ReadOnly):
    """Reports about delivery that were counted, each once."""

    list_display = ("key", "at")
    search_fields = ("key",)
    fields = ("key", "at")


@admin.register(AddressHealth)
class AddressHealthAdmin(ReadOnly):
    """Which addresses take mail, and what their servers said."""

    list_display = ("address", "state", "bounces", "accepted_at", "trouble_at")
    list_filter = ("state",)
    search_fields = ("address",)
    fields = (
        "address",
        "state",
        "bounces",
        "accepted_at",
        "trouble_at",
        "trouble",
        "tested_at",
    )


@admin.register(Alarm)
class AlarmAdmin(ReadOnly):
    """What was amiss and when; and the page on which operators mend what is."""

    list_display = ("key", "detail", "raised_at", "cleared_at", "told_at")
    list_filter = ("key",)
    fields = (
        "key",
        "detail",
        "noticed_at",
        "raised_at",
        "told_at",
        "calm_since",
        "cleared_at",
        "end_told_at",
    )

    def get_urls(self) -> list[URLPattern]:
        """With the page of what needs a hand."""
        view = self.admin_site.admin_view(self.hand)
        return [path("hand/", view, name="games_alarm_hand"), *super().get_urls()]

    def hand(self, request: HttpRequest) -> HttpResponse:
        """What needs a hand: for those who may look at alarms; each deed asks for its own right."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        title = {"title": _("What needs a hand"), "opts": self.opts}
        return hand(request, {**self.admin_site.each_context(request), **title})


@admin.register(GamePause)
class GamePauseAdmin(ModelAdmin):
    """Games of which no new match begins: added with a sentence for players, deleted to end it."""

    form = GamePauseForm
    list_display = ("game", "words", "since", "by")

    def save_model(self, request: HttpRequest, obj: GamePause, form: object, change: bool) -> None:
        """Note who did it."""
        obj.by = signed_in(request)
        super().save_model(request, obj, form, change)
