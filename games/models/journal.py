"""What was decided in a match: its phases, its orders, and why its deadlines are what they are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Player
from games.models.members import Member


class Phase(models.Model):
    """One decision point of a match, or its opening (number 0): what was asked and what came of it.

    `events` are those that its closing brought; `shuffles` those that it needed.
    """

    class Reason(models.TextChoices):
        OPENING = "opening", _("the deal")
        COMPLETE = "complete", _("everyone had moved")
        DEADLINE = "deadline", _("the deadline passed")

    OPEN = Q(closed_at=None, number__gt=0)
    """Those that wait for orders; number 0 is the deal."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="phases")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=24)
    round = models.PositiveIntegerField()
    awaited = models.JSONField(default=list)
    opened_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True)
    held = models.JSONField(
        default=dict,
        help_text="By seat: until when its only legal order is held back; null for the deadline.",
    )
    events = models.JSONField(default=list)
    shuffles = models.JSONField(default=list)
    wake_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the sweep must look at an open phase: at its deadline, at once when all "
        "orders are in, or for the next try after a fault.",
    )
    remind_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(
        null=True, blank=True, help_text="A sweep has the phase in hand until then."
    )

    class Meta:
        verbose_name = _("phase")
        verbose_name_plural = _("phases")
        indexes = [
            models.Index(fields=["wake_at"], name="phase_due", condition=Q(closed_at=None)),
            models.Index(fields=["remind_at"], name="phase_to_remind", condition=Q(closed_at=None)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="phase_once_per_match")
        ]
        ordering = ["match", "number"]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.name}"

    @property
    def asked(self) -> list[int]:
        """The awaited seats that have a choice. To be told to each seat of itself alone."""
        return [seat for seat in self.awaited if str(seat) not in self.held]

    @property
    def ended_at(self) -> datetime:
        """When the phase was closed. Raises LookupError for one that is open."""
        if self.closed_at is None:
            raise LookupError(f"phase {self} is open")
        return self.closed_at


class Order(models.Model):
    """A player's decision, sealed until its phase closes; a newer one replaces it in place."""

    class Source(models.TextChoices):
        WEB = "web", _("on the site")
        MAIL = "mail", _("by mail")
        API = "api", _("by a program")
        STANDING = "standing", _("by standing order")
        FORCED = "forced", _("as the only legal move")
        BOT = "bot", _("by a bot")
        MISSED = "missed", _("as left for a missed deadline")
        DEFAULT = "default", _("by default: nothing came")

    PERSONAL_SOURCES = (Source.WEB, Source.MAIL, Source.API)
    """Ways in which players give their orders themselves."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="orders")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)
    source = models.CharField(max_length=8, choices=Source.choices)
    version = models.PositiveSmallIntegerField(default=1)
    received_at = models.DateTimeField()
    first_received_at = models.DateTimeField(
        null=True, blank=True, help_text="When the player's own first order for the phase came."
    )

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints = [
            models.UniqueConstraint(fields=["phase", "player"], name="order_once_per_phase")
        ]
        ordering = ["phase", "seat"]

    def __str__(self) -> str:
        return f"order of seat {self.seat} in phase {self.phase_id}"


class StandingOrder(models.Model):
    """What a player left behind to answer later decisions.

    A step answers one decision of its round; a repeated order every decision that it speaks of,
    through round `until_round`; an order "if I miss" speaks at a deadline only.
    """

    class Kind(models.TextChoices):
        STEP = "step", _("once, this round")
        REPEATED = "repeated", _("each time")
        MISSED = "missed", _("if I miss the deadline")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standing_orders")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.STEP)
    round = models.PositiveIntegerField()
    until_round = models.PositiveIntegerField(
        null=True, blank=True, help_text="The last round of a repeated order; none: its own."
    )
    position = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=400)
    given_at = models.DateTimeField()
    dropped = models.JSONField(
        null=True, blank=True, help_text="Why it did not fit when its time came: code and params."
    )

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "position"], name="standing_order_position"
            )
        ]
        ordering = ["player", "kind", "position"]

    def __str__(self) -> str:
        return f"standing order {self.kind} {self.position} of player {self.player_id}"

    def is_for_round(self, number: int) -> bool:
        """Whether it may still answer a decision of this round."""
        if self.kind == self.Kind.MISSED:
            return True
        if self.kind == self.Kind.REPEATED:
            return number <= (self.until_round or self.round)
        return number == self.round


@dataclass(frozen=True, slots=True)
class DeadlineDetail:
    """What a change of a deadline says beyond its kind.

    `quiet` and `weekend`: a player's calendar has moved it. `seats` are those whose absences or
    time banks count; `reason` is an operator's.
    """

    quiet: bool = False
    weekend: bool = False
    seats: tuple[int, ...] = ()
    reason: str = ""

    def as_kept(self) -> dict[str, object]:
        """What there is to say, as a row keeps it."""
        values = ((name, getattr(self, name)) for name in self.__slots__)
        return {name: value for name, value in values if value}


class DeadlineChange(models.Model):
    """An entry of the deadline ledger: why a deadline is what it is. Never changed or deleted."""

    class Why(models.TextChoices):
        OPENED = "opened", _("the turn began")
        DOWNTIME = "downtime", _("the service was down")
        MAIL = "mail", _("mail couldn’t be sent")
        FAULT = "fault", _("the match was on hold and has been repaired")
        OPERATOR = "operator", _("an operator moved it")
        BANK = "bank", _("time banks are running")
        ABSENCE = "absence", _("an absence was announced")
        BACK = "back", _("an absence ended early")
        PAUSE = "pause", _("the tournament was paused")
        RESUMED = "resumed", _("the tournament’s pause ended early")

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="deadline_changes")
    changed_at = models.DateTimeField()
    old_deadline_at = models.DateTimeField(null=True, blank=True)
    new_deadline_at = models.DateTimeField()
    why = models.CharField(max_length=12, choices=Why.choices)
    by = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL)
    detail = models.JSONField(
        default=dict,
        help_text="What it says beyond its kind: seats, and what of a calendar counted.",
    )

    class Meta:
        verbose_name = _("deadline change")
        verbose_name_plural = _("deadline changes")
        ordering = ["phase", "id"]

    @property
    def said(self) -> DeadlineDetail:
        """What `detail` keeps."""
        kept = {**self.detail, "seats": tuple(self.detail.get("seats", ()))}
        return DeadlineDetail(**kept)

    def __str__(self) -> str:
        return f"{self.phase_id}: {self.why}"


class ServicePulse(models.Model):
    """When the sweep last ran: one row, so that deadlines missed while it slept are excused."""

    beat_at = models.DateTimeField()

    class Meta:
        verbose_name = _("service pulse")
        verbose_name_plural = _("service pulses")

    def __str__(self) -> str:
        return self.beat_at.isoformat()
