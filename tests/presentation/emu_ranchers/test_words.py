"""Events, decisions, orders and refusals in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue.emu_ranchers.presentation.sentences import EVENT_KINDS
from games.catalogue.emu_ranchers.presentation.vocabulary import is_card
from games.catalogue.emu_ranchers.rules.cards import ALL_CARDS
from games.presentation.default_presentation import Presentation
from games.presentation.values import UnknownWordError
from games.rules.decks import deck_file
from games.rules.protocol import (
    Choice,
    Decision,
    IllegalOrderError,
    OrderError,
    RulesError,
    SetupError,
)
from games.rules.steps import first_legal, split_steps
from tests.presentation.emu_ranchers.positions import NAMES, RULES, VIEWERS, WORDS, positions
from tests.presentation.positions import ROOT, literals_in_calls
from tests.rules.emu_ranchers.positions import position
from tests.rules.events import happened

FOLDER = ROOT / "games/catalogue/emu_ranchers/rules"

NO_VIEW: Any = None


def say(kind: str, viewer: int | None = None, **data: Any) -> str:
    return WORDS.sentence(happened(RULES, kind, data), NAMES, viewer)


def test_every_kind_of_event_in_the_rules_has_words_and_no_words_are_left_over() -> None:
    told = literals_in_calls(FOLDER, "tell") | literals_in_calls(FOLDER, "tell_only")
    assert told == set(EVENT_KINDS)


def test_whatever_happens_in_a_match_is_said_in_whole_sentences() -> None:
    seen = set()
    for each in positions():
        for event in each.events:
            seen.add(event.kind)
            for viewer in VIEWERS:
                sentence = WORDS.sentence(event, NAMES, viewer)
                assert sentence.endswith("."), (event, sentence)
                assert "%(" not in sentence
                assert "None" not in sentence
    assert seen == set(EVENT_KINDS)


def test_an_unknown_event_is_an_error_and_not_silence() -> None:
    with pytest.raises(UnknownWordError, match="sneezed"):
        say("sneezed", seat=0)


def test_a_turn_is_one_line_with_the_card_for_the_one_who_drew_it() -> None:
    events = [
        happened(RULES, "hatched", {"seat": 0, "card": "2MK", "bird": 1}),
        happened(RULES, "drew", {"seat": 0, "left": 3}),
        happened(RULES, "drew-card", {"seat": 0, "card": "AM"}, frozenset({0})),
        happened(RULES, "grew", {"seat": 1, "card": "5ML", "bird": 2}),
        happened(RULES, "drew-discard", {"seat": 1, "card": "9MS"}),
    ]
    others = "Bo adds 5 of Moons and Leaves to bird 2. Bo takes 9 of Moons and Suns from the"
    assert WORDS.sentences(events, NAMES, 0) == [
        (
            "You hatch bird 1 with 2 of Moons and Knots. You draw Ace of Moons from the deck."
            " The deck holds 3 more cards."
        ),
        f"{others} discard pile.",
    ]
    assert WORDS.sentences(events, NAMES, None) == [
        (
            "Anna hatches bird 1 with 2 of Moons and Knots. Anna draws from the deck."
            " The deck holds 3 more cards."
        ),
        f"{others} discard pile.",
    ]


def test_the_end_of_a_year_is_a_line_for_each_ranch_and_one_for_the_points() -> None:
    play = position("9MS X", "4VL", "2MK 7ML / 5YK", "4YK", deck="AS", excuse=True, years=1)
    play.give("discard X").give("grow 9MS 1")
    assert WORDS.sentences(play.events, NAMES, 0) == [
        "You place 9 of Moons and Suns on bird 1.",
        (
            "You lose 13 points in year 1. Counted: bird 1: 18 − 18 = 0, bird 2: 5 − 18 = −13."
            " Not placed: Ace of Suns."
        ),
        (
            "Bo loses 14 points in year 1. Counted: bird 1: 4 − 18 = −14."
            " Not placed: 4 of Waves and Leaves."
        ),
        "Points so far: you −13, Bo −14.",
        (
            "The match is over. All years have been played. You win with −13 points."
            " Points: you −13, Bo −14."
        ),
    ]


def test_a_bird_that_the_excuse_lets_go_is_told() -> None:
    play = position("X 9MS", birds="5YK / 8MS", deck="", phase="growth", excuse=True, years=1)
    play.give("done")
    told = WORDS.sentences(play.events, NAMES, 1)
    assert told[1] == (
        "Anna loses 10 points in year 1. Counted: bird 2: 8 − 18 = −10."
        " The Excuse lets bird 1 go (−13). Not placed: 9 of Moons and Suns and the Excuse."
    )


def test_a_shared_first_place_is_told_to_both_and_to_others() -> None:
    data: dict[str, Any] = {"reason": "years-complete", "scores": [3, 3], "places": [1, 1]}
    assert "You share first place with Bo: 3 points." in say("match-ended", 0, **data)
    assert "Anna and Bo share first place with 3 points." in say("match-ended", **data)


def test_a_recap_is_the_same_with_and_without_what_its_reader_must_not_see() -> None:
    for each in positions():
        for viewer in VIEWERS:
            seen = [one for one in each.events if one.seen_by is None or viewer in one.seen_by]
            assert WORDS.sentences(each.events, NAMES, viewer) == WORDS.sentences(
                seen, NAMES, viewer
            )


def test_every_card_of_the_deck_file_has_a_name_of_its_own() -> None:
    assert len({WORDS.card_name(card) for card in ALL_CARDS}) == len(ALL_CARDS) == 45
    assert WORDS.card_name("2MK") == "2 of Moons and Knots"
    assert WORDS.card_name("PMSL") == "Pawn of Moons, Suns and Leaves"
    assert WORDS.card_name("X") == "the Excuse"
    suits = deck_file("emu-ranchers")["suits"]
    assert all(WORDS.card_name(f"A{letter}") == f"Ace of {suits[letter]}" for letter in suits)
    for code in ("", "2", "MK", "2KM", "10M", "X1", "2M "):
        assert not is_card(code)
        with pytest.raises(UnknownWordError):
            WORDS.card_name(code)


def test_every_decision_is_asked_and_every_choice_labelled() -> None:
    kinds = set()
    for each in positions():
        for seat, decision in each.decisions():
            kinds.add(decision.kind)
            prompt = WORDS.prompt(decision, RULES.view(each.state, seat))
            assert prompt.endswith(("?", ".")), prompt
            assert "%(" not in prompt
            for choice in decision.choices:
                assert WORDS.choice_label(decision, choice)
                for part in choice.parts:
                    assert WORDS.part_label(part)
                    assert all(WORDS.value_label(part, value) for value in part.values)
                    assert all(WORDS.card(value) for value in part.values)
    assert kinds == {"act", "draw", "growth"}


def test_a_bird_is_offered_with_its_cards() -> None:
    play = position("5ML 9LK", birds="2MK 3MV", discard="AK")
    decision = RULES.decision(play.state, 0)
    labels = [WORDS.choice_label(decision, choice) for choice in decision.choices]
    assert labels == ["Add a card to bird 1 (2MK 3MV)", "Hatch a new bird", "Discard a card"]
    part = decision.choices[0].parts[0]
    assert WORDS.value_label(part, part.values[0]) == "5 of Moons and Leaves on bird 1"
    assert WORDS.prompt(decision, RULES.view(play.state, 0)) == (
        "On top of the discard pile: Ace of Knots. Hatch a new bird, add a card to a bird, or"
        " discard. In one line: add “; draw deck” or “; draw discard” to make the whole turn at"
        " once."
    )


def test_examples_are_orders_that_would_be_taken_one_of_each_way_first() -> None:
    for each in positions():
        for seat, decision in each.decisions():
            examples = WORDS.examples(decision, RULES.view(each.state, seat))
            assert 1 <= len(examples) <= 4
            assert len(set(examples)) == len(examples)
            verbs = {choice.verb for choice in decision.choices}
            assert {text.split()[0] for text in examples} == verbs
            for text in examples:
                order = RULES.parse_order(each.state, seat, text)
                assert text in ("best", RULES.format_order(order))


def test_an_unknown_decision_is_an_error() -> None:
    with pytest.raises(UnknownWordError, match="juggle"):
        WORDS.prompt(Decision("juggle", {}, ()), NO_VIEW)
    with pytest.raises(UnknownWordError, match="throw"):
        WORDS.choice_label(Decision("juggle", {}, ()), Choice("throw"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hatch 2MK", "hatch 2 of Moons and Knots"),
        ("hatch lowest", "hatch the lowest card"),
        ("grow 5MV 1", "add 5 of Moons and Waves to bird 1"),
        ("grow 8VL 1 AM 2", "add 8 of Waves and Leaves to bird 1 and Ace of Moons to bird 2"),
        ("grow best", "place the cards that score most"),
        ("discard X", "discard the Excuse"),
        ("draw deck", "draw from the deck"),
        ("draw discard", "take the top card of the discard pile"),
        ("best", "place the cards that score most"),
        ("done", "place nothing more"),
        (
            "grow 5MV 1; draw discard or draw deck",
            (
                "add 5 of Moons and Waves to bird 1; then take the top card of the discard pile or"
                " draw from the deck"
            ),
        ),
    ],
)
def test_an_order_is_said_in_words(text: str, said: str) -> None:
    assert WORDS.order_in_words(text) == said


@pytest.mark.parametrize(
    "text", ["", "hello", "hatch 2QQ", "grow", "grow 2MK", "grow 2MK X", "draw", "done 1"]
)
def test_what_is_no_order_stays_as_it_was_written(text: str) -> None:
    assert WORDS.order_in_words(text) == text


@given(st.text(max_size=200))
def test_no_text_at_all_makes_it_fail(text: str) -> None:
    assert isinstance(WORDS.order_in_words(f"grow {text}"), str)


def test_every_code_that_the_rules_raise_has_words_and_none_is_left_over() -> None:
    mine = literals_in_calls(FOLDER, "Error")
    of_every_game = Presentation(WORDS.game).refusals.codes
    assert mine | of_every_game == WORDS.refusals.codes


def refusal(text: str) -> OrderError:
    play = position("2MK 3SK 8MS X", birds="5ML 6MV / 4YK", excuse=True)
    with pytest.raises(OrderError) as caught:
        first_legal(RULES, play.state, 0, split_steps(text)[0])
    return caught.value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "draw deck",
            (
                "You wrote “draw deck”, which means: draw from the deck. “draw” isn’t possible"
                " this turn (hatch, grow or discard). For example: “hatch 2MK”."
            ),
        ),
        ("hatch 9MS", "You don’t hold: 9 of Moons and Suns."),
        ("hatch X", "A bird can’t start with the Excuse"),
        ("grow X 1", "No bird takes the Excuse: it has no suit."),
        (
            "grow 2MK 1",
            "no room for 2 of Moons and Knots on bird 1: goes on above 6",
        ),
        ("grow 8MS 2", "All cards of bird 2 share Wyrms and Knots, so 8 of Moons"),
        ("grow 2MK 7", "There’s no bird 7: you have 2 birds."),
        ("hatch 2MK 3SK", "“hatch” takes one card."),
        ("juggle", "We don’t know the word “juggle”."),
    ],
)
def test_a_refusal_says_what_was_wrong_and_what_works(text: str, said: str) -> None:
    error = refusal(text)
    assert said in WORDS.error(error)
    assert f"“{error.example}”" in WORDS.error(error)


def test_a_card_that_fits_two_birds_is_asked_about_by_number() -> None:
    play = position("7ML", birds="5ML / 6MV")
    with pytest.raises(OrderError) as caught:
        RULES.parse_order(play.state, 0, "grow 7ML")
    said = WORDS.error(caught.value)
    assert said.splitlines()[1:] == [
        "· 1: add 7 of Moons and Leaves to bird 1 (grow 7ML 1)",
        "· 2: add 7 of Moons and Leaves to bird 2 (grow 7ML 2)",
    ]


def test_a_setup_that_is_refused_says_what_is_possible() -> None:
    for options, said in (
        ({"years": 0}, "from 1 to 24, not 0."),
        ({"deck": "tarot"}, "Extra cards: tarot isn’t possible."),
        ({"edition": "1"}, "This game has no option “edition”."),
    ):
        with pytest.raises(SetupError) as caught:
            RULES.options.from_mapping(options)
        assert said in WORDS.error(caught.value)
    with pytest.raises(SetupError) as caught:
        RULES.check(3, RULES.options())
    assert WORDS.error(caught.value) == "Emu Ranchers is a game for 2, not 3."
    assert WORDS.error(RulesError("hiccup")) == "Hiccup."
    assert WORDS.error(IllegalOrderError("not-now", verb=None, kind="draw")).startswith(
        "This isn’t"
    )


def test_options_and_endings_have_words() -> None:
    for field in RULES.option_fields:
        assert WORDS.option_label(field.name)
        assert all(WORDS.option_value_label(field.name, value) for value in field.values)
    assert WORDS.option_value_label("years", 7) == "7 years"
    assert all(WORDS.reason(reason).endswith(".") for reason in RULES.reasons)
    assert all(WORDS.phase_name(name) for name in ("act", "draw", "growth", "over"))
