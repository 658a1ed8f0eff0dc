"""Settings. Everything that differs between installations is read from the environment here.

docs/settings.md has a table of them. Without any, the service runs embedded: SQLite and every other
file under DATA_DIR, mails kept in the local mailbox. PRODUCTION=true turns on what a public server
needs, and wildcards_site/checks.py refuses to start one that lacks something.
"""

import os
import tomllib
from pathlib import Path
from typing import Any

from wildcards_site.environment import Environment
from wildcards_site.lanes import BACKGROUND, task_routes
from wildcards_site.redis_urls import broker_url, cache_url
from wildcards_site.secret_key import stored_secret_key, stored_vapid_key

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment()

# --- Which kind of service ---------------------------------------------------------------------

PRODUCTION: bool = env.bool("PRODUCTION", default=False)
DEBUG: bool = env.bool("DEBUG", default=False)
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).expanduser().resolve()
SITE_URL: str = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")

SECRET_KEY: str = env.str("SECRET_KEY", default="")
if not SECRET_KEY and not PRODUCTION:
    SECRET_KEY = stored_secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"]
)

# --- The parts ---------------------------------------------------------------------------------

INSTALLED_APPS = [
    "wildcards_site.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "games.apps.GamesConfig",
    "tournaments.apps.TournamentsConfig",
    "wildcards_site.apps.SiteConfig",
]

MIDDLEWARE = [
    "wildcards_site.health.ProbesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Adds bytes at random, so that the length of a page tells nothing of what is in it.
    "django.middleware.gzip.GZipMiddleware",
    # Above the headers: what they say is never kept gets no ETag.
    "django.middleware.http.ConditionalGetMiddleware",
    "wildcards_site.headers.SecurityHeadersMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "games.api.problems.ProblemsMiddleware",
    # Above whatever reads what is posted.
    "wildcards_site.body_sizes.BodySizeMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.views.languages.MemberLanguageMiddleware",
    "games.views.web_app.KeptForMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

# What `manage.py doctor` tries beside the house's own parts.
FURTHER_EXAMINATIONS = {"mailbox": "games.mail.mailbox_check.examine_mailbox"}

# Parts of the interface for programs that are not of games themselves.
API_ROUTERS = ("tournaments.api.router",)

ROOT_URLCONF = "wildcards_site.urls"
WSGI_APPLICATION = "wildcards_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database and cache ------------------------------------------------------------------------

SQLITE_OPTIONS: dict[str, object] = {
    # A transaction that reads and then writes must hold the write lock from its beginning: SQLite
    # has no row locks, and a late upgrade fails with "database is locked" at once.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
DATABASES: dict[str, dict[str, object]] = {
    "default": env.database("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'wildcards.sqlite3'}")
}
# Connecting anew costs a request more than the rest of it.
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Behind a pooler each transaction may get another connection: a cursor would not be there.
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = env.bool("DATABASE_POOLER", default=False)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
elif not DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"]:
    # Of the statements of `prepared_cursor`; all others have their values in their text.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("prepare_threshold", 2)  # type: ignore[attr-defined]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL: str = env.str("REDIS_URL", default="")
# Rate limits count in the cache: without Redis each process counts for itself.
REDIS_CACHE_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 2,
}
CACHES = {
    "default": {
        "BACKEND": "wildcards_site.caches.ForgivingRedisCache",
        "LOCATION": cache_url(REDIS_URL),
        "OPTIONS": REDIS_CACHE_OPTIONS,
        "KEY_PREFIX": "wildcards",
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# What carries news between the processes that hold streams; empty: this process alone.
NEWS_URL = cache_url(REDIS_URL)
MOST_STREAMS: int = env.int("MOST_STREAMS", default=500)

# --- Members and signing in: a code by mail, no passwords --------------------------------------

AUTH_USER_MODEL = "games.Member"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "games.adapters.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "games.forms.members.PersonFields"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 600
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# Before the address, a key or the account itself can be given away: prove it within 10 minutes.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_EMAIL_NOTIFICATIONS = True
MFA_ADAPTER = "games.views.passkeys.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "games.forms.passkeys.AddPasskeyForm",
    "authenticate_webauthn": "games.forms.passkeys.AuthenticatePasskeyForm",
    "login_webauthn": "games.forms.passkeys.LoginPasskeyForm",
    "reauthenticate_webauthn": "games.forms.passkeys.ReauthenticatePasskeyForm",
}
# Codes that are typed in the place of a passkey, and passkeys tried without saying whose.
MFA_RATE_LIMITS = {"webauthn_login": "10/m/ip"}
STAFF_NEEDS_PASSKEY: bool = env.bool("STAFF_NEEDS_PASSKEY", default=PRODUCTION)
USERSESSIONS_ADAPTER = "games.views.sessions.SessionsAdapter"
# Per network address (ip), mail address (key) and member (user).
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip,30/h/ip",
    "login": "30/m/ip",
    "request_login_code": "20/m/ip,30/h/ip,3/m/key,10/d/key",
    "login_failed": "10/m/ip,5/5m/key",
    "confirm_email": "30/h/ip,1/10s/key,10/d/key",
    "reauthenticate": "10/m/user",
}

# How many people may practise without an account at one time; nobody may with 0.
MOST_GUESTS: int = env.int("MOST_GUESTS", default=2000)

# --- Languages and time ------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = list(
    tomllib.loads((BASE_DIR / "seeds" / "languages.toml").read_text(encoding="utf-8")).items()
)
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files: `serve` collects, hashes and compresses them; other commands find them --------

