"""What holds for every text: notation stays notation, nothing is guessed, nothing takes long."""

from __future__ import annotations

import time
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.protocol import IllegalOrderError, OrderError
from games.rules.registry import GAMES, rules_for
from games.rules.steps import split_steps
from games.words import Correction, NotUnderstood, Question, Understood, understand
from games.words.lexicon.vocabulary import LANGUAGES, known_words
from tests.sizes import sized
from tests.words.reading import Position, positions

MOST_ORDERS = 40
EVERY = list(positions().values())


def at(game: str, name: str) -> Position:
    return positions()[game, name]


def read(position: Position, text: str, *languages: str, choices: tuple[str, ...] = ()) -> Any:
    rules = rules_for(position.game)
    return understand(rules, position.state, position.seat, text, languages, choices)


def legal_texts(position: Position) -> list[str]:
    rules = rules_for(position.game)
    orders = islice(rules.legal_orders(position.state, position.seat), MOST_ORDERS)
    return [rules.format_order(order) for order in orders]


@pytest.mark.parametrize("position", EVERY, ids=lambda one: f"{one.game}-{one.name}")
def test_every_canonical_order_means_itself(position: Position) -> None:
    for text in legal_texts(position):
        assert read(position, text, "it") == Understood(text)


@pytest.mark.parametrize("position", EVERY, ids=lambda one: f"{one.game}-{one.name}")
def test_whatever_the_notation_takes_is_taken_the_same(position: Position) -> None:
    rules = rules_for(position.game)
    for text in legal_texts(position):
        for sent in (text.upper(), f"  {text} ", text.replace(" ", "  ")):
            order = rules.parse_order(position.state, position.seat, sent)
            assert read(position, sent) == Understood(rules.format_order(order))


@cache
def words() -> list[str]:
    """Every word that is known in any game."""
    return sorted({word for game in GAMES for word in known_words(game)})


@settings(max_examples=sized(50, 150), deadline=None)
@given(
    st.sampled_from(EVERY),
    st.one_of(
        st.text(max_size=300),
        st.lists(st.deferred(lambda: st.sampled_from(words())), max_size=30).map(" ".join),
        st.lists(st.deferred(lambda: st.sampled_from([*words(), *",;.\n?3", "F3"]))).map(" ".join),
    ),
)
def test_no_text_is_more_than_understood_asked_or_refused(position: Position, text: str) -> None:
    rules = rules_for(position.game)
    result = read(position, text, "nl")
    if isinstance(result, Understood):
        first = result.text.partition(";")[0]
        order = rules.parse_order(position.state, position.seat, first)
        assert rules.format_order(order) == first
    elif isinstance(result, Question):
        assert 1 <= len(result.choices) <= 9
        assert len(set(result.choices)) == len(result.choices)
    else:
        assert isinstance(result, NotUnderstood)
        for example in result.examples:
            first = split_steps(example)[0][0]
            rules.parse_order(position.state, position.seat, first)


