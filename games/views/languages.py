"""The language of the site: a member's own wherever they sign in, a visitor's by the browser."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.i18n import set_language

from games.forms.members import language_choices
from games.models import Member
from games.views.csrf_by_origin import sent_from_this_site
from games.views.post_only_pages import posted_from
from games.views.request_helpers import member_of


class MemberLanguageMiddleware:
    """Speaks a signed-in member's language, whatever the cookie and the browser ask for.

    Stands below Django's LocaleMiddleware, which has chosen for visitors, and below the one that
    knows who asks. Without a session's cookie nobody is signed in, and nothing is looked up, so
    that an answer which depends on nobody keeps saying so in its headers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            member = member_of(request)
            if member is not None and member.language in dict(settings.LANGUAGES):
                translation.activate(member.language)
                request.LANGUAGE_CODE = member.language
        return self.get_response(request)


@sent_from_this_site
@posted_from("home")
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember `language` in a cookie, for a member in the account too, and go back to `next`.

    A language that is not offered changes nothing; an address of another site is not gone to.
    """
    member = member_of(request)
    language = request.POST.get("language", "")
    if member is not None and language in dict(language_choices()):
        Member.objects.filter(pk=member.pk).update(language=language)
    response: HttpResponse = set_language(request)
    return response
