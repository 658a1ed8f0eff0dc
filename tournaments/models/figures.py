"""What finished matches add up to: counted as they end, so that no page has to add them up."""

from __future__ import annotations

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.models import Member


class PoolFigures(models.Model):
    """A pool's figures, and how far its matches have been counted."""

    pool = models.CharField(primary_key=True, max_length=40)
    counted = models.BigIntegerField(default=0, help_text="The last match played that is in them.")
    is_stale = models.BooleanField(
        default=False, help_text="A ruling changed matches that are in them: to be counted anew."
    )
    figures = models.TextField(default="{}", help_text="A `Chronicle` as JSON.")
    spread = models.TextField(
        default="{}", help_text="How many settled ratings lie in each ten points, as JSON."
    )

    class Meta:
        verbose_name = _("figures of a pool")
        verbose_name_plural = _("figures of pools")

    def __str__(self) -> str:
        return self.pool


class MemberFigures(models.Model):
    """A member's figures in one pool."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="figures")
    pool = models.CharField(max_length=40)
    figures = models.TextField(help_text="A `Career` as JSON.")
    course = models.TextField(default="{}", help_text="The rating’s way: a `RatingCourse`.")

    class Meta:
        verbose_name = _("figures of a member")
        verbose_name_plural = _("figures of members")
        constraints = [
            models.UniqueConstraint(fields=["member", "pool"], name="figures_once_per_pool")
        ]

    def __str__(self) -> str:
        return f"{self.member_id} {self.pool}"


class Rivalry(models.Model):
    """How one member did against another, over all shown matches; each pair has two rows."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="rivalries")
    opponent = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    matches = models.PositiveIntegerField()
    share = models.PositiveSmallIntegerField(help_text="The score: 1000 is always ahead.")
    pools = models.JSONField(help_text="By pool: how often ahead, level and behind.")

    class Meta:
        verbose_name = _("rivalry")
        verbose_name_plural = _("rivalries")
        constraints = [
            models.UniqueConstraint(fields=["member", "opponent"], name="rivalry_once_per_pair")
        ]
        indexes = [models.Index("member", F("matches").desc(), "opponent", name="rivalry_most")]

    def __str__(self) -> str:
        return f"{self.member_id} against {self.opponent_id}"

    @property
    def results(self) -> dict[str, tuple[int, int, int]]:
        """By pool: how often ahead, level and behind."""
        return {key: (ahead, level, behind) for key, (ahead, level, behind) in self.pools.items()}
