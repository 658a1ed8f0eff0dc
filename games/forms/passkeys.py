"""What a browser posts as a passkey, read so that nothing that is none ends in an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from allauth.core.exceptions import RateLimited
from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.db import Error

MOST_CHARACTERS = 20_000
Read = TypeVar("Read")


def _read(reading: Callable[[], Read]) -> Read:
    """What `reading` makes of the posted bytes. Raises ValidationError for bytes that are none."""
    try:
        return reading()
    except (forms.ValidationError, RateLimited, Error):
        raise
    except Exception as error:  # The library that reads them raises whatever it stumbles over.
        raise get_adapter().validation_error("incorrect_code") from error


class CredentialField(forms.JSONField):
    """A credential as JSON, of bounded size and depth."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > MOST_CHARACTERS:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return _read(lambda: super(CredentialField, self).to_python(value))

    def bound_data(self, data: object, initial: object) -> None:
        """A refused credential is not shown again, nor read for it."""


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth is untyped
    credential = CredentialField()

    def clean(self) -> dict[str, object]:
        return _read(super().clean)


class AuthenticatePasskeyForm(AuthenticateWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()

    def clean_credential(self) -> object:
        return _read(super().clean_credential)


class LoginPasskeyForm(LoginWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()

    def clean_credential(self) -> object:
        return _read(super().clean_credential)


class ReauthenticatePasskeyForm(ReauthenticateWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()

    def clean_credential(self) -> object:
        return _read(super().clean_credential)
