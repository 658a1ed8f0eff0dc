"""Cards named one behind the other: what is played now, and in the tricks that follow.

"Blue 8 now, yellow 13 last": a word of time, a list that goes through the whole hand, or a long one
says that the cards are steps, in whatever sequence they are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.lexicon.lexing import ARTICLES, UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, keeps

_CARDS = ("COLOUR", tags.NUMBER, "CODE", "SPECIAL")
_STAGES = {"trump": ("trump", "bid"), "bid": ("bid",), "play": ()}
_SPOKEN = (*ORDERING, Act.TALK, Act.ASIDE, Act.REASON, Act.EXCLUDE)
_TURNING = (tags.NOT, "NONE", "OR", tags.DOUBT, tags.GONE, "HOW", tags.ASK)
_FIRST, _NEXT, _LAST = "first in line", "next in line", "last in line"
_SEVERAL = _BOTH = 2
_AT_LAST = 2
_LIST = 3
"""So many cards in a row are a sequence, whatever else is said."""
_MOST_UNKNOWN = 1
_MOST_OPEN = 5


class _Piece(NamedTuple):
    """A part of a clause that names one thing to do, and when: its rank in the line."""

    clause: Clause
    tokens: tuple[Token, ...]
    rank: int
    is_marked: bool


class _Step(NamedTuple):
    verb: str
    thing: Token
    rank: int
    others: tuple[Token, ...] = ()
    """What is played in its place where it cannot be."""


def settle_sequences(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Make cards that are named one behind the other the steps that they are, in place."""
    sure, others = _without_last_cases(scene, clauses)
    if scene.kind not in _STAGES or not scene.hand or not all(map(_may_stand_beside, sure)):
        return
    pieces = list(_pieces(sure))
    steps = _steps(scene, pieces) if pieces and all(map(_is_plain, pieces)) else None
    if steps is None or len(steps) < _SEVERAL or not _is_sequence(scene, pieces, steps):
        return
    if pieces[-1].rank == _AT_LAST and len(steps) < len(scene.hand) and any(map(_waits, sure)):
        return  # "the 6, then we'll see, the 10 last": what comes between is not said
    cards = _other_cards(scene, others, steps)
    if cards is None or (cards and steps[-1].verb != "play"):
        return
    steps[-1] = steps[-1]._replace(others=cards)
    ordered = sorted(steps, key=lambda one: one.rank)
    if isinstance(scene.tried(f"{ordered[0].verb} {ordered[0].thing.value}"), str):
        _write(pieces, ordered)
        for clause in others:
            clause.act, clause.lead, clause.tokens = Act.REASON, "", []
        for clause in clauses:
            is_written = clause is pieces[0].clause
            if not is_written and _leaves_open(clause) and not _names(clause.tokens):
                clause.act, clause.tokens = Act.REASON, []  # "the next two I don't care, whatever"


def _without_last_cases(
    scene: OrderScene, clauses: Sequence[Clause]
) -> tuple[Sequence[Clause], Sequence[Clause]]:
    """The clauses before what is played if the last card cannot be, and those: "two tricks, first
    green 13 | and if that's not allowed yellow 3"; of a plain "or" neither card goes before."""
    places = [i for i, one in enumerate(clauses) if one.act is Act.ALTERNATIVE]
    others = clauses[places[0] :] if places and scene.kind != "play" else ()
    idle = (Act.ALTERNATIVE, Act.REASON, Act.ASIDE)
    is_last = all(one.act in idle and not one.is_question for one in others)
    is_open = any(one.opening in marks("plain or") for one in others if one.lead == "OR")
    if not others or not is_last or is_open:
        return clauses, ()
    return clauses[: places[0]], [one for one in others if one.act is Act.ALTERNATIVE]


