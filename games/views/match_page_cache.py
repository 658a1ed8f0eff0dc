"""Pages of running matches that are kept while nothing on them has changed.

They lie in this process's own memory: hands are on them. What they are kept by is all that they are
made of (`games/selectors/match_looks.py`), the language, and the words for the time that is left;
the token of forms is put in when they are sent. A page is kept only if it looks the same after it
was made as before, so that nothing that happens meanwhile is kept under what was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from django.contrib.messages import get_messages
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from games.common import clock
from games.selectors.match_looks import MatchLook, match_look
from games.templatetags.site import time_left
from games.views.guest_sessions import guest_name
from games.views.request_helpers import Seen, member_of

MOST_KEPT = 256
"""Pages in one process, the last asked for; each has some 50 kB."""

KEPT_SECONDS = 600
"""For the one thing that no look tells: a new name of somebody who has left the table."""

_PAGES = LocMemCache(
    "match-pages", {"TIMEOUT": KEPT_SECONDS, "OPTIONS": {"MAX_ENTRIES": MOST_KEPT}}
)


class KeptPage(NamedTuple):
    """The bytes, with `token_slot` where the token of a form goes, and their hash."""

    content: bytes
    digest: str


class Look(NamedTuple):
    """A match that is seen by somebody, and the key of how its page looks to them."""

    seen: Seen
    key: str


def look_of(request: HttpRequest, code: str) -> Look | None:
    """How the page of this match would look now; None where it is to be made and not kept."""
    if request.META.get("QUERY_STRING") or guest_name(request) or len(get_messages(request)):
        return None
    member = member_of(request)
    found = match_look(code.lower(), member)
    if found is None:
        return None
    seen = Seen(member, found.match, found.player, found.players, found)
    return Look(seen, _key(found))


def _key(look: MatchLook) -> str:
    deadline = look.match.deadline_at
    left = time_left(deadline - clock.roughly_now()) if deadline is not None else ""
    return hashlib.sha256(repr((get_language(), left, look.shows)).encode()).hexdigest()


def kept_answer(
    request: HttpRequest, look: Look, template: str, made: Callable[[], dict[str, object]]
) -> HttpResponse:
    """The kept page; where there is none, this template with what is made for it now."""
    page = _PAGES.get(look.key)
    if page is None:
        context = {**made(), "csrf_token": token_slot()}
        content = render_to_string(template, context, request).encode()
        page = KeptPage(content, hashlib.sha256(content).hexdigest())
        again = look_of(request, look.seen.match.code)
        if again is not None and again.key == look.key:
            _PAGES.set(look.key, page)
    return _answer(request, page)


def _answer(request: HttpRequest, page: KeptPage) -> HttpResponse:
    slot, content = token_slot().encode(), page.content
    # Of the cookie that the tokens on the browser's copy go with.
    etag = hashlib.sha256(f"{page.digest}{request.META.get('CSRF_COOKIE', '')}".encode())
    if slot in content:
        content = content.replace(slot, get_token(request).encode())
    response = HttpResponse(content)
    response["ETag"] = f'"{etag.hexdigest()[:32]}"'
    if request.user.is_authenticated:
        response["Cache-Control"] = "private, no-cache"
    return response


@cache
def token_slot() -> str:
    """What stands for a form's token on a page that is kept. Nobody can guess it and write it."""
    return salted_hmac("games.kept-pages", "token").hexdigest()


def forget_pages() -> None:
    """Keep none of them any longer."""
    _PAGES.clear()
