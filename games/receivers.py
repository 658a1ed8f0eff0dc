"""What follows when somebody signs in."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver

from games.models import Member
from games.services.quotas import invitations_welcome


@receiver(user_logged_in, dispatch_uid="games.receivers.signed_in")
def signed_in(sender: object, user: Member, **_more: Any) -> None:
    """Who signs in has proved the address: that it wanted no invitations from strangers is over."""
    invitations_welcome(user.email)
