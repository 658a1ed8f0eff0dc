"""Ways of saying what a card begins or joins, brought into the words that the grammar knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from games.catalogue.emu_ranchers.words.growths import cards_in
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, is_order_word
from games.words.speech.doers import doer
from games.words.speech.listed_steps import settle_listed

_CARD = ("RANK", "CODE", tags.NUMBER)
_TURNS = (tags.NOT, tags.OTHERS, tags.DOUBT, tags.ASK, tags.GONE, "NONE", "OR")


def settle_wordings(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Put the words of orders, in place, as the grammar wants them."""
    if scene.kind not in ("act", "growth"):
        return
    settle_listed(clauses)
    for clause in clauses:
        clause.tokens = list(_with_aces(clause.tokens))
    _rejoin_places(clauses)
    for clause in clauses:
        _settle_fits(clause)
        if clause.act in ORDERING:
            clause.tokens = list(_finished(list(_named_once(clause.tokens))))
            clause.tokens = list(_uncounted(_without_first(clause.tokens)))
            if cards_in(clause.tokens) and (scene.kind == "act" or _ends_bird(clause)):
                clause.tokens = [one for one in clause.tokens if not _says_end(one)]
            if scene.kind == "act":
                clause.tokens = list(_begun(list(_hatched(clause.tokens))))
                _settle_added(clause)
    if scene.kind == "act":
        _settle_new(clauses)
    else:
        _settle_headings(clauses)


