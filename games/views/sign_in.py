"""Signing in by a code, as far as it differs from allauth's."""

from __future__ import annotations

from allauth.account.views import ConfirmLoginCodeView
from allauth.core.internal import ratelimit
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext


def may_send_code(request: HttpRequest, email: str) -> bool:
    """Count a code for this address; False if too many were asked for. Tells the person so."""
    limits = {"app": "allauth.account", "action": "request_login_code"}
    if ratelimit.consume(request, key=email.lower(), **limits):
        return True
    words = gettext("Too many codes were requested. Try again later.")
    messages.error(request, words)
    return False


class ConfirmCodeView(ConfirmLoginCodeView):  # type: ignore[misc]  # allauth is untyped
    """Counts a code that is sent again like the first one, for addresses without account too."""

    def _resend_form_valid(self, form: Form) -> HttpResponse:
        if not may_send_code(self.request, self._process.state["email"]):
            return HttpResponseRedirect(self.passthrough_next_url(self.request.path))
        response: HttpResponse = super()._resend_form_valid(form)
        return response