def _other_cards(
    scene: OrderScene, others: Sequence[Clause], steps: Sequence[_Step]
) -> tuple[Token, ...] | None:
    """The cards of the hand that other cases name, one each; None for anything else."""
    held = [card for card in scene.hand if all(one.thing.value != card for one in steps)]
    found: list[Token] = []
    for clause in others:
        cards = _cards(_card_words(clause.tokens), held, steps)
        if cards is None or len(cards) != 1 or clause.has(UNKNOWN, tags.OTHERS, tags.NOT, "HOW"):
            return None
        found += cards
    return tuple(found)


def _may_stand_beside(clause: Clause) -> bool:
    """Whether nothing in a clause makes one of the things another case of the other."""
    return clause.act in (*_SPOKEN, Act.ORDER) and clause.act not in (Act.ALTERNATIVE, Act.CORRECT)


def _pieces(clauses: Sequence[Clause]) -> Iterator[_Piece]:
    """What the clauses name part by part; when may be said before it: "next trick: the 10"."""
    said: Clause | None = None
    for clause, following in zip(clauses, [*clauses[1:], None], strict=False):
        if clause.act is Act.REASON and (clause.lead == tags.BECAUSE or not _is_timed(clause)):
            continue
        behind = following if following is not None and _only_times(following) else None
        parts = [one for one in _parts(clause) if _names(one.tokens) or behind or _goes_on(one)]
        for part in parts:
            told = [one for one in (said, part, behind if part is parts[-1] else None) if one]
            said = None
            is_marked = any(map(_is_timed, told))
            yield _Piece(clause, tuple(part.tokens), max(map(_rank, told)), is_marked)
        if not parts:
            said = clause if _only_times(clause) else None


def _parts(clause: Clause) -> Iterator[Clause]:
    """The clause, parted at each "and" between two things."""
    joints = [
        index
        for index, token in enumerate(clause.tokens)
        if token.kind == "AND"
        if _names_one(clause, 0, index) and _names_one(clause, index + 1, len(clause.tokens))
    ]
    starts = [0, *joints]
    for start, end in zip(starts, [*joints, len(clause.tokens)], strict=True):
        if _names_one(clause, start, end):
            opening = "" if start else clause.opening
            yield replace(clause, tokens=clause.tokens[start:end], opening=opening)


def _names_one(clause: Clause, start: int, end: int) -> bool:
    """Whether one thing to do is named among these words."""
    part = replace(clause, tokens=clause.tokens[start:end], opening="")
    return _names(part.tokens) or _leaves_open(part)


def _names(tokens: Sequence[Token]) -> bool:
    return any(token.kind in _CARDS for token in tokens)


def _card_words(tokens: Sequence[Token]) -> list[Token]:
    """The words that name cards: no article, nor a number that counts tricks or names one."""
    spoken = [one for one in tokens if one.kind in (*_CARDS, "TRICKS")]
    rest = [None, *spoken, None]
    return [
        token
        for before, token, after in zip(rest, spoken, rest[2:], strict=False)
        if token.kind != "TRICKS" and not _is_of_trick(before, token, after)
        if token.written.casefold() not in ARTICLES or (before and before.kind == "COLOUR")
    ]


def _is_of_trick(before: Token | None, token: Token, after: Token | None) -> bool:
    """Whether a number counts tricks or is one's own: "two tricks", "trick 7"."""
    if token.kind != tags.NUMBER or "COLOUR" in (before and before.kind, after and after.kind):
        return False
    is_count = after is not None and after.kind == "TRICKS" and after.place == token.end
    is_name = before is not None and before.kind == "TRICKS" and token.place == before.end
    return is_count or is_name


def _only_times(clause: Clause) -> bool:
    """Whether it says when something is done, and not what: "next trick"."""
    return _is_timed(clause) and not clause.has(UNKNOWN, *_CARDS)


def _is_timed(clause: Clause) -> bool:
    return clause.lead == "THEN" or any(map(clause.says_phrase, (_FIRST, _NEXT, _LAST)))