# Set by `serve` for its processes: a test or runserver has nothing collected.
COLLECTED_STATIC: bool = env.bool("COLLECTED_STATIC", default=PRODUCTION)
STATIC_URL = "/static/"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
STATIC_ROOT = DATA_DIR / "static" if COLLECTED_STATIC else None
WHITENOISE_USE_FINDERS = not COLLECTED_STATIC
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- Mail --------------------------------------------------------------------------------------

EMAIL_PROVIDER: str = env.str("EMAIL_PROVIDER", default="")
EMAIL_URL: str = env.str("EMAIL_URL", default="")
LOCAL_MAILBOX: bool = env.bool(
    "LOCAL_MAILBOX", default=not (PRODUCTION or EMAIL_PROVIDER or EMAIL_URL)
)
# What the provider needs has django-anymail's own names: ANYMAIL_MAILGUN_API_KEY and the like.
ANYMAIL: dict[str, Any] = {
    name.removeprefix("ANYMAIL_"): value
    for name, value in os.environ.items()
    if name.startswith("ANYMAIL_")
}
# A provider's post: a mail of 10 MB as base64, or twice, raw and taken apart. All other requests
# have less (wildcards_site/body_sizes.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 32 * 1024 * 1024
ANYMAIL["WEBHOOK_SECRET"] = list(filter(None, ANYMAIL.get("WEBHOOK_SECRET", "").split(",")))

if LOCAL_MAILBOX:
    EMAIL_BACKEND = "games.mail.local_mailbox.LocalMailboxBackend"
elif EMAIL_PROVIDER:
    EMAIL_BACKEND = f"anymail.backends.{EMAIL_PROVIDER.lower()}.EmailBackend"
else:
    vars().update(env.mail_server("EMAIL_URL", default="smtp://localhost:25"))
# Shorter than the lease of a mail (games/services/leases.py): no try outlives it.
EMAIL_TIMEOUT = 10
ANYMAIL.setdefault("REQUESTS_TIMEOUT", (5, 10))