HOSTILE = {
    "words of the game": "bid forest 3 or savannah 1 then take the lion " * 200,
    "unknown words": "xqzvw " * 1600,
    "near misses": "foerst savanah lioon takke " * 350,
    "one long word": "a" * 9_900,
    "digits": "1234567890" * 990,
    "signs": "-_=*.,;:!?" * 990,
    "accents": "é̀̂" * 3_000,
    "choices without end": "bid forest and forest and forest and forest " * 200,
    "numbers": "3 " * 4_900,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("game", sorted({one.game for one in EVERY}))
def test_ten_thousand_characters_take_no_time(text: str, game: str) -> None:
    position = next(one for one in EVERY if one.game == game)
    read(position, "warm up", "en")
    begun = time.process_time()
    read(position, text[:10_000], "en")
    assert time.process_time() - begun < 0.5  # typically far below 0.05; busy machines are slow


def test_a_text_that_is_too_long_is_refused_with_the_limit() -> None:
    result = read(at("wild-cards", "bid"), "bid forest 3 " * 1000)
    assert isinstance(result, NotUnderstood)
    assert result.refusal is not None
    assert result.refusal.code == "order-too-long"
    assert result.refusal.params == {"most": 10_000}


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    position = at("wizard", "bid")
    with pytest.raises(IllegalOrderError, match="not-awaited"):
        understand(rules_for("wizard"), position.state, 0, "two tricks")


def test_a_list_that_begins_with_a_denial_is_none() -> None:
    text = (
        "si mi emú uno ya acaba en corona no toco nada, y si acaba en siete le va el 9 de lunas"
        " y soles"
    )
    assert not isinstance(read(positions()["emu-ranchers", "growth"], text, "es"), Understood)


def test_a_misspelt_word_is_corrected_and_said() -> None:
    assert read(at("wild-cards", "bid"), "bid foerst 3") == Understood(
        "bid F3", (Correction("foerst", "forest"),)
    )


def test_a_misspelt_number_is_corrected_and_said_too() -> None:
    assert read(at("wild-cards", "bid"), "bid the threee of forest") == Understood(
        "bid F3", (Correction("threee", "three"),)
    )


def test_a_wrong_value_is_refused_with_what_was_read() -> None:
    result = read(at("wild-cards", "bid"), "offro la montagna 4", "it")
    assert isinstance(result, NotUnderstood)
    assert result.read == "bid M4"
    assert result.refusal is not None
    assert (result.refusal.code, result.refusal.text) == ("not-in-hand", "offro la montagna 4")


def test_two_languages_that_say_two_orders_are_asked_about() -> None:
    # "of" joins in English and parts in Dutch; no other word tells which language this is.
    result = read(at("wizard", "bid"), "2 of 3")
    assert isinstance(result, Question | NotUnderstood | Understood)
    assert result != Understood("bid 3")


@pytest.mark.parametrize(
    "text",
    ["2", "2.", "#2", "the second", "the second one", "number 2", "Number two, please", "(2)",
     "la seconda", "il numero 2", "scelgo la seconda, grazie", "la 2", "opzione 2",
     "la segunda", "el 2, gracias", "opción 2", "elijo la segunda",
     "de tweede", "nummer 2", "optie 2 graag", "Hi all,\n\n2\n\nThanks,\nAnna"],
)  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_a_choice_is_answer_enough(text: str, language: str) -> None:
    choices = ("bid F1", "bid F2; take lion", "bid F3")
    position = at("wild-cards", "bid")
    assert read(position, text, language, choices=choices) == Understood("bid F2; take lion")


@pytest.mark.parametrize("text", ["4", "0", "not 2", "if you like 2", "2 lions"])
def test_what_picks_no_choice_is_read_as_before(text: str) -> None:
    choices = ("bid F1", "bid F2", "bid F3")
    assert not isinstance(read(at("wild-cards", "bid"), text, choices=choices), Understood)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the last one", "bid F3"), ("l'ultima", "bid F3"), ("la última", "bid F3"),
        ("de laatste", "bid F3"), ("#1", "bid F1"), ("first", "bid F1"), ("2 or 3", "bid F2"),
        ("first or last", "bid F1"),
    ],
)  # fmt: skip
def test_an_answer_may_say_last_or_one_of_two(text: str, expected: str) -> None:
    choices = ("bid F1", "bid F2", "bid F3")
    assert read(at("wild-cards", "bid"), text, choices=choices) == Understood(expected)


@pytest.mark.parametrize("text", ["both", "entrambe", "ambas", "allebei", "both please"])
def test_both_is_asked_again_where_only_one_can_be(text: str) -> None:
    choices = ("bid F1", "bid F2")
    assert read(at("wild-cards", "bid"), text, choices=choices) == Question(choices)
    discards = ("refill F3", "refill M2")
    both = read(at("wild-cards", "refill"), text, choices=discards)
    assert both == Understood("refill F3 M2")


@pytest.mark.parametrize("text", ["yes", "Yes, please!", "sì", "sí", "ja", "1", "ok"])
def test_a_single_choice_may_be_agreed_to(text: str) -> None:
    position = at("wild-cards", "bid")
    assert read(position, text, choices=("bid F1",)) == Understood("bid F1")
    assert not isinstance(read(position, text, choices=("bid F1", "bid F2")), Understood) or (
        text == "1"
    )


def test_another_order_may_be_given_instead_of_a_number() -> None:
    choices = ("bid F1", "bid F2")
    position = at("wild-cards", "bid")
    assert read(position, "offro montagna 1", choices=choices) == Understood("bid M1")
    assert read(position, "bid S1", choices=choices) == Understood("bid S1")


@pytest.mark.parametrize("negation", ["not", "non", "no", "niet", "never", "mai", "nunca", "nooit"])
def test_a_negation_is_never_passed_over(negation: str) -> None:
    for text in (
        f"{negation} bid forest 3",
        f"bid {negation} forest 3",
        f"bid forest 3 {negation}",
        f"I do {negation} bid forest 3",
        f"bid forest 3. {negation}!",
    ):
        result = read(at("wild-cards", "bid"), text, "en")
        assert not isinstance(result, Understood), (text, result)


@pytest.mark.parametrize("position", EVERY, ids=lambda one: f"{one.game}-{one.name}")
def test_nothing_that_a_seat_cannot_see_changes_the_answer(position: Position) -> None:
    """The same words in a position dealt anew, as far as the seat does not know it."""
    rules = rules_for(position.game)
    for number in range(sized(1, 3)):
        other = rules.resample(position.state, position.seat, Chance(f"words-{number}"))
        for text in ("forest", "red", "toucans", "the 2", "take", "draw", "5 of moons", "?"):
            here = read(position, text, "en")
            there = understand(rules, other, position.seat, text, ["en"])
            assert _told(here) == _told(there)


def _told(result: Any) -> Any:
    if isinstance(result, NotUnderstood):
        refusal: OrderError | None = result.refusal
        code = refusal.code if refusal is not None else ""
        return (result.read, result.unread, result.examples, code)
    return result
