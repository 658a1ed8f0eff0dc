"""Access tokens for mail servers that take no password (XOAUTH2), from a command of one's own."""

from __future__ import annotations

import shlex
import subprocess

from django.conf import settings

SECONDS = 10.0


class TokenCommandError(Exception):
    """MAIL_TOKEN_COMMAND gave no token; the message says why, and holds none."""


def access_token() -> str:
    """What MAIL_TOKEN_COMMAND prints now. It keeps its own token and renews it when it must."""
    try:
        done = subprocess.run(  # noqa: S603  (the operator's own command)
            shlex.split(settings.MAIL_TOKEN_COMMAND),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise TokenCommandError(
            f"MAIL_TOKEN_COMMAND does not run: {type(error).__name__}"
        ) from error
    token = done.stdout.strip()
    if done.returncode or not token:
        raise TokenCommandError(f"MAIL_TOKEN_COMMAND ended with {done.returncode} and no token")
    return token
