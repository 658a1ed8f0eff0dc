"""What each mail provider posts, as its documentation has it: a mail that came in, a complaint.

Each builder returns the keyword arguments of `Client.post`, without the webhook's secret. Shapes
and names are those of the providers' own references, shortened to what they promise.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import svix
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

Post = dict[str, Any]
SIGNING_KEY = "signing-key"
SVIX_KEY = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
POSTAL_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def settings_of(provider: str) -> dict[str, str]:
    """The provider's settings as django-anymail names them."""
    public = POSTAL_KEY.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return {
        "amazon_ses": {},
        "brevo": {"BREVO_API_KEY": "key"},
        "mailersend": {
            "MAILERSEND_API_TOKEN": "token",
            "MAILERSEND_SIGNING_SECRET": SIGNING_KEY,
            "MAILERSEND_INBOUND_SECRET": SIGNING_KEY,
        },
        "mailgun": {"MAILGUN_API_KEY": "key", "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY},
        "mailjet": {"MAILJET_API_KEY": "key", "MAILJET_SECRET_KEY": "secret"},
        "postal": {
            "POSTAL_API_KEY": "key",
            "POSTAL_API_URL": "https://postal.example.org",
            "POSTAL_WEBHOOK_KEY": base64.b64encode(public).decode(),
        },
        "postmark": {"POSTMARK_SERVER_TOKEN": "token"},
        "resend": {
            "RESEND_API_KEY": "key",
            "RESEND_SIGNING_SECRET": SVIX_KEY,
            "RESEND_INBOUND_SECRET": SVIX_KEY,
        },
        "sendgrid": {"SENDGRID_API_KEY": "key"},
        "sparkpost": {"SPARKPOST_API_KEY": "key"},
    }[provider]


def _json(content: object, **headers: str) -> Post:
    return {"data": json.dumps(content), "content_type": "application/json", "headers": headers}


def _sns(message: object) -> Post:
    notification = {
        "Type": "Notification",
        "MessageId": "8f6dee70-c885-558a-be7d-bd48bbf5335e",
        "TopicArn": "arn:aws:sns:us-east-1:111111111111:SES_Events",
        "Message": json.dumps(message),
        "Timestamp": "2026-03-23T22:05:33.300Z",
    }
    return {
        "data": json.dumps(notification),
        "content_type": "text/plain; charset=UTF-8",
        "headers": {
            "X-Amz-Sns-Message-Type": "Notification",
            "X-Amz-Sns-Message-Id": notification["MessageId"],
        },
    }


def _mailgun_signature() -> dict[str, str]:
    token, timestamp = "1234567890abcdef1234567890abcdef", "1461261330"
    signed = f"{timestamp}{token}".encode()
    signature = hmac.new(SIGNING_KEY.encode(), signed, hashlib.sha256).hexdigest()
    return {"timestamp": timestamp, "token": token, "signature": signature}


def _mailersend(content: object) -> Post:
    post = _json(content)
    body = post["data"].encode()
    post["headers"]["Signature"] = hmac.new(SIGNING_KEY.encode(), body, "sha256").hexdigest()
    return post


def _postal(content: object) -> Post:
    post = _json(content)
    signed = POSTAL_KEY.sign(post["data"].encode(), padding.PKCS1v15(), hashes.SHA1())
    post["headers"]["X-Postal-Signature"] = base64.b64encode(signed).decode()
    return post


def _resend(content: object) -> Post:
    from datetime import UTC, datetime

    post, now = _json(content), datetime.fromtimestamp(int(time.time()), UTC)
    signature = svix.Webhook(SVIX_KEY).sign("msg_1", now, post["data"])
    post["headers"] = {
        "svix-id": "msg_1",
        "svix-timestamp": str(int(now.timestamp())),
        "svix-signature": signature,
    }
    return post


def _header_lists(raw: str) -> list[tuple[str, str]]:
    from email import message_from_string

    return [(name, str(value)) for name, value in message_from_string(raw).items()]


def _body(raw: str) -> str:
    from email import message_from_string, policy

    message = message_from_string(raw, policy=policy.default)
    return str(message.get_content())


INBOUND: dict[str, Callable[[str, str], Post]] = {
    "amazon_ses": lambda raw, to: _sns(
        {
            "notificationType": "Received",
            "mail": {
                "timestamp": "2026-03-30T17:21:51.636Z",
                "source": "anna@example.org",
                "messageId": "jili9m351il3gkburn7o2f0u6788stij94c8ld01",
                "destination": [to],
            },
            "receipt": {
                "recipients": [to],
                "spamVerdict": {"status": "PASS"},
                "action": {"type": "SNS", "encoding": "BASE64"},
            },
            "content": base64.b64encode(raw.encode()).decode(),
        }
    ),
    "brevo": lambda raw, to: _json(
        {
            "items": [
                {
                    "Uuid": ["aa334cf8-a0f3-4a2c-9d6f-7f1d3c1d1f2b"],
                    "Headers": {**dict(_header_lists(raw)), "Delivered-To": to},
                    "RawTextBody": _body(raw),
                    "RawHtmlBody": "",
                    "Attachments": [],
                    "SpamScore": 0.1,
                }
            ]
        }
    ),
    "mailersend": lambda raw, to: _mailersend(
        {
            "type": "inbound.message",
            "inbound_id": "[inbound-route-id]",
            "data": {
                "object": "message",
                "id": "6402ab57913d39d8e7f2e523",
                "recipients": {"rcptTo": [{"email": to}]},
                "sender": {"email": "anna@example.org"},
                "created_at": "2026-03-04T02:22:15.000000Z",
                "raw": raw,
            },
        }
    ),
    "mailgun": lambda raw, to: {
        "data": {
            **_mailgun_signature(),
            "recipient": to,
            "sender": "anna@example.org",
            "body-mime": raw,
        }
    },
    "mailjet": lambda raw, to: _json(
        {
            "Sender": "anna@example.org",
            "Recipient": to,
            "Date": "20260505T001700",
            "Headers": dict(_header_lists(raw)),
            "Text-part": _body(raw),
            "SpamAssassinScore": "0.1",
        }
    ),
    "postal": lambda raw, to: _postal(
        {
            "id": 233980,
            "rcpt_to": to,
            "mail_from": "anna@example.org",
            "base64": True,
            "message": base64.b64encode(raw.encode()).decode(),
        }
    ),
    "postmark": lambda raw, to: _json(
        {
            "FromFull": {"Email": "anna@example.org", "Name": "Anna", "MailboxHash": ""},
            "OriginalRecipient": to,
            "MessageID": "22c74902-a0c1-4511-804f2-341342852c90",
            "Headers": [{"Name": "Return-Path", "Value": "<anna@example.org>"}],
            "RawEmail": raw,
        }
    ),
    "resend": lambda _raw, _to: _resend(
        {
            "type": "email.received",
            "created_at": "2026-02-22T23:41:12.126Z",
            "data": {"email_id": "56761188-7520-42d8-8898-ff6fc54ce618"},
        }
    ),
    "sendgrid": lambda raw, to: {
        "data": {
            "to": to,
            "envelope": json.dumps({"to": [to], "from": "anna@example.org"}),
            "email": raw,
        }
    },
    "sparkpost": lambda raw, to: _json(
        [
            {
                "msys": {
                    "relay_message": {
                        "protocol": "smtp",
                        "msg_from": "anna@example.org",
                        "rcpt_to": to,
                        "webhook_id": "4839201967643219",
                        "content": {"email_rfc822_is_base64": False, "email_rfc822": raw},
                    }
                }
            }
        ]
    ),
}

TRACKING: dict[str, Callable[[str], tuple[str, Post]]] = {
    "amazon_ses": lambda address: (
        "complained",
        _sns(
            {
                "eventType": "Complaint",
                "mail": {"messageId": "m-1", "destination": [address], "headers": []},
                "complaint": {
                    "complainedRecipients": [{"emailAddress": address}],
                    "complaintFeedbackType": "abuse",
                },
            }
        ),
    ),
    "brevo": lambda address: (
        "complained",
        _json({"event": "spam", "email": address, "message-id": "<m-1@x>", "ts_epoch": 1774303533}),
    ),
    "mailersend": lambda address: (
        "complained",
        _mailersend(
            {
                "type": "activity.spam_complaint",
                "data": {
                    "id": "62f114f8165fe0d8db0288e3",
                    "type": "spam_complaint",
                    "created_at": "2026-08-08T13:41:12.000000Z",
                    "email": {"message": {"id": "m-1"}, "recipient": {"email": address}},
                    "morph": {"object": "spam_complaint"},
                },
            }
        ),
    ),
    "mailgun": lambda address: (
        "complained",
        _json(
            {
                "signature": _mailgun_signature(),
                "event-data": {
                    "event": "complained",
                    "timestamp": 1521233123.501324,
                    "id": "ncV2XwymRUKbPek_MIM-Gw",
                    "recipient": address,
                    "message": {"headers": {"message-id": "m-1@example.org"}},
                },
            }
        ),
    ),
    "mailjet": lambda address: (
        "complained",
        _json([{"event": "spam", "time": 1430812195, "MessageID": 1, "email": address}]),
    ),
    "postal": lambda address: (
        "bounced",
        _postal(
            {
                "event": "MessageBounced",
                "timestamp": 1606753101.961181,
                "payload": {
                    "original_message": {"id": 1, "direction": "outgoing", "to": address},
                    "bounce": {"id": 2, "direction": "incoming", "to": "psrp@example.org"},
                },
                "uuid": "0fcc831f-92b9-4e2b-97f2-d873abc77fab",
            }
        ),
    ),
    "postmark": lambda address: (
        "complained",
        _json(
            {
                "RecordType": "SpamComplaint",
                "Type": "SpamComplaint",
                "ID": 4323372036854775807,
                "MessageID": "2706ee8a-737c-4285-b032-ccd317af53ed",
                "Email": address,
                "BouncedAt": "2026-04-27T16:28:50.3963933-04:00",
            }
        ),
    ),
    "resend": lambda address: (
        "complained",
        _resend(
            {
                "type": "email.complained",
                "created_at": "2026-02-22T23:41:12.126Z",
                "data": {"email_id": "56761188-7520-42d8-8898-ff6fc54ce618", "to": [address]},
            }
        ),
    ),
    "sendgrid": lambda address: (
        "complained",
        _json(
            [
                {
                    "event": "spamreport",
                    "email": address,
                    "timestamp": 1461095250,
                    "sg_event_id": "k1",
                    "anymail_id": "m-1",
                }
            ]
        ),
    ),
    "sparkpost": lambda address: (
        "complained",
        _json(
            [
                {
                    "msys": {
                        "message_event": {
                            "type": "spam_complaint",
                            "event_id": "92356927693813856",
                            "transmission_id": "65832150921904138",
                            "raw_rcpt_to": address,
                            "timestamp": "1454442600",
                        }
                    }
                }
            ]
        ),
    ),
}
