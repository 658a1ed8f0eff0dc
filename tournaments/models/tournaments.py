"""A tournament as its organiser states it, the series it belongs to, and what was done to it."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match, Member, new_match_code, new_token

MOST_TRIES = 5
"""After so many failures in a row a tournament is parked."""


class Series(models.Model):
    """Tournaments that follow one another with the same terms: seasons."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    organiser = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="series")
    pause = models.DurationField(
        _("break between seasons"),
        default=timedelta(days=7),
        help_text=_(
            "The next season opens for registration when one ends and starts after this break."
        ),
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """One tournament of one game. How it is played is a `TournamentSetup`, kept as `terms`."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        ENTRIES = "entries", _("open for registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("called off")

    code = models.CharField(max_length=12, unique=True, default=new_match_code, editable=False)
    name = models.CharField(_("name"), max_length=60)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    organiser = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="tournaments")
    notes = models.TextField(
        _("notes"),
        max_length=4000,
        blank=True,
        help_text="Seen by those who run it, and no others.",
    )
    series = models.ForeignKey(
        Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    season = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateTimeField(
        null=True, blank=True, help_text="The clocks of its matches stand still until then."
    )

    game = models.CharField(_("game"), max_length=32)
    options = models.JSONField(default=dict)
    format = models.CharField(_("format"), max_length=20)
    terms = models.JSONField(
        default=dict, help_text="The fields of the format's set-up that differ from the usual ones."
    )

    review_until = models.DateTimeField(
        null=True, blank=True, help_text="The next round waits for the organiser until then."
    )
    proposal = models.JSONField(
        null=True, blank=True, help_text="Its tables as they will be: round, tables, by_hand."
    )

    phase_time = models.DurationField(_("time per turn"), default=timedelta(days=2))
    match_terms = models.JSONField(
        default=dict, help_text="Further terms of every match: its bank, its waiting policy."
    )
    round_time = models.DurationField(
        _("time per round"),
        default=timedelta(days=21),
        help_text=_("Matches still open after this end as they stand."),
    )
    is_rated = models.BooleanField(_("counts for ratings"), default=True)

    is_public = models.BooleanField(_("listed"), default=True)
    by_invitation = models.BooleanField(_("by invitation only"), default=False)
    invitation_token = models.CharField(max_length=32, default=new_token, editable=False)
    least_entries = models.PositiveSmallIntegerField(_("fewest entries"), default=3)
    most_entries = models.PositiveSmallIntegerField(_("most entries"), null=True, blank=True)
    least_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    most_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    least_reliability = models.PositiveSmallIntegerField(
        _("lowest reliability"), null=True, blank=True
    )
    opens_at = models.DateTimeField(_("registration opens"), null=True, blank=True)
    starts_at = models.DateTimeField(
        _("starts"), null=True, blank=True, help_text=_("Leave empty to start it by hand.")
    )
    check_in = models.DurationField(
        _("check-in before the start"),
        default=timedelta(0),
        help_text=_(
            "Players who haven’t checked in by the start go to the end of the waiting list."
        ),
    )

    server_seed = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    seed = models.CharField(
        max_length=64, blank=True, editable=False, help_text="Every lot is drawn with it."
    )

    wake_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the sweep must look at it next: its entries open, it starts, a round's "
        "deadline passes, or at once because a match has ended.",
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    fault = models.TextField(blank=True, editable=False)
    version = models.PositiveBigIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Rises with every change: what was reckoned of an older one is not shown.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [
            models.Index(
                fields=["wake_at"],
                name="tournament_due",
                condition=Q(status__in=["draft", "entries", "running"]),
            ),
            models.Index(fields=["status", "-created_at"], name="tournament_by_status"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["series", "season"], name="season_once_per_series")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def allows_talk(self) -> bool:
        """Whether people may talk at its tables."""
        return bool(self.match_terms.get("has_talk", True))

    @property
    def stated_bot_accounts(self) -> str:
        """Which bot accounts may enter: a value of `Match.BotAccounts`."""
        return str(self.match_terms.get("bot_accounts", Match.BotAccounts.RATED))

    @property
    def is_over(self) -> bool:
        return self.status in {self.Status.FINISHED, self.Status.CANCELLED}


class LogEntry(models.Model):
    """What was done to a tournament, when, by whom and why. Never changed or deleted."""

    NO_REASON: ClassVar[str] = "–"
    """Stands for the reason of who gave none, in every language."""

    class Action(models.TextChoices):
        OPENED = "opened", _("registration opened")
        STARTED = "started", _("the tournament started")
        DEALT = "dealt", _("a round was dealt")
        ADJUDICATED = "adjudicated", _("a match ended early, when the round ran out of time")
        CLOSED = "closed", _("a round ended")
        FINISHED = "finished", _("the tournament ended")
        CANCELLED = "cancelled", _("the tournament was called off")
        PAUSED = "paused", _("the tournament was paused")
        RESUMED = "resumed", _("the tournament resumed")
        EXTENDED = "extended", _("a deadline was moved")
        CORRECTED = "corrected", _("a result was corrected")
        FORFEITED = "forfeited", _("a forfeit was awarded")
        ANNULLED = "annulled", _("a match was annulled")
        REPLACED = "replaced", _("a player was replaced")
        WITHDRAWN = "withdrawn", _("a player withdrew")
        REMOVED = "removed", _("a player was removed")
        PAIRED = "paired", _("tables were set by hand")
        SEEDED = "seeded", _("the seeding was set by hand")
        CHANGED = "changed", _("the terms were changed")
        OFFICIAL = "official", _("who runs the tournament changed")
        NOTICE = "notice", _("the organiser wrote to everyone")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    action = models.CharField(max_length=12, choices=Action.choices)
    round = models.PositiveIntegerField(null=True, blank=True)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.SET_NULL)
    params = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("entry of the tournament's log")
        verbose_name_plural = _("entries of the tournament logs")
        ordering = ["tournament", "id"]

    @property
    def given_reason(self) -> str:
        """The reason in the words of who gave one; "" where nobody did."""
        return "" if self.reason == self.NO_REASON else str(self.reason)

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.action}"
