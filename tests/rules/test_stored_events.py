"""Journals that were stored before events had types are read, and written again byte for byte."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules.game import Game
from games.rules.protocol import Outcome
from games.rules.record import read_record, replay_record
from games.rules.registry import GAMES, rules_for
from games.rules.stored_json import decoded_events, decoded_outcome, encoded_events, encoded_outcome

HERE = Path(__file__).parent
STORED = HERE / "stored_events"
"""Of each kind of event every form in which journals hold it."""

JOURNALS = {
    "cubirds/cards-exhausted": "2b477c1e7ab1ce84908a988aba555bd7",
    "cubirds/seven-species": "58be614cdbead13361426601ad62c8f6",
    "cubirds/turn-limit": "09b9a571ad7b9d273db6f9031332607b",
    "cubirds/two-threes": "8870d9e437225ca3f844140a04bc6ef7",
    "emu-ranchers/years-complete": "438dcd1594fc434cd4b222779e4c4e9d",
    "wild-cards/animals-exhausted": "bede7a56c8336dfe476b3f2ddbc73dc7",
    "wizard/rounds-complete": "6e72e88b626662344d3406b03ea45953",
}
"""Half a hash of each recorded match's journal, as it was stored when events were mappings."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_form_of_every_event_comes_back_byte_for_byte(game: Game) -> None:
    lines = (STORED / f"{game.key}.jsonl").read_text(encoding="utf-8").splitlines()
    events = decoded_events(game.rules, map(json.loads, lines))
    assert all(isinstance(event.data, game.rules.events[event.kind]) for event in events)
    assert [json.dumps(row) for row in encoded_events(events)] == lines
    assert {event.kind for event in events} == set(game.rules.events)


@pytest.mark.parametrize("name", JOURNALS)
def test_a_recorded_match_is_stored_with_the_same_bytes_as_ever(name: str) -> None:
    assert hashlib.sha256("".join(journal_of(name)).encode()).hexdigest()[:32] == JOURNALS[name]


@pytest.mark.parametrize("extra", [{}, {"robinbird": 20}])
def test_an_outcome_comes_back_as_it_was(extra: dict[str, int]) -> None:
    stored = {"reason": "turn-limit", "scores": [0, 7], "places": [2, 1], **extra}
    outcome = decoded_outcome(stored)
    assert outcome == Outcome("turn-limit", (0, 7), (2, 1), extra)
    assert json.dumps(encoded_outcome(outcome)) == json.dumps(stored)


def journal_of(name: str) -> Iterator[str]:
    """The events of each phase of the recorded match, as its row keeps them."""
    lines = (HERE / "records" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for record in map(read_record, lines):
        for played in replay_record(rules_for(record.game), record):
            yield f"{json.dumps(encoded_events(played.adjudication.events))}\n"
