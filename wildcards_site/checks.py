"""System checks: a public service that lacks something says so instead of starting."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning
from django.core.exceptions import ImproperlyConfigured

from wildcards_site.providers import PROVIDERS

MINIMUM_KEY_LENGTH = 50
LOCAL_DOMAIN = ".localhost"


@register(Tags.security)
def check_production_settings(**_kwargs: object) -> list[CheckMessage]:
    """What a service for others cannot do without (wildcards.E001 to E012).

    Without PRODUCTION only what a mail provider needs is asked for: a service that sends real mail
    has a public address, whatever else it may be.
    """
    if not settings.PRODUCTION:
        return _check_provider()
    return [*_check_secrets(), *_check_services(), *_check_mail(), *_check_provider()]


@register()
def check_mail_library(**options: object) -> list[CheckMessage]:
    """What django-anymail checks as an application; as one it would be loaded for every command."""
    from anymail.checks import check_deprecated_settings, check_insecure_settings

    return [*check_deprecated_settings(**options), *check_insecure_settings(**options)]


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


NO_REDIS = Error(
    "REDIS_URL is missing.",
    hint="Set it to a Redis or Valkey server, as in redis://localhost:6379/0.",
    id="wildcards.E003",
)
NO_HOST = Error(
    "ALLOWED_HOSTS names no host, or every host.",
    hint="Set it to the site's host names, separated by commas.",
    id="wildcards.E004",
)
NO_HTTPS = Error(
    "SITE_URL is not an https address.",
    hint="Set it to what players type, as in https://cards.example.org: "
    "every link in a mail begins with it.",
    id="wildcards.E005",
)
NO_PROXY = Error(
    "TRUSTED_PROXIES is 0: every page would redirect to itself for ever.",
    hint="Set it to the number of proxies of yours in front: one speaks https.",
    id="wildcards.E012",
)
SQLITE = CheckWarning(
    "The database is SQLite.",
    hint="It takes one writer at a time: set DATABASE_URL to a PostgreSQL server.",
    id="wildcards.W001",
)


def _check_services() -> list[CheckMessage]:
    hosts = settings.ALLOWED_HOSTS
    is_sqlite = str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3")
    checked = [
        (bool(settings.REDIS_URL), NO_REDIS),
        (bool(hosts) and "*" not in hosts, NO_HOST),
        (urlsplit(settings.SITE_URL).scheme == "https", NO_HTTPS),
        (bool(settings.TRUSTED_PROXIES), NO_PROXY),
        (not is_sqlite, SQLITE),
    ]
    return [message for is_right, message in checked if not is_right]


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
                hint="Set it to a domain whose mail reaches this service; or set REPLY_ADDRESS to "
                "the address of a mailbox.",
                id="wildcards.E007",
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


def _check_provider() -> list[CheckMessage]:
    name = settings.EMAIL_PROVIDER.lower()
    if not name or settings.LOCAL_MAILBOX:
        return []
    if name not in PROVIDERS:
        return [
            Error(
                f"EMAIL_PROVIDER={settings.EMAIL_PROVIDER} is no provider that is known here.",
                hint=f"Set it to one of {', '.join(PROVIDERS)}; or use EMAIL_URL.",
                id="wildcards.E010",
            )
        ]
    found: list[CheckMessage] = []
    if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
        found.append(
            Error(
                "ANYMAIL_WEBHOOK_SECRET is missing: the provider could not bring any mail.",
                hint="Set it to user:password, and put the same into the webhook's address.",
                id="wildcards.E008",
            )
        )
    missing = [need for need in PROVIDERS[name].needs if not settings.ANYMAIL.get(need)]
    if missing:
        names = ", ".join(f"ANYMAIL_{need}" for need in missing)
        found.append(
            Error(
                f"EMAIL_PROVIDER={name} lacks {names}.",
                hint="The provider's pages, and django-anymail's, say where to find the value.",
                id="wildcards.E011",
            )
        )
    return found
