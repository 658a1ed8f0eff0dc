"""What the service notes of itself: which lanes are alive, what is amiss, which games rest."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class LaneBeat(models.Model):
    """When a lane of work last took something in hand, or looked whether there was anything."""

    name = models.CharField(max_length=40, unique=True)
    beat_at = models.DateTimeField()

    class Meta:
        verbose_name = _("beat of a lane")
        verbose_name_plural = _("beats of the lanes")

    def __str__(self) -> str:
        return f"{self.name} {self.beat_at.isoformat()}"


class Alarm(models.Model):
    """Something that is amiss, from its being noticed to its end. One row each time; kept.

    It is raised when what was noticed lasts, cleared when calm lasts, and each is told once.
    """

    key = models.CharField(max_length=40)
    noticed_at = models.DateTimeField()
    raised_at = models.DateTimeField(null=True, blank=True)
    calm_since = models.DateTimeField(null=True, blank=True)
    cleared_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)
    end_told_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    detail = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = _("alarm")
        verbose_name_plural = _("alarms")
        constraints = [
            models.UniqueConstraint(
                fields=["key"], name="alarm_open_once", condition=Q(cleared_at=None)
            )
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"], name="alarm_to_tell", condition=~Q(next_try_at=None)
            )
        ]
        ordering = ["-noticed_at", "-id"]

    def __str__(self) -> str:
        return f"{self.key} from {self.noticed_at:%Y-%m-%d %H:%M}"


class GamePause(models.Model):
    """A game of which no new match begins; running matches go on. Deleting the row ends it."""

    game = models.CharField(_("game"), max_length=32, unique=True)
    words = models.CharField(
        _("what players are told"), max_length=200, blank=True, help_text=_("One sentence.")
    )
    since = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    class Meta:
        verbose_name = _("game without new matches")
        verbose_name_plural = _("games without new matches")

    def __str__(self) -> str:
        return self.game
