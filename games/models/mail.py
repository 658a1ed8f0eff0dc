"""Mail that goes out, that comes in, and that the embedded default keeps."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Player
from games.models.members import Member

SETTLED = Q(status__in=["sent", "withdrawn", "failed"]) | Q(
    status="collected", sent_at__isnull=False
)
"""Rows of the outbox that nobody waits for: collected ones were told by a mail of many."""


class OutboundMail(models.Model):
    """A row of the outbox: what is to be told to whom, written in the transaction that causes it.

    The words are composed when it is sent, from what is then true; a row whose reason has gone
    (the order came meanwhile) is withdrawn instead.
    """

    class Kind(models.TextChoices):
        DECISION = "decision", _("your turn")
        REMINDER = "reminder", _("a reminder")
        RECEIPT = "receipt", _("a receipt")
        REFUSAL = "refusal", _("a move that wasn’t accepted")
        INVITATION = "invitation", _("an invitation")
        STARTED = "started", _("a match started")
        FINISHED = "finished", _("a match ended")
        PARKED = "parked", _("a match is on hold")
        CANCELLED = "cancelled", _("a match was called off")
        SEAT_KEPT = "seat-kept", _("a bot took over")
        SEAT_LEFT = "seat-left", _("a bot plays for somebody")
        MISSED = "missed", _("a missed deadline")
        SEAT_TAKEN = "seat-taken", _("a substitute took over")
        TALK = "talk", _("table talk")
        REPORT = "report", _("a message was reported")
        WATCHED = "watched", _("a watched match ended")
        UNPAIRED = "unpaired", _("a quick match waits for players")
        ANSWER = "answer", _("an answer to a command")
        DIGEST = "digest", _("several matches in one mail")
        TEST = "test", _("a test of the address")
        CHANNEL = "channel", _("a channel was stopped")
        JOIN = "join", _("joining by mail")
        ACCOUNT = "account", _("joining and signing in")

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("being sent")
        COLLECTED = "collected", _("told in a digest")
        SENT = "sent", _("sent")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FAILED = "failed", _("failed")

    class Priority(models.IntegerChoices):
        SIGN_IN = 0, _("somebody is waiting for it on a page")
        PLAY = 1, _("everything about matches")

    dedupe_key = models.CharField(max_length=120, unique=True)
    priority = models.PositiveSmallIntegerField(choices=Priority.choices, default=Priority.PLAY)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    address = models.EmailField()
    language = models.CharField(max_length=8, default="en")
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.CASCADE)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE)
    phase_number = models.PositiveIntegerField(null=True, blank=True)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    deaths = models.PositiveSmallIntegerField(
        default=0, help_text="So many senders have died with the mail in hand."
    )
    message_id = models.CharField(max_length=120, blank=True, db_index=True)
    provider_id = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    words = models.BinaryField(
        default=b"", help_text="What was sent, packed, to tell an answer from what it quotes."
    )

    class Meta:
        verbose_name = _("outbound mail")
        verbose_name_plural = _("outbound mails")
        indexes = [
            models.Index(
                fields=["member", "id"],
                name="outbox_collected",
                condition=Q(status="collected", sent_at=None),
            ),
            models.Index(
                fields=["priority", "due_at", "id"],
                name="outbox_due",
                condition=Q(status__in=["queued", "sending"]),
            ),
            models.Index(fields=["id"], name="outbox_failed", condition=Q(status="failed")),
            models.Index(
                fields=["created_at"],
                name="outbox_settled",
                condition=SETTLED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class InboundMail(models.Model):
    """A mail as it arrived, committed before anything looks at it.

    `dedupe_key` is its Message-ID with the recipient, or a hash where it has none. `member` is
    whose signed address it came to; `player` and `match` are empty where that is a digest's.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("to be read")
        TAKEN = "taken", _("accepted as a move")
        REFUSED = "refused", _("refused with a reply")
        IGNORED = "ignored", _("left unanswered")

    dedupe_key = models.CharField(max_length=64, unique=True)
    source = models.CharField(max_length=8)
    recipient = models.CharField(max_length=320)
    envelope_sender = models.CharField(max_length=320, blank=True)
    raw = models.BinaryField()
    verdicts = models.JSONField(default=dict)
    is_emptied = models.BooleanField(
        default=False, help_text="The words were kept as long as is promised; the row stays."
    )
    received_at = models.DateTimeField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PENDING)
    verdict = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(
        null=True, blank=True, help_text="A reader has the mail in hand until then."
    )
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.SET_NULL)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        verbose_name = _("inbound mail")
        verbose_name_plural = _("inbound mails")
        permissions: ClassVar = [("open_inboundmail", "May open the words of a mail that came in")]
        indexes = [
            models.Index(fields=["member", "received_at"], name="inbound_of_member"),
            models.Index(fields=["envelope_sender", "received_at"], name="inbound_of_sender"),
            models.Index(
                fields=["received_at"], name="inbound_pending", condition=Q(status="pending")
            ),
            models.Index(
                fields=["member", "received_at"],
                name="inbound_pending_of_member",
                condition=Q(status="pending"),
            ),
            models.Index(
                fields=["received_at"], name="inbound_kept", condition=Q(is_emptied=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.pk}"

    @property
    def cut_for(self) -> str:
        """Why only the headers are kept, as a verdict: `too-large`, `too-many`; "" where all is."""
        if "bytes" in self.verdicts:
            return "too-large"
        return "too-many" if self.verdicts.get("over") else ""


class LocalMail(models.Model):
    """A mail that the embedded default keeps instead of sending, to be read in the browser."""

    recipient = models.CharField(max_length=320)
    subject = models.TextField(blank=True)
    raw = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    is_reply = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("local mail")
        verbose_name_plural = _("local mails")
        indexes = [models.Index(fields=["recipient", "-id"], name="local_mail_of")]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"to {self.recipient}"
