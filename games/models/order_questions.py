"""Questions asked back about an order, so that `2` is answer enough."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Player


class OrderQuestion(models.Model):
    """Which of these orders was meant? One a player, the newest; for that player's eyes only.

    It is open while its phase is, and until the player has given an order after it.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="order_question")
    phase_number = models.PositiveIntegerField()
    choices = models.JSONField(help_text="Canonical orders, numbered from 1 as they were shown.")
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("question about a move")
        verbose_name_plural = _("questions about moves")

    def __str__(self) -> str:
        return f"question to player {self.player_id} in phase {self.phase_number}"
