"""What players say at a table, and what was done about it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Player
from games.models.members import Member

MOST_CHARACTERS = 500


class TableMessage(models.Model):
    """One thing that a player said to the others at the table, or `only_to` one of them.

    `member` is who sat in the seat then: with the account go its words, and what was for it alone.
    """

    class Source(models.TextChoices):
        WEB = "web", _("on the site")
        MAIL = "mail", _("by mail")
        API = "api", _("by a program")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="messages")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="messages")
    # CASCADE and never SET_NULL: without its reader a whisper would be everybody's.
    only_to = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    text = models.CharField(max_length=MOST_CHARACTERS)
    source = models.CharField(max_length=4, choices=Source.choices, default=Source.WEB)
    phase_number = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    hidden_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("message at a table")
        verbose_name_plural = _("messages at tables")
        indexes = [models.Index(fields=["match", "id"], name="talk_of_match")]

    def __str__(self) -> str:
        return f"message {self.pk} in match {self.match_id}"


class TalkReport(models.Model):
    """A player asks whoever looks after the match to look at a message."""

    message = models.ForeignKey(TableMessage, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("reported message")
        verbose_name_plural = _("reported messages")
        constraints = [
            models.UniqueConstraint(fields=["message", "by"], name="talk_report_once_each")
        ]
        indexes = [
            models.Index(fields=["at"], name="talk_reports_open", condition=Q(settled_at=None))
        ]

    def __str__(self) -> str:
        return f"report of message {self.message_id}"


class TalkRuling(models.Model):
    """What an organiser or operator did about talk, and why: a log, and the silences that hold.

    A silence is in force until `until`, in its match or in all matches of its event.
    """

    class Kind(models.TextChoices):
        HID = "hid", _("hid a message")
        SHOWED = "showed", _("showed a message again")
        SILENCED = "silenced", _("silenced a player")
        LIFTED = "lifted", _("let a player talk again")
        DISMISSED = "dismissed", _("found nothing wrong")

    kind = models.CharField(max_length=10, choices=Kind.choices)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    event_path = models.CharField(max_length=100, blank=True)
    message = models.ForeignKey(
        TableMessage, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    about = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("ruling on talk")
        verbose_name_plural = _("rulings on talk")
        indexes = [
            models.Index(
                fields=["about", "until"], name="talk_silences", condition=Q(kind="silenced")
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} in match {self.match_id}"
