"""Signing out everywhere: the browsers that a member is signed in with."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.core import context
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest

from games.models import Member
from games.views.request_helpers import signed_in


def sign_out_elsewhere(request: HttpRequest) -> None:
    """End every session of the member but the one of this request, those on no list too.

    Django ties a session to the hash of the password. Nobody here has one, so what stands in its
    place is drawn anew.
    """
    member = signed_in(request)
    member.set_unusable_password()
    member.save(update_fields=["password"])
    UserSession.objects.filter(user=member).exclude(
        session_key=request.session.session_key
    ).delete()
    before = request.session.session_key
    update_session_auth_hash(request, member)
    UserSession.objects.filter(session_key=before).update(session_key=request.session.session_key)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]  # allauth is untyped
    """Ends the sessions that the list does not know as well."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        super().end_sessions(sessions)
        sign_out_elsewhere(context.request)


def on_email_changed(request: HttpRequest, user: Member) -> None:
    """Whoever had the account before the address changed is signed out."""
    if request.user.is_authenticated and request.user.pk == user.pk:
        sign_out_elsewhere(request)
