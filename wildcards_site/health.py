"""What machines ask of a web process, before anything that may refuse them or cost something.

Load balancers and monitors ask by address, without https and without a name that ALLOWED_HOSTS
has: their paths are answered in front of every other middleware.
"""

from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import resolve

PATHS = frozenset(("/health", "/ready", "/metrics"))


def health(request: HttpRequest) -> JsonResponse:
    """200 as long as this process answers; asks nobody else, the database neither."""
    return JsonResponse({"status": "ok"})


class ProbesMiddleware:
    """Answers the probes for any host and by plain http; counts the answers that are faults."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in PATHS:
            return self._probe(request)
        response = self.get_response(request)
        if response.status_code >= 500:
            _count_fault()
        return response

    def _probe(self, request: HttpRequest) -> HttpResponse:
        if request.method not in {"GET", "HEAD"}:
            return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        response: HttpResponse = resolve(request.path_info).func(request)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response


def _count_fault() -> None:
    # The cache may be what has failed: a figure less, and the answer goes out all the same.
    try:
        cache.add(settings.FAULTS_COUNTED_AS, 0, timeout=None)
        cache.incr(settings.FAULTS_COUNTED_AS)
    except Exception:  # noqa: S110
        pass
