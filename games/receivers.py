"""What follows when somebody signs in, changes what signs them in, when a deadline needs mail to be
read, and when a connection is made.

Each imports what it does when it does it: every command loads this."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from allauth.account.signals import email_changed
from allauth.mfa.signals import authenticator_added
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.http import HttpRequest

from games.common.signals import mail_needed, matches_finished
from games.models import Member

if TYPE_CHECKING:
    from allauth.mfa.models import Authenticator


@receiver(user_logged_in, dispatch_uid="games.receivers.signed_in")
def signed_in(
    sender: object, user: Member, request: HttpRequest | None = None, **_more: object
) -> None:
    """Who signs in has proved the address: that it wanted no invitations from strangers is over.

    What this browser's guest has practised becomes the member's.
    """
    from games.services.guests import find_guest, hand_over_practice
    from games.services.quotas import allow_invitations
    from games.views.guest_sessions import GUEST

    allow_invitations(user.email)
    guest = request.session.pop(GUEST, None) if request is not None else None
    if guest and (found := find_guest(guest)) is not None:
        hand_over_practice(guest=found, member=user)


@receiver(user_logged_out, dispatch_uid="games.receivers.signed_out")
def signed_out(sender: object, request: HttpRequest, user: Member | None, **_more: object) -> None:
    """The browser that is signed out is told nothing more."""
    from games.views.channels import forget_this_browser

    if user is not None:
        forget_this_browser(request, user)


@receiver(email_changed, dispatch_uid="games.receivers.address_changed")
def address_changed(sender: object, request: HttpRequest, user: Member, **_more: object) -> None:
    """The browsers that had the account before are signed out."""
    from games.views.sessions import on_email_changed

    on_email_changed(request, user)


@receiver(authenticator_added, dispatch_uid="games.receivers.passkey_added")
def passkey_added(
    sender: object, request: HttpRequest, authenticator: Authenticator, **_more: object
) -> None:
    """Sessions that were begun without the passkey end."""
    from games.views.passkeys import on_passkey_added

    on_passkey_added(request, authenticator)


@receiver(mail_needed, dispatch_uid="games.receivers.mail_read")
def mail_read(sender: object, match_ids: Collection[int], at: datetime, **_more: object) -> None:
    """Matches are about to close: what came in for them before is read first."""
    from games.mail.inbound_queue import drain_before

    drain_before(match_ids, at)


@receiver(matches_finished, dispatch_uid="games.receivers.finished")
def finished(sender: object, match_ids: Collection[int], **_more: object) -> None:
    """Whoever watched them and asked for a mail gets it."""
    from games.services.watching import tell_watchers

    tell_watchers(match_ids)


@receiver(connection_created, dispatch_uid="games.receivers.connected")
def connected(sender: object, connection: BaseDatabaseWrapper, **_more: object) -> None:
    """PostgreSQL compiles no query of ours: they are short, and where it takes one for long, as
    that of a thousand unread mails, the compiling costs fifty times the query."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET jit = off")
