"""Cards that are named together and in which sequence they are played: "both blues, the low one
first", "all of them from high to low"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, keeps

_SPECIALS = ("Z", "N")
_FALLING, _RISING = "high to low", "low to high"
_TURNING = (tags.NOT, "NONE", "OR", tags.DOUBT, tags.GONE, tags.OTHERS)


def settle_runs(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Name in place the cards of a colour, or of the whole hand, in the sequence that is said."""
    if scene.kind != "play":
        return
    for index, clause in enumerate(clauses):
        if clause.act not in (Act.ORDER, Act.TALK, Act.ASIDE) or clause.has(*_TURNING):
            continue
        if keeps(clause):
            continue
        told = [clause, *(one for one in clauses[index + 1 :] if one.sentence == clause.sentence)]
        if _is_whole(scene, clause):
            if any(one.has("COLOUR", "CODE", tags.NUMBER) for one in clauses if one is not clause):
                clause.act, clause.tokens = Act.ASIDE, []  # "from the top down: 8, 6, 5"
            else:
                _name(clause, clause.tokens, _in_line(list(scene.hand), clause), told[:1])
            continue
        for colour in [one for one in clause.tokens if one.kind == "COLOUR"]:
            held = [card for card in scene.hand if card[0] == colour.value]
            manner, line = _manner(held, told)
            named = _words_of_run(clause, colour, clauses[:index], held, is_lined=bool(line))
            if named:
                _name(clause, named, line, manner)


def _is_whole(scene: OrderScene, clause: Clause) -> bool:
    """Whether the whole hand is spoken of, whose cards all differ in height."""
    numbers = [card[1:] for card in scene.hand if card not in _SPECIALS]
    is_line = len({*numbers}) == len(scene.hand) > 1
    is_said = clause.says_phrase(_FALLING) or clause.says_phrase(_RISING)
    counts = {one.value for one in clause.tokens if one.kind == tags.NUMBER}
    is_all = counts <= {str(len(scene.hand))} and not clause.has("COLOUR", "SPECIAL", "CODE")
    return is_line and is_said and is_all


def _words_of_run(
    clause: Clause, colour: Token, before: Sequence[Clause], held: Sequence[str], *, is_lined: bool
) -> list[Token]:
    """The words that mean every card of a colour that is `held`: "both blues", "my two greens"; or
    any word for the colour where it `is_lined` up."""
    said = {token.value for one in before if one.act in ORDERING for token in one.tokens}
    place = clause.tokens.index(colour)
    ahead = [one for one in clause.tokens[:place] if one.kind != "OF"]
    count = next((one for one in reversed(ahead) if one.kind != tags.FILLER), None)
    is_both = any(one.written.casefold() in marks("all of two") for one in ahead) and len(held) == 2
    is_all = is_both or (count is not None and count.kind == "ALL")
    is_all = is_all or (is_lined and count is None)
    is_counted = count is not None and (count.kind, count.value) == (tags.NUMBER, str(len(held)))
    is_card = is_counted and f"{colour.value}{len(held)}" in held
    behind = clause.tokens[place + 1 : place + 2]
    is_one = bool(behind) and behind[0].kind == tags.NUMBER
    is_one |= bool(said & {*held}) or len(held) < len(("B1", "B8")) or is_card
    if is_one or not (is_all or is_counted):
        return []
    return [colour, *([count] if count is not None and count.kind in ("ALL", tags.NUMBER) else ())]


def _manner(held: list[str], told: Sequence[Clause]) -> tuple[Sequence[Clause], list[str]]:
    """The clauses that say how these cards are lined up, with the cards as they are then."""
    for clause in told:
        line = _in_line(held, clause)
        if line:
            return (clause,), line
    for clause in told:
        is_first = clause.says_phrase("first in line") or clause.has(tags.ORDINAL)
        how = [one.value for one in clause.tokens if one.kind == "HOW"]
        rising = sorted(held, key=_number)
        if is_first and how[:1] in (["lowest"], ["highest"]):
            return (clause,), rising[:: 1 if how[0] == "lowest" else -1]
        named = [one.value for one in clause.tokens if one.kind in (tags.NUMBER, "CODE")]
        first = [card for card in held if card in named or card[1:] in named]
        if is_first and len(first) == 1 and len(held) == len(("G1", "G11")):
            return (clause,), sorted(held, key=lambda card: card not in first)
    return (), []


def _in_line(cards: list[str], clause: Clause) -> list[str]:
    """The cards from high to low or the other way, as a clause says; none where it does not."""
    if clause.says_phrase(_FALLING) == clause.says_phrase(_RISING):
        return []
    return sorted(cards, key=_number, reverse=clause.says_phrase(_FALLING))


def _number(card: str) -> int:
    return int(card[1:])


def _name(
    clause: Clause, named: Sequence[Token], line: Sequence[str], manner: Sequence[Clause]
) -> None:
    """Put the cards in the place of the words for them; a doubt where their sequence is open."""
    first = min(named, key=lambda one: one.place)
    like = first._replace(language="", after_comma=False)
    then = like._replace(kind="THEN", value="then", written="then")
    cards = [
        token
        for index, card in enumerate(line)
        for token in (
            *[then][: min(index, 1)],
            like._replace(kind="CODE", value=card, written=card),
        )
    ]
    doubt = [*named[:1], first._replace(kind=tags.DOUBT, value="maybe")]
    place = clause.tokens.index(first)
    behind = [one for one in clause.tokens[place:] if one not in named and one.kind != "HOW"]
    before = [one for one in clause.tokens[:place] if one.kind != tags.FILLER]
    clause.tokens = [*before, *(cards or doubt), *(behind if not cards else ())]
    clause.act = Act.ORDER
    for one in manner:
        if one is not clause:
            one.act, one.lead, one.tokens = Act.ASIDE, "", []
