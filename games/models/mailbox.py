"""How far a mailbox has been read."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class MailboxState(models.Model):
    """One row for each mailbox and folder that mail is fetched from.

    What came before `began_at` is never read: it is somebody's old mail. `last_uid` counts within
    `uid_validity`, which is 0 until the folder was opened for the first time.
    """

    name = models.CharField(max_length=400, unique=True)
    began_at = models.DateTimeField()
    uid_validity = models.BigIntegerField(default=0)
    last_uid = models.BigIntegerField(default=0)
    read_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=20, blank=True)
    trouble_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("state of a mailbox")
        verbose_name_plural = _("states of mailboxes")

    def __str__(self) -> str:
        return self.name
