"""The door of the admin: staff only, and in production only with a passkey."""

from collections.abc import Callable

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext


def lacks_passkey(request: HttpRequest) -> bool:
    """Whether this person must make a passkey before the admin opens."""
    return settings.STAFF_NEEDS_PASSKEY and not is_mfa_enabled(
        request.user, [Authenticator.Type.WEBAUTHN]
    )


def guard(site: AdminSite) -> None:
    """Let nobody into `site` without what is asked for, and lead them to where they get it.

    Nobody has a password: the admin's own form would be a dead end, and one to try words at.
    """
    has_permission, login = site.has_permission, secure_admin_login(site.login)

    def permitted(request: HttpRequest) -> bool:
        return has_permission(request) and not lacks_passkey(request)

    def passkey_first(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if has_permission(request) and lacks_passkey(request):
            messages.warning(
                request, gettext("You need a passkey here, as an operator. Create one first.")
            )
            return redirect("mfa_add_webauthn")
        response: HttpResponse = login(request, *args, **kwargs)
        return response

    _set(site, "has_permission", permitted)
    _set(site, "login", passkey_first)


def _set(site: AdminSite, name: str, function: Callable[..., object]) -> None:
    setattr(site, name, function)
