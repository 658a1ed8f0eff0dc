"""What is kept: members, matches with their journal, and the mail that goes out and comes in.

The journal of a match is its setup, its `Order` rows and its `Phase` rows; `Match.state` is a
snapshot of what they lead to. Models know nothing but Django: what may happen is in
`games.services`, what may be seen in `games.selectors`.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without the letters and digits that are taken for one another when read aloud."""


def new_match_code() -> str:
    """Seven characters that are easy to say and to type: 2.7e10 of them."""
    return "".join(secrets.choice(CODE_ALPHABET) for _position in range(7))


def new_token() -> str:
    """A URL-safe secret of 128 bits, for invitations and the API."""
    return secrets.token_urlsafe(16)


class MemberManager(BaseUserManager["Member"]):
    """Creates members by address; there are no passwords to choose."""

    def create_user(
        self, email: str, name: str = "", password: str | None = None, **fields: Any
    ) -> Member:
        """A member with this address, and a name taken from it where none is given."""
        email = self.normalize_email(email)
        member = self.model(email=email, name=name or self.free_name(email), **fields)
        member.set_password(password)
        member.save(using=self._db)
        return member

    def create_superuser(self, email: str, name: str = "", **fields: Any) -> Member:
        """An operator who may enter the admin."""
        return self.create_user(email, name, is_staff=True, is_superuser=True, **fields)

    def free_name(self, email: str) -> str:
        """A name that nobody has, from what stands before the @."""
        stem = email.partition("@")[0].partition("+")[0][:24] or "player"
        name, number = stem, 1
        while self.filter(name__iexact=name).exists():
            number += 1
            name = f"{stem} {number}"
        return name


