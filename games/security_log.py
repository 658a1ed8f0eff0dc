"""What an operator wants to find in the log after a break-in: who signed in, what was refused.

Members are named by their number alone: the log may be handed to anybody. Refused pages (403, 429)
are told by Django's own `django.request`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from allauth.account import signals as account_signals
from allauth.mfa import signals as mfa_signals
from django.contrib.auth import signals as auth_signals
from django.dispatch import Signal

logger = logging.getLogger(__name__)

_TOLD: list[tuple[Signal, int, str]] = [
    (auth_signals.user_logged_in, logging.INFO, "signed in"),
    (auth_signals.user_logged_out, logging.INFO, "signed out"),
    (account_signals.user_signed_up, logging.INFO, "joined"),
    (account_signals.email_changed, logging.WARNING, "address changed"),
    (mfa_signals.authenticator_added, logging.WARNING, "passkey or recovery codes added"),
    (mfa_signals.authenticator_removed, logging.WARNING, "passkey or recovery codes removed"),
    (mfa_signals.authentication_failed, logging.WARNING, "passkey refused"),
]


def connect() -> None:
    """Have each of these written down from now on."""
    for signal, level, words in _TOLD:
        signal.connect(_teller(level, words), weak=False, dispatch_uid=f"security log: {words}")


def code_refused(request: object) -> None:
    """A code that somebody typed was wrong."""
    member = getattr(getattr(request, "user", None), "pk", None)
    logger.warning("wrong code", extra={"member": member})


def _teller(level: int, words: str) -> Callable[..., None]:
    def tell(user: object = None, **_more: object) -> None:
        logger.log(level, words, extra={"member": getattr(user, "pk", None)})

    return tell
