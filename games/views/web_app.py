"""The site as an app: its manifest, its service worker, and the page for when there is no network.

What a browser keeps for that holds a hand, so each page says for whom it may be kept; with the next
page that is for nobody, or for somebody else, the service worker throws it all away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, gettext
from django.views.decorators.http import condition, require_safe

KEPT_FOR = "X-Kept-For"
NOBODY = "nobody"
OFFLINE_ASSETS = ("games/site.css", "games/offline.js", "games/icon-192.png")
PAPER, GREEN = "#f5f1e8", "#2c6e55"


class WorkerSettings(msgspec.Struct, frozen=True):
    """What the service worker is told of this installation."""

    version: str
    offline: str
    static: str
    icon: str
    badge: str
    assets: tuple[str, ...]


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a device shows of the site on its home screen."""
    icons = [
        _icon("icon-192.png", "192x192", "any"),
        _icon("icon-512.png", "512x512", "any"),
        _icon("icon-maskable.png", "512x512", "maskable"),
    ]
    content = {
        "id": "/",
        "name": gettext("Wild Cards by mail"),
        "short_name": gettext("Wild Cards"),
        "description": gettext("Slow card games with people, on your phone and by mail."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GREEN,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [{"name": gettext("New match"), "url": reverse("match-new")}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    src = staticfiles_storage.url(f"games/{name}")
    return {"src": src, "sizes": sizes, "type": "image/png", "purpose": purpose}


def _version(request: HttpRequest) -> str:
    return f'"{_worker_settings().version}"'


@require_safe
@condition(etag_func=_version)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that a browser keeps; another version as soon as any of its parts is another."""
    script = _worker_script()
    told = msgspec.json.encode(_worker_settings()).decode()
    response = HttpResponse(
        f"const SETTINGS = {told};\n{script}", content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _worker_settings() -> WorkerSettings:
    content = "".join(_file(name) for name in ("games/worker.js", *OFFLINE_ASSETS[:2]))
    assets = tuple(staticfiles_storage.url(name) for name in OFFLINE_ASSETS)
    whole = content + " ".join(assets)
    return WorkerSettings(
        version=hashlib.sha256(whole.encode()).hexdigest()[:12],
        offline=reverse("offline"),
        static=str(settings.STATIC_URL),
        icon=staticfiles_storage.url("games/icon-192.png"),
        badge=staticfiles_storage.url("games/badge.png"),
        assets=assets,
    )


@cache
def _worker_script() -> str:
    return _file("games/worker.js")


def _file(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        raise LookupError(name)
    return Path(found).read_text(encoding="utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown without a network: nobody's page, so that any browser may keep it."""
    return render(request, "games/offline.html")


class KeptForMiddleware:
    """Says on each page of a member's, or of nobody's, whose it is; at sign-out the browser is told
    to forget everything that it keeps of the site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        # A page that has not asked who looks says nothing of them.
        if hasattr(request, "_cached_user"):
            response[KEPT_FOR] = kept_for(request)
        match = request.resolver_match
        if request.method == "POST" and match is not None and match.url_name == "account_logout":
            response["Clear-Site-Data"] = '"cache", "storage"'
        return response


def kept_for(request: HttpRequest) -> str:
    """A word for the member who looks that says nothing of them, or `nobody`."""
    if not request.user.is_authenticated:
        return NOBODY
    return salted_hmac("games.kept-for", str(request.user.pk)).hexdigest()[:16]
