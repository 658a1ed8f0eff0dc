"""Lessons are played through in every language, and speak of no card that is not there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.models import Match, Member
from games.presentation import presentation_for
from games.presentation.scene import field_name
from games.rules.lesson import Lesson
from games.rules.lesson_play import StepAsked, answered, asked
from games.rules.registry import GAMES
from games.views.lessons import words
from games.views.order_form import ways_of
from tests.sizes import few

LANGUAGES = [code for code, _name in settings.LANGUAGES]
LESSONS = [key for key, game in GAMES.items() if game.lesson]
CARD = re.compile(r"%\(([\w-]+)\)s")


def lesson_of(key: str) -> Lesson:
    lesson = GAMES[key].load_lesson()
    assert lesson is not None
    return lesson


def steps() -> Iterator[tuple[str, int]]:
    for key in LESSONS:
        for number in range(len(lesson_of(key).steps)):
            yield key, number


def legal_orders(key: str, at: StepAsked) -> set[str]:
    """Every order that the step's forms can spell, canonically."""
    from games.rules.lesson_play import _point

    rules = GAMES[key].rules
    lesson = lesson_of(key)
    number = lesson.steps.index(at.step)
    state = _point(key, number).state
    return {rules.format_order(order) for order in rules.legal_orders(state, lesson.seat)}


def query(key: str, at: StepAsked, order: str) -> dict[str, list[str]]:
    """The order as the form of a step sends it: what is tapped, or the button's answer."""
    for way in ways_of(key, at.decision, at.view):
        if not way.slots and way.spelled == order:
            return {"answer": [order]}
        if (picks := way.picks_of(order)) is not None:
            return {
                "sent": ["1"],
                **{field_name(field): [*values] for field, values in picks.items()},
            }
    raise AssertionError(f"nothing on the page spells {order}")


def test_every_game_of_the_service_has_a_lesson() -> None:
    assert set(LESSONS) == set(GAMES)


@pytest.mark.parametrize(("key", "number"), list(steps()))
def test_the_lessons_own_order_is_legal_and_called_good(key: str, number: int) -> None:
    step = asked(key, number).step
    result = answered(key, number, step.order)
    assert result.order == step.order
    assert result.answer == step.answers[0]
    assert result.answer.is_good


@pytest.mark.parametrize(("key", "number"), list(steps()))
def test_every_legal_order_is_answered_and_every_answer_is_for_one(key: str, number: int) -> None:
    at = asked(key, number)
    said = {answered(key, number, order).answer for order in legal_orders(key, at)}
    assert said == set(at.step.answers)


@pytest.mark.parametrize(("key", "number"), list(steps()))
def test_a_step_speaks_only_of_cards_that_are_on_the_table(key: str, number: int) -> None:
    at = asked(key, number)
    seen = json.dumps(
        [
            msgspec.to_builtins(at.view, str_keys=True),
            [msgspec.to_builtins(e.data, str_keys=True) for e in at.events],
        ]
    )
    on_table = set(re.findall(r"[\w-]+", seen))
    for text in (at.step.goal, *(answer.says for answer in at.step.answers)):
        for card in CARD.findall(text):
            assert card in on_table, (text, card)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_its_cards_in_every_language(language: str) -> None:
    with translation.override(language):
        for key in LESSONS:
            presentation, lesson = presentation_for(key), lesson_of(key)
            told = [lesson.about, lesson.done]
            told += [text for step in lesson.steps for text in (step.goal,)]
            told += [answer.says for step in lesson.steps for answer in step.answers]
            for text in told:
                said = words(text, presentation)
                assert "%" not in said
                assert "(" not in said
                for card in CARD.findall(text):
                    assert words(f"%({card})s", presentation).lower() in said.lower()


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "language"), few(product(LESSONS, LANGUAGES), 5))
def test_a_lesson_is_played_from_the_first_page_to_its_end_without_an_account(
    key: str, language: str
) -> None:
    client = Client(headers={"accept-language": language})
    path = reverse("lesson", kwargs={"game": key})
    assert path in client.get("/").content.decode()
    count = len(lesson_of(key).steps)
    for number in range(count):
        page = client.get(path).content.decode()
        at = asked(key, number)
        data = query(key, at, at.step.order)
        own = reverse("lesson-step", kwargs={"game": key, "number": number + 1})
        assert f'action="{own}"' in page
        told = client.get(own, data, headers={"accept-language": language}).content.decode()
        path = reverse("lesson-step", kwargs={"game": key, "number": number + 2})
        if number + 1 == count:
            path = reverse("lesson-end", kwargs={"game": key})
        assert f'href="{path}"' in told
        assert f'href="{own}"' in told
    end = client.get(path).content.decode()
    assert f'action="{reverse("practice")}"' in end
    assert reverse("rules", kwargs={"game": key}) in end
    assert not Match.objects.exists()
    assert not Member.objects.exists()


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_needs_no_database(key: str) -> None:
    client = Client()
    step = asked(key, 0).step
    own = reverse("lesson-step", kwargs={"game": key, "number": 1})
    assert client.get(own).status_code == 200
    assert client.get(own, {"text": step.order}).status_code == 200


@pytest.mark.parametrize("key", LESSONS)
@pytest.mark.parametrize("text", ["x" * 5000, "💥", "%(x)s", "<script>", "bid 99", "\x00", "take"])
def test_an_order_that_is_none_is_explained(key: str, text: str) -> None:
    own = reverse("lesson-step", kwargs={"game": key, "number": 1})
    answer = Client().get(own, {"text": text})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'role="alert"' in page
    assert "<script>" not in page


def test_a_form_sent_empty_says_what_is_to_be_chosen() -> None:
    answer = Client().get("/learn/wizard/1/", {"sent": "1"})
    assert answer.status_code == 422
    assert "Still to choose" in answer.content.decode()


def test_steps_that_do_not_exist_are_not_found() -> None:
    client = Client()
    for path in ("/learn/wizard/0/", "/learn/wizard/99/", "/learn/chess/", "/learn/chess/end/"):
        assert client.get(path).status_code == 404
