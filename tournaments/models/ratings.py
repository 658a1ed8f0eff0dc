"""Ratings: where everybody stands in each pool, and every step on the way there."""

from __future__ import annotations

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.models import Match, Member


class Rating(models.Model):
    """A member's rating in one pool, in thousandths of a point; see `tournaments.elo`."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=40, help_text="A game, with its edition where it has some.")
    thousandths = models.IntegerField()
    uncertainty = models.IntegerField()
    matches = models.PositiveIntegerField(default=0)
    opponents = models.PositiveIntegerField(default=0)
    peak_thousandths = models.IntegerField(null=True, blank=True)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rating")
        constraints = [
            models.UniqueConstraint(fields=["member", "pool"], name="rating_once_per_pool")
        ]
        indexes = [models.Index("pool", F("thousandths").desc(), name="rating_board")]

    def __str__(self) -> str:
        return f"{self.member_id} {self.pool} {self.thousandths}"


class RatedMatch(models.Model):
    """A finished match as it was rated. The ids tell the order: `rebuildratings` follows it."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="rated")
    pool = models.CharField(max_length=40)
    finished_at = models.DateTimeField()
    results = models.JSONField(
        help_text="For every person: member, seat, place, score, and whether they left."
    )

    class Meta:
        verbose_name = _("rated match")
        indexes = [models.Index(fields=["pool", "-finished_at"], name="rated_by_pool")]

    def __str__(self) -> str:
        return f"{self.pool} {self.match_id}"


class RatingChange(models.Model):
    """What one match did to one member's rating, with its sum."""

    rated_match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="rating_changes")
    pool = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    has_left = models.BooleanField(default=False)
    before = models.IntegerField()
    after = models.IntegerField()
    uncertainty = models.IntegerField(help_text="After the match.")
    exchanges = models.JSONField(
        default=list, help_text="Opponent, score, expectation, step, thousandths: one each."
    )
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating change")
        constraints = [
            models.UniqueConstraint(
                fields=["rated_match", "member"], name="rating_change_once_per_match"
            )
        ]
        indexes = [models.Index(fields=["member", "pool", "id"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.after - self.before:+d}"
