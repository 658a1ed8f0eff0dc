"""How allauth meets our members: what joining stores, and in which language its mails speak."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import translation

from games.models import Member

LOGIN_CODE = "account/email/login_code"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Stores name, language and zone with a new member; mails speak the member's language."""

    def save_user(
        self, request: HttpRequest, user: Member, form: BaseForm, commit: bool = True
    ) -> Member:
        """The name must be there before the first save: it is unique, and so is the empty one."""
        user.name = form.cleaned_data["name"]
        user.language = form.cleaned_data["language"]
        user.time_zone = form.cleaned_data["time_zone"]
        super().save_user(request, user, form, commit)
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        member = Member.objects.filter(email__iexact=email).first()
        if member is not None and template_prefix == LOGIN_CODE:
            # Members who were not made by the joining form have no address row yet. The code that
            # they type is proof enough; without the row allauth would ask for a second one.
            EmailAddress.objects.get_or_create(
                user=member, email=member.email.lower(), defaults={"primary": True}
            )
        language = member.language if member else translation.get_language() or "en"
        with translation.override(language):
            super().send_mail(template_prefix, email, context)