class Member(AbstractBaseUser, PermissionsMixin):
    """The account of a person: an address, a name, and how they want to be written to."""

    class MailLevel(models.TextChoices):
        EVERY_DECISION = "every", _("whenever a decision awaits me")
        URGENT = "urgent", _("only when the deadline comes near")
        NONE = "none", _("no mail: I look at the site")

    email = models.EmailField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=32, unique=True)
    language = models.CharField(_("language"), max_length=8, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    mail_level = models.CharField(
        _("mails"), max_length=8, choices=MailLevel.choices, default=MailLevel.EVERY_DECISION
    )
    wants_html = models.BooleanField(_("mails with pictures"), default=True)
    wants_receipts = models.BooleanField(_("a receipt for each order sent by mail"), default=True)
    wants_news = models.BooleanField(_("a mail when a match begins or ends"), default=True)
    reminder_hours = models.PositiveSmallIntegerField(
        _("remind me this many hours before a deadline"), default=6
    )
    api_token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    is_demo = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[MemberManager] = MemberManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("member")
        constraints = [
            models.UniqueConstraint(Lower("email"), name="member_email_whatever_case"),
            models.UniqueConstraint(Lower("name"), name="member_name_whatever_case"),
        ]

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """One play of a game."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        PARKED = "parked", _("parked after a fault")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Waiting(models.TextChoices):
        QUIET = "quiet", _("nothing")
        COUNT = "count", _("how many orders are in")
        NAMES = "names", _("whose orders are in")

    code = models.CharField(max_length=12, unique=True, default=new_match_code, editable=False)
    title = models.CharField(_("title"), max_length=60, blank=True)
    game = models.CharField(_("game"), max_length=32)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField(_("seats"))
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.OPEN)
    is_public = models.BooleanField(_("listed in the lobby"), default=True)
    created_by = models.ForeignKey(
        Member, null=True, on_delete=models.SET_NULL, related_name="matches_created"
    )
    invitation_token = models.CharField(max_length=32, default=new_token, editable=False)

    phase_time = models.DurationField(_("time for a decision"), default=timedelta(days=2))
    waiting_policy = models.CharField(
        _("others learn before the phase closes"),
        max_length=8,
        choices=Waiting.choices,
        default=Waiting.COUNT,
    )

    server_seed = models.CharField(max_length=64, editable=False)
    attempt = models.PositiveSmallIntegerField(default=1)
    commitment = models.CharField(max_length=64, editable=False)
    seed = models.CharField(max_length=64, blank=True, editable=False)

    state = models.TextField(blank=True, editable=False)
    phase_number = models.PositiveIntegerField(default=0)
    phase_name = models.CharField(max_length=24, blank=True)
    round = models.PositiveIntegerField(default=0)
    deadline_at = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the sweep must look at the match: its deadline, at once when all orders "
        "are in, or the next try after a fault.",
    )
    remind_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    fault = models.TextField(blank=True, editable=False)
    outcome = models.JSONField(null=True, blank=True)

    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["wake_at"], name="match_due", condition=Q(status="running")),
            models.Index(
                fields=["remind_at"], name="match_to_remind", condition=Q(status="running")
            ),
            models.Index(fields=["status", "-created_at"], name="match_by_status"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @property
    def is_over(self) -> bool:
        return self.status in {self.Status.FINISHED, self.Status.CANCELLED}


class Player(models.Model):
    """A member, or a bot, in one match. The seat is drawn when the match starts.

    A `bot` beside a member keeps that member's seat while they are away.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="players")
    member = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.PROTECT, related_name="plays"
    )
    bot = models.CharField(max_length=16, blank=True)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    contribution = models.CharField(
        max_length=64, blank=True, help_text="What the player added to the match's chance."
    )
    missed_in_a_row = models.PositiveSmallIntegerField(default=0)
    resigned_at = models.DateTimeField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)
    ordered_phase = models.PositiveIntegerField(
        default=0, help_text="The last phase that this player answered in person."
    )

    class Meta:
        verbose_name = _("player")
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="player_one_per_seat"),
            models.UniqueConstraint(fields=["match", "member"], name="player_once_per_match"),
            models.CheckConstraint(
                condition=Q(member__isnull=False) | ~Q(bot=""), name="player_is_somebody"
            ),
        ]
        ordering = ["seat", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """How the player is called at the table."""
        if self.member is not None:
            return self.member.name
        return f"{self.bot} bot {self.seat if self.seat is not None else self.pk}"

    @property
    def is_played_by_bot(self) -> bool:
        return bool(self.bot)


class Phase(models.Model):
    """One decision point of a match, or its opening (number 0): what was asked and what came of it.

    `events` are those that its closing brought; `shuffles` those that it needed.
    """

    class Reason(models.TextChoices):
        OPENING = "opening", _("the deal")
        COMPLETE = "complete", _("all orders were in")
        DEADLINE = "deadline", _("the deadline passed")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="phases")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=24)
    round = models.PositiveIntegerField()
    awaited = models.JSONField(default=list)
    opened_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True)
    events = models.JSONField(default=list)
    shuffles = models.JSONField(default=list)

    class Meta:
        verbose_name = _("phase")
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="phase_once_per_match")
        ]
        ordering = ["match", "number"]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.name}"


class Order(models.Model):
    """A player's decision, sealed until its phase closes; a newer one replaces it in place."""

    class Source(models.TextChoices):
        WEB = "web", _("on the site")
        MAIL = "mail", _("by mail")
        API = "api", _("by a program")
        STANDING = "standing", _("as a standing order")
        FORCED = "forced", _("as the only legal order")
        BOT = "bot", _("by a bot")
        DEFAULT = "default", _("by default: no order came")

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="orders")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200)
    source = models.CharField(max_length=8, choices=Source.choices)
    version = models.PositiveSmallIntegerField(default=1)
    received_at = models.DateTimeField()

    class Meta:
        verbose_name = _("order")
        constraints = [
            models.UniqueConstraint(fields=["phase", "player"], name="order_once_per_phase")
        ]
        ordering = ["phase", "seat"]

    def __str__(self) -> str:
        return f"order of seat {self.seat} in phase {self.phase_id}"


