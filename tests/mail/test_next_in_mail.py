"""Mails about a decision say how many others wait, with one link to the most urgent."""

from __future__ import annotations

import pytest

from games.composing.compose import assign_message_ids, message_for
from games.models import Match, OutboundMail
from games.services.matches import resign_player
from tests.cast import member, order, player, running_match

pytestmark = pytest.mark.django_db
Kind = OutboundMail.Kind


def text_and_html(row: OutboundMail) -> tuple[str, str]:
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    (html,) = (str(content) for content, _kind in message.alternatives)
    return " ".join(str(message.body).split()), html


def question(match: Match, name: str) -> OutboundMail:
    return OutboundMail.objects.get(player=player(match, name), kind=Kind.DECISION)


def receipt(match: Match, name: str) -> OutboundMail:
    who = player(match, name)
    return OutboundMail.objects.create(
        kind=Kind.RECEIPT,
        member=who.member,
        player=who,
        match=match,
        phase_number=match.phase_number,
        address=member(name).email,
        payload={"text": "bid R", "phase": match.phase_number, "version": 1},
        dedupe_key=f"receipt:{match.code}",
    )


def test_a_question_and_a_receipt_count_the_other_matches_that_wait() -> None:
    first, second, third = running_match(), running_match(), running_match()
    order(player(third, "Bo"))
    for row in (question(first, "Anna"), receipt(first, "Anna")):
        text, html = text_and_html(row)
        link = f"/next/?after={first.code}"
        assert "Next (2): other matches are waiting for your move" in text
        assert link in text
        assert link in html
        assert "Next (2)" in html
    text, _html = text_and_html(question(second, "Bo"))
    assert "Next (1): another match is waiting for your move" in text


def test_where_nothing_else_waits_no_mail_speaks_of_it() -> None:
    match = running_match()
    left = running_match()
    resign_player(player=player(left, "Anna"))
    for row in (question(match, "Anna"), receipt(match, "Anna")):
        text, html = text_and_html(row)
        assert "Next (" not in text + html
        assert "/next/" not in text + html
