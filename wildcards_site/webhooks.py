"""What mail providers may post here: the configured one alone, and only with the secret.

django-anymail reads every provider's webhooks. All its views at once would let anybody speak for a
provider that this service has never heard of, and stop a member's mail.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from anymail.exceptions import AnymailAPIError, AnymailConfigurationError
from anymail.utils import get_request_basic_auth
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from wildcards_site.body_sizes import MOST_POSTED, posted_bytes, takes_up_to
from wildcards_site.providers import PROVIDERS

logger = logging.getLogger(__name__)


_UNREADABLE = (
    AnymailConfigurationError,
    AttributeError,
    LookupError,
    RecursionError,  # of JSON nested without end
    TypeError,
    ValueError,
)
_LARGE = threading.BoundedSemaphore()
"""A large post takes many times its size while it is read: one at a time in a process."""

_PATIENCE_SECONDS = 20
KINDS = {"inbound": "Inbound", "inbound_mime": "Inbound", "tracking": "Tracking"}


@takes_up_to(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
@csrf_exempt
def webhook(request: HttpRequest, provider: str, kind: str) -> HttpResponse:
    """Hand a post of the configured provider to its view in django-anymail.

    404 for every other provider and without a secret, 401 without or with a wrong one, 403 for a
    wrong signature, 400 for what cannot be read; 503 when something that we need is away, because
    the provider then sends it again. Nothing of a post is read before its secret is known.
    """
    if provider != settings.EMAIL_PROVIDER.lower() or provider not in PROVIDERS:
        raise Http404
    secrets = settings.ANYMAIL.get("WEBHOOK_SECRET") or []
    if not secrets:
        raise Http404
    if request.method == "POST" and not _knows_one_of(request, secrets):
        # Amazon's notifications bring their secret only when they have been asked for it.
        return HttpResponse(status=401, headers={"WWW-Authenticate": 'Basic realm="webhook"'})
    try:
        with _room_for(request):
            answer = _view_of(provider, kind)(request)
    except SuspiciousOperation:
        return HttpResponse(status=403)
    except DatabaseError:
        raise
    except _UNREADABLE as error:
        return _refused(provider, 400, error)
    except Exception as error:
        # What we asked the provider for by ourselves did not come; or the fault is ours.
        is_unreadable = type(error) is AnymailAPIError
        return _refused(provider, 400 if is_unreadable else 503, error)
    return answer


@contextmanager
def _room_for(request: HttpRequest) -> Iterator[None]:
    """Wait until no other large post is being read; raises TimeoutError if that takes too long."""
    if posted_bytes(request) <= MOST_POSTED:
        yield
        return
    if not _LARGE.acquire(timeout=_PATIENCE_SECONDS):
        raise TimeoutError
    try:
        yield
    finally:
        _LARGE.release()


def _knows_one_of(request: HttpRequest, secrets: list[str]) -> bool:
    given = get_request_basic_auth(request)
    return bool(given) and any(constant_time_compare(given, secret) for secret in secrets)


def _view_of(provider: str, kind: str) -> Callable[[HttpRequest], HttpResponse]:
    module = import_module(f"anymail.webhooks.{provider}")
    name = f"{PROVIDERS[provider].view_prefix}{KINDS[kind]}WebhookView"
    view: Callable[[HttpRequest], HttpResponse] = getattr(module, name).as_view()
    return view


def _refused(provider: str, status: int, error: Exception) -> HttpResponse:
    logger.warning(
        "a provider's post was refused",
        extra={"provider": provider, "status_code": status, "fault": type(error).__name__},
    )
    headers = {"Retry-After": "60"} if status == 503 else {}
    return HttpResponse(status=status, headers=headers)