def _goes_on(clause: Clause) -> bool:
    """Whether a part is another step though it names no card: "and the other two whichever"."""
    is_counted = _leaves_open(clause) and clause.has(tags.OTHER_ONE)
    return _is_timed(clause) or is_counted or clause.lead == tags.THEREFORE


def _rank(clause: Clause) -> int:
    """Where in the line a part says that it stands; 1 for whatever comes as it is named."""
    if clause.says_phrase(_LAST):
        return _AT_LAST
    return 0 if clause.says_phrase(_FIRST) and not clause.says_phrase(_NEXT) else 1


def _leaves_open(clause: Clause) -> bool:
    """Whether the choice of a card is left to chance: "whatever you like on the next"."""
    return clause.has("ANY") or clause.says_phrase("any will do")


def _waits(clause: Clause) -> bool:
    """Whether a "then" leads to nothing that is done: "then we'll see"."""
    told = [one for one in clause.tokens if one.kind != "THEN"]
    is_idle = all(one.kind == tags.FILLER and one.value != "harmless" for one in told)
    return clause.act is Act.ASIDE and clause.lead == "THEN" and bool(told) and is_idle


def _is_plain(piece: _Piece) -> bool:
    """Whether nothing in a part may say that it is not done, or only talked about."""
    clause = replace(piece.clause, tokens=list(piece.tokens))
    unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
    if _only_counts(piece):
        return True
    is_said = clause.act is Act.ORDER or (piece.is_marked and unknown <= _MOST_UNKNOWN)
    is_timed = clause.says_phrase(_LAST) or (piece.is_marked and clause.has("TRICKS"))
    is_kept = keeps(clause) and not is_timed
    is_few = unknown <= _MOST_UNKNOWN or clause.has_verb
    others = [one for one in clause.tokens if one.kind == tags.OTHERS]
    is_theirs = not all(one.written.casefold() in marks(_NEXT) for one in others)
    is_told = is_theirs or clause.is_statement or clause.says("past") or clause.asks_back
    return is_said and is_few and not (is_told or clause.has(*_TURNING) or is_kept)


def _only_counts(piece: _Piece) -> bool:
    """Whether a part names no card, at most how many are left to chance: "the last two, any"."""
    named = {one.kind for one in piece.tokens if one.kind in _CARDS}
    return named <= {tags.NUMBER} and _leaves_open(replace(piece.clause, tokens=[*piece.tokens]))


def _steps(scene: OrderScene, pieces: Sequence[_Piece]) -> list[_Step] | None:
    """The parts as steps; None where one of them is no thing that can be done in its place."""
    stages = list(_STAGES[scene.kind])
    held = list(scene.hand)
    found: list[_Step] = []
    for piece in pieces:
        if stages:
            token = _said_at(stages[0], piece.tokens)
            if token is None:
                return None
            found.append(_Step(stages.pop(0), token, -1))
            continue
        tokens = _card_words(piece.tokens)
        if not tokens or _only_counts(piece):
            found.extend(_open_steps(piece)[sum(one.thing.value == "any" for one in found) :])
            continue
        cards = _cards(tokens, held, found)
        if cards is None:
            return None
        found.extend(_Step("play", card, piece.rank) for card in cards)
    return found if not stages else None


def _open_steps(piece: _Piece) -> list[_Step]:
    """Plays of any card, as many as tricks are counted; none where only a trick is named."""
    clause = replace(piece.clause, tokens=list(piece.tokens))
    counts = [int(one.value) for one in clause.tokens if one.kind == tags.NUMBER]
    counts += [_BOTH for one in clause.tokens if one.value == "both"]
    step = _Step("play", piece.tokens[0]._replace(value="any"), piece.rank)
    return [step] * min(max([1, *counts]), _MOST_OPEN) if _leaves_open(clause) else []


