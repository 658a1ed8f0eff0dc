"""The answer to what went wrong: 503 where something is away for now, 500 for our own faults."""

import errno
import sys

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error as plain_server_error

RETRY_AFTER_SECONDS = 30
NO_ROOM = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EROFS))


def server_error(request: HttpRequest) -> HttpResponse:
    """503 with Retry-After when the database or the disk is away, and 500 for everything else.

    Django calls this while it handles the exception. Neither page asks the database for anything.
    """
    if not is_away(sys.exc_info()[1]):
        return plain_server_error(request)
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS), "Cache-Control": "no-store"}
    return HttpResponse(render_to_string("503.html"), status=503, headers=headers)


def is_away(error: BaseException | None) -> bool:
    """Whether this says that the database or the disk cannot do its work now.

    A database error of no nearer kind is of the database, too: a damaged file, a server that says
    what nobody expects. Rows that contradict a rule, and wrong SQL, are faults of ours.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OperationalError | InterfaceError) or type(error) is DatabaseError:
            return True
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return True
        error = error.__cause__ or error.__context__
    return False
