"""Who calls: the bearer of a member's key, or a visitor who may watch public matches."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer
from ninja.throttling import SimpleRateThrottle

from games.models import ApiKey, Match, Member, Player
from games.services.access import find_match, find_player

MOST_KEY_CHARACTERS = 64
KEY_NUMBER = "wildcards.key"
"""In the environment of a request: which key it bears."""

MOST_CODE_LETTERS = 12
CALLS_OF_A_MEMBER = "240/m"
CALLS_OF_A_VISITOR = "60/m"
PREVIEWS_OF_A_MEMBER = "120/m"


class ScopeMissingError(Exception):
    """The key is a good one, but not for this call."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__(scope)


class MemberKey(HttpBearer):
    """`Authorization: Bearer KEY` with a key of the member's that has this scope."""

    def __init__(self, scope: ApiKey.Scope = ApiKey.Scope.READ) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Member | None:
        """The member with this key; None refuses the call with 401. Raises ScopeMissingError."""
        if not token or len(token) > MOST_KEY_CHARACTERS or not token.isascii():
            return None
        key = ApiKey.of_text(token)
        if key is None:
            return None
        _speak_language_of(key.member, request)
        if self.scope not in key.scopes:
            raise ScopeMissingError(self.scope)
        request.META[KEY_NUMBER] = key.pk
        return key.member


def needs(scope: ApiKey.Scope) -> dict[str, Any]:
    """What an operation is declared with that a key must be allowed for, and its description."""
    return {"auth": MemberKey(scope), "openapi_extra": {"x-scope": scope.value}}


def _speak_language_of(member: Member, request: HttpRequest) -> None:
    """Answer in the member's language where the call names none."""
    if "Accept-Language" in request.headers or member.language not in dict(settings.LANGUAGES):
        return
    # LocaleMiddleware activates one anew for every request: none is left over for the next.
    translation.activate(member.language)
    request.LANGUAGE_CODE = member.language


def visitor(request: HttpRequest) -> str | None:
    """Lets a call without any key pass; a wrong key is refused rather than taken for none."""
    return None if "Authorization" in request.headers else "visitor"


def caller(request: HttpRequest) -> Member | None:
    """The member whose key the call bears, or None for a visitor."""
    who = getattr(request, "auth", None)
    return who if isinstance(who, Member) else None


def signed_in_caller(request: HttpRequest) -> Member:
    """The member whose key the call bears. Raises AuthenticationError for a visitor."""
    if (member := caller(request)) is None:
        raise AuthenticationError
    return member


def clean_code(code: str) -> str:
    """The code if it looks like one; else one that no match has. PostgreSQL refuses a NUL."""
    return code if code.isascii() and code.isalnum() and len(code) <= MOST_CODE_LETTERS else "-"


def match_seen(member: Member | None, code: str) -> tuple[Match, Player | None]:
    """The match and the caller's own player in it. Raises NotVisibleError."""
    match = find_match(code=clean_code(code), member=member)
    player = match.players.filter(member=member).first() if member is not None else None
    return match, player


def match_of(request: HttpRequest, code: str) -> tuple[Member, Match]:
    """The member who calls, and a match that they may see. Raises NotVisibleError."""
    member = signed_in_caller(request)
    return member, find_match(code=clean_code(code), member=member)


def player_of(request: HttpRequest, code: str) -> Player:
    """The caller's own player in this match. Raises NotVisibleError."""
    return find_player(code=clean_code(code), member=signed_in_caller(request))


class MemberRate(SimpleRateThrottle):
    """Counts the calls of a member, whichever key they bear; visitors are let through."""

    scope = "member"

    def get_cache_key(self, request: HttpRequest) -> str | None:
        member = caller(request)
        return None if member is None else f"calls-of-member-{member.pk}"


class VisitorRate(SimpleRateThrottle):
    """Counts the calls without a key by the address that they come from."""

    scope = "visitor"

    def get_cache_key(self, request: HttpRequest) -> str | None:
        if caller(request) is not None:
            return None
        # Not what the caller writes into X-Forwarded-For, but what the trusted proxies say.
        return f"calls-from-{get_adapter(request).get_client_ip(request)}"


class PreviewRate(MemberRate):
    """Counts a member's previews of orders, beside their calls."""

    scope = "previews"

    def get_cache_key(self, request: HttpRequest) -> str | None:
        member = caller(request)
        return None if member is None else f"previews-of-member-{member.pk}"
