"""What is sent to each kind of channel, in the form that it takes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote, urlsplit

import msgspec

from games.channels.posting import OutgoingRequest
from games.channels.web_push import authorization, encrypted
from games.composing.channel_words import ChannelMessage
from games.letters.channel_targets import (
    DiscordTarget,
    MatrixTarget,
    NtfyTarget,
    ProgramTarget,
    PushTarget,
    Target,
    TelegramTarget,
)
from games.letters.events import Envelope, event_of
from games.models import ChannelDelivery

JSON = {"Content-Type": "application/json"}
MOST_TEXT = 1900
"""Discord takes 2,000 characters, the others more."""

SHOWN_FOR = 24 * 3600
"""A push service keeps a notification for so many seconds for a browser that is off."""

DISCORD_WITHOUT_PREVIEW = 4


def request_to_program(delivery: ChannelDelivery, target: Target) -> OutgoingRequest:
    """The event itself, signed as Standard Webhooks has it. Raises LookupError for another target,
    or where the row holds no event."""
    if not isinstance(target, ProgramTarget):
        raise LookupError(target.kind)
    event = event_of(delivery.event, delivery.payload)
    body = msgspec.json.encode(Envelope(event.name, delivery.created_at, event))
    at = int(time.time())
    headers = {
        **JSON,
        "webhook-id": delivery.public_id,
        "webhook-timestamp": str(at),
        "webhook-signature": signature_of(target.key, delivery.public_id, at, body),
    }
    return OutgoingRequest(target.url, body, headers)


def signature_of(key: bytes, message_id: str, at: int, body: bytes) -> str:
    """The signature of a message, with the version of how it is made."""
    signed = f"{message_id}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def request_to_person(
    delivery: ChannelDelivery, target: Target, message: ChannelMessage, now: datetime
) -> OutgoingRequest:
    """The notification as this kind of channel takes it. Raises LookupError for a program."""
    text = message.text[:MOST_TEXT]
    match target:
        case PushTarget():
            return _push(target, message)
        case DiscordTarget():
            content = {
                "content": text,
                "allowed_mentions": {"parse": []},
                "flags": DISCORD_WITHOUT_PREVIEW,
            }
            return _json(target.url, content)
        case MatrixTarget():
            url = f"{target.address}/{quote(delivery.public_id, safe='')}"
            headers = {"Authorization": f"Bearer {target.token}"}
            content = {"msgtype": "m.text", "body": text}
            return _json(url, content, headers, method="PUT")
        case TelegramTarget():
            without_preview = {"is_disabled": True}
            content = {
                "chat_id": target.chat,
                "text": text,
                "link_preview_options": without_preview,
            }
            return _json(target.address, content)
        case NtfyTarget():
            return _ntfy(target, message)
    raise LookupError(target.kind)


def _ntfy(target: NtfyTarget, message: ChannelMessage) -> OutgoingRequest:
    content = {
        "topic": target.topic,
        "title": message.title,
        "message": message.body,
        "click": message.url,
        "actions": [
            {"action": "view", "label": button.title, "url": button.url}
            for button in message.buttons
        ],
    }
    headers = {"Authorization": f"Bearer {target.token}"} if target.token else {}
    return _json(target.server, content, headers)


def _push(target: PushTarget, message: ChannelMessage) -> OutgoingRequest:
    parts = urlsplit(target.endpoint)
    topic = hashlib.sha256(message.tag.encode()).hexdigest()[:32]
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(SHOWN_FOR),
        "Urgency": "normal",
        # A later one about the same match takes the place of one that has not been fetched yet.
        "Topic": topic,
        "Authorization": authorization(f"{parts.scheme}://{parts.netloc}"),
    }
    return OutgoingRequest(
        target.endpoint, encrypted(msgspec.json.encode(message), target), headers
    )


def _json(
    url: str,
    content: Mapping[str, object],
    headers: dict[str, str] | None = None,
    *,
    method: str = "POST",
) -> OutgoingRequest:
    return OutgoingRequest(url, msgspec.json.encode(content), JSON | (headers or {}), method)
