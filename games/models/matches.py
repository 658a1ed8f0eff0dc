"""A match, and who plays it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.members import Member
from games.models.random_codes import new_match_code, new_token


class Match(models.Model):
    """One play of a game, from the day it is opened.

    What every closing changes is in no index here: when it is to be looked at says its open phase.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        PARKED = "parked", _("on hold after a fault")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("called off")

    class Waiting(models.TextChoices):
        QUIET = "quiet", _("nothing")
        COUNT = "count", _("how many have moved")
        NAMES = "names", _("who has moved")

    class Reveal(models.TextChoices):
        COMPLETE = "complete", _("as soon as everyone has moved")
        REVISE = "revise", _("a while after the last move, so it can still be changed")
        DEADLINE = "deadline", _("only at the deadline")

    class Forced(models.TextChoices):
        LIKE_OTHERS = "held", _("after a while, like any other move")
        AT_ONCE = "at-once", _("right away, which shows there was no choice")

    class Seating(models.TextChoices):
        DRAWN = "drawn", _("drawn at the start")
        GIVEN = "given", _("set by the tournament")

    class Adjudicated(models.TextChoices):
        DEADLINE = "deadline", _("the round ran out of time")
        DESERTED = "deserted", _("nobody was left to play against")
        RULING = "ruling", _("the organiser decided")

    class BotAccounts(models.TextChoices):
        RATED = "rated", _("may join")
        UNRATED = "unrated", _("may join, but then the match isn’t rated")
        NONE = "none", _("can’t join")

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

    phase_time = models.DurationField(_("time per turn"), default=timedelta(days=2))
    waiting_policy = models.CharField(
        _("others see while a turn is open"),
        max_length=8,
        choices=Waiting.choices,
        default=Waiting.COUNT,
    )
    time_bank = models.DurationField(_("time bank per player"), default=timedelta(0))
    respects_quiet_hours = models.BooleanField(_("avoids quiet hours"), default=True)
    rests_on_weekends = models.BooleanField(_("weekends off don’t count"), default=False)
    respects_absences = models.BooleanField(_("announced absences don’t count"), default=True)
    absence_cap = models.DurationField(
        _("the most that absences extend deadlines, per player"), default=timedelta(days=7)
    )
    misses_allowed = models.PositiveSmallIntegerField(
        _("missed deadlines in a row before a bot takes over"), default=2
    )
    reveal_policy = models.CharField(
        _("moves are revealed"), max_length=8, choices=Reveal.choices, default=Reveal.COMPLETE
    )
    revise_time = models.DurationField(
        _("time to change moves after the last one"), default=timedelta(minutes=30)
    )

    forced_plays = models.CharField(
        _("the only legal move is played"),
        max_length=8,
        choices=Forced.choices,
        default=Forced.LIKE_OTHERS,
    )

    has_talk = models.BooleanField(_("players may talk at the table"), default=True)
    shows_talk = models.BooleanField(_("spectators may read the table talk"), default=False)
    delays_spectators = models.BooleanField(_("spectators see one turn late"), default=False)
    is_quick = models.BooleanField(
        default=False, help_text="Opened by quick pairing: whoever asks for the same joins it."
    )
    is_rated = models.BooleanField(_("counts for ratings"), default=True)
    bot_accounts = models.CharField(
        _("members’ bots"), max_length=8, choices=BotAccounts.choices, default=BotAccounts.RATED
    )
    is_practice = models.BooleanField(
        default=False, help_text="One member against bots: unrated, and nobody is written to."
    )
    seating = models.CharField(max_length=8, choices=Seating.choices, default=Seating.DRAWN)
    event_name = models.CharField(
        max_length=60, blank=True, help_text="What the match belongs to, as a tournament."
    )
    event_path = models.CharField(max_length=100, blank=True, help_text="The event's page.")
    event_round = models.PositiveIntegerField(default=0)

    rematch_of = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematch",
        help_text="The finished match that this one plays again.",
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
    rests_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Its tournament is paused, and its clock stands still, until then.",
    )
    revise_until = models.DateTimeField(
        null=True, blank=True, help_text="All orders are in, and may be changed until then."
    )
    banks_open_since = models.DateTimeField(
        null=True, blank=True, help_text="The open phase's deadline before time banks moved it."
    )
    fault = models.TextField(blank=True, editable=False)
    outcome = models.JSONField(null=True, blank=True)
    adjudicated_for = models.CharField(
        max_length=16,
        blank=True,
        choices=Adjudicated.choices,
        help_text="Why a match that was given its seats ended before its rules ended it.",
    )

    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When what follows from the result for the ratings was reckoned.",
    )
    reported_at = models.DateTimeField(
        null=True, blank=True, help_text="When whoever gave the seats took note of the end."
    )

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["status", "-created_at"], name="match_by_status"),
            models.Index(
                fields=["-started_at"],
                name="match_to_watch",
                condition=Q(status="running", is_public=True),
            ),
            models.Index(
                fields=["finished_at"],
                name="match_to_settle",
                condition=Q(status="finished", settled_at=None),
            ),
            models.Index(
                fields=["finished_at"],
                name="match_to_report",
                condition=Q(status="finished", seating="given", reported_at=None),
            ),
            models.Index(
                fields=["-finished_at", "-id"],
                name="match_history",
                condition=Q(status="finished", is_public=True),
            ),
            models.Index(
                fields=["game", "-finished_at", "-id"],
                name="match_history_by_game",
                condition=Q(status="finished", is_public=True),
            ),
            models.Index(
                fields=["event_path", "event_round"],
                name="match_by_event",
                condition=~Q(event_path=""),
            ),
            models.Index(
                fields=["game", "created_at"],
                name="match_quick_open",
                condition=Q(status="open", is_quick=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @property
    def is_over(self) -> bool:
        return self.status in {self.Status.FINISHED, self.Status.CANCELLED}

    @property
    def has_replay(self) -> bool:
        """Whether it was played and is over, so that all hands may be seen: also where it was
        called off after its deal."""
        return self.is_over and self.started_at is not None

    def end(self, status: Status, at: datetime) -> None:
        """Set what an ended match has; nothing is saved."""
        self.status, self.finished_at = status, at
        self.deadline_at = self.revise_until = None
        self.fault = ""

    def put_to_rest(self) -> None:
        """Have no sweep look at it any more: it is over, or parked. Written at once."""
        self.phases.filter(closed_at=None).update(wake_at=None, remind_at=None, lease_until=None)

    @property
    def open_deadline(self) -> datetime:
        """When the time for the open decision ends. Raises LookupError where none is open."""
        if self.deadline_at is None:
            raise LookupError(f"match {self.pk} has no open deadline")
        return self.deadline_at


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
    mail_level = models.CharField(
        _("mails about this match"),
        max_length=8,
        blank=True,
        choices=Member.MailLevel.choices,
        help_text="Empty: as the member's profile says.",
    )
    looked_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="When the match's page was last open and visible, to the minute.",
    )
    talk_level = models.CharField(
        _("table talk of this match"),
        max_length=8,
        blank=True,
        choices=Member.TalkLevel.choices,
        help_text="Empty: as the member's profile says.",
    )
    talk_seen = models.PositiveBigIntegerField(
        default=0, help_text="The newest message that the player was shown, on a page or by mail."
    )
    resign_asked_at = models.DateTimeField(
        null=True, blank=True, help_text="When giving up was asked for by mail, until confirmed."
    )
    ordered_phase = models.PositiveIntegerField(
        default=0, help_text="The last phase that this player answered in person."
    )
    away_since = models.DateTimeField(
        null=True, blank=True, help_text="Since when a bot keeps the seat, free for a substitute."
    )
    time_used = models.DurationField(
        default=timedelta(0), help_text="From each opening to the player's own first order."
    )
    answer_times = models.JSONField(
        default=list,
        help_text="Of the last answers: the minute of the day at which it was asked, and how many "
        "seconds it took.",
    )
    time_bank_left = models.DurationField(default=timedelta(0))
    bank_drawn = models.DurationField(
        default=timedelta(0), help_text="Taken from the bank in the open phase."
    )
    absence_used = models.DurationField(default=timedelta(0))
    absence_drawn = models.DurationField(
        default=timedelta(0), help_text="What the open phase's deadline owes to an absence."
    )
    readiness = models.CharField(max_length=4, blank=True, help_text="done, wait or nothing")
    readiness_phase = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="player_one_per_seat"),
            models.UniqueConstraint(fields=["match", "member"], name="player_once_per_match"),
            models.CheckConstraint(
                condition=Q(member__isnull=False) | ~Q(bot=""), name="player_is_somebody"
            ),
        ]
        indexes = [
            models.Index(
                fields=["away_since"],
                name="player_away",
                condition=Q(away_since__isnull=False),
            ),
        ]
        ordering = ["seat", "id"]

    MailLevel = Member.MailLevel
    TalkLevel = Member.TalkLevel

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """How the player is called at the table."""
        if self.member is not None:
            return self.member.name
        return f"{self.bot} bot {self.seat if self.seat is not None else self.pk}"

    @property
    def own_seat(self) -> int:
        """The seat of a match that has begun. Raises LookupError before that."""
        if self.seat is None:
            raise LookupError(f"player {self.pk} has no seat yet")
        return self.seat

    @property
    def wanted_mail(self) -> str:
        """When the member wants mail about this match; "none" for a bot of its own."""
        if self.member is None:
            return Member.MailLevel.NONE
        return self.mail_level or self.member.mail_level

    @property
    def wanted_talk(self) -> str:
        """How the member wants to hear what is said at this table; "none" for a bot of its own."""
        if self.member is None or self.member.talk_level == Member.TalkLevel.NONE:
            return Member.TalkLevel.NONE
        return self.talk_level or self.member.talk_level
