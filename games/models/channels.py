"""Where members are told of what happens beside mail: browsers, chats and programs."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Player
from games.models.members import Member


class Channel(models.Model):
    """One browser, chat or program of a member's that wants to be told.

    `secret_target` is where it is and what opens it, typed in `games.letters.channel_targets`;
    nobody is shown it again. `shown` is as much of it as tells one channel from another.
    """

    class Kind(models.TextChoices):
        PUSH = "push", _("a browser")
        DISCORD = "discord", _("Discord")
        MATRIX = "matrix", _("Matrix")
        TELEGRAM = "telegram", _("Telegram")
        NTFY = "ntfy", _("ntfy")
        PROGRAM = "program", _("a program (webhook)")

    class Stopped(models.TextChoices):
        GONE = "gone", _("the address no longer exists")
        REFUSING = "refusing", _("it has refused our messages for days")
        AWAY = "away", _("we couldn’t reach it for days")

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(_("name"), max_length=60)
    shown = models.CharField(max_length=200)
    secret_target = models.JSONField()
    secret_digest = models.CharField(max_length=64, editable=False)
    events = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    worked_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="In a row.")
    next_try_at = models.DateTimeField(
        null=True, blank=True, help_text="Nothing is sent before; after failures, or a slow answer."
    )
    stopped_at = models.DateTimeField(null=True, blank=True)
    stopped_for = models.CharField(max_length=8, blank=True, choices=Stopped.choices)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        ordering = ("created_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member", "secret_digest"], name="channel_once_for_a_member"
            ),
        ]
        indexes = [models.Index(fields=["secret_digest"], name="channel_by_digest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def is_for_people(self) -> bool:
        """Whether a person reads it: such is told in words, and not of what is over."""
        return self.kind != self.Kind.PROGRAM


class ChannelDelivery(models.Model):
    """Something that is to be told to one channel, and then the log of it.

    Written in the transaction that causes it. A row is taken under a lease, as mails are; whoever
    takes it after its sender died may tell it twice, with the same `public_id`.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENT = "sent", _("taken")
        WITHDRAWN = "withdrawn", _("no longer so")
        FAILED = "failed", _("failed")

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="deliveries")
    dedupe_key = models.CharField(max_length=120, unique=True)
    public_id = models.CharField(max_length=40, unique=True)
    event = models.CharField(max_length=32)
    payload = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE)
    phase_number = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    settled_at = models.DateTimeField(null=True, blank=True)
    answer_status = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The HTTP status of the last try."
    )
    took_ms = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("delivery to a channel")
        verbose_name_plural = _("deliveries to channels")
        indexes = [
            models.Index(
                fields=["due_at", "id"], name="delivery_due", condition=Q(status="queued")
            ),
            models.Index(fields=["channel", "-id"], name="delivery_of_channel"),
            models.Index(
                fields=["settled_at"], name="delivery_settled", condition=~Q(status="queued")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.public_id}"
