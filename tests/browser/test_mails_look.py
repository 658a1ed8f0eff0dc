"""Mails on a phone, as a browser draws them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from games.models import OutboundMail
from games.services.talk import say_at_table
from tests.cast import player, running_match
from tests.mail.test_letters import html_of, row_of, sent

pytestmark = [pytest.mark.django_db(transaction=True)]
WIDTH = 390


def test_no_word_is_so_long_that_a_mail_gets_wider_than_the_phone(chromium: Browser) -> None:
    match = running_match()
    say_at_table(player=player(match, "Bo"), text="ha" * 150)
    html = html_of(sent(row_of(player(match, "Anna"), OutboundMail.Kind.DECISION)))
    assert "haha" in html
    page = chromium.new_page(viewport={"width": WIDTH, "height": 844})
    page.set_content(html)
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH
    page.close()
