"""Words that mean one thing here and another elsewhere, as what they mean where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from games.words.lexicon import tags
from games.words.lexicon.language_grammar import denies_what_precedes, is_inverting, is_merely
from games.words.lexicon.lexing import UNKNOWN, LexedSentence, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.as_what import says_as_what
from games.words.speech.clauses import is_order_word, is_strong, says_neither

_OPEN_CARDS = frozenset(("ANIMAL", "SPECIES", "RANK", "SUIT", "CODE", "NUMBER"))
"""What a condition may say lies open."""


def told_apart(tokens: Sequence[Token], *, is_asked: bool = False) -> Iterator[Token]:
    """The tokens, those that mean one thing here and another elsewhere as what they mean here.

    An "if not" before what there is to be is an "if" and a "not": "si no hay león paso"; a Dutch
    "dan" behind its verb says nothing: "trek er dan een"; "juega azul 5" asks for it, and tells
    nothing of somebody else. If the sentence before `is_asked`, an "if there is" says yes to it.
    """
    tokens = tuple(_conditional(tuple(_opened(tuple(_denied(tuple(_left_out(tokens))))))))
    tokens = tuple(_put_after(tokens))
    for index, token in enumerate(tokens):
        if token.written.casefold() in marks("two more") and _is_counted(tokens, index):
            yield token._replace(kind=tags.NUMBER, value="2")
            continue
        is_idle = _is_in_reason(tokens, index) or says_neither(tokens, index)
        is_idle = is_idle or _leads_to_correction(tokens, index) or _stresses(tokens, index)
        if is_idle or is_merely(tokens, index):
            yield token._replace(kind=tags.FILLER, value="fillers")
            continue
        if is_asked and not index and token.value == "harmless":
            yield token._replace(kind="THEN", value="confirmed")
            continue
        if token.kind == tags.OTHERS and _asks_for_it(tokens, index):
            pays = token.written.casefold() in marks("imperative pay")
            yield token._replace(kind=tags.VERB if pays else tags.FILLER, value="pay")
            continue
        if token.written.casefold() in marks("right then") and _is_of_row(tokens[:index]):
            yield token._replace(kind="SIDE", value="right")
            yield token._replace(kind="THEN", value="then", after_comma=False, after_line=False)
        elif _is_said_to_begin(tokens, index):
            yield token._replace(kind=tags.FILLER, value="fillers")
        elif token.kind == "OR" and _says_missing(tokens, index):
            yield token._replace(kind=tags.DOUBT, value="if")
            yield token._replace(kind=tags.NOT, value="not", after_comma=False, after_line=False)
        elif is_inverting(token) and index and _stands_behind_verb(tokens, index):
            yield token._replace(kind=tags.FILLER)
        else:
            yield token


def _put_after(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, an "after" that ends its words as the "then" that it is: "that and the 13
    after"."""
    for index, token in enumerate(tokens):
        is_last = index + 1 == len(tokens) or tokens[index + 1].after_comma
        is_after = token.written.casefold() in marks("last word after") and not token.after_comma
        is_idle = token.kind in (UNKNOWN, tags.FILLER)
        is_said = is_after and is_idle and index > 0 and is_order_word(tokens[index - 1])
        yield token._replace(kind="THEN", value="then") if is_said and is_last else token


