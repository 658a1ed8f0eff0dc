"""What follows when somebody signs in, and when a connection to the database is made."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from games.models import Member
from games.services.quotas import allow_invitations


@receiver(user_logged_in, dispatch_uid="games.receivers.signed_in")
def signed_in(sender: object, user: Member, **_more: Any) -> None:
    """Who signs in has proved the address: that it wanted no invitations from strangers is over."""
    allow_invitations(user.email)


@receiver(connection_created, dispatch_uid="games.receivers.connected")
def connected(sender: object, connection: BaseDatabaseWrapper, **_more: Any) -> None:
    """PostgreSQL compiles no query of ours: they are short, and where it takes one for long, as
    that of a thousand unread mails, the compiling costs fifty times the query."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET jit = off")
