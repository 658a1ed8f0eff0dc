"""Whether mail reaches an address."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class AddressHealth(models.Model):
    """What is known of one address: what its server took, and what came back.

    `stopped` and `complained` get no mail about matches until the member has it tested again.
    """

    class State(models.TextChoices):
        UNTRIED = "untried", _("not yet tried")
        WORKING = "working", _("mail arrives")
        DEFERRED = "deferred", _("mail is put off")
        BOUNCING = "bouncing", _("a mail came back")
        COMPLAINED = "complained", _("reported as spam: mail is stopped")
        STOPPED = "stopped", _("mails came back: mail is stopped")

    address = models.CharField(max_length=320, unique=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.UNTRIED)
    bounces = models.PositiveSmallIntegerField(default=0)
    accepted_at = models.DateTimeField(null=True, blank=True)
    trouble_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True)
    tested_at = models.DateTimeField(null=True, blank=True)
    suspected_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Then it was refused among others, which was laid to the service.",
    )

    class Meta:
        verbose_name = _("delivery health")
        verbose_name_plural = _("delivery health")
        indexes = [
            models.Index(
                fields=["trouble_at"], name="address_in_trouble", condition=~Q(trouble_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.address}: {self.state}"

    @property
    def is_stopped(self) -> bool:
        return self.state in {self.State.STOPPED, self.State.COMPLAINED}


class OutgoingMailState(models.Model):
    """Whether mail can be sent: one row. While `opened_at` is set, sending pauses but for a try now
    and then; `refused` are the outbox rows refused in a row, with none taken between them."""

    opened_at = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=200, blank=True)
    refused = models.JSONField(default=list, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    beat_at = models.DateTimeField(
        null=True, blank=True, help_text="Then a sender last looked at the outbox."
    )

    class Meta:
        verbose_name = _("state of outgoing mail")
        verbose_name_plural = _("state of outgoing mail")

    def __str__(self) -> str:
        return f"paused: {self.trouble}" if self.opened_at else "sending"


class DeliveryEvent(models.Model):
    """An event of a provider or a report that came back, so that it counts once."""

    key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("delivery event")
        verbose_name_plural = _("delivery events")
        indexes = [models.Index(fields=["at"], name="delivery_event_by_time")]

    def __str__(self) -> str:
        return self.key