def _left_out(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, a verb in two parts that leaves out what stands between them as the "not" that it
    is: "laat de aas maar zitten", "leave the ace out"."""
    begun: list[str] = []
    for index, token in enumerate(tokens):
        behind = list(takewhile(lambda one: not one.after_comma, tokens[index + 1 :]))
        is_named = len(behind) < _WIDEST and any(map(is_strong, behind))
        last = behind[-1].written.casefold() if is_named else ""
        said = token.written.casefold()
        found = [last] if f"{said} … {last}" in marks("leaves out") else []
        if found:
            begun = found
            yield token._replace(kind=tags.NOT, value="not")
        elif begun and (token.kind == tags.BUT or said in begun):
            begun = [] if said in begun else begun
            yield token._replace(kind=tags.FILLER, value="fillers")
        else:
            yield token


_WIDEST = 7
"""So near to each other stand the parts of a verb."""


def _opened(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, an "if there" that begins a condition as the "if" that it is, no comma amid the
    suits of a card."""
    for index, token in enumerate(tokens):
        if _begins_condition(tokens, index):
            yield token._replace(kind=tags.DOUBT, value="if")
        else:
            yield token._replace(after_comma=False) if _joins_suits(tokens, index) else token


def _joins_suits(tokens: Sequence[Token], index: int) -> bool:
    """Whether this is the second suit of a card, behind a stroke: "5 of wyrms/knots"."""
    kinds = [one.kind for one in tokens[max(index - 1, 0) : index + 2]]
    is_own = kinds[2:] and kinds[2] in (tags.NUMBER, "RANK", "OF")
    return index > 0 and kinds[:2] == ["SUIT", "SUIT"] and not is_own


def _begins_condition(tokens: Sequence[Token], index: int) -> bool:
    """Whether an "if there" only begins what there may be: "if there's any family to be had"."""
    behind = tokens[index + 1 : index + 3]
    is_open = tokens[index].value == "harmless" and tokens[index].written.casefold() == "if there"
    is_more = len(behind) > 1 and not any(one.after_comma for one in behind)
    is_one = is_more and behind[1].written.casefold() in ("any", *marks("any one"))
    return is_open and is_one and behind[0].written.casefold() in ("s", "is", "are")


def _denied(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, an idiom as the "not" that it is; how many points something is says nothing."""
    for index, token in enumerate(tokens):
        after = tokens[index + 1].written.casefold() if index + 1 < len(tokens) else ""
        if token.kind == tags.NUMBER and after in marks("points"):
            yield token._replace(kind=tags.FILLER, value="fillers")
            continue
        is_not = token.kind == tags.FILLER and _denies_strongly(tokens, index)
        is_not = is_not or _denies_verb(tokens, index)
        yield token._replace(kind=tags.NOT, value="not") if is_not else token


def _denies_verb(tokens: Sequence[Token], index: int) -> bool:
    """Whether a "rather not" or "not now", which alone leaves things be, denies what is said to be
    done before it: "trekken doe ik liever niet", "the family not this time"."""
    said = tokens[index].written.casefold().split()
    is_denial = tokens[index].value == "leave" and not marks("denying").isdisjoint(said)
    before = [one for one in tokens[max(index - _NEAR, 0) : index] if one.kind != tags.FILLER]
    return is_denial and bool(before) and before[-1].value in ("draw", "family")


_NEAR = 3


def _denies_strongly(tokens: Sequence[Token], index: int) -> bool:
    """Whether an "over my dead body" stands for a "not", and makes none stronger: "ni loco suelto
    el 11"."""
    said = tokens[index].written.casefold()
    before = reversed(tokens[: index + (not tokens[index].after_comma)])
    same = takewhile(lambda one: not one.after_comma, before)
    is_denied = any(
        one.kind in (tags.NOT, "NONE") for one in (*same, *tokens[index + 1 : index + 3])
    )
    behind = any(is_order_word(one) for one in tokens[index + 1 :])
    return said in marks("by no means") and behind and not is_denied


def without_assent(sentence: LexedSentence) -> LexedSentence:
    """A sentence without its last "ok?", which asks for nothing: "row 2 on the right, ok?"."""
    tokens = sentence.tokens
    last = tokens[-1] if sentence.is_question and len(tokens) > 1 else None
    if last is None or last.written.casefold() not in marks("assent"):
        return sentence
    names = is_strong(tokens[-2]) or tokens[-2].kind == tags.NUMBER
    is_told = last.after_comma or (any(one.kind == tags.VERB for one in tokens) and names)
    is_asking = any(one.kind in (tags.ASK, tags.DOUBT, "OR") for one in tokens)
    is_plain = is_told and not is_asking
    return sentence._replace(tokens=tokens[:-1], is_question=False) if is_plain else sentence


def without_laughs(sentence: LexedSentence) -> LexedSentence:
    """A sentence that orders in words that are nearly all known, in which a laugh says nothing:
    "I bid one and throw the wizard haha"."""
    if sum(token.kind == UNKNOWN for token in sentence.tokens) > 1:
        return sentence
    tokens = (
        one._replace(kind=tags.FILLER) if one.written.casefold() in marks("laughs") else one
        for one in sentence.tokens
    )
    return sentence._replace(tokens=tuple(tokens))


def unrepeated(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without what is said again behind a yes or an "er": "savannah three, yeah savannah
    three"."""
    index = 0
    tokens = _decided_on(tokens)
    while index < len(tokens):
        yield tokens[index]
        index += 1
        said = tokens[index - 1].written.casefold()
        if said in marks("yes") or said in marks("hesitation"):
            index += _repeated(tokens, index - 1)


def _decided_on(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with an "or" that corrects where a yes takes up what follows: "or 3, yes 3"."""
    for place, token in enumerate(tokens):
        if token.written.casefold() not in marks("yes"):
            continue
        ways = [i for i, one in enumerate(tokens[:place]) if one.kind == "OR"]
        said = (
            [one for one in tokens[ways[-1] + 1 : place] if one.kind != tags.FILLER] if ways else []
        )
        is_plain = bool(said) and all(map(is_order_word, said))
        if is_plain and _repeated(tokens, place):
            turn = tokens[ways[-1]]._replace(kind=tags.CORRECT, value="correct")
            return [*tokens[: ways[-1]], turn, *tokens[ways[-1] + 1 :]]
    return tokens


def _repeated(tokens: Sequence[Token], place: int) -> int:
    """How many words behind this place say the same as those before it."""
    before = [one for one in tokens[:place] if one.kind != tags.FILLER]
    for size in range(_MOST_REPEATED, 0, -1):
        behind = list(takewhile(lambda one: one.kind == tags.FILLER, tokens[place + 1 :]))
        start = place + 1 + len(behind)
        again = tokens[start : start + size]
        same = [(one.kind, one.value) for one in again]
        is_same = len(again) == size and same == [(one.kind, one.value) for one in before[-size:]]
        if is_same and any(map(is_order_word, again)):
            return len(behind) + size
    return 0


_MOST_REPEATED = 4


def _says_which(tokens: Sequence[Token], index: int) -> bool:
    """Whether a "that" says why a thing can be spared: "the yellow that I don't need"."""
    behind = [*takewhile(lambda one: not one.after_comma, tokens[index + 1 : index + 6])]
    denial = next((i for i, one in enumerate(behind) if one.kind == tags.NOT), len(behind))
    said = behind[: denial + 2]
    is_plain = len(said) == denial + 2 and all(
        one.kind in (tags.FILLER, tags.NOT, UNKNOWN) for one in said
    )
    is_told = is_plain and said[-1].written.casefold() not in marks("articles")
    is_behind = bool(index) and is_strong(tokens[index - 1]) | (
        tokens[index - 1].kind == tags.NUMBER
    )
    return is_behind and is_told and tokens[index].written.casefold() in marks("which")


def _says_why(tokens: Sequence[Token], index: int) -> bool:
    """Whether a Spanish "que" behind a comma and an order gives the reason for it."""
    token, after = tokens[index], tokens[index + 1 : index + 2]
    is_led = token.after_comma and token.written.casefold() in marks("comma because")
    is_wish = any(one.written.casefold() in marks("wish") for one in after)
    turns = [i for i, one in enumerate(tokens[:index]) if one.kind in (*tags.TURNING, tags.SORRY)]
    before = tokens[max(turns, default=0) : index]
    is_asked = any(one.kind == tags.ASK for one in before)
    is_said = any(is_strong(one) or one.kind == tags.NUMBER for one in before)
    denials = (tags.NOT, tags.CORRECT, tags.RETRACT, tags.SORRY, tags.FILLER)
    is_said |= bool(turns) and all(one.kind in denials for one in tokens[:index])  # "no, que …"
    return is_led and bool(after) and is_said and not (is_wish or is_asked)


def _asks_for_it(tokens: Sequence[Token], index: int) -> bool:
    """Whether a verb begins its clause, with a thing behind it: an imperative."""
    start = index
    while (
        start
        and not tokens[start].after_comma
        and tokens[start - 1].kind in (tags.FILLER, tags.CORRECT)
    ):
        start -= 1
    is_first = not start or tokens[start].after_comma or tokens[start].after_line
    behind = [one for one in tokens[index + 1 : index + 4] if one.kind != tags.FILLER]
    said = tokens[index].written.casefold()
    is_imperative = said in marks("imperative") or said in marks("imperative pay")
    return is_imperative and is_first and bool(behind) and is_order_word(behind[0])


def _stresses(tokens: Sequence[Token], index: int) -> bool:
    """Whether a Dutch "toch" only stresses the "not" that ends its clause: "die 7 toch niet"."""
    after, behind = tokens[index + 1 : index + 2], tokens[index + 2 : index + 3]
    is_amid = bool(index) and not tokens[index].after_comma and is_order_word(tokens[index - 1])
    is_not = bool(after) and denies_what_precedes(after[0]) and not after[0].after_comma
    ends = not behind or behind[0].after_comma
    return tokens[index].kind == tags.CORRECT and is_amid and is_not and ends


def _leads_to_correction(tokens: Sequence[Token], index: int) -> bool:
    """Whether an "or" leads to a correction that nothing makes a case: "or actually make that"."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    is_or = tokens[index].kind == "OR" and tokens[index].written.casefold() in marks("plain or")
    is_turn = after is not None and after.kind == tags.CORRECT and not after.after_comma
    return is_or and is_turn and not any(one.kind in (tags.DOUBT, tags.GONE) for one in tokens)


def _is_counted(tokens: Sequence[Token], index: int) -> bool:
    return index + 1 < len(tokens) and tokens[index + 1].kind == "SPECIES"


def _is_in_reason(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word that corrects, takes back or goes on stands within a "because" that no comma
    ends: "want met zes kom ik toch niet …"."""
    if tokens[index].kind not in (tags.CORRECT, tags.RETRACT, "THEN") or tokens[index].after_comma:
        return False
    if tokens[index].written.casefold().split()[0] in marks("plain and"):
        return False
    start = index
    while start and not tokens[start].after_comma and tokens[start].kind != tags.BECAUSE:
        start -= 1
    is_reason = tokens[start].kind == tags.BECAUSE and tokens[
        start
    ].written.casefold() not in marks("so")
    is_last = not any(one.kind == tags.VERB and one.value != "for" for one in tokens[index + 1 :])
    return is_reason and index > start + 1 and is_last


def _is_said_to_begin(tokens: Sequence[Token], index: int) -> bool:
    """Whether a first word only begins to speak: "right let's put …", "niente prendo …"."""
    token, following = tokens[index], tokens[index + 1 : index + 2]
    if not following or any(t.kind != tags.FILLER for t in tokens[:index]):
        return False
    after = following[0].written.casefold()
    if following[0].after_comma:
        goes_on = after in marks("which") and any(map(is_strong, tokens[index + 2 :]))
        return token.written.casefold() in marks("begins to speak") and goes_on  # "nada, que F3"
    if token.kind == "SIDE":
        begins = marks("begins") | marks("hesitation") | marks("begins to speak")
        return index == 0 and token.language == "en" and after in begins
    is_nothing = token.kind == "NONE" and token.written.casefold() in marks("begins to speak")
    is_done = following[0].kind == tags.VERB and any(map(is_strong, tokens[index + 2 :]))
    return is_nothing and is_done and after.endswith("o")


def _conditional(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, an "if there is" a condition where it names what there is to be."""
    for index, token in enumerate(tokens):
        said = tokens[index + 1 : index + 6]
        ahead = [one for one in said if one.kind not in (tags.FILLER, tags.NOT, "NONE")]
        is_named = bool(ahead) and ahead[0].kind in _OPEN_CARDS and not ahead[0].after_comma
        if says_as_what(tokens, index):
            yield token._replace(kind=tags.FILLER, value="fillers")
        elif (
            token.value == "harmless" and is_named and token.written.casefold() in marks("if there")
        ):
            yield token._replace(kind=tags.DOUBT, value="if")
        elif _is_if(tokens[index - 1] if index else None) and token.kind in (
            tags.BECAUSE,
            tags.THEREFORE,
        ):
            yield token._replace(kind=tags.FILLER)  # "if that's a crown"
        elif _says_which(tokens, index) or _says_why(tokens, index):
            yield token._replace(kind=tags.BECAUSE, value="because")
        else:
            yield token


def _is_if(token: Token | None) -> bool:
    return token is not None and (token.kind, token.value) == (tags.DOUBT, "if")


def _is_of_row(before: Sequence[Token]) -> bool:
    return any(one.kind == "ROW" for one in before)


def _stands_behind_verb(tokens: Sequence[Token], index: int) -> bool:
    """Whether a Dutch "dan" says nothing behind "er" or a verb: "trek er dan een", "ik betaal dan
    met bos 1"."""
    before, rest = tokens[max(index - 2, 0) : index], tokens[index + 1 :]
    behind = next((one for one in rest if one.kind != tags.FILLER), None)
    is_done = before[-1].kind == tags.VERB and before[0].written.casefold() in marks("i")
    is_same = behind is not None and not behind.after_comma and behind.kind != tags.VERB
    return _is_pronoun(before[-1]) or (is_done and is_same)


def _is_pronoun(token: Token) -> bool:
    return token.written.casefold() in marks("of them")


def _says_missing(tokens: Sequence[Token], index: int) -> bool:
    """Whether an "if there isn't" says what, and what follows from it."""
    rest = list(takewhile(lambda one: one.kind not in ("OR", "THEN"), tokens[index + 1 :]))
    exists = tokens[index].written.casefold() in marks("if none") or (
        bool(rest) and rest[0].written.casefold() in marks("exists")
    )
    named = [one for one in rest if is_order_word(one)]
    is_first = not any(is_order_word(one) and one.kind != "OR" for one in tokens[:index])
    return exists and is_first and len(named) > 1 and named[0].kind in ("ANIMAL", "SPECIAL")
