"""The published scheme: its test vectors, and a checker written from the description alone."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from games.rules.chance import shuffled
from games.rules.commitment import commitment, mixed_seed, new_server_seed

SERVER_SEED = bytes(range(32)).hex()
CONTRIBUTIONS = ["tulip", "", "grüße 🦁"]
COMMITMENT = "3ee4a10513b19a770ec0ab8be736d7adb840096b1e59118a5f2cd982331af9a3"
MIXED = "d7d0a0935ac41bb1e82ca8881c8b107d566114d25b6b35f0c84e11d689120709"
RECORDS = Path(__file__).parent / "records"
CARDS = ["F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4"]
FIRST_SHUFFLE = "F4 S3 S4 F2 S1 F3 S2 F1"
RESHUFFLE = "S4 F4 F2 F1 S1 F3 S2 S3"


def committed(**changes: object) -> str:
    values: dict[str, object] = {
        "match_code": "K7Q2M",
        "game": "wild-cards",
        "rules_version": 1,
        "attempt": 1,
        **changes,
    }
    return commitment(SERVER_SEED, **values)  # type: ignore[arg-type]


def anybodys_shuffle(cards: list[str], seed: str, pile: str, number: int) -> list[str]:
    """The shuffle as a stranger would write it from the description, digit by digit."""
    numbers = []
    for block in range(50):
        message = pile + "/" + str(number) + "/" + str(block)
        text = hmac.new(seed.encode("utf-8"), message.encode("utf-8"), hashlib.sha256).hexdigest()
        numbers += [int(text[at : at + 8], 16) for at in range(0, 64, 8)]
    cards = cards[:]
    i = len(cards) - 1
    while i > 0:
        n = numbers.pop(0)
        if n < 4294967296 // (i + 1) * (i + 1):
            j = n % (i + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
            i -= 1
    return cards


def test_the_commitment_is_the_hash_of_six_lines() -> None:
    text = (
        "card match commitment 1\nmatch K7Q2M\ngame wild-cards\nrules 1\nattempt 1\n"
        f"seed {SERVER_SEED}\n"
    )
    assert committed() == hashlib.sha256(text.encode()).hexdigest() == COMMITMENT


@pytest.mark.parametrize(
    "changes",
    [{"match_code": "K7Q2N"}, {"game": "wizard"}, {"rules_version": 2}, {"attempt": 2}],
    ids=lambda changes: next(iter(changes)),
)
def test_another_match_game_version_or_attempt_is_another_commitment(
    changes: dict[str, object],
) -> None:
    assert committed(**changes) != COMMITMENT


def test_the_mixed_seed_follows_from_server_seed_and_contributions() -> None:
    lines = "card match seed 1\n"
    for seat, contribution in enumerate(CONTRIBUTIONS):
        lines += f"{seat} {hashlib.sha256(contribution.encode()).hexdigest()}\n"
    expected = hmac.new(SERVER_SEED.encode(), lines.encode(), hashlib.sha256).hexdigest()
    assert mixed_seed(SERVER_SEED, CONTRIBUTIONS) == expected == MIXED


@pytest.mark.parametrize(
    "others",
    [["tulip", ""], ["", "tulip", "grüße 🦁"], ["tulip", "", "grüße"], ["tulip\n1 ", "grüße 🦁"]],
)
def test_every_contribution_and_its_seat_changes_the_mixed_seed(others: list[str]) -> None:
    assert mixed_seed(SERVER_SEED, others) != MIXED


def test_a_contribution_that_is_no_valid_text_does_not_stop_a_match() -> None:
    assert len(mixed_seed(SERVER_SEED, ["\ud800", "x" * 100_000])) == 64


def test_the_shuffles_of_the_mixed_seed_are_fixed() -> None:
    assert " ".join(shuffled(CARDS, MIXED, "habitats", 0)) == FIRST_SHUFFLE
    assert " ".join(shuffled(CARDS, MIXED, "habitats", 3)) == RESHUFFLE


@pytest.mark.parametrize("size", [0, 1, 2, 3, 42, 60, 110])
@pytest.mark.parametrize("pile", ["animals", "habitats", "deck-1"])
def test_anybodys_own_script_gives_the_same_shuffle(size: int, pile: str) -> None:
    cards = [f"c{number}" for number in range(size)]
    for number in range(5):
        assert list(shuffled(cards, MIXED, pile, number)) == anybodys_shuffle(
            cards, MIXED, pile, number
        )


SPECIES = ["peacock", "squirrel", "eagle", "ibex", "lion", "meerkat"]
HABITATS = [f"{habitat}{number}" for habitat in "FSMW" for number in "1234"]
NOTATION = [*SPECIES, *HABITATS, "R", *map(str, range(5))]


@pytest.mark.parametrize(
    "line", (RECORDS / "wild-cards" / "animals-exhausted.jsonl").read_text().splitlines()
)
def test_anybodys_own_script_gives_every_shuffle_of_a_recorded_match(line: str) -> None:
    record = json.loads(line)
    for number, (pile, cards) in enumerate(map(dict.values, record["shuffles"])):
        unshuffled = sorted(cards, key=NOTATION.index)
        if pile == "animals":
            three = record["seats"] + record["options"]["leo"] == 3
            copies = 6 if three and record["options"]["removal"] == "suggested" else 7
            unshuffled = [animal for animal in SPECIES for _ in range(copies)]
        shuffle = anybodys_shuffle(unshuffled, record["seed"], pile, number)
        assert shuffle[: len(cards)] == cards, f"shuffle {number} of {pile}"


def test_a_server_seed_is_made_of_32_bytes_that_the_caller_brings() -> None:
    assert new_server_seed(bytes(range(32))) == SERVER_SEED
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="takes 32 bytes"):
            new_server_seed(wrong)


@pytest.mark.parametrize("seed", ["", "00" * 31, SERVER_SEED.upper(), SERVER_SEED + "\n"])
def test_what_is_no_server_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="64 lower-case hex digits"):
        mixed_seed(seed, [])
    with pytest.raises(ValueError, match="64 lower-case hex digits"):
        commitment(seed, match_code="K", game="wizard", rules_version=1, attempt=1)


@pytest.mark.parametrize(
    "changes",
    [
        {"match_code": "K7\nseed 00"},
        {"match_code": ""},
        {"game": "wild cards"},
        {"rules_version": 0},
        {"attempt": 0},
    ],
)
def test_a_line_of_the_committed_text_cannot_be_forged(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"printable ASCII|count from 1"):
        committed(**changes)