class StandingOrder(models.Model):
    """A later step of a player's order: it answers that seat's next decisions of the same round."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standing_orders")
    round = models.PositiveIntegerField()
    position = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=400)
    given_at = models.DateTimeField()
    dropped = models.JSONField(
        null=True, blank=True, help_text="Why it did not fit when its time came: code and params."
    )

    class Meta:
        verbose_name = _("standing order")
        constraints = [
            models.UniqueConstraint(fields=["player", "position"], name="standing_order_position")
        ]
        ordering = ["player", "position"]

    def __str__(self) -> str:
        return f"standing order {self.position} of player {self.player_id}"


class DeadlineChange(models.Model):
    """An entry of the deadline ledger: why a deadline is what it is. Never changed or deleted."""

    class Why(models.TextChoices):
        OPENED = "opened", _("the phase opened")
        DOWNTIME = "downtime", _("the service was down")
        FAULT = "fault", _("the match was parked and repaired")
        OPERATOR = "operator", _("an operator moved it")

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="deadline_changes")
    changed_at = models.DateTimeField()
    old_deadline_at = models.DateTimeField(null=True, blank=True)
    new_deadline_at = models.DateTimeField()
    why = models.CharField(max_length=12, choices=Why.choices)
    by = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        verbose_name = _("deadline change")
        ordering = ["phase", "id"]

    def __str__(self) -> str:
        return f"{self.phase_id}: {self.why}"


class Invitation(models.Model):
    """A seat offered by mail to an address, with or without an account."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField()
    invited_by = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL)
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)
    player = models.OneToOneField(Player, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        verbose_name = _("invitation")
        constraints = [
            models.UniqueConstraint(fields=["match", "email"], name="invitation_once_per_address")
        ]

    def __str__(self) -> str:
        return f"{self.email} to {self.match_id}"


class OutboundMail(models.Model):
    """A row of the outbox: what is to be told to whom, written in the transaction that causes it.

    The words are composed when it is sent, from what is then true; a row whose reason has gone
    (the order came meanwhile) is withdrawn instead.
    """

    class Kind(models.TextChoices):
        DECISION = "decision", _("a decision awaits")
        REMINDER = "reminder", _("a reminder")
        RECEIPT = "receipt", _("a receipt")
        REFUSAL = "refusal", _("an order that was not taken")
        INVITATION = "invitation", _("an invitation")
        STARTED = "started", _("a match began")
        FINISHED = "finished", _("a match ended")
        PARKED = "parked", _("a match is parked")
        CANCELLED = "cancelled", _("a match was cancelled")
        SEAT_KEPT = "seat-kept", _("a bot keeps a seat")

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FAILED = "failed", _("failed")

    dedupe_key = models.CharField(max_length=120, unique=True)
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
    message_id = models.CharField(max_length=120, blank=True)
    provider_id = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        verbose_name = _("outbound mail")
        indexes = [
            models.Index(
                fields=["due_at", "id"],
                name="outbox_due",
                condition=Q(status__in=["queued", "sending"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class InboundMail(models.Model):
    """A mail as it arrived, committed before anything looks at it.

    `dedupe_key` is its Message-ID with the recipient, or a hash where it has none.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("to be read")
        TAKEN = "taken", _("taken as an order")
        REFUSED = "refused", _("refused with an answer")
        IGNORED = "ignored", _("left unanswered")

    dedupe_key = models.CharField(max_length=64, unique=True)
    source = models.CharField(max_length=8)
    recipient = models.CharField(max_length=320)
    envelope_sender = models.CharField(max_length=320, blank=True)
    raw = models.BinaryField()
    verdicts = models.JSONField(default=dict)
    received_at = models.DateTimeField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PENDING)
    verdict = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    match = models.ForeignKey(Match, null=True, blank=True, on_delete=models.SET_NULL)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        verbose_name = _("inbound mail")
        indexes = [
            models.Index(
                fields=["received_at"], name="inbound_pending", condition=Q(status="pending")
            )
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.pk}"


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
        indexes = [models.Index(fields=["recipient", "-id"], name="local_mail_of")]
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"to {self.recipient}"


class ServicePulse(models.Model):
    """When the sweep last ran: one row, so that deadlines missed while it slept are excused."""

    beat_at = models.DateTimeField()

    class Meta:
        verbose_name = _("service pulse")

    def __str__(self) -> str:
        return self.beat_at.isoformat()
