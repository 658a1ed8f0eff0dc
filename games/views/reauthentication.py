"""Who is signed in proves it once more before what would give the account away.

allauth asks for a password or a passkey. Members have no password: they prove themselves by a code
in a mail, and those who have a passkey by that.
"""

from __future__ import annotations

import time
from functools import wraps

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.forms import ConfirmLoginCodeForm
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.email_verification import verify_email_indirectly
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.account.models import EmailAddress
from allauth.account.views import BaseReauthenticateView
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games.models import Member
from games.views.request_helpers import P, View, signed_in
from games.views.sign_in import may_send_code

STATE = "proof-by-code"
MAIL = "account/email/reauthentication_code"


def has_proved(request: HttpRequest) -> bool:
    """Whether the member signed in, or proved themselves anew, in the last minutes.

    `ACCOUNT_REAUTHENTICATION_TIMEOUT` seconds. Where there is a passkey a mailed code is no proof.
    """
    if not request.user.is_authenticated:
        return False
    by_passkey = is_mfa_enabled(request.user)
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return any(
        record["at"] > since and (record["method"] == "mfa" or not by_passkey)
        for record in get_authentication_records(request, request.user)
    )


def recently_authenticated(view: View[P]) -> View[P]:
    """Lets a member in who proved themselves lately; others are asked first, and then go on here.

    What was posted is done after the proof, without being posted again.
    """

    @wraps(view)
    def proved(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not has_proved(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return proved


class ProofByCode(AbstractCodeVerificationProcess):  # type: ignore[misc]  # allauth is untyped
    """A code in a mail to the member's address, kept in the session until it is typed."""

    def __init__(self, request: HttpRequest, state: dict[str, object]) -> None:
        self.request = request
        super().__init__(
            state=state,
            user=request.user,
            timeout=app_settings.LOGIN_BY_CODE_TIMEOUT,
            max_attempts=app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS,
        )

    @classmethod
    def begin(cls, request: HttpRequest, member: Member) -> None:
        """Send a new code; the one before no longer works."""
        process = cls(request, cls.initial_state(member, member.email))
        process.send()
        process.persist()

    @classmethod
    def of(cls, request: HttpRequest) -> ProofByCode | None:
        """The code that is on its way to this member; None if there is none, or an old one."""
        state = request.session.get(STATE)
        if not state or state["email"] != signed_in(request).email:
            return None
        process = cls(request, state)
        return process if process.abort_if_invalid() else None

    def send(self) -> None:
        self.state["code"] = get_adapter().generate_login_code()
        context = {"code": self.state["code"]}
        get_adapter(self.request).send_mail(MAIL, self.state["email"], context)

    def persist(self) -> None:
        self.request.session[STATE] = self.state

    def abort(self) -> None:
        self.request.session.pop(STATE, None)


@method_decorator([never_cache, login_required], name="dispatch")
class ProveByCodeView(BaseReauthenticateView):  # type: ignore[misc]  # allauth is untyped
    """Sends a code on demand, takes it, and goes on to what was asked for."""

    form_class = ConfirmLoginCodeForm
    template_name = "account/reauthenticate_by_code.html"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        self.is_asked = request.method == "POST" and request.POST.get("action") == "send"
        self.process = ProofByCode.of(request)
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def get_form_class(self) -> type[Form]:
        # A code that is on its way to nobody can't be typed: whoever does is shown the button.
        is_due = self.process is not None and not self.is_asked
        return ConfirmLoginCodeForm if is_due else Form

    def get_form_kwargs(self) -> dict[str, object]:
        expected = {"code": self.process.code} if self.process and not self.is_asked else {}
        return {**super().get_form_kwargs(), **expected}

    def form_valid(self, form: Form) -> HttpResponse:
        member = signed_in(self.request)
        if self.is_asked:
            self._send(member)
        if self.is_asked or self.process is None:
            return HttpResponseRedirect(self.passthrough_next_url(self.request.path))
        self.process.abort()
        # The code has come to the address, so that is the member's, if they never joined by a form.
        EmailAddress.objects.get_or_create(
            user=member, email=member.email.lower(), defaults={"primary": True}
        )
        verify_email_indirectly(self.request, member, member.email.lower())
        record_authentication(
            self.request, member, method="code", email=member.email, reauthenticated=True
        )
        response: HttpResponse = super().form_valid(form)
        return response

    def form_invalid(self, form: Form) -> HttpResponse:
        if self.process is not None and not self.process.record_invalid_attempt():
            words = gettext("Too many wrong codes. Ask for a new one.")
            messages.error(self.request, words)
            return HttpResponseRedirect(self.passthrough_next_url(self.request.path))
        response: HttpResponse = super().form_invalid(form)
        return response

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**kwargs)
        return context | {
            "is_sent": self.process is not None,
            "email": signed_in(self.request).email,
            "verify_form": context["form"],
        }

    def _send(self, member: Member) -> None:
        if may_send_code(self.request, member.email):
            ProofByCode.begin(self.request, member)
