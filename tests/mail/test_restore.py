"""A restored database sends nothing again that may have been sent since its copy was made."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from games.common import clock
from games.mail import outbox
from games.models import OutboundMail
from tests.cast import running_match

pytestmark = pytest.mark.django_db


def test_what_waited_when_the_copy_was_made_is_not_sent_and_what_came_later_is() -> None:
    running_match()
    OutboundMail.objects.update(created_at=clock.now() - timedelta(hours=1))
    copied = clock.now() - timedelta(minutes=30)
    old = set(OutboundMail.objects.values_list("pk", flat=True))
    running_match("Dirk", "Emil", "Fritz")
    mail.outbox.clear()
    said = StringIO()
    call_command("mail", "withdraw", copied.isoformat(), stdout=said)
    assert said.getvalue() == f"{len(old)} mails are withdrawn\n"
    while outbox.send_due():
        pass
    sent = OutboundMail.objects.filter(status=OutboundMail.Status.SENT)
    assert sent.exists()
    assert not sent.filter(pk__in=old).exists()
    assert {message.to[0].split("@")[0] for message in mail.outbox} == {"dirk", "emil", "fritz"}


def test_a_moment_that_is_none_is_refused_with_an_example() -> None:
    with pytest.raises(CommandError, match="write it as"):
        call_command("mail", "withdraw", "yesterday")
