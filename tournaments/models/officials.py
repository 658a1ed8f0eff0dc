"""Who helps the organiser: co-organisers and arbiters, asked first."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Member
from tournaments.models.tournaments import Tournament


class Official(models.Model):
    """Somebody with a part of the organiser's tools, from the day they said yes."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("co-organiser")
        ARBITER = "arbiter", _("arbiter")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="officials")
    member = models.ForeignKey(
        Member,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="offices",
        help_text="Empty: nobody with the address has an account yet.",
    )
    invited_as = models.CharField(
        max_length=254, help_text="The name or address that the organiser wrote."
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    invited_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "member"], name="official_once_per_tournament"
            )
        ]
        ordering = ["tournament", "id"]

    def __str__(self) -> str:
        return f"{self.role} of {self.tournament_id}"

    @property
    def shown_name(self) -> str:
        """The member's name; before the answer what the organiser wrote, and nothing more."""
        if self.member is not None and self.accepted_at is not None:
            return self.member.name
        return self.invited_as
