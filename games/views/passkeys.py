"""Passkeys, as far as they differ from allauth's: what they are called, and whom they end."""

from __future__ import annotations

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.http import HttpRequest
from django.utils.translation import gettext

from games.models import Member
from games.views.sessions import sign_out_elsewhere


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is untyped
    """Names that a person finds again in the list of their device."""

    def generate_authenticator_name(self, user: Member, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": gettext("Wild Cards by mail")}


def on_passkey_added(request: HttpRequest, authenticator: Authenticator) -> None:
    """Sessions that were begun without it end: from now on a mailed code alone is not enough.

    Who has just used it to make it need not prove themselves by it again.
    """
    if authenticator.type == Authenticator.Type.WEBAUTHN:
        sign_out_elsewhere(request)
        record_authentication(
            request, request.user, method="mfa", type=authenticator.type, reauthenticated=True
        )
