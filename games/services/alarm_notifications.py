"""Operators are told of alarms: by mail, past the outbox, and by a webhook.

What is raised or over within one look goes into one message. Who tells holds the alarms for a while
by `next_try_at`; what could not be told is tried again, ever more slowly.
"""

from __future__ import annotations

import json
import logging
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Alarm, Member
from games.services.alarms import alarm_words

logger = logging.getLogger(__name__)

SECONDS = 5.0
WEBHOOK_TRIES = 3
MOST_OPERATORS = 50
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(minutes=10)


@dataclass(frozen=True)
class Operator:
    """Where an operator is written to, and in which language."""

    address: str
    language: str


def operators() -> list[Operator]:
    """Who is told: OPERATORS_MAIL, and the members who are staff and want alarms."""
    staff = Member.objects.filter(is_staff=True, is_active=True, wants_alarms=True)
    rows = staff.order_by("pk").values_list("email", "language")[:MOST_OPERATORS]
    found = {address.casefold(): Operator(address, language) for address, language in rows}
    by_setting = [one for one in operators_by_setting() if one.address.casefold() not in found]
    return [*by_setting, *found.values()]


def operators_by_setting() -> list[Operator]:
    """Whom OPERATORS_MAIL names: they are known without the database."""
    return [Operator(one.strip(), "en") for one in settings.OPERATORS_MAIL if one.strip()]


def tell_alarms(now: datetime) -> int:
    """Tell what is raised or over and untold; returns how many alarms that were."""
    if not Alarm.objects.filter(next_try_at__lte=now).exists():
        return 0
    mine = [row for row in Alarm.objects.filter(next_try_at__lte=now)[:100] if _is_taken(row, now)]
    if not mine:
        return 0
    if tell(mine, operators()):
        for row in mine:
            note_told(row, now)
            Alarm.objects.filter(pk=row.pk, next_try_at=row.next_try_at).update(
                told_at=row.told_at, end_told_at=row.end_told_at, next_try_at=None
            )
    return len(mine)


def _is_taken(row: Alarm, now: datetime) -> bool:
    """Hold the row while it is told; False if somebody else just does."""
    pause = min(FIRST_PAUSE * 2 ** min(row.tries, 10), LONGEST_PAUSE)
    held = Alarm.objects.filter(pk=row.pk, next_try_at=row.next_try_at)
    row.next_try_at, row.tries = now + pause, row.tries + 1
    return bool(held.update(next_try_at=row.next_try_at, tries=row.tries))


def note_told(alarm: Alarm, now: datetime) -> None:
    """Note in the alarm, unsaved, that what it has come to is told."""
    alarm.told_at = alarm.told_at or now
    if alarm.cleared_at is not None:
        alarm.end_told_at = now


def tell(alarms: Sequence[Alarm], to: Sequence[Operator]) -> bool:
    """Tell these alarms by every way that there is; whether at least one way took them."""
    by_mail = _send_mails(alarms, to)
    by_webhook = _post_webhook(alarms)
    return bool(by_mail) or by_webhook


def try_ways(alarms: Sequence[Alarm], to: Sequence[Operator]) -> dict[str, str]:
    """For a drill: what each way says."""
    taken = _send_mails(alarms, to)
    return {
        "mail": f"{taken} of {len(to)} operators" if to else "no operators",
        "webhook": ("taken" if _post_webhook(alarms) else "failed")
        if settings.ALARM_WEBHOOK_URL
        else "not set",
    }


def subject_and_text(alarms: Sequence[Alarm]) -> tuple[str, str]:
    """One message for all of these, in the active language."""
    open_ones = [alarm for alarm in alarms if alarm.cleared_at is None]
    over = [alarm for alarm in alarms if alarm.cleared_at is not None]
    host = urlsplit(settings.SITE_URL).netloc
    if open_ones:
        count = ngettext("%(n)d alarm", "%(n)d alarms", len(open_ones)) % {"n": len(open_ones)}
    else:
        count = _("all clear")
    lines = [_line(alarm) for alarm in (*open_ones, *over)]
    page = f"{settings.SITE_URL}/admin/games/alarm/hand/"
    text = "\n".join([*lines, "", _("What needs a hand: %(page)s") % {"page": page}])
    keys = ", ".join(alarm.key for alarm in open_ones or over)
    return f"[{host}] {count}: {keys}", text


def _line(alarm: Alarm) -> str:
    raised = alarm.raised_at or alarm.noticed_at
    since = _("since %(time)s UTC") % {"time": f"{raised:%Y-%m-%d %H:%M:%S}"}
    if alarm.cleared_at is None:
        return f"! {alarm_words(alarm)} ({alarm.key}, {since})"
    over = _("over at %(time)s UTC") % {"time": f"{alarm.cleared_at:%Y-%m-%d %H:%M:%S}"}
    return f"✓ {alarm_words(alarm)} ({alarm.key}, {since}, {over})"


def _send_mails(alarms: Sequence[Alarm], to: Sequence[Operator]) -> int:
    """Past the outbox, which may be what has failed; returns how many operators' mails left."""
    sent = 0
    for operator in to:
        with translation.override(operator.language):
            subject, text = subject_and_text(alarms)
        message = EmailMessage(
            subject,
            text,
            settings.DEFAULT_FROM_EMAIL,
            [operator.address],
            headers={"Auto-Submitted": "auto-generated"},
        )
        # Whatever the backend of some provider raises must not stop the other ways.
        try:
            message.connection = get_connection(timeout=SECONDS)
            sent += message.send()
        except Exception as error:
            logger.error("an alarm could not be mailed", extra={"error": type(error).__name__})
            if not isinstance(error, ValueError):
                break  # the next operator's would wait for the same server
    return sent


def _post_webhook(alarms: Sequence[Alarm]) -> bool:
    url = settings.ALARM_WEBHOOK_URL
    if urlsplit(url).scheme not in {"http", "https"}:
        return False
    with translation.override("en"):
        subject, text = subject_and_text(alarms)
        body = {"text": f"{subject}\n{text}", "alarms": [_as_json(alarm) for alarm in alarms]}
    request = urllib.request.Request(  # noqa: S310  (http or https: see above)
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    for number in range(WEBHOOK_TRIES):
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                return bool(200 <= answer.status < 300)
        except (OSError, ValueError) as error:
            logger.error("an alarm could not be posted", extra={"error": type(error).__name__})
            if number + 1 < WEBHOOK_TRIES:
                time.sleep(1)
    return False


def _as_json(alarm: Alarm) -> dict[str, str | None]:
    return {
        "key": alarm.key,
        "state": "raised" if alarm.cleared_at is None else "cleared",
        "words": alarm_words(alarm),
        "raised_at": alarm.raised_at.isoformat() if alarm.raised_at else None,
        "cleared_at": alarm.cleared_at.isoformat() if alarm.cleared_at else None,
    }