# One mailbox for all answers, told apart by what stands behind a plus; else a domain of our own.
PROVIDER_RETURN_PATH: bool = env.bool("PROVIDER_RETURN_PATH", default=False)
REPLY_ADDRESS: str = env.str("REPLY_ADDRESS", default="").strip().casefold()
REPLY_DOMAIN: str = env.str(
    "REPLY_DOMAIN", default=REPLY_ADDRESS.rpartition("@")[2] or "reply.wildcards.localhost"
).lower()
# Where anybody may ask for anything: to join, for the open matches, for help.
SERVICE_ADDRESS: str = (
    env.str("SERVICE_ADDRESS", default="").strip().casefold()
    or REPLY_ADDRESS
    or f"games@{REPLY_DOMAIN}"
)
DEFAULT_FROM_EMAIL: str = env.str(
    "DEFAULT_FROM_EMAIL",
    default=f"Wild Cards by mail <{REPLY_ADDRESS or f'games@{REPLY_DOMAIN}'}>",
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Whose Authentication-Results headers are believed: the name that the own mail server writes there.
MAIL_AUTHSERV_ID: str = env.str("MAIL_AUTHSERV_ID", default="").strip().lower()
IMAP_URL: str = env.str("IMAP_URL", default="").strip()
IMAP_DONE_FOLDER: str = env.str("IMAP_DONE_FOLDER", default="").strip("/")
# Prints an access token (XOAUTH2): then no password is sent, neither to IMAP nor to SMTP.
MAIL_TOKEN_COMMAND: str = env.str("MAIL_TOKEN_COMMAND", default="").strip()
if MAIL_TOKEN_COMMAND and not (LOCAL_MAILBOX or EMAIL_PROVIDER):
    # Django's own backend knows passwords only; alarms go out by the default one.
    EMAIL_BACKEND = "games.mail.smtp_backend.BoundedBackend"
# The first key signs reply addresses; all of them are accepted, so that keys can be changed.
MAIL_TOKEN_KEYS: list[str] = env.list(
    "MAIL_TOKEN_KEYS", default=[SECRET_KEY, *SECRET_KEY_FALLBACKS]
)

# Who has a match open is mailed its question only if it is unanswered after so many minutes.
PRESENCE_MINUTES: int = env.int("PRESENCE_MINUTES", default=5)

# --- Browsers, chats and programs that are told -------------------------------------------------

VAPID_PRIVATE_KEY: str = env.str("VAPID_PRIVATE_KEY", default="")
if not VAPID_PRIVATE_KEY and not PRODUCTION:
    VAPID_PRIVATE_KEY = stored_vapid_key(DATA_DIR)
# Hosts and networks of one's own that members may have things posted to.
OUTGOING_HOSTS: list[str] = env.list("OUTGOING_HOSTS", default=[])

# --- What the browser is told, and who may stand between ----------------------------------------

TRUSTED_PROXIES: int = env.int("TRUSTED_PROXIES", default=0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS: int = env.int("HSTS_SECONDS", default=365 * 24 * 3600 if PRODUCTION else 0)
# Both speak for hosts that are not this service's, for as long as browsers remember.
SECURE_HSTS_INCLUDE_SUBDOMAINS: bool = env.bool("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD: bool = env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_NAME = "__Host-sessionid" if PRODUCTION else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if PRODUCTION else "csrftoken"
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

# --- Tasks: Celery only wakes the service up; what is due stands in the database ----------------

SWEEP_INTERVAL_SECONDS = 3
REMINDER_INTERVAL_SECONDS = 15
WATCH_INTERVAL_SECONDS = 15
RATING_INTERVAL_SECONDS = 30
TOURNAMENT_INTERVAL_SECONDS = 30

# What needs Celery's own types stands in its module: commands that send no task don't load it.
TASK_APP = "wildcards_site.celery.app"
CELERY_BROKER_URL = broker_url(REDIS_URL) if REDIS_URL else "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, float] = (
    {
        # Longer than any task may run, or it would be delivered a second time while it does.
        "visibility_timeout": 60,
        # A killed worker's task comes back in seconds; by default it takes minutes.
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
    }
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_TASK_DEFAULT_QUEUE = BACKGROUND.name
CELERY_TASK_ROUTES = task_routes()
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A request must not wait for a broker that is down: the next sweep does the work anyway.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# No soft limit: it raises in the middle of a transaction. Steps are bounded by themselves; what
# never ends is killed, before the lease of what it has in hand (games/services/leases.py) is over.
CELERY_TASK_TIME_LIMIT = 25
CELERY_BEAT_SCHEDULER = "wildcards_site.beat:LaneScheduler"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10
CELERY_WORKER_ENABLE_SOFT_SHUTDOWN_ON_IDLE = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Celery closes the database connection around every task unless told a number of uses.
CELERY_DB_REUSE_MAX = 10_000
CELERY_TIMEZONE = TIME_ZONE

# --- What operators are told --------------------------------------------------------------------

METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="").strip()
OPERATORS_MAIL: list[str] = env.list("OPERATORS_MAIL", default=[])
ALARM_WEBHOOK_URL: str = env.str("ALARM_WEBHOOK_URL", default="").strip()
FAULTS_COUNTED_AS = "answers-that-are-faults"
"""The key of the cache under which answers of 500 and above are counted."""

# --- Logs ---------------------------------------------------------------------------------------

LOG_FORMAT: str = env.chosen(
    "LOG_FORMAT", among=("json", "text"), default="json" if PRODUCTION else "text"
)
LOG_LEVEL: str = env.chosen(
    "LOG_LEVEL", among=("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), default="INFO"
)
LOGGING: dict[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {"()": "wildcards_site.logs.JsonFormatter"},
        "text": {"()": "wildcards_site.logs.TextFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        # Django's own handlers would print a traceback with its values, or mail one.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Below, it would log whole conversations with the mailbox.
        "imapclient": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
    },
}
