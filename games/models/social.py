"""What members have chosen towards one another, and the matches that they watch."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match
from games.models.members import Member


class Stance(models.Model):
    """One member follows, mutes or blocks another. The other is never told."""

    class Kind(models.TextChoices):
        FOLLOW = "follow", _("follows")
        MUTE = "mute", _("does not hear")
        BLOCK = "block", _("wants nothing to do with")

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="stances")
    other = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("stance towards a member")
        verbose_name_plural = _("stances towards members")
        constraints = [
            models.UniqueConstraint(fields=["member", "other", "kind"], name="stance_once")
        ]
        indexes = [models.Index(fields=["other", "kind"], name="stances_towards")]

    def __str__(self) -> str:
        return f"{self.member_id} {self.kind} {self.other_id}"


class MatchWatch(models.Model):
    """A public match that a member watches without playing in it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="watches")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="watches")
    wants_mail = models.BooleanField(_("a mail when it ends"), default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("watched match")
        verbose_name_plural = _("watched matches")
        constraints = [models.UniqueConstraint(fields=["match", "member"], name="watch_once")]

    def __str__(self) -> str:
        return f"{self.member_id} watches {self.match_id}"
