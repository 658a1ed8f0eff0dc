"""Records of matches that the service ended, and who decided an order: strict, and verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.chance import Chance, Shuffle
from games.rules.journal import replay
from games.rules.playout import AnyLegalBot, match_seed, play_match
from games.rules.protocol import Adjudication, Outcome, Setup
from games.rules.record import (
    Decider,
    EndedFor,
    make_record,
    read_record,
    verify,
    write_record,
)
from games.rules.record_form import RecordError
from tests.rules.toy_game import HighCard, ToyOptions, ToyState

TOY = HighCard()
WHOLE = play_match(TOY, [AnyLegalBot()] * 3, ToyOptions(), match_seed("adjudicated"))
CUT = 4
Edit = Callable[[dict[str, Any]], object]


def cut_short() -> str:
    """The line of a match that was ended in its third phase at the latest."""
    setup = Setup(3, ToyOptions(), Chance(WHOLE.seed))
    shuffles: list[Shuffle] = []
    played: Adjudication[ToyState] | None = None
    orders = WHOLE.orders[:0]
    for phase in replay(TOY, setup, WHOLE.orders):
        if len(orders) >= CUT:
            break
        orders += phase.entries
        shuffles += phase.adjudication.shuffles
        played = phase.adjudication
    assert played is not None
    outcome = Outcome("adjudicated", tuple(TOY.standing(played.state)), (1, 1, 3))
    return write_record(
        make_record(
            TOY,
            Setup(3, ToyOptions(), Chance(WHOLE.seed)),
            shuffles,
            orders,
            outcome,
            adjudicated_for=EndedFor.DESERTED,
            deciders={0: Decider.BOT, 2: Decider.DEFAULT},
        )
    )


LINE = cut_short()


def test_it_reads_back_the_same_and_verifies_with_its_running_score() -> None:
    record = read_record(LINE)
    assert write_record(record) == LINE
    verify(TOY, record)
    value = json.loads(LINE)
    assert value["deciders"] == {"0": "bot", "2": "default"}
    assert list(value["outcome"]) == ["reason", "adjudicated_for", "scores", "places"]


def test_who_decided_may_be_left_out_and_changes_nothing() -> None:
    value = json.loads(LINE)
    del value["deciders"]
    verify(TOY, read_record(json.dumps(value)))
    assert "deciders" not in write_record(WHOLE)


def test_another_ruling_on_the_places_is_the_service_s_own() -> None:
    value = json.loads(LINE)
    value["outcome"]["places"] = [2, 1, 3]
    verify(TOY, read_record(json.dumps(value)))


WRONG: dict[str, tuple[Edit, str]] = {
    "another score": (
        lambda value: value["outcome"].update(scores=[99, 99, 99]),
        "outcome.scores: [99, 99, 99]",
    ),
    "no reason why": (
        lambda value: value["outcome"].pop("adjudicated_for"),
        "outcome: the key 'adjudicated_for' is missing",
    ),
    "a reason of its own": (
        lambda value: value["outcome"].update(adjudicated_for="boredom"),
        "outcome.adjudicated_for: 'boredom' is none of round-time, deserted, operator",
    ),
    "a reason beside the rules' own": (
        lambda value: value["outcome"].update(reason="rounds-complete"),
        "outcome.adjudicated_for: must be a whole number",
    ),
    "a key too many": (
        lambda value: value["outcome"].update(robinbird=1),
        "outcome: unknown key 'robinbird'",
    ),
    "a decider of no order": (
        lambda value: value["deciders"].update({"99": "bot"}),
        "deciders.99: is no index",
    ),
    "an index with a zero": (
        lambda value: value["deciders"].update({"01": "bot"}),
        "deciders.01: is no index",
    ),
    "an index that is none": (
        lambda value: value["deciders"].update({"\u0661": "bot"}),
        "must be the index of an order",
    ),
    "an unknown decider": (
        lambda value: value["deciders"].update({"0": "cat"}),
        "deciders.0: 'cat' is none of default, bot, standing, forced",
    ),
    "deciders as a list": (
        lambda value: value.update(deciders=["bot"]),
        "deciders: must be an object",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_hold_is_refused_with_its_place(name: str) -> None:
    edit, reason = WRONG[name]
    value = json.loads(LINE)
    edit(value)
    with pytest.raises(RecordError) as caught:
        verify(TOY, read_record(json.dumps(value)))
    assert reason in str(caught.value)


def test_a_match_that_the_rules_had_ended_cannot_have_been_adjudicated() -> None:
    value = json.loads(write_record(WHOLE))
    value["outcome"] |= {"reason": "adjudicated", "adjudicated_for": "operator"}
    with pytest.raises(RecordError, match="the rules had ended the match"):
        verify(TOY, read_record(json.dumps(value)))
