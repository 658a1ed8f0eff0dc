"""The rules begin with a turn in pictures, and their worked examples are what the rules do."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.presentation import presentation_for
from games.rules.lesson_play import answered, asked
from games.rules.registry import GAMES
from games.views.rules_pages import rules_page

LANGUAGES = [code for code, _name in settings.LANGUAGES]
MOST_OF_THE_PAGE = 1 / 3


def rules_html(game: str, language: str = "en") -> str:
    path = reverse("rules", kwargs={"game": game})
    return unescape(Client(headers={"accept-language": language}).get(path).content.decode())


def words_of(html: str) -> int:
    return len(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rules_page_has_its_worked_examples_in_its_language(game: str, language: str) -> None:
    html = unescape(str(rules_page(GAMES[game], language).html))
    assert "{example" not in html
    assert html.count('class="worked"') >= 3
    english = unescape(str(rules_page(GAMES[game], "en").html))
    tried = re.findall(r'href="/learn/([\w/-]+)"', html)
    assert tried == re.findall(r'href="/learn/([\w/-]+)"', english)


@pytest.mark.parametrize("game", GAMES)
def test_a_worked_example_tells_what_the_rules_did(game: str) -> None:
    html = unescape(str(rules_page(GAMES[game], "en").html))
    lesson, presentation = GAMES[game].load_lesson(), presentation_for(game)
    assert lesson is not None
    names = dict(enumerate(lesson.names[: lesson.seats]))
    for number in re.findall(r'href="/learn/[\w-]+/(\d+)/"', html):
        at = int(number) - 1
        result = answered(game, at, asked(game, at).step.order)
        told = presentation.sentences(result.events, names, lesson.seat)
        assert told
        for line in told:
            assert line in html


@pytest.mark.parametrize("game", GAMES)
def test_every_drawing_of_a_rules_page_has_its_symbol_once(game: str) -> None:
    html = rules_html(game)
    defined = re.findall(r'<symbol id="([\w-]+)"', html)
    assert sorted(set(defined)) == sorted(defined)
    assert set(re.findall(r'<use[^>]* href="#([\w-]+)"', html)) == set(defined)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_one_may_start_after_a_third_of_a_rules_page_at_most(game: str, language: str) -> None:
    html = rules_html(game, language)
    start = html[html.index('id="rules-title"') : html.index('class="rules-layout"')]
    assert reverse("lesson", kwargs={"game": game}) in start
    assert f'action="{reverse("practice")}"' in start
    assert start.count('class="turn-step"') >= 4
    body = html[html.index("<main") : html.index("</main>")]
    assert words_of(start) <= MOST_OF_THE_PAGE * words_of(body)


def test_the_marks_of_rulings_are_small() -> None:
    html = str(rules_page(GAMES["wild-cards"], "en").html)
    marks = re.findall(r"\[[A-Z]{1,2}\d+[a-z]?\]", html)
    assert len(marks) > 50
    assert html.count('<small class="clause">[') >= len(marks)
