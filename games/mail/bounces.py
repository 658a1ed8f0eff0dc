"""Reports of mails that came back, in any form, noted with the address that they are about.

A report counts only if it comes to the mail's own envelope sender, which is signed, or names its
Message-ID, which is random. Both are known to nobody but its recipient and the relays between, so
nobody else can have an address stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.models import OutboundMail
from games.replies.delivery_status import Returned
from games.services import delivery


def note_bounce(ids: Sequence[str], recipients: Iterable[Returned]) -> str:
    """Note what a report says; returns "failed", "delayed", or "" where it says nothing of ours."""
    row = _mail_returned(ids)
    return _noted(row, recipients) if row is not None else ""


def note_return(row_id: int, recipients: Iterable[Returned]) -> str:
    """As `note_bounce`, for a report that came to the envelope sender of this row."""
    row = OutboundMail.objects.filter(pk=row_id).exclude(message_id="").first()
    return _noted(row, recipients) if row is not None else ""


def _noted(row: OutboundMail, recipients: Iterable[Returned]) -> str:
    for returned in recipients:
        event = f"report:{row.message_id}:{returned.action}"
        if returned.is_final:
            delivery.record_bounce(row.address, returned.words, event=event)
            OutboundMail.objects.filter(pk=row.pk, status=OutboundMail.Status.SENT).update(
                status=OutboundMail.Status.FAILED, error=f"bounced: {returned.status}"
            )
            return "failed"
        if returned.action in {"delayed", "failed"}:
            delivery.record_deferral(row.address, returned.words, event=event)
            return "delayed"
    return ""


def _mail_returned(ids: Sequence[str]) -> OutboundMail | None:
    rows = OutboundMail.objects.exclude(message_id="").filter(message_id__in=ids)
    return rows.exclude(status=OutboundMail.Status.COLLECTED).order_by("pk").first()