def _said_at(stage: str, tokens: Sequence[Token]) -> Token | None:
    """The colour of trump, or the number of tricks, if this is all that is named."""
    named = [token for token in tokens if token.kind in _CARDS]
    wanted = "COLOUR" if stage == "trump" else tags.NUMBER
    return named[0] if [one.kind for one in named] == [wanted] else None


def _cards(tokens: Sequence[Token], held: list[str], before: Sequence[_Step]) -> list[Token] | None:
    """The cards of the hand that are named, taken from those that are `held`; None for others."""
    colour = before[-1].thing.value[:1] if before and before[-1].verb == "play" else ""
    found: list[Token] = []
    rest = list(tokens)
    while rest:
        first, second = rest[0], rest[1] if len(rest) > 1 else None
        kinds = {first.kind, second.kind if second is not None else ""}
        is_pair = kinds == {"COLOUR", tags.NUMBER}
        pair = [one.value for one in rest[: 1 + is_pair] if one.kind == "COLOUR"]
        pair += [one.value for one in rest[: 1 + is_pair] if one.kind != "COLOUR"]
        card = _held("".join(pair), colour, held)
        if card is None:
            return None
        held.remove(card)
        colour = card[:1]
        found.append(first._replace(value=card))
        del rest[: 1 + is_pair]
    return found


def _held(named: str, colour: str, held: Sequence[str]) -> str | None:
    """The only card of the hand that is called so, of the colour named before if it is a number."""
    if named in held:
        return named
    if named.isdigit() and colour + named in held:
        return colour + named
    alike = {card for card in held if named in (card[:1], card[1:])}
    return alike.pop() if len(alike) == 1 else None


def _is_sequence(scene: OrderScene, pieces: Sequence[_Piece], steps: Sequence[_Step]) -> bool:
    """Whether the cards are named in the sequence in which they are to be played."""
    plays = pieces[len(_STAGES[scene.kind]) :]
    is_kept = any(keeps(one.clause) and one.clause.says_phrase(_LAST) for one in plays)
    if is_kept and len(steps) < len(scene.hand):
        return False  # what is kept for the last trick is not played in the next one
    if scene.kind == "trump" and not plays:
        return any(map(_says_bid, pieces[1:]))
    if scene.kind != "play":
        return all(one.is_marked for one in plays[:1]) and bool(plays)
    if any(one.is_marked for one in plays[1:]) or plays[0].rank == _AT_LAST:
        return True
    is_clean = all(one.clause.is_clean and one.clause.act is Act.ORDER for one in pieces)
    is_list = len(steps) >= _LIST or len(steps) == len(scene.hand)
    return is_clean and is_list and len({one.clause.sentence for one in pieces}) == 1


def _says_bid(piece: _Piece) -> bool:
    """Whether a number is said to be one of tricks, or stands behind what is said of trump."""
    clause = replace(piece.clause, tokens=list(piece.tokens))
    return clause.has("TRICKS") or clause.says_verb("bid") or piece.clause.says_verb("trump")


def _write(pieces: Sequence[_Piece], steps: Sequence[_Step]) -> None:
    """Put the steps in the place of the clauses that named them."""
    first = pieces[0].clause
    for clause in (one.clause for one in pieces):
        clause.act, clause.lead = Act.REASON, ""
    tokens: list[Token] = []
    for index, step in enumerate(steps):
        like = step.thing._replace(after_comma=False, after_line=False, language="")
        if index:
            tokens.append(like._replace(kind="THEN", value="then", written="then"))
        kind = {"trump": "COLOUR", "bid": tags.NUMBER}.get(step.verb, "CODE")
        kind = "ANY" if like.value == "any" else kind
        tokens += [like._replace(kind=tags.VERB, value=step.verb), like._replace(kind=kind)]
        for other in step.others:
            card = other._replace(kind="CODE", after_comma=False, after_line=False, language="")
            tokens += [like._replace(kind="OR", value="or"), card]
    first.act, first.opening, first.tokens = Act.ORDER, "", tokens
