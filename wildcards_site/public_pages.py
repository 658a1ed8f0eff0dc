"""Pages that are the same for every visitor: browsers and proxies may keep them and ask whether
they still hold.

Named one by one: an address that is opened with a secret, or shows what only one reader may see,
is on no such list by accident.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PUBLIC_PAGES = frozenset(
    {
        # what the service is
        *("home", "lobby", "rules-index", "rules", "notation", "help-mail", "shortcuts"),
        *("credits", "privacy", "lesson", "lesson-step", "lesson-end", "api-docs"),
        # what has been played
        *("match", "match-log", "match-replay-step", "match-review-seat"),
        *("match-chance", "histories", "member", "head-to-head"),
        *("rating-history", "ratings-how", "leaderboard"),
        # tournaments
        *("tournaments", "tournament", "tournament-standings", "tournament-cross"),
        *("tournament-bracket", "tournament-round", "tournament-entry", "tournament-log"),
        "series",
    }
)
"""Names of addresses; who has no session finds the same there as everybody else without one."""

KEPT_BUT_ASKED_ABOUT = "no-cache"
NEVER_KEPT = "private, no-store"


def keeping_of(request: HttpRequest, response: HttpResponse) -> str:
    """The Cache-Control of an answer that depends on cookies.

    Without a session's cookie nobody is signed in, and one of `PUBLIC_PAGES` holds what anybody may
    read. An answer that sets a cookie (a form's token, a session that begins) is its reader's own.
    """
    match = request.resolver_match
    is_nobodys = (
        match is not None
        and match.url_name in PUBLIC_PAGES
        and request.method in {"GET", "HEAD"}
        and response.status_code == 200
        and not response.cookies
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
    )
    return KEPT_BUT_ASKED_ABOUT if is_nobodys else NEVER_KEPT
