"""Ratings and records: where everybody stands in each pool, and every step on the way there."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Match, Member
from tournaments.rating.elo import PROVISIONAL_MATCHES, PROVISIONAL_OPPONENTS

BOARD_OPPONENTS = 8
"""So many different ones in the last 30 matches, or the rating is not on the board."""


class RatingPool(models.Model):
    """What is rated together. Its row is the lock under which its matches are rated in order."""

    key = models.CharField(
        primary_key=True, max_length=40, help_text="A game, with its edition where it has some."
    )
    setting = models.JSONField(
        null=True, blank=True, help_text="What its matches have shown of how its players differ."
    )
    weighed_at = models.DateTimeField(
        null=True, blank=True, help_text="When all strengths were last reckoned at once."
    )
    owed = models.BigIntegerField(
        default=0, help_text="Thousandths that seniors lost to juniors and elders get back."
    )
    elders = models.PositiveIntegerField(default=0, help_text="Who share what is owed.")

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")

    def __str__(self) -> str:
        return self.key


class Rating(models.Model):
    """A member's rating in one pool, in thousandths of a point; see `tournaments.rating.elo`."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=40, help_text="A game, with its edition where it has some.")
    thousandths = models.IntegerField()
    uncertainty = models.IntegerField(help_text="When it was rated last.")
    matches = models.PositiveIntegerField(default=0)
    opponents = models.PositiveIntegerField(default=0)
    recent_opponents = models.PositiveSmallIntegerField(
        default=0, help_text="Different ones in the last 30 matches."
    )
    from_provisional = models.IntegerField(
        default=0, help_text="Thousandths won from provisional ratings, net, once established."
    )
    peak_thousandths = models.IntegerField(
        null=True, blank=True, help_text="The highest since it was no longer provisional."
    )
    rated_at = models.DateTimeField(
        null=True, blank=True, help_text="When the last rated match ended."
    )
    strength = models.FloatField(
        null=True, blank=True, help_text="What all results together say, in logits."
    )
    strength_deviation = models.FloatField(null=True, blank=True, help_text="Of the strength.")

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["member", "pool"], name="rating_once_per_pool")
        ]
        indexes = [
            models.Index("pool", F("thousandths").desc(), "member", name="rating_everybody"),
            models.Index(
                "pool",
                F("thousandths").desc(),
                "member",
                name="rating_board",
                condition=Q(
                    matches__gte=PROVISIONAL_MATCHES,
                    opponents__gte=PROVISIONAL_OPPONENTS,
                    recent_opponents__gte=BOARD_OPPONENTS,
                ),
            ),
        ]

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
    is_counted = models.BooleanField(
        default=True, help_text="False: the same people met too often for it to change a rating."
    )
    struck_at = models.DateTimeField(null=True, blank=True)
    strike_reason = models.CharField(max_length=300, blank=True)
    revised_at = models.DateTimeField(
        null=True, blank=True, help_text="Ruled otherwise since; its pool is to be played again."
    )

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        indexes = [
            models.Index(fields=["pool", "-finished_at"], name="rated_by_pool"),
            models.Index(fields=["pool", "id"], name="rated_in_order"),
            models.Index(
                fields=["pool"], name="rated_revised", condition=Q(revised_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.match_id}"


class RatingChange(models.Model):
    """What one match did to one member's rating, with its sum."""

    rated_match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="rating_changes")
    pool = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    table_size = models.PositiveSmallIntegerField(help_text="How many of the table were rated.")
    has_left = models.BooleanField(default=False)
    before = models.IntegerField()
    after = models.IntegerField()
    uncertainty = models.IntegerField(help_text="After the match.")
    exchanges = models.JSONField(
        default=list,
        help_text="One each: opponent's id, their rating before, score, expectation, step, "
        "thousandths.",
    )
    upset = models.IntegerField(
        null=True, blank=True, help_text="How far above stood the best settled one who was beaten."
    )
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            models.UniqueConstraint(
                fields=["rated_match", "member"], name="rating_change_once_per_match"
            )
        ]
        indexes = [
            models.Index(fields=["member", "pool", "rated_match"], name="rating_history"),
            models.Index(fields=["pool", "finished_at", "member"], name="rating_gains"),
        ]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.after - self.before:+d}"


class RatingRefund(models.Model):
    """What a member got back when a match was struck out whose absence would have cost them."""

    pool = models.CharField(max_length=40)
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="rating_refunds")
    struck = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="refunds")
    after = models.ForeignKey(
        RatedMatch,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="The last match that had been rated.",
    )
    thousandths = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("rating refund")
        verbose_name_plural = _("rating refunds")
        indexes = [models.Index(fields=["pool", "after"], name="refund_in_order")]

    def __str__(self) -> str:
        return f"{self.member_id}: +{self.thousandths}"

    @property
    def points(self) -> float:
        """The refund in points."""
        return self.thousandths / 1000


class PlayedMatch(models.Model):
    """A finished match as one member's record has it: among people, rated or not."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="played")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="played")
    pool = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    table_size = models.PositiveSmallIntegerField(help_text="Bots counted.")
    has_left = models.BooleanField(default=False)
    misses = models.PositiveSmallIntegerField(default=0)
    answers = models.PositiveSmallIntegerField(default=0)
    answer_seconds = models.PositiveIntegerField(
        null=True, blank=True, help_text="The median from being asked to the own first answer."
    )
    reliability = models.PositiveSmallIntegerField(help_text="After the match.")
    reliability_change = models.SmallIntegerField()
    is_shown = models.BooleanField(
        default=True, help_text="False: a private match that was not rated, or one struck out."
    )
    field = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The opponents' mean rating, where the match was rated."
    )
    traits = models.CharField(
        max_length=240,
        blank=True,
        default="",
        db_default="",
        help_text="What the game counts besides places, a space on both sides of each; empty until "
        "it has been read.",
    )
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("match played")
        verbose_name_plural = _("matches played")
        constraints = [
            models.UniqueConstraint(fields=["match", "member"], name="played_once_per_match")
        ]
        indexes = [
            models.Index(fields=["member", "-finished_at"], name="played_by_member"),
            models.Index(fields=["pool", "id"], name="played_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} in {self.match_id}"


class Reliability(models.Model):
    """How far others can count on a member's staying to the end: 0 to 100."""

    member = models.OneToOneField(
        Member, on_delete=models.CASCADE, primary_key=True, related_name="reliability"
    )
    points = models.PositiveSmallIntegerField()
    matches = models.PositiveIntegerField(default=0)
    last_quit = models.PositiveIntegerField(
        null=True, blank=True, help_text="Which of these matches was left last."
    )
    punctual = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Matches in a row to their end, no deadline missed."
    )
    streak_at = models.DateTimeField(
        null=True, blank=True, help_text="When that reached a hundred for the first time."
    )

    class Meta:
        verbose_name = _("reliability")
        verbose_name_plural = _("reliabilities")
        indexes = [models.Index(fields=["points"], name="reliability_points")]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.points}"
