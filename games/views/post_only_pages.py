"""Addresses that only take a form: whoever opens one is led to the page that holds the form."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def posted_from(page: str, *kept: str, anchor: str = "") -> Callable[[View[P]], View[P]]:
    """The view changes something, so it takes POST alone; its form is on the page named `page`.

    A reload, a shared link or a tab that is opened again asks with GET: that changes nothing and
    is led to the page. `kept` are the arguments of the address that the page's own has, too.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def led(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method in {"GET", "HEAD"}:
                values: dict[str, Any] = {name: kwargs[name] for name in kept}
                return redirect(reverse(page, kwargs=values) + (anchor and f"#{anchor}"))
            return view(request, *args, **kwargs)

        allowed = require_http_methods(["GET", "HEAD", "POST"])(led)
        allowed.__dict__["takes_forms_of"] = page
        return allowed

    return decorate
