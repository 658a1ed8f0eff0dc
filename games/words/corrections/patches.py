"""A correction that names but a part, put in the place of what it corrects, whatever that was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.speech.grammar import Step

_PLACES = ("ROW", "BIRD")
_SLOTS = {
    tags.VERB: "verb",
    "SPECIES": "thing",
    "RANK": "rank",
    tags.NUMBER: "rank",
    "SUIT": "suit",
    "CODE": "card",
    "SIDE": "side",
    "NAMED_ROW": "place",
    tags.ORDINAL: "place",
}
_COVERED = {"card": ("rank", "suit"), "rank": ("suit", "card"), "thing": ("card",)}
"""What else is named anew by a slot: a card's rank begins another card."""


def patched(before: Sequence[Token], said: Sequence[Token]) -> list[Token]:
    """The words `before` with those parts replaced that are `said` anew: "row 3, no, row 2"."""
    anew: dict[str, list[Token]] = {}
    for slot, tokens in _slots(said):
        anew.setdefault(slot, []).extend(tokens)
    if "rank" in anew and not any(slot == "rank" for slot, _tokens in _slots(before)):
        anew["place"] = anew.pop("rank")  # in a game without ranks a number is a row's
    covered = {other for slot in anew for other in _COVERED.get(slot, ())} - set(anew)
    found: list[Token] = []
    for slot, tokens in _slots(before):
        if slot in anew:
            found.extend(anew.pop(slot))
        elif slot not in covered:
            found.extend(tokens)
    for tokens in anew.values():
        found.extend(tokens)
    return [token._replace(after_comma=False, after_line=False) for token in found]


def with_verb(parts: Sequence[tuple[Step, ...]], verb: str) -> list[tuple[Step, ...]]:
    """The same steps, the first clause with this verb where it has none."""
    (step, *steps), *later = parts
    (alternative, *others) = step
    (clause, *clauses) = alternative
    clause = clause._replace(verb=clause.verb or verb)
    return [((((clause, *clauses), *others)), *steps), *later]


def _slots(tokens: Sequence[Token]) -> Iterator[tuple[str, list[Token]]]:
    """The words part by part, a row or a bird with its number."""
    index = 0
    while index < len(tokens):
        token, following = tokens[index], tokens[index + 1 : index + 2]
        kinds = {token.kind, *(one.kind for one in following)}
        is_place = not kinds.isdisjoint(_PLACES) and not kinds.isdisjoint(
            (tags.NUMBER, tags.ORDINAL)
        )
        if is_place and (token.kind in _PLACES or token.kind == tags.ORDINAL):
            yield "place", [token, *following]
            index += 2
            continue
        yield _SLOTS.get(token.kind, token.kind), [token]
        index += 1
