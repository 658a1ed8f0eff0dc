"""Forms that stand on pages for everybody, where a token would make each page another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt, csrf_protect

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def sent_from_this_site(view: View[P]) -> View[P]:
    """The view takes forms of this site alone: the browser says so, or they carry a token.

    Browsers write into `Origin` whose page has sent a form, and no page can change that. A form
    without it, or from elsewhere, needs a token as every other form does.
    """
    with_token: View[P] = csrf_protect(view)

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own = f"{request.scheme}://{request.get_host()}"
        if request.headers.get("Origin") == own:
            return view(request, *args, **kwargs)
        return with_token(request, *args, **kwargs)

    exempt: View[P] = csrf_exempt(guarded)
    return exempt
