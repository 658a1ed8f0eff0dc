"""Private notes: what a member writes down for nobody else."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match
from games.models.members import Member


class PrivateNote(models.Model):
    """A member's own words about a match or about another member. Nobody else ever sees them.

    The relations to what it is about have no name there: whoever lists what refers to a member
    (as the export of their data does) must not come upon others' notes.
    """

    writer = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="notes")
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    about = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    text = models.TextField()
    written_at = models.DateTimeField()

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints = [
            models.UniqueConstraint(fields=["writer", "match"], name="note_once_per_match"),
            models.UniqueConstraint(fields=["writer", "about"], name="note_once_per_member"),
            models.CheckConstraint(
                condition=Q(match__isnull=True) ^ Q(about__isnull=True), name="note_is_about_one"
            ),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
