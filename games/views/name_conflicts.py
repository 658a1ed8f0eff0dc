"""Two people who take names that look alike at one instant: the later one is told, kindly."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

View = Callable[[HttpRequest], HttpResponse]


def answer_again_if_taken(view: View) -> View:
    """Run the view in a transaction, and once more if a unique key undoes it.

    The form could not see the other one's name before it was stored: the second time it does, and
    refuses it in words.
    """

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            with transaction.atomic():
                return view(request)
        except IntegrityError:
            with transaction.atomic():
                return view(request)

    return answer
