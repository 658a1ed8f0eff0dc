"""Messages made of words: headers, one thread a match, the signed reply address, wrapped text."""

from __future__ import annotations

import secrets
import textwrap
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import formatdate
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart, SafeMIMEText
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.crypto import constant_time_compare, salted_hmac

from games.common.site_links import site_link
from games.composing import invitation_optout
from games.composing.compiled_templates import rendered
from games.composing.inline_css import in_style
from games.composing.mime_bytes import TextAndHtml, encoded_subject
from games.letters.letter import Letter, letter_class
from games.models import Match, Member, OutboundMail
from games.replies.automatic_responses import LOOP_HEADER
from games.replies.reply_addresses import (
    DigestTarget,
    OfferTarget,
    ReplyTarget,
    Target,
    bounce_address,
    ours,
    tag_of,
    unsubscribe_address,
)
from games.replies.reply_parser import EXAMPLE_SIGN

COLUMNS = 72


@dataclass(frozen=True, slots=True)
class RenderedMail:
    """What a mail says, as its three templates gave it."""

    subject: str
    text: str
    html: str


def words(name: str, context: dict[str, object], *, with_html: bool) -> RenderedMail:
    """Render `templates/emails/<name>.{subject,text,html}` in the active language and zone; without
    a subject of its own the mail has its match's."""
    subject = " ".join(rendered(_subject_of(name), context).split())
    text = wrapped(rendered(f"emails/{name}.text", context))
    html = rendered(f"emails/{name}.html", context, in_style) if with_html else ""
    return RenderedMail(subject, text, html)


@cache
def _subject_of(name: str) -> str:
    try:
        get_template(f"emails/{name}.subject")
    except TemplateDoesNotExist:
        return "emails/_match.subject"
    return f"emails/{name}.subject"


def wrapped(text: str) -> str:
    """The text in lines of at most 72 columns, addresses and orders left whole, single empty lines.

    The rest of an order's line would lack the sign that no order has, and could be taken for one.
    """
    lines: list[str] = []
    for line in map(str.rstrip, text.strip().splitlines()):
        if not line and lines and not lines[-1]:
            continue
        is_whole = len(line) <= COLUMNS or line.lstrip().startswith(EXAMPLE_SIGN)
        lines += [line] if is_whole else _wrapped_line(line)
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=1024)
def _wrapped_line(line: str) -> list[str]:
    indent, words = _indent(line), line.split(" ")
    if line[:1].isspace() or not all(words) or len(line.split()) != len(words):
        return _wrapped_with_care(line, indent)
    lines = words[:1]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= COLUMNS:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return lines


