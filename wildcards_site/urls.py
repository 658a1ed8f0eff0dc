from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path, re_path

from wildcards_site.admin_access import guard
from wildcards_site.health import health
from wildcards_site.webhooks import webhook

admin.autodiscover()
guard(admin.site)


def nowhere(request: HttpRequest, rest: str) -> HttpResponse:
    """A page of a library's that this site does without: not found."""
    raise Http404


handler500 = "wildcards_site.error_handlers.server_error"

urlpatterns = [
    path("health", health, name="health"),
    path("accounts/password/<path:rest>", nowhere),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("accounts/passkeys/", include("allauth.mfa.urls")),
    path("accounts/", include("games.account_urls")),
    path("accounts/", include("allauth.account.urls")),
    re_path(
        r"^anymail/(?P<provider>[a-z_]+)/(?P<kind>inbound|inbound_mime|tracking)/$",
        webhook,
        name="webhook",
    ),
    path("admin/", admin.site.urls),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
]
