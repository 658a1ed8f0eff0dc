"""Invitations to people who have no account: their way to have no more of them.

Each such mail holds a link of its addressee's, `SITE_URL/no-invitations/<digest>-<tag>/`, which
names no address and can do nothing else.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.urls import reverse

from games.replies.reply_addresses import is_signature, signature
from games.selectors.invitation_optouts import addressee

_PURPOSE = "wild cards by mail: no invitations 1"
_TOKEN = re.compile(r"([a-z2-7]{16})-([a-z2-7]{16})", re.ASCII)


def no_invitations_link(address: str) -> str:
    """Where the reader of this address says that no invitation is wanted."""
    digest = addressee(address)
    token = f"{digest}-{signature(_PURPOSE, digest)}"
    return settings.SITE_URL + reverse("no-invitations", kwargs={"token": token})


def read_no_invitations(token: str) -> str | None:
    """The digest of the addressee whose link this is; None if it is not genuine."""
    found = _TOKEN.fullmatch(token)
    if found is None or not is_signature(found[2], _PURPOSE, found[1]):
        return None
    return found[1]
