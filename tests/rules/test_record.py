"""Match records: the form, strict reading, and that no claim of a record goes unchecked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.playout import AnyLegalBot, Dice, match_seed, play_match
from games.rules.protocol import Rules
from games.rules.record import MatchRecord, check_seed, read_record, verify, write_record
from games.rules.record_form import LONGEST_LINE, RecordError
from tests.rules.cases import ALL_GAMES, case_name, cases
from tests.rules.conformance import Case, another_world
from tests.rules.toy_game import HighCard, ToyOptions
from tests.sizes import sized

TOY = HighCard()
LINE = write_record(play_match(TOY, [AnyLegalBot()] * 3, ToyOptions(), match_seed("record")))

Value = dict[str, Any]


def value() -> Value:
    made: Value = json.loads(LINE)
    return made


def fault(line: str | bytes) -> RecordError:
    """Why this line is refused; it must be."""
    with pytest.raises(RecordError) as caught:
        verify(TOY, read_record(line))
    return caught.value


def test_a_record_has_the_published_keys_in_the_published_order() -> None:
    assert list(value()) == [
        "record", "game", "rules_version", "options", "seats", "seed", "shuffles", "orders",
        "outcome",
    ]  # fmt: skip
    assert LINE.startswith(
        '{"record": 1, "game": "high-card", "rules_version": 1, '
        '"options": {"rounds": 5, "open_hands": false}, "seats": 3, "seed": "'
    )
    assert '"shuffles": [{"pile": "cards", "cards": ["' in LINE
    assert list(value()["outcome"]) == ["reason", "scores", "places"]


def test_it_reads_back_and_verifies_in_any_spacing_and_key_order() -> None:
    record = read_record(LINE)
    assert write_record(record) == LINE
    loose = json.dumps(dict(reversed(value().items())), indent=1).encode()
    assert read_record(loose + b"\r\n") == record
    verify(TOY, read_record(loose))


def test_the_seed_is_ignored_in_a_replay_and_checked_only_when_asked() -> None:
    other = read_record(json.dumps({**value(), "seed": "grüße"}))
    verify(TOY, other)
    check_seed(TOY, read_record(LINE))
    with pytest.raises(RecordError, match=r"shuffles\[0\]: is not what the seed gives"):
        check_seed(TOY, other)


@pytest.mark.parametrize(
    "case",
    [case for rules in ALL_GAMES for case in cases(rules) if case.silence == 50],
    ids=case_name,
)
def test_records_of_every_game_edition_and_option_verify(case: Case) -> None:
    record = case.play()
    line = write_record(record)
    assert ("edition" in json.loads(line)) == (record.game == "wild-cards")
    assert "edition" not in record.options
    verify(case.rules, read_record(line.encode()))
    check_seed(case.rules, record)


DAMAGED: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "an empty line"),
    "blank": (b" \r\n", "an empty line"),
    "cut off": (LINE[: len(LINE) // 2], "not JSON at column"),
    "two records": (LINE + LINE, "not JSON at column"),
    "words": ("bid F3", "not JSON at column 1"),
    "latin 1": (LINE.replace("high", "hïgh").encode("latin-1"), "not UTF-8 at byte 25"),
    "binary": (bytes(range(256)), "not UTF-8"),
    "zeros": (b"\0" * 100, "not JSON"),
    "byte order mark": (b"\xef\xbb\xbf" + LINE.encode(), "not JSON"),
    "a list": ("[1, 2]", "not a JSON object but [1, 2]"),
    "a number": ("7", "not a JSON object"),
    "deep": ("[" * 100_000, "nested too deeply"),
    "deep objects": ('{"record":' * 50_000, "nested too deeply"),
    "a long number": ('{"record": ' + "1" * 10_000 + "}", "a number is too long"),
    "not a number": ('{"record": NaN}', "not JSON: NaN"),
    "doubled key": (LINE[:-1] + ', "seed": ""}', "'seed' stands twice"),
    "large": ("x" * (LONGEST_LINE + 1), "longer than 4194304 bytes"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_line_is_refused_with_its_fault(name: str) -> None:
    line, reason = DAMAGED[name]
    error = fault(line)
    assert reason in str(error)
    assert str(error).isascii()
    assert len(str(error)) < 200


def put(*path: Any) -> Callable[[Value], None]:
    """An edit that sets what the path names to its last item."""

    def edit(target: Any) -> None:
        for key in path[:-2]:
            target = target[key]
        target[path[-2]] = path[-1]

    return edit


def drop(*path: Any) -> Callable[[Value], None]:
    def edit(target: Any) -> None:
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]

    return edit


def swap(*path: Any) -> Callable[[Value], None]:
    """An edit that changes round the last two items that the path names."""

    def edit(target: Any) -> None:
        for key in path[:-2]:
            target = target[key]
        one, two = path[-2:]
        target[one], target[two] = target[two], target[one]

    return edit


def last_order_twice(target: Value) -> None:
    target["orders"].append(target["orders"][-1])


def shuffle_left_over(target: Value) -> None:
    target["shuffles"].append(target["shuffles"][-1])


def card_lost(target: Value) -> None:
    target["shuffles"][0]["cards"].pop()


def order_shouted(target: Value) -> None:
    target["orders"][0][1] = target["orders"][0][1].upper()


def last_phase_missing(target: Value) -> None:
    del target["orders"][-1]


def half_a_phase_missing(target: Value) -> None:
    del target["orders"][-2:]


EDITS: dict[str, tuple[Callable[[Value], None], str]] = {
    **{f"without {key}": (drop(key), f"the key '{key}' is missing") for key in value()},
    "another form": (put("record", 2), "record: must be 1"),
    "form as text": (put("record", "1"), "record: must be a whole number"),
    "form as true": (put("record", True), "record: must be a whole number"),
    "form as fraction": (put("record", 1.0), "record: must be a whole number"),
    "unknown key": (put("comment", "hello"), "unknown key 'comment'"),
    "another game": (put("game", "wizard"), "game: 'wizard' is not 'high-card'"),
    "game as number": (put("game", 3), "game: must be a text, not 3"),
    "an edition too many": (put("edition", "2022"), "unknown-option"),
    "edition as null": (put("edition", None), "edition: must be a text"),
    "edition among the options": (put("options", "edition", "1"), "options.edition"),
    "later rules": (put("rules_version", 2), "rules_version: 2; version 1 is played here"),
    "options as list": (put("options", []), "options: must be an object"),
    "option missing": (drop("options", "rounds"), "options.rounds: must be written out"),
    "option unknown": (put("options", "leo", True), "unknown-option"),
    "option bad": (put("options", "rounds", 6), "bad-option"),
    "option of another type": (put("options", "open_hands", 0), "bad-option"),
    "option as object": (put("options", "rounds", {}), "options.rounds: must be a whole number"),
    "options that exclude the seats": (put("options", "open_hands", True), "open-hands-take-two"),
    "seats none": (put("seats", 0), "seats: must be 1 to 100"),
    "seats more": (put("seats", 4), "outcome.scores: holds 3 numbers for 4 seats"),
    "seed as number": (put("seed", 5), "seed: must be a text"),
    "seed long": (put("seed", "x" * 2000), "seed: is 2000 characters long"),
    "half a surrogate": (put("seed", "\ud800"), "seed: holds half of a surrogate pair"),
    "shuffles as object": (put("shuffles", {}), "shuffles: must be a list"),
    "shuffle missing": (drop("shuffles", 0), "shuffle"),
    "last shuffle missing": (drop("shuffles", -1), "is missing"),
    "shuffle left over": (shuffle_left_over, "is left over"),
    "shuffles swapped": (swap("shuffles", 0, 1), "does not hold the pile's cards"),
    "cards swapped": (swap("shuffles", 0, "cards", 0, 3), "orders[0]"),
    "card lost": (card_lost, "shuffles: shuffle 1 (cards) does not hold the pile's cards"),
    "card as number": (put("shuffles", 0, "cards", 0, 1), "shuffles[0].cards: must be a text"),
    "pile of another name": (put("shuffles", 0, "pile", "deck"), "is of 'deck'"),
    "pile missing": (drop("shuffles", 0, "pile"), "shuffles[0]: the key 'pile' is missing"),
    "pile with more": (put("shuffles", 0, "top", 1), "shuffles[0]: unknown key 'top'"),
    "order not legal": (put("orders", 0, 1, "lay z9"), "orders[0]: 'lay z9' of seat 0 is not"),
    "order no order": (put("orders", 0, 1, "\x1b[2J"), "orders[0]: '\\x1b[2J' of seat 0"),
    "order empty": (put("orders", 0, 1, ""), "orders[0]: '' of seat 0 is not legal"),
    "order long": (put("orders", 0, 1, "x" * 501), "orders[0]: is 501 characters long"),
    "order not canonical": (order_shouted, "is not canonical, 'lay "),
    "order of another seat": (put("orders", 0, 0, 1), "orders[0]: of seat 1, but seat 0"),
    "order of no seat": (put("orders", 0, 0, 3), "orders[0]: must be 0 to 2, not 3"),
    "order without seat": (put("orders", 0, ["lay a1"]), "orders[0]: must be a seat and a text"),
    "orders swapped": (swap("orders", 0, 1), "orders[0]: of seat 1, but seat 0 is awaited"),
    "order lost": (drop("orders", 0), "orders[0]: of seat 1"),
    "last phase missing": (last_phase_missing, "missing; seat"),
    "half a phase missing": (half_a_phase_missing, "missing; seat"),
    "order after the end": (last_order_twice, "the match is over already"),
    "no orders": (put("orders", []), "orders[0]: missing; seat 0 is awaited (lay, round 1)"),
    "reason changed": (put("outcome", "reason", "boredom"), "outcome.reason: 'boredom'"),
    "score changed": (put("outcome", "scores", 0, 99), "outcome.scores: [99, "),
    "score as fraction": (put("outcome", "scores", 0, 1.5), "outcome.scores: must be a whole"),
    "places changed": (put("outcome", "places", [1, 1, 1]), "outcome.places: [1, 1, 1]"),
    "place none": (put("outcome", "places", 0, 0), "outcome.places: must be 1"),
    "a key in the outcome": (put("outcome", "robinbird", 4), "outcome.robinbird: does not belong"),
    "scores missing": (drop("outcome", "scores"), "outcome: the key 'scores' is missing"),
    "outcome null": (put("outcome", None), "outcome: must be an object"),
}


@pytest.mark.parametrize("name", EDITS)
def test_every_single_change_of_a_record_is_refused_with_its_place(name: str) -> None:
    edit, reason = EDITS[name]
    changed = value()
    edit(changed)
    assert reason in str(fault(json.dumps(changed)))


def paths(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path] if path else []
    items: Any = ()
    if isinstance(node, dict):
        items = node.items()
    elif isinstance(node, list):
        items = enumerate(node)
    for key, inner in items:
        found += paths(inner, (*path, key))
    return found


PATHS = paths(value())
JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    "",
    "pass",
    "\ud800",
    "bid F3 " * 200,
    [],
    {},
    [[]],
]


@settings(max_examples=sized(60, 400))
@given(st.sampled_from(PATHS), st.sampled_from(JUNK))
def test_junk_anywhere_in_a_record_raises_record_errors_only(path: Any, junk: Any) -> None:
    changed = value()
    put(*path, junk)(changed)
    if json.dumps(changed) == LINE or path == ("seed",):
        return
    assert str(fault(json.dumps(changed)))


@pytest.mark.parametrize("rules", ALL_GAMES[1:], ids=lambda rules: rules.key)
def test_a_change_of_any_order_of_a_real_match_is_found(rules: Rules[Any, Any]) -> None:
    record = next(cases(rules)).play()
    line: Value = json.loads(write_record(record))
    some = range(0, len(record.orders), sized(3, 1))
    for index, (seat, text) in ((index, record.orders[index]) for index in some):
        for other in (text.replace(" ", "  "), "nonsense", text.upper() + "."):
            if other == text:
                continue
            line["orders"][index] = [seat, other]
            with pytest.raises(RecordError) as caught:
                verify(rules, read_record(json.dumps(line)))
            assert caught.value.where == f"orders[{index}]"
        line["orders"][index] = [seat, text]


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.key)
def test_a_change_of_any_shuffle_is_found_by_the_seed(rules: Rules[Any, Any]) -> None:
    record = next(cases(rules)).play()
    check_seed(rules, record)
    dice = Dice("shuffles", rules.key)
    for _ in range(40):
        with pytest.raises(RecordError, match=r"^shuffles\[|^orders\["):
            check_seed(rules, another_world(record, dice))


def test_a_record_is_a_value() -> None:
    assert read_record(LINE) == read_record(LINE)
    assert isinstance(read_record(LINE), MatchRecord)
    with pytest.raises(AttributeError):
        read_record(LINE).seed = ""  # type: ignore[misc]
