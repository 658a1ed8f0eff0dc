"""Every event in words, for the one it concerns and for the others."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue.wild_cards.presentation.sentences import EVENT_KINDS
from games.presentation import presentation_for
from games.presentation.values import UnknownWordError
from tests.presentation.positions import ROOT, literals_in_calls, positions
from tests.rules.events import happened
from tests.rules.wild_cards.positions import RULES

words = presentation_for("wild-cards")
PEOPLE = {0: "Anna", 1: "Bo", 2: "Carla"}
LEO = 3


def say(kind: str, viewer: int | None = None, **data: Any) -> str:
    return words.sentence(happened(RULES, kind, data), PEOPLE, viewer)


def test_every_kind_of_event_in_the_rules_has_words_and_no_words_are_left_over() -> None:
    folder = ROOT / "games/catalogue/wild_cards/rules"
    told = literals_in_calls(folder, "tell") | literals_in_calls(folder, "Event")
    assert told == set(EVENT_KINDS)


def test_an_unknown_event_is_an_error_and_not_silence() -> None:
    with pytest.raises(UnknownWordError, match="sneezed"):
        say("sneezed", seat=0)


def test_whatever_happens_in_a_match_is_said_in_whole_sentences() -> None:
    for position in positions():
        for event in position.events:
            for viewer in position.viewers:
                sentence = words.sentence(event, position.names, viewer)
                assert sentence.endswith("."), (event, sentence)
                assert "%(" not in sentence
                assert "None" not in sentence


def test_every_kind_of_event_occurs_in_the_matches_that_are_read() -> None:
    seen = {event.kind for position in positions() for event in position.events}
    assert seen == set(EVENT_KINDS)


def test_bids_stand_from_high_to_low_and_refills_together() -> None:
    bids = [
        {"seat": 0, "cards": ["R"]},
        {"seat": 1, "cards": ["F2"]},
        {"seat": 2, "cards": ["R"]},
        {"seat": LEO, "cards": ["W4"]},
    ]
    assert say("bids-revealed", bids=bids) == (
        "Leo bids wild 4. Bo bids forest 2. Anna and Carla bid the Refill card."
    )
    assert say("bids-revealed", viewer=1, bids=bids) == (
        "Leo bids wild 4. You bid forest 2. Anna and Carla bid the Refill card."
    )
    assert say("bids-revealed", viewer=0, bids=bids) == (
        "Leo bids wild 4. Bo bids forest 2. Carla bids the Refill card. You bid the Refill card."
    )


def test_an_eagles_two_cards_are_not_named_before_the_choice() -> None:
    bids = [{"seat": 0, "hidden": 2}, {"seat": 1, "cards": ["M1"]}]
    assert say("bids-revealed", bids=bids) == (
        "Bo bids mountains 1. Anna has played two cards and now chooses one of them (eagle leader)."
    )
    assert say("eagle-chose", seat=0, card="R") == (
        "Anna chooses the Refill card and takes the other card back unseen."
    )


@pytest.mark.parametrize(
    ("viewer", "sentence"),
    [
        (0, "You take the lion with savannah 3 and pay savannah 1 and wild 2."),
        (1, "Anna takes the lion with savannah 3 and pays savannah 1 and wild 2."),
    ],
)
def test_an_animal_taken_names_its_price_and_the_bonus(viewer: int, sentence: str) -> None:
    data: dict[str, Any] = {
        "seat": 0,
        "animal": "lion",
        "slot": 0,
        "bid": "S3",
        "payment": ["S1", "W2"],
    }
    assert say("took", viewer, **data, bonus=False) == sentence
    assert say("took", viewer, **data, bonus=True) == (
        f"{sentence} All in its natural habitat: 2 points."
    )


def test_a_leader_that_changes_hands_is_told_to_both() -> None:
    change: dict[str, Any] = {"species": "ibex", "seat": 2, "from": 1}
    assert say("leader-gained", **change) == "Carla gets the ibex leader from Bo."
    assert say("leader-gained", 2, **change) == "You get the ibex leader from Bo."
    assert say("leader-gained", 1, **change) == "Carla gets the ibex leader from you."
    supply: dict[str, Any] = {"species": "ibex", "seat": 2, "from": None}
    assert say("leader-gained", **supply) == "Carla gets the ibex leader."


def test_a_tie_says_what_was_paid_and_what_decided() -> None:
    assert say("tie", seats=[0, 1, 2], value=3) == "Anna, Bo and Carla are tied on 3."
    assert say("tie", 1, seats=[0, 1, 2], value=3) == "You are tied on 3 with Anna and Carla."
    payments = [{"seat": 0, "cards": ["F3", "M2"]}, {"seat": 1, "cards": None}]
    assert say("payments-revealed", 1, payments=payments) == (
        "Anna lays forest 3 and mountains 2, worth 5. You pass."
    )
    by: dict[str, Any] = {"lion": None, "leo": False, "step": "talisman"}
    assert say("tie-ordered", 0, order=[2, 0], by=by) == (
        "The talisman decides the order: Carla, you."
    )
    by = {"lion": 0, "leo": True, "step": "talisman"}
    assert say("tie-ordered", order=[0, LEO, 1, 2], by=by) == (
        "Anna wins the tie with the lion leader. Leo goes before the others in the tie."
        " The talisman decides the order: Anna, Leo, Bo, Carla."
    )


def test_leo_goes_before_others_only_where_there_are_others() -> None:
    by = {"lion": 0, "leo": True, "step": "none"}
    assert say("tie-ordered", order=[0, LEO], by=by) == (
        "Anna wins the tie with the lion leader. They take in this order: Anna, Leo."
    )


def test_shared_first_places_are_told_to_winners_and_losers() -> None:
    data: dict[str, Any] = {
        "reason": "animals-exhausted",
        "scores": [22, 22, 9],
        "places": [1, 1, 3],
        "breakdown": [],
    }
    assert say("match-ended", 0, **data) == (
        "The match is over. The animal cards are used up."
        " You share first place with Bo: 22 points. Points: you 22, Bo 22, Carla 9."
    )
    assert say("match-ended", 2, **data) == (
        "The match is over. The animal cards are used up."
        " Anna and Bo share first place with 22 points. Points: Anna 22, Bo 22, you 9."
    )


def test_a_recap_tells_a_refill_on_one_line_and_only_the_own_cards_by_name() -> None:
    events = [
        happened(RULES, "discarded", {"seat": 0, "cards": ["F1"]}),
        happened(RULES, "discarded", {"seat": 1, "cards": []}),
        happened(RULES, "drew", {"seat": 0, "number": 2, "why": "refill"}),
        happened(RULES, "drew-cards", {"seat": 0, "cards": ["M3", "W1"]}, frozenset({0})),
        happened(RULES, "drew", {"seat": 1, "number": 1, "why": "refill"}),
        happened(RULES, "drew-cards", {"seat": 1, "cards": ["S4"]}, frozenset({1})),
    ]
    assert words.sentences(events, PEOPLE, 0) == [
        "You discard forest 1. You draw mountains 3 and wild 1.",
        "Bo draws 1 card.",
    ]
    assert words.sentences(events, PEOPLE, None) == [
        "Anna discards forest 1. Anna draws 2 cards.",
        "Bo draws 1 card.",
    ]


def test_a_recap_leaves_out_what_nobody_did() -> None:
    idle = [
        happened(RULES, "swap-declined", {"seat": 1}),
        happened(RULES, "discarded", {"seat": 1, "cards": []}),
    ]
    assert words.sentences(idle, PEOPLE, 1) == []


def test_a_recap_tells_an_eagles_bid_once_when_it_is_chosen() -> None:
    bids = [{"seat": 0, "hidden": 2}, {"seat": 1, "cards": ["M1"]}]
    revealed = happened(RULES, "bids-revealed", {"bids": bids})
    chosen = happened(RULES, "eagle-chose", {"seat": 0, "card": "R"})
    assert words.sentences([revealed, chosen], PEOPLE, None) == [
        "Bo bids mountains 1. Anna chooses the Refill card and takes the other card back unseen."
    ]
    (line,) = words.sentences([chosen, revealed], PEOPLE, None)
    assert "Anna has played two cards and now chooses" in line


def test_a_recap_is_the_same_with_and_without_what_its_reader_must_not_see() -> None:
    for position in positions():
        for viewer in position.viewers:
            seen = [
                event
                for event in position.events
                if event.seen_by is None or viewer in event.seen_by
            ]
            assert words.sentences(position.events, position.names, viewer) == words.sentences(
                seen, position.names, viewer
            )


def test_a_second_round_in_one_recap_starts_its_own_lines() -> None:
    turn = [
        happened(RULES, "round-began", {"round": 1, "rounds": 12, "market": ["lion", "ibex"]}),
        happened(RULES, "bids-revealed", {"bids": [{"seat": 0, "cards": ["F1"]}]}),
        happened(RULES, "passed", {"seat": 0, "why": "chose", "returned": ["F1"]}),
        happened(RULES, "drew", {"seat": 0, "number": 2, "why": "pass"}),
    ]
    recap = words.sentences([*turn, *turn], PEOPLE, None)
    assert (
        recap
        == [
            "Round 1 of 12: the market has lion, ibex.",
            "Anna bids forest 1.",
            "Anna passes. Anna takes forest 1 back. Anna draws 2 cards.",
        ]
        * 2
    )


def test_a_name_cannot_break_a_line_or_turn_the_text_around() -> None:
    names = {0: "Eve\r\nBcc: all\u202e", 1: "100%(name)s"}
    event = happened(RULES, "swap-declined", {"seat": 0})
    assert words.sentence(event, names, None) == "Eve Bcc: all swaps no animal."
    event = happened(RULES, "swap-declined", {"seat": 1})
    assert words.sentence(event, names, None) == "100%(name)s swaps no animal."
