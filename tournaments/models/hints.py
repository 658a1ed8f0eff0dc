"""What operators may want to look at in a pool: never a verdict, and nothing that players see."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Member


class CollusionHint(models.Model):
    """Two members whose results, sessions or answers are oddly alike, with the figures for it.

    A hint is there for one pool. It is not found out again once dismissed, unless half as many
    matches again are behind it.
    """

    class Kind(models.TextChoices):
        """What is odd."""

        TOGETHER = "together", _("better together")
        FED = "fed", _("better when the other is there")
        DEVICE = "device", _("same browser and network")
        TIMING = "timing", _("answers at the same minute")

    pool = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind)
    one = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    matches = models.PositiveIntegerField(help_text="That they shared; for timing, decisions.")
    excess = models.FloatField(
        default=0, help_text="Score above the expected; for timing, the share within two minutes."
    )
    deviations = models.FloatField(default=0, help_text="Standard deviations from the expected.")
    found_at = models.DateTimeField()
    seen_at = models.DateTimeField(help_text="When the figures were last like this.")
    dismissed_at = models.DateTimeField(null=True, blank=True)
    dismissed_by = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    dismissed_matches = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True, help_text="Why it was dismissed.")

    class Meta:
        verbose_name = _("collusion hint")
        verbose_name_plural = _("collusion hints")
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "kind", "one", "other"], name="collusion_hint_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pool} {self.one_id} {self.other_id} {self.kind}"