def _with_aces(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, an "A" that is no article the ace that it is: "4 and A on 1", "4, 2, A"."""
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        is_amid = before is not None and (before.kind in (*_CARD, "AND") or token.after_comma)
        is_named = after is not None and not after.after_comma and is_order_word(after)
        is_place = after is None or after.kind == "BIRD" or not is_named
        is_ace = token.written == "A" and token.kind == tags.FILLER and is_amid and is_place
        yield token._replace(kind="RANK", value="A") if is_ace else token


def leads_to_bird(token: Token) -> bool:
    """Whether it is an "on" or "under", alone or at the end of a verb: "goes on"."""
    is_plain = token.kind in (tags.FILLER, UNKNOWN, tags.VERB)
    written = token.written.casefold()
    return is_plain and not marks("onto").isdisjoint((written, *written.split()[-1:]))


def _rejoin_places(clauses: Sequence[Clause]) -> None:
    """Join to its card the place that follows it: "the three, which fits under the 7"."""
    for before, clause in pairwise(clauses):
        is_card = before.act is Act.ORDER and len(cards_in(before.tokens)) == 1
        is_card = is_card and not before.has("BIRD", "PILE", "DECK", tags.VERB)
        is_place = any(map(leads_to_bird, clause.tokens)) and not clause.has(*_TURNS, tags.VERB)
        is_told = clause.act in (Act.TALK, Act.REASON) and clause.sentence == before.sentence
        begins = clause.tokens[0].written.casefold() if clause.tokens else ""
        is_which = begins in marks("which") or clause.opening in marks("which")
        if is_card and is_place and is_told and is_which and doer(clause) is None:
            before.tokens = [*before.tokens, *map(_quiet, clause.tokens)]
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _quiet(token: Token) -> Token:
    return token._replace(kind=tags.FILLER, after_comma=False) if token.kind == UNKNOWN else token


def _settle_fits(clause: Clause) -> None:
    """Grow what is said to fit somewhere, wherever that is: "the 4 can go under it"."""
    is_open = clause.act in (Act.TALK, Act.ORDER) and clause.lead in ("", "THEN", tags.BUT)
    is_plain = not clause.has(*_TURNS, tags.VERB, "BIRD", "ALL", "ANY") and not clause.is_question
    last = next((one for one in reversed(clause.tokens) if one.kind != tags.FILLER), None)
    ends = bool(clause.tokens) and leads_to_bird(clause.tokens[-1])
    ends = ends or (last is not None and leads_to_bird(last))
    if not (
        is_open and is_plain and ends and clause.says_phrase("may go") and cards_in(clause.tokens)
    ):
        return
    if doer(clause) is None:
        verb = clause.tokens[0]._replace(kind=tags.VERB, value="grow", written="grow", language="")
        joints = [one for one in clause.tokens if one.kind == "THEN"]
        rest = [one for one in map(_quiet, clause.tokens) if one not in joints]
        clause.act, clause.tokens = Act.ORDER, [*joints, verb, *rest]


def _settle_added(clause: Clause) -> None:
    """Grow the one card that is said to come to what lies there: "the ace goes with it"."""
    words = [word for one in clause.tokens for word in one.written.casefold().split()]
    ends = any(words[-len(mark) :] == mark for mark in map(str.split, marks("added to it")))
    is_open = clause.has(*_TURNS, tags.VERB, "BIRD", "PILE", "DECK", "ALL", "ANY")
    if ends and not is_open and len(cards_in(clause.tokens)) == 1 and not clause.is_question:
        verb = clause.tokens[0]._replace(kind=tags.VERB, value="grow", written="grow", language="")
        place = 1 if clause.tokens[0].kind == "THEN" else 0
        clause.tokens = [*clause.tokens[:place], verb, *clause.tokens[place:]]


def _named_once(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words without a rank before the code of its card: "the pawn PMSL"."""
    for token, after in zip(tokens, [*tokens[1:], None], strict=False):
        is_code = token.kind == "RANK" and after is not None and after.kind == "CODE"
        if not (is_code and after is not None and after.value.startswith(token.value)):
            yield token


def _says_end(token: Token) -> bool:
    """Whether it says "finish", which beside a card is why it is laid: "… to finish it off"."""
    return (token.kind, token.value) == (tags.VERB, "done")


def _ends_bird(clause: Clause) -> bool:
    """Whether a "finish" amid cards says what they are for: "… with the crown to finish it"."""
    ends = [one for one in clause.tokens if _says_end(one)]
    return bool(ends) and ends[0] is not clause.tokens[0] and not clause.has("NONE", tags.NOT)


def _finished(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, a Dutch verb in two parts for "finish" as one: "ik maak de bladeren af met …"."""
    begins = [token for token in tokens if token.written.casefold() in marks("makes off")]
    ends = [token for token in tokens if token.written.casefold() in marks("off it")]
    is_verb = len(begins) == len(ends) == 1 and begins[0].place < ends[0].place
    for token in tokens:
        if is_verb and token is begins[0]:
            written = min(marks("completes"))
            yield token._replace(kind=tags.VERB, value="grow", written=written)
        elif not (is_verb and token is ends[0]):
            yield token


def _without_first(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words without a "first" that only says what is done first: "first hatch the 5"."""
    said = [token for token in tokens if token.kind != tags.FILLER]
    begins = [token.kind for token in said[:2]] == [tags.ORDINAL, tags.VERB]
    is_first = begins and said[0].value == "1" and not any(one.kind == "BIRD" for one in said[:2])
    return [token for token in tokens if token is not said[0]] if is_first else tokens


def _uncounted(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words without how many all are, "all three knots"; an Italian "all'" is no "all"."""
    others = {token.language for token in tokens if token.kind != "ALL"} - {""}
    for index, token in enumerate(tokens):
        before = tokens[max(index - 2, 0) : index]
        if before and before[-1].kind == "AND":
            before = before[:-1]
        is_beside = bool(before) and before[-1].kind == "ALL" and before[-1].language in others
        behind = next((one for one in tokens[index + 1 :] if one.kind != tags.FILLER), None)
        is_counted = behind is not None and behind.kind in ("SUIT", "BIRD")
        if token.kind == "ALL" and others and token.language not in others:
            yield token._replace(kind=tags.FILLER, value="fillers")
        elif not (token.kind == tags.NUMBER and is_beside and is_counted):
            yield token


def _hatched(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words without the bird that is hatched from a card: "hatch a bird from the 2"."""
    for index, token in enumerate(tokens):
        before = [one for one in tokens[:index] if one.kind != tags.FILLER][-1:]
        is_hatched = bool(before) and (before[0].kind, before[0].value) == (tags.VERB, "hatch")
        after = tokens[index + 1 : index + 2]
        is_numbered = bool(after) and after[0].kind in (tags.NUMBER, tags.ORDINAL)
        if not (token.kind == "BIRD" and is_hatched and not is_numbered):
            yield token


def _begun(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, a "new" before or behind a card alone as what it means: "new: 9LK"."""
    said = [token for token in tokens if token.kind not in (tags.FILLER, UNKNOWN)]
    new = [token for token in tokens if token.written.casefold() in marks("new one")]
    rest = [one for one in tokens if one not in said and one not in new]
    is_short = len(new) == 1 and not any(one.kind == UNKNOWN for one in rest)
    is_card = bool(cards_in(said)) and all(one.kind in (*_CARD, "SUIT", "OF") for one in said)
    for token in tokens:
        if is_short and is_card and token is new[0]:
            yield token._replace(kind=tags.VERB, value="hatch", language="")
        else:
            yield token


def _settle_new(clauses: Sequence[Clause]) -> None:
    """Make one clause of a "new:" and the card behind it."""
    for before, clause in pairwise(clauses):
        is_new = len(before.tokens) == 1 and before.tokens[0].written.casefold() in marks("new one")
        is_card = clause.act is Act.ORDER and before.sentence == clause.sentence
        is_card = is_card and not clause.has(tags.VERB, "BIRD") and bool(cards_in(clause.tokens))
        if is_new and is_card and clause.is_after_colon:
            verb = before.tokens[0]._replace(kind=tags.VERB, value="hatch", language="")
            clause.tokens = [verb, *clause.tokens]
            before.act, before.tokens = Act.ASIDE, []


def _settle_headings(clauses: Sequence[Clause]) -> None:
    """Leave out the suit that heads a list of growth, as its cards tell it: "knots: 5, 4 and 2"."""
    ordering = [one for one in clauses if one.act in ORDERING]
    if sum(len(cards_in(one.tokens)) for one in ordering) < len(("5", "4")):
        return
    for clause in ordering:
        head = list(takewhile(lambda one: one.kind not in _CARD, clause.tokens))
        said = [one for one in head if is_order_word(one) and one.kind not in ("ALL", "AND")]
        is_head = [one.kind for one in said[:1]] == ["SUIT"] and clause.act is Act.ORDER
        is_list = not cards_in(clause.tokens) and clause is not ordering[-1]
        is_bird = len(said) > 1 and said[1].kind in ("SUIT", "VERB")
        if is_head and is_list and not is_bird:
            clause.tokens = [one for one in clause.tokens if one is not said[0]]
