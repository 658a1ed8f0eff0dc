"""When members are away, and who sat down in a seat that somebody left."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.matches import Player
from games.models.members import Member


class Absence(models.Model):
    """Days on which a member will not answer, both included, in the member's own zone."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="absences")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    declared_at = models.DateTimeField()

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        indexes = [models.Index(fields=["member", "last_day"], name="absence_of")]
        ordering = ["first_day", "id"]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.first_day} to {self.last_day}"


class Substitution(models.Model):
    """A seat that changed hands: who left it, when, and who plays on. Who left keeps the loss."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="substitutions")
    former_member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="seats_left", verbose_name=_("who left")
    )
    left_at = models.DateTimeField()
    taken_by = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="seats_taken", verbose_name=_("who plays on")
    )
    taken_at = models.DateTimeField()
    phase_number = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        ordering = ["player", "id"]

    def __str__(self) -> str:
        return f"player {self.player_id} from {self.taken_at:%Y-%m-%d}"
