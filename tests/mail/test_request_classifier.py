"""The classifier of requests knows what it was taught, and is taught the same each time."""

from __future__ import annotations

import msgspec
import pytest

from games.replies.request_classifier import (
    EXAMPLES,
    MOST_CHARACTERS,
    NOTHING,
    Example,
    features,
    guess_request,
    trained_weights,
)
from games.replies.request_training import trained
from games.words.learnt_weights import digest_of

FEW = 120


def examples() -> list[Example]:
    return msgspec.json.Decoder(Example).decode_lines(EXAMPLES.read_bytes())


def test_the_weights_are_those_of_the_examples_of_today() -> None:
    told = "run manage.py trainrequests after a change of the examples"
    assert trained_weights().digest == digest_of(EXAMPLES.read_bytes()), told


def test_nearly_all_examples_are_known_again() -> None:
    every = examples()[::7]
    right = sum(guess_request(one.text).request == one.request for one in every)
    assert right >= 0.98 * len(every)


def test_each_language_has_examples_of_each_request() -> None:
    every = {(one.language, one.request) for one in examples()}
    languages, requests = ({one[place] for one in every} for place in (0, 1))
    assert len(every) == len(languages) * len(requests) == 4 * 13


def test_training_gives_the_same_weights_each_time() -> None:
    lines = EXAMPLES.read_bytes().splitlines(keepends=True)
    few = b"".join(lines[:: len(lines) // FEW])
    done: list[str] = []
    assert trained(few, done.append) == trained(few)
    assert done == trained_weights().requests


@pytest.mark.parametrize("text", ["", "?", "\x00\ud800", "é" * 9000, "a " * 9000, "a" * 99_000])
def test_any_text_is_judged_by_a_bounded_number_of_features(text: str) -> None:
    assert guess_request(text).margin >= 0
    assert sum(map(len, features(text))) <= MOST_CHARACTERS * 8


def test_slips_and_slang_count_for_what_they_resemble() -> None:
    assert guess_request("til wen do i hav to anser??").request == "deadline"
    assert guess_request("spiacente, nn mi ricordo + ke carte ho").request == "hand"
    assert guess_request("what lovely weather").request == NOTHING


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("How many cards are still left?", "show"),
        ("quante carte restano nel mazzo adesso?", "show"),
        ("¿cuántas cartas quedan ahora?", "show"),
        ("hoeveel kaarten zijn er nu nog?", "show"),
        ("how many cards do I have left?", "hand"),
        ("quante carte mi restano?", "hand"),
        ("¿cuántas cartas me quedan?", "hand"),
        ("hoeveel kaarten heb ik nog?", "hand"),
    ],
)
def test_cards_that_are_left_are_those_of_the_deck_unless_ones_own(
    text: str, request_: str
) -> None:
    assert guess_request(text).likely == request_
