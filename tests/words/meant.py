"""Thousands of sentences whose meaning is known from how they are made: none seals anything else.

`python -m tests.words.meant [--count N] [--seed N]`. An order of every decision is denied,
declined, put off, asked about, told of others, wished for, ruled out or taken back, and must not be
sealed; joined to a further step, which must not be lost; said of some cards with an exception; or
put under a condition that holds, fails or cannot be known. Asking back is never at fault here.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.rules.registry import rules_for
from games.words import Understood, understand
from games.words.lexicon.vocabulary import LANGUAGES
from tests.words.reading import Position, positions

COUNT = 20_000
NAMES = ("Bruno", "Anna", "Chiara")
_DATA = Path(__file__).resolve().parent / "meant"
_UNDONE = frozenset(("stay", "done", "pass", "swap none", "refill"))
"""Orders that leave something undone: who denies these means something else than that."""

_DENIED = ("denied", "declined", "ruled-out")
_NEXT = {
    ("wild-cards", "bid"): ("take lion", "take peacock"),
    ("wizard", "bid"): ("play R13", "play G3"),
    ("wizard", "trump"): ("bid 2", "bid 3"),
    ("wizard", "play"): ("play B5", "play B11"),
    ("cubirds", "lay"): ("draw", "family magpie"),
    ("emu-ranchers", "first"): ("draw deck",),
    ("emu-ranchers", "act"): ("draw deck", "draw discard"),
}
"""What may be ordered behind an order of a decision."""

_SUITS = {"M": "moons", "S": "suns", "V": "waves", "L": "leaves", "Y": "wyrms", "K": "knots"}
_RANCHING = (("emu-ranchers", "hatch"), ("emu-ranchers", "discard"))
_RANKS = {"A": "ace", "C": "crown"}


class Sentence(NamedTuple):
    """A text in a position, and the only orders that it may seal."""

    position: Position
    language: str
    kind: str
    frame: str
    text: str
    meant: tuple[str, ...]


@cache
def _data(language: str) -> Mapping[str, Any]:
    with (_DATA / f"{language}.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _facts() -> Sequence[Mapping[str, Any]]:
    with (_DATA / "facts.toml").open("rb") as file:
        return tuple(tomllib.load(file)["facts"])


@cache
def _legal(game: str, name: str) -> tuple[str, ...]:
    position, rules = positions()[game, name], rules_for(game)
    return tuple(map(rules.format_order, rules.legal_orders(position.state, position.seat)))


def sentences(count: int, seed: str, kinds: Sequence[str] = ()) -> Iterator[Sentence]:
    """So many sentences, the same ones for the same seed; of these `kinds`, else of all."""
    random = Random(seed)
    weighed = [kind for kind in kinds or MAKERS for _ in range(_OFTEN.get(kind, 1))]
    places = list(positions().values())
    while count:
        make = MAKERS[random.choice(weighed)]
        made = make(random, random.choice(places), random.choice(LANGUAGES))
        if made is not None:
            count -= 1
            yield made


def _orders(position: Position) -> list[str]:
    return [text for text in _legal(position.game, position.name) if text not in _UNDONE]


def _never(random: Random, position: Position, language: str) -> Sentence | None:
    data = _data(language)
    kind = random.choice(list(data["never"]))
    order = random.choice(_orders(position))
    frame = random.choice(data["never"][kind])
    text = frame.format(**_forms(language, position.game, order))
    legal = _legal(position.game, position.name)
    rest = [one for one in legal if one != order]
    is_idle = kind != "asked" and not {"stay", "done"}.isdisjoint(legal)
    is_left = kind in _DENIED or is_idle
    meant = rest if is_left and len(legal) == 2 else []
    if kind in _DENIED or is_idle:
        meant += [one for one in legal if one in ("done", "pass", "swap none")]
    if kind == "ruled-out":
        meant += [one for one in legal if _is_all_but(one, order, legal)]
    return Sentence(position, language, kind, frame, text, tuple(meant))


def _is_all_but(text: str, order: str, legal: Sequence[str]) -> bool:
    """Whether an order discards every card but those that another one does: "all but forest 3"."""
    verb, *cards = order.split()
    every = {card for one in legal for card in one.split()[1:]}
    return verb == "refill" and set(text.split()[1:]) == every - set(cards)


def _both(random: Random, position: Position, language: str) -> Sentence | None:
    later = _NEXT.get((position.game, position.name))
    if later is None:
        return None
    order, second = random.choice(_orders(position)), random.choice(later)
    frame = random.choice(_data(language)["both"]["frames"])
    text = frame.format(**_two(language, position.game, order, second))
    return Sentence(position, language, "both", frame, text, (f"{order}; {second}",))


def _chosen(random: Random, position: Position, language: str) -> Sentence | None:
    """One of several cards of a suit or number, and which of them it is not."""
    data = _data(language)["chosen"]
    orders = [one for one in _orders(position) if one.count(" ") == 1 and one[-1].isdigit()]
    orders = [one for one in orders if one.split()[1][0].isalpha()]
    if len(orders) < 2:
        return None
    out = random.choice(orders)
    suit, number = out.split()[1][0], out.split()[1][1:]
    of = {"suit": suit, "number": number}[(by := random.choice(("suit", "number")))]
    alike = [one for one in orders if of in (one.split()[1][0], one.split()[1][1:]) and one != out]
    said = data["of"].get(suit) if by == "suit" else data["of"]["n"].format(number)
    excepted = data["of"]["not"].format(number) if by == "suit" else _card(language, suit + number)
    if not alike or said is None:
        return None
    forms = _filled(language, f"{position.game} {out.split()[0]}", said)
    frame = random.choice(data["frames"])
    text = frame.format(**forms, **{"not": excepted})
    return Sentence(position, language, "chosen", frame, text, tuple(dict.fromkeys(alike)))


def _case(random: Random, position: Position, language: str) -> Sentence | None:
    facts = [
        one
        for one in _facts()
        if one["game"] == position.game and position.name in one["positions"]
    ]
    orders = _orders(position)
    if not facts or len(orders) < 2:
        return None
    fact = random.choice(facts)
    first, second = random.sample(orders, 2)
    is_turned = random.random() < 0.3
    frame = random.choice(_data(language)["cases"]["turned" if is_turned else "frames"])
    so, asked = fact[language].split(" | ")
    said = _two(language, position.game, first, second)
    text = frame.format(**said, **{"so": so, "is": asked})
    holds = {"true": not is_turned, "false": is_turned}.get(fact["says"])
    meant = () if holds is None else (first,) if holds else (second,)
    return Sentence(position, language, "case", frame, text, meant)


MAKERS: Mapping[str, Callable[[Random, Position, str], Sentence | None]] = {
    "never": _never,
    "both": _both,
    "chosen": _chosen,
    "case": _case,
}
"""What makes a sentence of each kind, None where a position has none."""

_OFTEN = {"never": 3, "case": 2}


def _two(language: str, game: str, first: str, second: str) -> dict[str, str]:
    later = {f"{name}2": said for name, said in _forms(language, game, second).items()}
    return {**_forms(language, game, first), **later}


def _forms(language: str, game: str, order: str) -> dict[str, str]:
    """What an order is called: to do it, who does it, and what is done."""
    deeds = _data(language)["deeds"]
    verb = order.split(maxsplit=1)[0]
    deed = next(one for one in (f"{game} {order}", f"{game} {verb}") if one in deeds)
    return _filled(language, deed, *_objects(language, game, order))


def _filled(language: str, deed: str, what: str = "", other: str = "") -> dict[str, str]:
    forms = [one.replace("*", what).replace("#", other) for one in _deed(language, deed)]
    names = {
        "en": ("do", "doing", "does", "done", "it"),
        "nl": ("do", "me", "does", "done", "it", "te", "sub"),
    }.get(language, ("do", "me", "does", "done", "it"))
    said = dict(zip(names, forms, strict=True))
    if language == "nl":
        subject, verb, *rest = said["me"].split()
        said["inv"] = " ".join((verb, subject, *rest))
    return said


def _deed(language: str, deed: str) -> list[str]:
    said: str = _data(language)["deeds"][deed]
    return said.split(" | ")


def _objects(language: str, game: str, order: str) -> list[str]:
    """What is done something to; two things where they are swapped."""
    names = _data(language)["names"]
    verb, *words = order.split()
    if verb == "swap":
        return [names[one] for one in words]
    if verb == "lay":
        return [f"{names[words[0]]} {names[words[2]].format(words[1])}"]
    if verb == "take" and len(words) > 1:
        paid = names["and"].join(_card(language, one) for one in words[1:])
        return [names["with"].format(names[words[0]], paid)]
    if verb == "grow":
        return [names["bird"].format(_rancher_card(language, words[0]), words[1])]
    called = _rancher_card if (game, verb) in _RANCHING else _card
    said = [names[f"of-{one}"] if verb == "family" else called(language, one) for one in words]
    return [names["and"].join(said)]


def _card(language: str, card: str) -> str:
    """A card of a suit and a number, or a thing by its name."""
    names = _data(language)["names"]
    if card[1:].isdigit():
        return f"{names[card[0]]} {card[1:]}"
    return str(names.get(card, card))


def _rancher_card(language: str, card: str) -> str:
    names = _data(language)["names"]
    if card == "X":
        return str(names["excuse"])
    rank = names[_RANKS[card[0]]] if card[0] in _RANKS else card[0]
    suits = names["and"].join(names[_SUITS[one]] for one in card[1:])
    return str(names["suited"].format(rank, suits))


def sealed(sentence: Sentence) -> str:
    """The order that a sentence gives, "" for none."""
    position = sentence.position
    rules = rules_for(position.game)
    others = list(NAMES if (seats := _seats(position)) > 2 else NAMES[1:])
    names = ["Elena" if seat == position.seat else others.pop(0) for seat in range(seats)]
    text, languages = sentence.text, [sentence.language]
    result = understand(rules, position.state, position.seat, text, languages, names=names)
    return result.text if isinstance(result, Understood) else ""


def _seats(position: Position) -> int:
    seats: int = rules_for(position.game).view(position.state, position.seat).seats
    return seats


def fault(sentence: Sentence) -> str:
    """The order that a sentence seals and does not mean; "" where it seals none such."""
    found = sealed(sentence)
    return "" if found in sentence.meant else found


def main() -> None:
    """Read as many sentences as the command line says, and fail where one is at fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    faults: Counter[str] = Counter()
    every: Counter[str] = Counter()
    right = Counter[str]()
    for sentence in sentences(asked.count, asked.seed):
        every[sentence.kind] += 1
        found = sealed(sentence)
        right[sentence.kind] += bool(found) and found in sentence.meant
        if found and found not in sentence.meant:
            faults[sentence.kind] += 1
            place = f"{sentence.kind} {sentence.position.game} {sentence.position.name}"
            sys.stdout.write(f"{place} {sentence.language} {sentence.text!r}: {found}\n")
    for kind, number in every.items():
        sys.stdout.write(f"{kind:12}{number:>7}{right[kind]:>7} right{faults[kind]:>6} at fault\n")
    sys.stdout.write(f"{asked.count} sentences, {faults.total()} at fault\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
