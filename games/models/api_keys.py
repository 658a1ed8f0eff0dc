"""Keys for programs: what is stored lets nobody in."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.models.members import Member

SHOWN_CHARACTERS = 10
MOST_KEYS = 20
USE_NOTED_EVERY = timedelta(hours=1)


def digest_of(secret: str) -> str:
    """SHA-256 in hex. For secrets of 128 random bits and more, which need no salt and no delay."""
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiKey(models.Model):
    """A key that a program of the member's bears; only its hash is kept."""

    class Scope(models.TextChoices):
        READ = "read", _("see my matches")
        PLAY = "play", _("move for me, take moves back, and say done or wait")
        ORGANISE = "organise", _("start and join matches")

    member = models.ForeignKey("games.Member", models.CASCADE, related_name="api_keys")
    name = models.CharField(_("name"), max_length=40)
    beginning = models.CharField(
        max_length=SHOWN_CHARACTERS, help_text="How the key begins, to tell it from others."
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(
        null=True, blank=True, help_text="Noted once an hour at most."
    )

    class Meta:
        verbose_name = _("API key")
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"

    @classmethod
    def make(
        cls, member: Member, name: str, scopes: list[str], expires_at: datetime | None = None
    ) -> tuple[ApiKey, str]:
        """A new key for this member, and its text of 256 random bits, which is kept nowhere."""
        # A digit in it, and the log knows it for a credential.
        text = f"wc1_{secrets.token_urlsafe(32)}"
        key = cls.objects.create(
            member=member,
            name=name,
            beginning=text[:SHOWN_CHARACTERS],
            digest=digest_of(text),
            scopes=scopes,
            expires_at=expires_at,
        )
        return key, text

    @classmethod
    def of_text(cls, text: str) -> ApiKey | None:
        """The key with this text, of an active member and not expired. Notes that it was used."""
        now = timezone.now()
        unexpired = models.Q(expires_at=None) | models.Q(expires_at__gt=now)
        keys = cls.objects.select_related("member")
        key = keys.filter(unexpired, digest=digest_of(text), member__is_active=True).first()
        if key and (key.last_used_at is None or key.last_used_at < now - USE_NOTED_EVERY):
            cls.objects.filter(pk=key.pk).update(last_used_at=now)
        return key

    @property
    def scope_names(self) -> list[str]:
        """What the key is good for, in words."""
        labels = dict(self.Scope.choices)
        return [str(labels[scope]) for scope in self.scopes if scope in labels]
