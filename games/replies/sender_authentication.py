"""Whether a mail's sender is who it says: what the provider, or our own mail server, found out.

SPF, DKIM and DMARC results are small words: `pass`, `fail`, `softfail`, `none` and the like. What a
mail's own headers claim is believed of one server alone, the one that MAIL_AUTHSERV_ID names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from email.message import Message

from django.conf import settings
from django.http import HttpRequest

from games.replies.message_parts import header, header_values
from games.rules.protocol import Facts

METHODS = ("spf", "dkim", "dmarc")

_FAILING = frozenset(("fail", "failed", "softfail", "reject"))
_RESULT = re.compile(r"\b(spf|dkim|dmarc)\s*=\s*([a-z]{1,12})", re.ASCII | re.IGNORECASE)
_COMMENT = re.compile(r"\([^()]{0,400}\)")
_MAILERSEND = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
_MOST_HEADERS = 5


def is_doubtful(verdicts: Mapping[str, object]) -> bool:
    """Whether the sender is likely forged: DMARC failed, or where nothing is known of that, SPF
    failed and no DKIM signature holds. SPF alone also fails where a mail was only forwarded."""
    said = {name: str(verdicts.get(name, "")).casefold() for name in METHODS}
    if said["dmarc"] in _FAILING:
        return True
    if said["dmarc"] == "pass":
        return False
    return said["spf"] == "fail" and said["dkim"] in {"fail", "none", "neutral", "permerror"}


def header_verdicts(headers: Message) -> dict[str, str]:
    """The results in the topmost Authentication-Results header (RFC 8601) of our own server."""
    own = settings.MAIL_AUTHSERV_ID
    if not own:
        return {}
    for value in header_values(headers, "Authentication-Results")[:_MOST_HEADERS]:
        written, _semicolon, results = _COMMENT.sub("", value).partition(";")
        server = written.split()[:1]
        if server and _is_own(server[0].casefold(), own):
            return _best_results(results)
    return {}


def _is_own(server: str, own: str) -> bool:
    """Whether a server is the one that is believed; `.example.org` is any below that domain."""
    return server.endswith(own) if own.startswith(".") else server == own


def provider_verdicts(provider: str, event: object, message: Message) -> dict[str, str]:
    """What a provider's webhook says, in whichever of their ways; empty where it says nothing."""
    reader = _READERS.get(provider.replace(" ", "").casefold())
    try:
        found = reader(event, message) if reader is not None else {}
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}
    return {name: word for name, word in found.items() if word}


def _best_results(results: str) -> dict[str, str]:
    """Of several results of one method, as of two signatures, the one that passed counts."""
    found: dict[str, str] = {}
    for method, result in _RESULT.findall(results.casefold()):
        if found.get(method) != "pass":
            found[method] = result
    return found


def _word(value: object) -> str:
    """The first word of what may be a whole sentence."""
    words = re.findall(r"[a-z]+", str(value or "").casefold()[:200])
    return words[0] if words else ""


def _amazon(event: Facts, _message: Message) -> dict[str, str]:
    receipt = event["receipt"]
    return {
        method: _word(receipt[f"{method}Verdict"].get("status"))
        for method in METHODS
        if isinstance(receipt.get(f"{method}Verdict"), Mapping)
    }


def _mailgun(_event: object, message: Message) -> dict[str, str]:
    return {
        "spf": _word(header(message, "X-Mailgun-Spf")),
        "dkim": _word(header(message, "X-Mailgun-Dkim-Check-Result")),
    }


def _postmark(_event: object, message: Message) -> dict[str, str]:
    return {"spf": _word(header(message, "Received-SPF"))}


def _sendgrid(event: HttpRequest, _message: Message) -> dict[str, str]:
    posted = event.POST
    signatures = str(posted.get("dkim", ""))
    dkim = "pass" if re.search(r":\s*pass\b", signatures) else _word(signatures.rpartition(":")[2])
    return {"spf": _word(posted.get("SPF")), "dkim": dkim}


def _mandrill(event: Facts, _message: Message) -> dict[str, str]:
    mail = event["msg"]
    dkim = mail.get("dkim") or {}
    signed = "pass" if dkim.get("valid") else "fail"
    return {
        "spf": _word((mail.get("spf") or {}).get("result")),
        "dkim": signed if dkim.get("signed") else "none",
    }


def _mailersend(event: Facts, _message: Message) -> dict[str, str]:
    data = event["data"]
    return {"spf": _MAILERSEND.get(str((data.get("spf_check") or {}).get("code", "")), "")}


_READERS: dict[str, Callable[..., dict[str, str]]] = {
    "amazonses": _amazon,
    "mailgun": _mailgun,
    "postmark": _postmark,
    "sendgrid": _sendgrid,
    "mandrill": _mandrill,
    "mailersend": _mailersend,
}
