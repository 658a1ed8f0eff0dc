"""What members have used of their quotas, and the addresses that want no invitation."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.members import Member


class QuotaUse(models.Model):
    """One deed that is limited: who did it, when, and to which address, as a digest."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    deed = models.CharField(max_length=16)
    addressee = models.CharField(max_length=16, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("use of a quota")
        indexes = [
            models.Index(fields=["member", "deed", "at"], name="quota_of_member"),
            models.Index(
                fields=["addressee", "at"], name="quota_of_addressee", condition=~Q(addressee="")
            ),
            models.Index(fields=["at"], name="quota_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.deed} by {self.member_id}"


class RefusedAddress(models.Model):
    """An address whose reader wants no invitation from strangers; kept as a digest alone."""

    digest = models.CharField(max_length=16, unique=True)
    refused_at = models.DateTimeField()

    class Meta:
        verbose_name = _("address that wants no invitations")
        verbose_name_plural = _("addresses that want no invitations")

    def __str__(self) -> str:
        return self.digest
