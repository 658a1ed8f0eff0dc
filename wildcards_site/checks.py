"""System checks: a public service that lacks something says so instead of starting."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning
from django.core.exceptions import ImproperlyConfigured

MINIMUM_KEY_LENGTH = 50
LOCAL_DOMAIN = ".localhost"


@register(Tags.security)
def check_production_settings(**_kwargs: Any) -> list[CheckMessage]:
    """What a public service cannot do without (wildcards.E001 to E009); nothing when embedded."""
    if not settings.PRODUCTION:
        return []
    return [*_check_secrets(), *_check_services(), *_check_mail()]


def require_production_settings() -> None:
    """Raise ImproperlyConfigured, naming every fault and its remedy, if a check finds an error."""
    errors = [message for message in check_production_settings() if message.is_serious()]
    if errors:
        raise ImproperlyConfigured("\n".join(f"{error.msg} {error.hint}" for error in errors))


def _check_secrets() -> list[CheckMessage]:
    found: list[CheckMessage] = []
    try:
        secret_key = settings.SECRET_KEY
    except ImproperlyConfigured:
        secret_key = ""
    if len(secret_key) < MINIMUM_KEY_LENGTH:
        found.append(
            Error(
                f"SECRET_KEY is missing or shorter than {MINIMUM_KEY_LENGTH} characters.",
                hint="Set it to the output of: "
                "python -c 'import secrets; print(secrets.token_urlsafe(50))'",
                id="wildcards.E001",
            )
        )
    if settings.DEBUG:
        found.append(
            Error(
                "DEBUG is on in production.",
                hint="Unset DEBUG: its error pages show what players must not see.",
                id="wildcards.E002",
            )
        )
    return found


def _check_services() -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.REDIS_URL:
        found.append(
            Error(
                "REDIS_URL is missing.",
                hint="Set it to a Redis or Valkey server, as in redis://localhost:6379/0.",
                id="wildcards.E003",
            )
        )
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        found.append(
            Error(
                "ALLOWED_HOSTS names no host, or every host.",
                hint="Set it to the site's host names, separated by commas.",
                id="wildcards.E004",
            )
        )
    if urlsplit(settings.SITE_URL).scheme != "https":
        found.append(
            Error(
                "SITE_URL is not an https address.",
                hint="Set it to what players type, as in https://cards.example.org: "
                "every link in a mail begins with it.",
                id="wildcards.E005",
            )
        )
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        found.append(
            CheckWarning(
                "The database is SQLite.",
                hint="It takes one writer at a time: set DATABASE_URL to a PostgreSQL server.",
                id="wildcards.W001",
            )
        )
    return found


def _check_mail() -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if settings.LOCAL_MAILBOX:
        found.append(
            Error(
                "The local mailbox is on: anybody could read every player's mail.",
                hint="Unset LOCAL_MAILBOX.",
                id="wildcards.E006",
            )
        )
    if settings.REPLY_DOMAIN.endswith(LOCAL_DOMAIN):
        found.append(
            Error(
                "REPLY_DOMAIN is missing.",
                hint="Set it to a domain whose mail reaches this service.",
                id="wildcards.E007",
            )
        )
    if settings.EMAIL_PROVIDER and "WEBHOOK_SECRET" not in settings.ANYMAIL:
        found.append(
            Error(
                "ANYMAIL_WEBHOOK_SECRET is missing: anybody could post mails as the provider.",
                hint="Set it to user:password, and put the same into the webhook's address.",
                id="wildcards.E008",
            )
        )
    if not settings.EMAIL_PROVIDER and not settings.EMAIL_URL:
        found.append(
            Error(
                "Neither EMAIL_PROVIDER nor EMAIL_URL is set.",
                hint="Set one of them, as in EMAIL_URL=smtp+tls://user:password@host:587.",
                id="wildcards.E009",
            )
        )
    return found
