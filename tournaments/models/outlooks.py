"""What may still come of a running tournament, reckoned once for all its entrants."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament


class Outlook(models.Model):
    """Everybody's chances as the tournament stood when it had this `digest`."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="outlook"
    )
    is_due = models.BooleanField(default=True, help_text="Something has changed since.")
    digest = models.CharField(max_length=64, blank=True, help_text="Of entries and results.")
    made_at = models.DateTimeField(null=True, blank=True)
    forecast = models.JSONField(default=dict, help_text="A `Forecast`; empty: nothing to tell.")

    class Meta:
        verbose_name = _("outlook")
        verbose_name_plural = _("outlooks")
        indexes = [
            models.Index(fields=["tournament"], name="outlook_due", condition=models.Q(is_due=True))
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} at {self.made_at}"
