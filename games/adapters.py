"""How allauth meets our members: what joining stores, and in which language its mails speak."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.utils import is_mfa_enabled
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games.models import Member
from games.security_log import code_refused
from games.services.account_mails import account_mail
from games.services.joining import COLLECTED_AT_FIRST
from games.views.reauthentication import has_proved

LOGIN_CODE = "account/email/login_code"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Stores name, language and zone with a new member; mails speak the member's language."""

    def validation_error(self, code: str, *args: object) -> ValidationError:
        """As allauth words it; a wrong code is also written into the log."""
        if code == "incorrect_code":
            code_refused(self.request)
        error: ValidationError = super().validation_error(code, *args)
        return error

    def save_user(
        self, request: HttpRequest, user: Member, form: BaseForm, commit: bool = True
    ) -> Member:
        """The name must be there before the first save: it is unique, and so is the empty one."""
        user.name = form.cleaned_data["name"]
        user.language = form.cleaned_data["language"]
        user.time_zone = form.cleaned_data["time_zone"]
        user.collect_minutes = COLLECTED_AT_FIRST
        super().save_user(request, user, form, commit)
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Into the outbox: no page waits for a mail server, or fails with it."""
        member = Member.objects.filter(email__iexact=email).first()
        if member is not None and template_prefix == LOGIN_CODE:
            # Members who were not made by the joining form have no address row yet. The code that
            # they type is proof enough; without the row allauth would ask for a second one.
            EmailAddress.objects.get_or_create(
                user=member, email=member.email.lower(), defaults={"primary": True}
            )
        language = member.language if member else translation.get_language() or "en"
        with translation.override(language):
            whole = {"request": self.request, "email": email, **context}
            message = self.render_mail(template_prefix, email, whole)
        account_mail(
            address=email,
            subject=str(message.subject),
            text=str(message.body),
            language=language,
            member=member,
        )

    def get_reauthentication_methods(self, user: Member) -> list[dict[str, str]]:
        """By a passkey where the member has one, else by a code in a mail."""
        if is_mfa_enabled(user):
            methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
            return sorted(methods, key=lambda one: "webauthn" not in one["id"])
        url = reverse("prove-by-code")
        return [{"id": "code", "description": gettext("By a code in a mail"), "url": url}]

    def is_reauthentication_required(self, *, app: str, **_rest: object) -> bool:
        """Asks here: allauth lets pass whoever has neither a password nor a passkey."""
        if not has_proved(self.request):
            raise ReauthenticationRequired
        return False
