"""Short codes that people say, and long ones that nobody guesses."""

from __future__ import annotations

import secrets

from games.models import secure_random

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without the letters and digits that are taken for one another when read aloud."""


def new_match_code() -> str:
    """Seven characters that are easy to say and to type: 2.3e10 of them. One is a digit, so that
    no reader of mails takes it for a word."""
    code = "".join(secure_random.SOURCE.choice(CODE_ALPHABET) for _position in range(7))
    return code if any(map(str.isdigit, code)) else new_match_code()


def new_token() -> str:
    """A URL-safe secret of 128 bits, for invitations; with a digit, so that logs hide it."""
    token = secrets.token_urlsafe(16)
    return token if any(map(str.isdigit, token)) else new_token()
