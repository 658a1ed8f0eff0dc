"""The offer of a seat in a match."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match, Player
from games.models.members import Member
from games.models.random_codes import new_token


class Invitation(models.Model):
    """A seat offered by mail to an address, with or without an account."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField()
    invited_by = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL)
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)
    guest = models.ForeignKey(
        Member,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Who was invited by name, so that the inviter never sees the address.",
    )
    is_mailed = models.BooleanField(
        default=True, help_text="False: its address wants no invitations, or had enough that day."
    )
    player = models.OneToOneField(Player, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["match", "email"], name="invitation_once_per_address")
        ]

    def __str__(self) -> str:
        return f"{self.shown_name} to {self.match_id}"

    @property
    def shown_name(self) -> str:
        """What the inviter knows the invited by: a fellow's name, or the address they wrote."""
        return self.guest.name if self.guest is not None else self.email
