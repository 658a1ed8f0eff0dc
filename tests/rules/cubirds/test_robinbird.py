"""Alone against RobinBird."""

from __future__ import annotations

from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.state import TURN_LIMIT
from tests.rules.cubirds.positions import RULES, Play, position

ROWS = ("owl duck parrot", "duck toucan magpie", "warbler robin owl", "toucan duck robin")


def after_a_turn(deck: str, robin: str = "robin", **options: object) -> Play:
    """The person lays a flamingo and stays; RobinBird then draws these cards."""
    play = position("flamingo robin", robin=robin, deck=deck, **{"rows": ROWS, **options})  # type: ignore[arg-type]
    return play.give("lay flamingo 4 right", "stay")


def test_her_turn_follows_the_persons_without_asking() -> None:
    play = after_a_turn("magpie magpie magpie magpie")
    assert play.asked == "lay 0"
    assert play.state.turn == 3
    assert RULES.view(play.state, 0).virtual == ["RobinBird"]


def test_s1_she_lays_a_card_at_each_row_from_the_top_on_the_right() -> None:
    play = after_a_turn("toucan parrot magpie warbler")
    laid = [(one["row"], one["species"], one["side"]) for one in play.told("robin-laid")]
    assert laid == [(1, "toucan", "right"), (2, "parrot", "right"), (3, "magpie", "right"),
                    (4, "warbler", "right")]  # fmt: skip


def test_s1_she_prefers_the_left_only_where_it_takes_more_birds() -> None:
    rows = ("parrot duck owl", "owl duck toucan", "duck owl toucan", "robin")
    play = after_a_turn("owl magpie owl magpie owl warbler", rows=rows)
    told = [(one["side"], one["taken"]) for one in play.told("robin-laid")]
    assert told[0] == ("left", ["parrot", "duck"])
    assert told[1] == ("right", ["duck", "toucan"])
    assert told[2] == ("right", ["toucan"])


def test_s1_a_row_is_done_with_its_filling_before_the_next_card_is_drawn() -> None:
    rows = ("owl duck", "duck toucan magpie", "warbler robin owl", "toucan duck robin")
    play = after_a_turn("owl owl robin parrot magpie magpie", rows=rows)
    assert play.row(1) == "owl owl owl robin"
    kinds = [event.kind for event in play.events if event.kind in ("robin-laid", "row-filled")]
    assert kinds == ["robin-laid", "row-filled", "robin-laid", "robin-laid", "robin-laid"]
    assert play.hand(1)["duck"] == 1


def test_s2_she_draws_no_two_cards_where_she_encloses_nothing() -> None:
    play = after_a_turn("magpie warbler flamingo magpie owl")
    assert all(one["taken"] == [] for one in play.told("robin-laid"))
    assert play.hand(1) == {"robin": 1}
    assert play.told("drew") == []


def test_s3_she_forms_every_family_that_she_can_in_the_order_of_the_species() -> None:
    robin = "owl owl owl owl flamingo flamingo duck"
    play = after_a_turn("magpie warbler flamingo magpie", robin)
    assert [(one["species"], one["birds"]) for one in play.told("family")] == [
        ("flamingo", 1),
        ("owl", 2),
    ]
    assert play.collection(1) == {"flamingo": 1, "owl": 2}
    assert play.hand(1) == {"duck": 1}


def test_s3_the_win_is_tested_after_each_family() -> None:
    robin = "owl owl owl flamingo flamingo duck"
    collections = [{}, dict.fromkeys(SPECIES[2:], 1)]
    play = after_a_turn("magpie warbler flamingo magpie", robin, collections=collections)
    assert [one["species"] for one in play.told("family")] == ["flamingo"]
    assert play.outcome.reason == "seven-species"
    assert play.outcome.places == (2,)
    assert play.outcome.scores == (0,)
    assert play.outcome.extra == {"robinbird": 7}


def test_her_starting_birds_win_nothing_before_a_family_of_hers() -> None:
    collections = [{}, dict.fromkeys(SPECIES, 1)]
    play = after_a_turn("magpie warbler flamingo magpie", "duck", collections=collections)
    assert play.asked == "lay 0"
    won = after_a_turn("magpie warbler toucan magpie", "flamingo flamingo duck",
                       collections=collections)  # fmt: skip
    assert won.outcome.reason == "seven-species"


def test_s4_when_her_hand_is_empty_the_person_discards_and_she_takes_an_extra_turn() -> None:
    deck = "magpie warbler parrot magpie" + " owl" * 8 + " duck" * 8 + " toucan robin toucan robin"
    play = after_a_turn(deck, "flamingo flamingo")
    assert play.told("hand-empty") == [
        {"seat": 1, "discarded": [{"seat": 0, "number": 1}], "dealt": True}
    ]
    assert [one["turn"] for one in play.told("robin-laid")] == [2] * 4 + [3] * 4
    assert play.hand(0) == {"owl": 8}
    assert play.asked == "lay 0"
    assert play.state.turn == 4


def test_s4_when_the_persons_hand_is_empty_she_discards_her_open_hand() -> None:
    play = position("flamingo", robin="robin robin", rows=ROWS).give("lay flamingo 1 left", "stay")
    assert play.told("hand-empty")[0]["discarded"] == [{"seat": 1, "number": 2}]
    assert play.asked == "lay 0"
    assert play.told("robin-laid") == []


def test_s5_she_shuffles_the_discard_pile_and_skips_rows_when_nothing_is_left() -> None:
    play = after_a_turn("magpie", discard="warbler", shuffles=["warbler"])
    assert [(one["row"], one["species"]) for one in play.told("robin-laid")] == [
        (1, "magpie"),
        (2, "warbler"),
    ]
    assert play.asked == "lay 0"


def test_a_win_of_the_person_is_first_place() -> None:
    collections = [dict.fromkeys(SPECIES[2:], 1), {"owl": 20}]
    play = position("duck robin owl owl owl", robin="robin", collections=collections)
    play.give("lay duck 1 left", "stay", "family owl")
    assert (play.outcome.places, play.outcome.extra) == ((1,), {"robinbird": 20})


def test_equal_birds_when_nobody_won_are_first_place_and_fewer_are_second() -> None:
    for own, place in ((2, 1), (1, 2), (3, 1)):
        play = position("duck", robin="robin", collections=[{"owl": own}, {"duck": 2}], deck="")
        play.give("lay duck 1 left")
        assert play.outcome.reason == "cards-exhausted"
        assert play.outcome.places == (place,)


def test_her_turns_count_towards_the_limit() -> None:
    play = after_a_turn("magpie warbler flamingo magpie", turn=TURN_LIMIT - 1)
    assert play.outcome.reason == "turn-limit"
    assert len(play.told("robin-laid")) == 4


def test_her_hand_lies_open_and_nothing_else_is_told_of_the_persons() -> None:
    play = position("flamingo robin", robin="duck owl", rows=ROWS)
    for viewer in (0, None):
        robin = RULES.view(play.state, viewer).players[1]
        assert robin.open == ["owl", "duck"]
        assert robin.virtual is True
    assert RULES.view(play.state, None).players[0].open is None
