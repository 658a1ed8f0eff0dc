"""What becomes of phrases that nothing was learnt from: `python -m tests.words.kept_aside`.

It prints the table of docs/understanding.md for `unseen/phrases.jsonl`, or for those whose places
begin as the arguments say: percent that are right, another order, asked back with the right choice
among it, and anything else; as they are answered, and as the grammar alone would answer them.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path

import msgspec

from games.rules.registry import rules_for
from games.words import Question, Understood, understand
from games.words.learning.phrases import PhraseInPlace, places, state_at
from games.words.likelihood.judge import judged, unjudged
from games.words.results import Result

UNSEEN = Path(__file__).resolve().parent / "unseen"
"""Phrases that nothing was learnt from, nor tuned on."""

OUTCOMES = ("right", "wrong", "asked", "else")


class ClassedPhrase(PhraseInPlace):
    """A phrase at a place, with what is hard about it where that was told."""

    difficulty: str = msgspec.field(default="", name="class")


def outcome(phrase: PhraseInPlace, result: Result) -> str:
    """What became of it; what has no order, or several, is right unless one is taken."""
    if isinstance(result, Understood):
        return "right" if phrase.meant == [result.text] else "wrong"
    if len(phrase.meant) != 1:
        return "right"
    is_offered = isinstance(result, Question) and phrase.meant[0] in result.choices
    return "asked" if is_offered else "else"


def outcomes(said: Sequence[ClassedPhrase]) -> list[tuple[str, ClassedPhrase, str, str]]:
    """The phrases of one place: the game, the phrase, what became of it, and by the grammar."""
    place = places(UNSEEN / "places.jsonl")[said[0].place]
    rules, state = rules_for(place.game), state_at(place)
    found = []
    for one in said:
        said_here = (rules, state, place.seat, one.text, [one.language], (), place.names)
        answer, plain = understand(*said_here, judged), understand(*said_here, unjudged)
        found.append((place.game, one, outcome(one, answer), outcome(one, plain)))
    return found


def table(found: Sequence[tuple[str, ClassedPhrase, str, str]]) -> Iterator[str]:
    """The lines of the table."""
    counts: defaultdict[str, tuple[Counter[str], Counter[str]]] = defaultdict(
        lambda: (Counter(), Counter())
    )
    for game, phrase, answered, plain in found:
        for row in ("all", phrase.difficulty or "no class", game, phrase.language):
            counts[row][0][answered] += 1
            counts[row][1][plain] += 1
    for row, both in counts.items():
        shares = [f"{100 * one[name] / one.total():.1f}" for one in both for name in OUTCOMES]
        yield f"| {row} | {both[0].total()} | {' | '.join(shares)} |"


def main() -> None:
    """Print the table of what is kept aside."""
    lines = (UNSEEN / "phrases.jsonl").read_bytes()
    every = msgspec.json.Decoder(ClassedPhrase).decode_lines(lines)
    chosen = [one for one in every if one.place.startswith(tuple(sys.argv[1:] or [""]))]
    chosen.sort(key=lambda one: one.place)
    tasks = [list(said) for _place, said in groupby(chosen, lambda one: one.place)]
    with ProcessPoolExecutor() as pool:
        found = [one for several in pool.map(outcomes, tasks) for one in several]
    sys.stdout.write("".join(f"{line}\n" for line in table(found)))


if __name__ == "__main__":
    main()
