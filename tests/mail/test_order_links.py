"""Orders given by links in mails: looked at by anybody, given by a button, for one phase."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.composing.order_links import order_link, read_order_link
from games.models import Member, OutboundMail, Player
from games.presentation import presentation_for
from tests.cast import legal_texts, order, player, running_match
from tests.mail.post import answers, delivered, letter, order_text
from tests.mail.test_letters import html_of, row_of, sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def path_of(link: str) -> str:
    assert link.startswith("http://127.0.0.1:8000/o/")
    return link.removeprefix("http://127.0.0.1:8000")


def test_each_example_of_a_question_has_a_link_in_text_and_html(anna: Player) -> None:
    message = sent(row_of(anna, OutboundMail.Kind.DECISION))
    shown = str(message.body).partition("Or reply 1")[0]
    examples = re.findall(r"^· (.+)$", shown, re.MULTILINE)
    links = re.findall(r"^http://\S+/o/\S+$", str(message.body), re.MULTILINE)

    assert len(links) == len(examples) >= 2
    for example, link in zip(examples, links, strict=True):
        assert link == order_link(anna.pk, 1, example)
        assert f'href="{link}"' in html_of(message)
        assert len(link) <= 72


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_a_scanner_that_follows_every_link_orders_nothing(anna: Player, method: str) -> None:
    for text in legal_texts(anna):
        answer = getattr(Client(), method)(path_of(order_link(anna.pk, 1, text)))
        assert answer.status_code in {200, 405}
    assert order_text(anna) == ""


def test_the_page_spells_the_order_and_tells_nothing_else(anna: Player) -> None:
    order(anna, "bid R")
    text = next(text for text in legal_texts(anna) if text != "bid R")

    page = Client().get(path_of(order_link(anna.pk, 1, text)))
    words = page.content.decode()

    assert text in words
    assert presentation_for("wild-cards").order_in_words(text) in words
    assert "You haven’t sent anything yet" in words
    assert "bid R" not in words
    assert "Anna" not in words
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in page.headers["Cache-Control"]


def test_the_button_gives_the_order_without_signing_in(anna: Player) -> None:
    text = legal_texts(anna)[0]
    client = Client(enforce_csrf_checks=True)
    path = path_of(order_link(anna.pk, 1, text))
    page = client.get(path).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None

    assert client.post(path).status_code == 403
    assert order_text(anna) == ""
    done = client.post(path, {"csrfmiddlewaretoken": token[1]})

    assert "Your move is in" in done.content.decode()
    assert order_text(anna) == text
    assert client.post(path, {"csrfmiddlewaretoken": token[1]}).status_code == 200


def test_a_link_of_a_closed_decision_is_refused_kindly(anna: Player) -> None:
    link = path_of(order_link(anna.pk, 1, "bid R"))
    for name in ("Anna", "Bo", "Carla"):
        order(player(anna.match, name), "bid R")

    for answer in (Client().get(link), Client().post(link)):
        assert answer.status_code == 410
        assert "already closed" in answer.content.decode()
    assert order_text(anna) == ""


def test_an_order_that_is_not_legal_is_refused_in_words(anna: Player) -> None:
    answer = Client().post(path_of(order_link(anna.pk, 1, "bid Q9")))

    assert answer.status_code == 422
    assert "Q9" in answer.content.decode()


def test_a_link_holds_for_its_own_order_player_and_phase_alone(anna: Player) -> None:
    bo = player(anna.match, "Bo")
    mine, other = (urlsplit(order_link(who.pk, 1, "bid R")).path for who in (anna, bo))
    token, text = mine.split("/")[2:4]
    assert Client().get(f"/o/{token}/{text}").status_code == 200

    tag = token.partition(".")[2]
    for forged in (
        f"/o/{token}/bid_F1",
        f"/o/{other.split('/')[2].partition('.')[0]}.{tag}/{text}",
        f"/o/{token.partition('-')[0]}-2.{tag}/{text}",
        f"/o/{token}x/{text}",
        f"/o/x/{text}",
        f"/o/{token}/{'x' * 300}",
    ):
        assert Client().post(forged).status_code == 404
    assert order_text(anna) == ""


def test_the_choices_of_a_question_asked_back_have_links(anna: Player) -> None:
    choices = legal_texts(anna)[:2]
    Member.objects.filter(name="Anna").update(language="nl")
    row = row_of(player(anna.match, "Anna"), OutboundMail.Kind.REFUSAL, choices=choices)

    message = sent(row)

    for choice in choices:
        assert order_link(anna.pk, 1, choice) in str(message.body)
        assert f"· {choice}<" not in html_of(message)


def test_no_link_of_ours_that_is_quoted_is_an_order(anna: Player) -> None:
    row = delivered(letter(anna, order_link(anna.pk, 1, "bid R")))
    assert row.status == "refused"
    assert order_text(anna) == ""
    assert len(answers()) == 1


@given(st.text(max_size=60))
def test_any_text_is_refused_or_one_of_ours(text: str) -> None:
    assert read_order_link("1-1.aaaaaaaaaaaaaaaa", text) is None
