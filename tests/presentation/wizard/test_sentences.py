"""Every event in words, for the one it concerns and for the others; recaps of a line a trick."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from games.catalogue.wizard.presentation.sentences import EVENT_KINDS
from games.presentation.values import UnknownWordError
from games.rules.protocol import Event
from tests.presentation.positions import ROOT, literals_in_calls
from tests.presentation.wizard.positions import RULES, WORDS, positions, whole_matches
from tests.rules.events import happened

PEOPLE = {0: "Anna", 1: "Bo", 2: "Carla"}


def say(kind: str, viewer: int | None = None, **data: Any) -> str:
    return WORDS.sentence(happened(RULES, kind, data), PEOPLE, viewer)


def test_every_kind_of_event_in_the_rules_has_words_and_no_words_are_left_over() -> None:
    folder = ROOT / "games/catalogue/wizard/rules"
    told = literals_in_calls(folder, "tell") | literals_in_calls(folder, "Event")
    assert told == set(EVENT_KINDS)


def test_every_kind_of_event_occurs_in_the_matches_that_are_read() -> None:
    seen = {event.kind for position in whole_matches() for event in position.events}
    assert seen == set(EVENT_KINDS)


def test_an_unknown_event_is_an_error_and_not_silence() -> None:
    with pytest.raises(UnknownWordError, match="sneezed"):
        say("sneezed", seat=0)


def test_whatever_happens_in_a_match_is_said_in_whole_sentences() -> None:
    for position in positions():
        for event in position.events:
            for viewer in position.viewers:
                sentence = WORDS.sentence(event, position.names, viewer)
                assert sentence.endswith("."), (event, sentence)
                assert "%(" not in sentence
                assert "None" not in sentence


@pytest.mark.parametrize(
    ("card", "trump", "viewer", "said"),
    [
        ("G7", "G", None, "Green 7 is turned up: green is trump."),
        ("N", None, None, "A jester is turned up: there is no trump."),
        ("Z", None, 1, "A wizard is turned up: Anna chooses the trump colour."),
        ("Z", None, 0, "A wizard is turned up: you choose the trump colour."),
        (None, None, 0, "All cards are dealt: there is no trump."),
    ],
)
def test_the_card_turned_up_is_told_with_what_it_means(
    card: str | None, trump: str | None, viewer: int | None, said: str
) -> None:
    assert say("turned-up", viewer, card=card, trump=trump, dealer=0) == said


def test_own_deeds_are_told_as_yours() -> None:
    assert say("bid", 0, seat=0, bid=1) == "You bid 1 trick."
    assert say("bid", 1, seat=0, bid=2) == "Anna bids 2 tricks."
    assert say("played", 0, seat=0, card="Z", trick=1) == "You play a wizard."
    assert say("played", 1, seat=0, card="R13", trick=1) == "Anna plays red 13."
    assert say("trump-chosen", 0, seat=0, trump="B") == "You make blue trump."
    assert say("dealt", 0, seat=0, cards=["R1", "N"]) == "You are dealt red 1 and jester."
    assert say("held-up", 1, seat=0, cards=["R1", "N"]) == "Anna holds up red 1 and jester."


def events_of_a_trick(*cards: str, leader: int, winner: int, number: int = 2) -> list[Event]:
    played = [
        happened(RULES, "played", {"seat": (leader + place) % 3, "card": card, "trick": number})
        for place, card in enumerate(cards)
    ]
    won = {"seat": winner, "card": cards[0], "trick": number, "leader": leader, "cards": [*cards]}
    return [*played, happened(RULES, "trick-won", won)]


def test_a_whole_trick_has_one_line() -> None:
    trick = events_of_a_trick("R9", "R13", "N", leader=1, winner=2)
    assert WORDS.sentences(trick, PEOPLE, 2) == [
        "Trick 2: Bo red 9, you red 13, Anna jester. You take it."
    ]
    assert WORDS.sentences(trick, PEOPLE, None) == [
        "Trick 2: Bo red 9, Carla red 13, Anna jester. Carla takes it."
    ]


def test_a_recap_that_begins_within_a_trick_still_tells_all_of_it() -> None:
    trick = events_of_a_trick("R9", "R13", "N", leader=1, winner=2)
    assert WORDS.sentences(trick[2:], PEOPLE, None) == WORDS.sentences(trick, PEOPLE, None)


def test_a_trick_under_way_tells_its_cards_so_far() -> None:
    trick = events_of_a_trick("R9", "R13", "N", leader=1, winner=2)
    assert WORDS.sentences(trick[:2], PEOPLE, 0) == ["To trick 2: Bo red 9, Carla red 13."]
    assert WORDS.sentences(trick[:1], PEOPLE, 0) == ["Bo plays red 9."]


def test_all_open_bids_share_a_line_with_their_sum() -> None:
    bids = [happened(RULES, "bid", {"seat": seat, "bid": seat}) for seat in (1, 2, 0)]
    complete = happened(RULES, "bids-complete", {"total": 3, "cards": 4})
    assert WORDS.sentences([*bids, complete], PEOPLE, 0) == [
        "Bids: Bo 1, Carla 2, you 0. Together 3 for 4 tricks."
    ]


def test_a_rounds_result_has_one_line() -> None:
    ended = happened(
        RULES,
        "round-ended",
        {
            "round": 2,
            "bids": [2, 0, 0],
            "tricks": [1, 0, 1],
            "points": [-10, 20, -10],
            "totals": [10, 10, 20],
        },
    )
    assert WORDS.sentences([ended], PEOPLE, 1) == [
        (
            "Round 2 is over. Anna bid 2, took 1: −10, now 10; you bid 0, took 0: +20, now 10;"
            " Carla bid 0, took 1: −10, now 20."
        )
    ]


@pytest.mark.parametrize(
    ("language", "begins"),
    [("en", "You bid"), ("it", "Tu"), ("es", "Tú"), ("nl", "Jij")],
)
def test_a_rounds_result_begins_with_a_capital_where_the_viewer_sits_first(
    language: str, begins: str
) -> None:
    facts = {"round": 1, "bids": [0, 1], "tricks": [0, 1], "points": [20, 30], "totals": [20, 30]}
    with translation.override(language):
        (line,) = WORDS.sentences([happened(RULES, "round-ended", facts)], PEOPLE, 0)
    assert f". {begins}" in line


def test_a_round_that_plays_itself_is_told_in_a_line_a_trick_and_few_more() -> None:
    happened = [
        event for position in whole_matches() if position.seats == 6 for event in position.events
    ]
    ends = [place for place, event in enumerate(happened) if event.kind == "round-ended"]
    fourth = happened[ends[2] + 1 : ends[3] + 1]
    assert len(WORDS.sentences(fourth, PEOPLE | {3: "D", 4: "E", 5: "F"}, 0)) <= 4 + 5


def test_a_recap_is_the_same_with_and_without_what_its_reader_must_not_see() -> None:
    for position in positions():
        for viewer in position.viewers:
            seen = [
                event
                for event in position.events
                if event.seen_by is None or viewer in event.seen_by
            ]
            assert WORDS.sentences(position.events, position.names, viewer) == WORDS.sentences(
                seen, position.names, viewer
            )


def test_shared_first_places_are_told_to_winners_and_losers() -> None:
    data: dict[str, Any] = {"reason": "rounds-complete", "scores": [90, 90, -10]}
    data["places"] = [1, 1, 3]
    assert say("match-ended", 0, **data) == (
        "The match is over. All rounds have been played. You share first place with Bo: 90 points."
        " Points: you 90, Bo 90, Carla −10."
    )
    assert say("match-ended", 2, **data) == (
        "The match is over. All rounds have been played. Anna and Bo share first place with 90"
        " points. Points: Anna 90, Bo 90, you −10."
    )


def test_a_name_cannot_break_a_line_or_turn_the_text_around() -> None:
    names = {0: "Eve\r\nBcc: all\u202e", 1: "100%(name)s"}
    event = happened(RULES, "bid", {"seat": 0, "bid": 1})
    assert WORDS.sentence(event, names, None) == "Eve Bcc: all bids 1 trick."
    assert WORDS.sentence(happened(RULES, "bid", {"seat": 1, "bid": 1}), names, None) == (
        "100%(name)s bids 1 trick."
    )
