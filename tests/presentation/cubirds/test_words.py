"""Every event in words, questions and refusals, for the one it concerns and for the others."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue.cubirds.presentation.sentences import EVENT_KINDS
from games.catalogue.cubirds.rules.prompt import LayPrompt, TakingLay
from games.presentation.default_presentation import Presentation
from games.presentation.values import UnknownWordError
from games.rules.protocol import Choice, Decision, Event, OrderError, Part, SetupError
from games.rules.steps import first_legal, split_steps
from tests.presentation.cubirds.positions import RULES, WORDS, positions
from tests.presentation.positions import ROOT, literals_in_calls
from tests.rules.events import happened

PEOPLE = {0: "Anna", 1: "Bo", 2: "Carla"}

NO_VIEW: Any = None


def say(kind: str, viewer: int | None = None, **data: Any) -> str:
    return WORDS.sentence(happened(RULES, kind, data), PEOPLE, viewer)


def test_every_kind_of_event_in_the_rules_has_words_and_no_words_are_left_over() -> None:
    folder = ROOT / "games/catalogue/cubirds/rules"
    told = literals_in_calls(folder, "tell") | literals_in_calls(folder, "Event")
    told |= literals_in_calls(folder, "tell_only")
    assert told == set(EVENT_KINDS)


def test_whatever_happens_in_a_match_is_said_in_whole_sentences() -> None:
    seen = set()
    for position in positions():
        for event in position.events:
            seen.add(event.kind)
            for viewer in position.viewers:
                sentence = WORDS.sentence(event, position.names, viewer)
                assert sentence.endswith("."), (event, sentence)
                assert "%(" not in sentence
                assert "None" not in sentence
    assert seen == set(EVENT_KINDS)


def test_an_unknown_event_is_an_error_and_not_silence() -> None:
    with pytest.raises(UnknownWordError, match="sneezed"):
        say("sneezed", seat=0)


def lay(side: str, taken: list[str]) -> dict[str, Any]:
    return {"turn": 4, "seat": 0, "species": "parrot", "number": 2, "row": 1, "side": side,
            "taken": taken}  # fmt: skip


def test_a_lay_says_what_where_and_what_it_takes() -> None:
    taken = ["owl", "flamingo", "owl"]
    assert say("laid", 1, **lay("left", taken)) == (
        "Anna lays 2 parrots on the left of row 1 and takes 1 flamingo and 2 owls."
    )
    assert say("laid", 0, **lay("right", taken)) == (
        "You lay 2 parrots on the right of row 1 and take 1 flamingo and 2 owls."
    )
    assert say("laid", 0, **lay("left", [])) == "You lay 2 parrots on the left of row 1."
    assert say("laid", None, **lay("right", [])) == "Anna lays 2 parrots on the right of row 1."


def test_a_seat_without_a_name_is_robinbird() -> None:
    assert say("dealt", 0, seat=3, cards=["owl", "owl"]) == "RobinBird is dealt 2 owls."


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "You form a family of 4 owls and win 2 birds."),
        (1, "Anna forms a family of 4 owls and wins 2 birds."),
    ],
)
def test_a_family_says_what_it_wins(viewer: int, sentence: str) -> None:
    assert say("family", viewer, seat=0, species="owl", number=4, birds=2) == sentence


def test_an_empty_hand_says_who_discards_and_who_goes_on() -> None:
    data: dict[str, Any] = {
        "seat": 0,
        "discarded": [{"seat": 1, "number": 3}, {"seat": 2, "number": 1}],
    }
    assert say("hand-empty", 1, **data, dealt=True) == (
        "The hand of Anna is empty. You discard 3 cards. Carla discards 1 card."
        " Everyone gets 8 new cards, and Anna has another turn."
    )
    assert say("hand-empty", 0, **data, dealt=False) == (
        "Your hand is empty. Bo discards 3 cards. Carla discards 1 card."
    )


def test_the_end_says_why_who_won_and_everybodys_birds() -> None:
    data: dict[str, Any] = {"scores": [3, 7], "places": [1, 2], "birds": [3, 7]}
    assert say("match-ended", 1, **data, reason="two-threes", winner=0) == (
        "The match is over. A collection holds three birds of two species. Anna wins with 3 birds."
        " Birds: Anna 3, you 7."
    )
    data = {"scores": [7], "places": [1], "birds": [7, 7]}
    assert say("match-ended", 0, **data, reason="cards-exhausted", winner=None) == (
        "The match is over. There aren’t enough cards for new hands. You share first place with"
        " Bo: 7 birds. Birds: you 7, Bo 7."
    )


def test_a_whole_turn_is_one_line_and_the_next_turn_another() -> None:
    events = [
        happened(RULES, "laid", lay("left", [])),
        happened(RULES, "drew", {"seat": 0, "number": 2}),
        happened(RULES, "drew-cards", {"seat": 0, "cards": ["owl", "duck"]}, frozenset({0})),
        happened(RULES, "family", {"seat": 0, "species": "owl", "number": 3, "birds": 1}),
        happened(RULES, "laid", {**lay("right", ["owl"]), "turn": 5, "seat": 1}),
        happened(RULES, "row-filled", {"row": 1, "birds": ["duck"]}),
    ]
    assert WORDS.sentences(events, PEOPLE, 0) == [
        (
            "You lay 2 parrots on the left of row 1. You draw 1 owl and 1 duck."
            " You form a family of 3 owls and win 1 bird."
        ),
        "Bo lays 2 parrots on the right of row 1 and takes 1 owl. New in row 1: 1 duck.",
    ]
    assert WORDS.sentences(events, PEOPLE, None)[0] == (
        "Anna lays 2 parrots on the left of row 1. Anna draws 2 cards."
        " Anna forms a family of 3 owls and wins 1 bird."
    )


def test_what_robinbird_lays_in_a_turn_is_one_sentence() -> None:
    def robin(turn: int, row: int, side: str, *taken: str) -> Event:
        data = {"turn": turn, "seat": 1, "species": "owl", "number": 1, "row": row, "side": side,
                "taken": list(taken)}  # fmt: skip
        return happened(RULES, "robin-laid", data)

    events = [
        robin(2, 1, "right", "duck"),
        happened(RULES, "row-filled", {"row": 1, "birds": ["robin"]}),
        robin(2, 2, "left", "duck", "robin"),
        robin(3, 1, "right"),
    ]
    assert WORDS.sentences(events, {0: "Anna"}, 0) == [
        (
            "RobinBird lays owl (row 1, right), owl (row 2, left) and takes 2 ducks and 1 robin."
            " New in row 1: 1 robin."
        ),
        "RobinBird lays owl (row 1, right).",
    ]


def test_recaps_tell_everything_that_the_viewer_may_see_and_no_more() -> None:
    for position in positions()[::5]:
        for viewer in position.viewers:
            recap = " ".join(WORDS.sentences(position.events, position.names, viewer))
            for event in position.events:
                if event.seen_by is not None and viewer not in event.seen_by:
                    assert WORDS.sentence(event, position.names, viewer) not in recap


# ---- questions


def test_every_decision_is_asked_labelled_and_shown_by_examples() -> None:
    kinds = set()
    for position in positions():
        for seat, decision in position.decisions():
            kinds.add(decision.kind)
            view = RULES.view(position.state, seat)
            prompt = WORDS.prompt(decision, view)
            assert "?" in prompt
            assert "%(" not in prompt
            for choice in decision.choices:
                assert WORDS.choice_label(decision, choice)
                for part in choice.parts:
                    assert WORDS.part_label(part)
                    assert all(WORDS.value_label(part, value) for value in part.values)
            examples = WORDS.examples(decision, view)
            assert 2 <= len(set(examples)) == len(examples) <= 4
            for text in examples:
                order = RULES.parse_order(position.state, seat, text)
                assert RULES.format_order(order) == text
    assert kinds == {"lay", "draw", "family"}


def test_a_lay_is_asked_with_what_takes_birds() -> None:
    takes = [TakingLay("owl", 1, "left", ["duck", "duck"])]
    decision = Decision("lay", LayPrompt({"owl": 2}, takes), ())
    assert WORDS.prompt(decision, NO_VIEW) == (
        "Lay birds beside which row? These take birds: lay owl 1 left (2 ducks)."
    )
    none = Decision("lay", LayPrompt({"owl": 2}, []), ())
    assert WORDS.prompt(none, NO_VIEW).endswith("? Nothing you can lay takes birds.")


def test_unknown_questions_and_labels_are_errors() -> None:
    with pytest.raises(UnknownWordError, match="juggle"):
        WORDS.prompt(Decision("juggle", {}, ()), NO_VIEW)
    with pytest.raises(UnknownWordError, match="throw"):
        WORDS.choice_label(Decision("juggle", {}, ()), Choice("throw"))
    with pytest.raises(UnknownWordError, match="up"):
        WORDS.value_label(Part("side", 1, 1, ("up",)), "up")


# ---- orders


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lay parrot 2 left", "lay all parrots on the left of row 2"),
        ("LAY warbler 4 RIGHT", "lay all reed warblers on the right of row 4"),
        ("draw", "draw two cards"),
        ("stay", "draw nothing"),
        ("family toucan", "form a family of all toucans"),
        ("done", "form no family"),
        ("lay any", "lay the birds that take most"),
        ("lay owl any", "lay all owls where they take most"),
        (
            "lay owl 1 left; draw; family owl or done",
            (
                "lay all owls on the left of row 1; then draw two cards; then form a family of all"
                " owls or form no family"
            ),
        ),
        ("lay sparrow 2 left", "lay sparrow 2 left"),
        ("lay owl 5 left", "lay all owls on the left of row 5"),
        ("draw 2", "draw 2"),
        ("hello", "hello"),
        ("", ""),
    ],
)
def test_orders_are_said_in_words_and_the_rest_as_it_was_written(text: str, said: str) -> None:
    assert WORDS.order_in_words(text) == said


def test_every_legal_order_has_words() -> None:
    for position in positions()[::3]:
        for seat in position.state.awaited:
            for order in RULES.legal_orders(position.state, seat):
                text = RULES.format_order(order)
                assert text in ("draw", "stay", "done") or WORDS.order_in_words(text) != text


# ---- refusals


def test_every_code_that_the_rules_raise_has_words_and_none_is_left_over() -> None:
    codes = literals_in_calls(ROOT / "games/catalogue/cubirds/rules", "Error")
    codes |= {"which-lay", "which-family"}
    assert codes | Presentation(WORDS.game).refusals.codes == WORDS.refusals.codes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "We don’t know the word “hello”. The birds are: flamingo, owl,"),
        ("lay", "Which birds do you lay, and where? Reply with the number of"),
        ("lay owl duck", "“lay” takes a species, a row from 1 to 4, and “left” or “right”."),
        ("lay owl 7 left", "There’s no row 7. Rows are 1 to 4, from the top."),
        ("draw", "“draw” isn’t possible this turn (laying birds)."),
        ("owl", "Say what to do: lay, draw, stay, family or done."),
        ("stay or done", "None of these is possible now. “stay”: “stay” isn’t"),
    ],
)
def test_a_refusal_says_what_was_wrong_and_what_works(text: str, said: str) -> None:
    state = next(one.state for one in positions() if one.state.hands[0][1])
    with pytest.raises(OrderError) as caught:
        first_legal(RULES, state, 0, split_steps(text)[0])
    words = WORDS.error(caught.value)
    assert f"You wrote “{text}”" in words
    assert said in words
    assert RULES.parse_order(state, 0, caught.value.example)


def test_a_species_that_is_not_in_hand_is_answered_with_the_hand() -> None:
    error = OrderError("not-in-hand", species="owl", hand=("duck", "robin"), example="lay duck 1 l")
    assert WORDS.error(error) == (
        "You hold no owl. Your hand: duck, robin. For example: “lay duck 1 l”."
    )


def test_a_family_that_is_too_small_is_answered_with_its_size() -> None:
    error = OrderError("no-family", species="owl", number=1, needed=3)
    assert WORDS.error(error) == ("A family of this species takes at least 3 owls; you have 1 owl.")


def test_a_setup_that_is_refused_says_what_is_possible() -> None:
    with pytest.raises(SetupError) as caught:
        RULES.options.from_mapping({"robin_birds": 40})
    assert WORDS.error(caught.value) == (
        "First birds of RobinBird (for one player alone): 40 isn’t possible. Choose from 0 to 12."
    )
    for seats, robin_birds, said in (
        (7, 0, "The game is for 1 to 5 players, not 7."),
        (1, 0, "One player alone plays against RobinBird."),
        (2, 1, "RobinBird plays against one player alone."),
    ):
        with pytest.raises(SetupError) as caught:
            RULES.check(seats, RULES.options.from_mapping({"robin_birds": robin_birds}))
        assert WORDS.error(caught.value) == said


def test_options_and_endings_have_words() -> None:
    for field in RULES.option_fields:
        assert WORDS.option_label(field.name)
        labels = [WORDS.option_value_label(field.name, value) for value in field.values]
        assert len(set(labels)) == len(labels)
    assert all(WORDS.reason(reason).endswith(".") for reason in RULES.reasons)
    with pytest.raises(UnknownWordError):
        WORDS.option_value_label("robin_birds", True)