def _wrapped_with_care(line: str, indent: str) -> list[str]:
    """For a line with more between its words than a space."""
    return textwrap.wrap(
        line,
        COLUMNS,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _indent(line: str) -> str:
    """What the rest of a long line begins with."""
    bare = line.lstrip()
    return " " * (len(line) - len(bare) + (2 if bare.startswith("- ") else 0))


class ComposedMail(EmailMultiAlternatives):
    """A message, with the newest talk that it tells to each player it is for, and the rows of the
    receipts that it has taken along."""

    return_path: str = ""
    """The envelope sender, where the door that it leaves by takes one of its own for each mail."""

    envelope_sender: str
    """The same for a provider, as Anymail calls it: it refuses an empty one, so most have none."""

    # The stubs know a later Django than runs.
    def message(self) -> SafeMIMEText | SafeMIMEMultipart:  # type: ignore[override]
        """As Django makes it, but that no subject begins with an empty line."""
        if len(self.alternatives) == 1 and not (self.attachments or self.cc):
            return self._with_headers(TextAndHtml(str(self.body), str(self.alternatives[0][0])))
        made: SafeMIMEText | SafeMIMEMultipart = super().message()  # type: ignore[assignment]
        if not self.subject.isascii():
            made.replace_header("Subject", encoded_subject(str(self.subject)))
        return made

    def _with_headers(self, made: SafeMIMEMultipart) -> SafeMIMEMultipart:
        """The message with its headers; Django's refuses one of several lines."""
        told = self.extra_headers
        made["Subject"] = str(self.subject)
        made["From"] = told.get("From", self.from_email)
        made["To"] = ", ".join(self.to)
        if self.reply_to:
            made["Reply-To"] = ", ".join(self.reply_to)
        for name, value in told.items():
            if name != "From":
                made[name] = value
        return made

    told_talk: Mapping[int, int] = MappingProxyType({})
    told_receipts: tuple[int, ...] = ()


def message_of(
    row: OutboundMail, letter: Letter, said: RenderedMail, *, reply_to: str
) -> ComposedMail:
    """The message of an outbox row. `reply_to` is where an answer to it goes, if one is awaited."""
    message = ComposedMail(
        subject=said.subject,
        body=said.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[row.address],
        reply_to=[reply_to] if reply_to else None,
        headers=_headers(row, letter),
    )
    if row.pk:
        message.return_path = bounce_address(row.pk)
    if settings.PROVIDER_RETURN_PATH:
        message.envelope_sender = message.return_path
    if said.html:
        message.attach_alternative(said.html, "text/html")
    return message


def new_message_id() -> str:
    """A new Message-ID: 128 random bits that tell nothing of the mail. It stands in the logs of
    every relay; what an answer to it is for, `targets` looks up in the outbox."""
    return f"<{secrets.token_hex(16)}@{settings.REPLY_DOMAIN}>"


def answered_target(row: OutboundMail) -> Target | None:
    """What a mail that names this row as the one it answers is an answer to."""
    letter = letter_class(row)
    if letter.answered_by_order and row.player_id is not None and row.phase_number is not None:
        return ReplyTarget(row.player_id, row.phase_number)
    if letter.answered_by_member and row.member_id is not None:
        return DigestTarget(row.member_id, row.pk)
    return OfferTarget(row.pk) if letter.answered_by_yes else None


def thread_id(match: Match) -> str:
    """The id that all mails about a match refer to, so that mail programs keep them together."""
    return f"<match-{match.code}@{settings.REPLY_DOMAIN}>"


def event_link(match: Match) -> str:
    """The whole address of what the match belongs to, as a tournament; "" where that is nothing."""
    return f"{settings.SITE_URL}{match.event_path}" if match.event_path else ""


def unsubscribe_link(member: Member) -> str:
    """The one-click address of RFC 8058: it identifies the member and can do nothing else."""
    return _unsubscribing_link(str(member.pk), settings.SITE_URL, settings.SECRET_KEY)


def match_unsubscribe_link(player_id: int) -> str:
    """As `unsubscribe_link`, for the mails about one match alone."""
    return _unsubscribing_link(f"m{player_id}", settings.SITE_URL, settings.SECRET_KEY)


_PLACE = "token"


@lru_cache(maxsize=4096)
def _unsubscribing_link(whose: str, _site: str, key: str) -> str:
    """Told in the mail and in its headers, and in the next mail to the same reader."""
    # To have the path made for each token takes longer than to sign it.
    before, _token, after = site_link("unsubscribe", token=_PLACE).rpartition(_PLACE)
    return f"{before}{whose}-{_unsubscribe_tag(whose, key)}{after}"


def address_link(member_id: int, address: str) -> str:
    """Where the member confirms that a test mail has come to this address."""
    tag = _unsubscribe_tag(f"address:{member_id}:{address.casefold()}")
    return site_link("address-works", token=f"{member_id}-{tag}")


def confirmed_address(token: str) -> Member | None:
    """The member whose present address this link confirms; None if it is not genuine."""
    written, _dash, tag = token.partition("-")
    if not (written.isascii() and written.isdecimal() and len(written) < 19):
        return None
    member = Member.objects.filter(pk=int(written)).first()
    if member is None:
        return None
    whose = f"address:{member.pk}:{member.email.casefold()}"
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    genuine = [constant_time_compare(_unsubscribe_tag(whose, key), tag) for key in keys]
    return member if any(genuine) else None


class Unsubscription(NamedTuple):
    """Whose unsubscribe link was followed: a member's, or a player's for one match."""

    member_id: int | None
    player_id: int | None


def read_unsubscription(token: str) -> Unsubscription | None:
    """Whose unsubscribe link this is; None if it is not genuine."""
    written, _dash, tag = token.partition("-")
    number = written.removeprefix("m")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    genuine = [constant_time_compare(_unsubscribe_tag(written, key), tag) for key in keys]
    if not any(genuine):
        return None
    is_match = written != number
    return Unsubscription(None if is_match else int(number), int(number) if is_match else None)


def _unsubscribe_tag(whose: object, key: str | None = None) -> str:
    """80 bits in lower case: a longer header line would be folded, which some relays break."""
    digest = salted_hmac("games.mail.unsubscribe", str(whose), key, algorithm="sha256").digest()
    return tag_of(digest)


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)


def _headers(row: OutboundMail, letter: Letter) -> dict[str, str]:
    headers = {
        "Message-ID": row.message_id,
        "Date": _date(int(time.time())),
        "Auto-Submitted": "auto-replied" if letter.is_answer else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        LOOP_HEADER: ours().sign,
    }
    references = []
    if row.match is not None:
        headers["List-Id"] = f"<{row.match.code}.{settings.REPLY_DOMAIN}>"
        references.append(thread_id(row.match))
        references += [before] if (before := getattr(row, "mail_before", "")) else []
    if letter.in_reply_to:
        references.append(letter.in_reply_to)
    if references:
        headers["In-Reply-To"] = references[-1]
        headers["References"] = " ".join(references)
    if link := _unsubscribing(row, letter):
        address = unsubscribe_address(link.rstrip("/").rpartition("/")[2])
        by_mail = f", <mailto:{address}>" if row.member is not None else ""
        headers["List-Unsubscribe"] = f"<{link}>{by_mail}"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _unsubscribing(row: OutboundMail, letter: Letter) -> str:
    """Where the mail's reader says that no more of such are wanted; "" where there is no choice."""
    if row.member is None:
        return invitation_optout.no_invitations_link(row.address) if letter.is_invitation else ""
    if not letter.can_be_unsubscribed:
        return ""
    return match_unsubscribe_link(row.player_id) if row.player_id else unsubscribe_link(row.member)
