"""Where one clause ends and another begins without a comma, as in what was dictated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile

from games.words import tags
from games.words.clauses import Clause, is_keeping, is_order_word, is_strong, says_neither
from games.words.doers import is_name
from games.words.language_grammar import is_inverting, is_merely
from games.words.lexing import UNKNOWN, LexedSentence, Token
from games.words.vocabulary import marks

_TALK = 2
"""So many unknown words in a row are talk."""


def parts(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether another clause begins at this word: a goodbye, a bid, or an order behind talk."""
    if clause.is_strong and tokens[index].written.casefold() in marks("closing"):
        return True  # "the wild three | thanks see you all sunday"
    rest = tokens[index + 1 :]
    is_end = tokens[index].written.casefold() in marks("ends") and tokens[index].kind == tags.VERB
    if is_end and clause.is_strong and not any(map(is_order_word, rest)):
        return True  # "the crown on bird one | that was it"
    if tokens[index].kind == tags.SORRY and clause.is_strong and _names_nothing(rest):
        return True  # "the blue twelve | sorry I'm on the motorway"
    if _ends_in_nothing(tokens, index, clause):
        return True  # "row 2 right | no other news here"
    is_said = bool(clause.things) and not clause.has(tags.TALK, UNKNOWN) and not clause.has_state
    if is_said and tokens[index].kind == "AND" and _ends_in_talk(tokens[index + 1 :]):
        return True  # "five | and I'm not scared"
    return _says_bid(tokens, index, clause) or _ends_talk(tokens, index, clause)


def _names_nothing(rest: Sequence[Token]) -> bool:
    """Whether these words are not all known, and name nothing of a game but a verb."""
    is_named = any(is_order_word(one) and one.kind != tags.VERB for one in rest)
    return not is_named and any(one.kind == UNKNOWN for one in rest)


def _ends_in_nothing(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether a "no" with words that are not known behind it ends what was dictated."""
    behind = list(takewhile(lambda one: not one.after_comma, tokens[index + 1 :]))
    is_no = tokens[index].kind == "NONE" and clause.is_strong and not clause.has(UNKNOWN)
    is_talk = all(one.kind in (tags.FILLER, UNKNOWN, tags.TALK) for one in behind)
    return is_no and is_talk and sum(one.kind == UNKNOWN for one in behind) >= _TALK


def _ends_in_talk(rest: Sequence[Token]) -> bool:
    """Whether nothing more of an order stands in its clause, but words that are not known."""
    said = list(takewhile(lambda one: not one.after_comma and one.kind not in _LEADS, rest))
    is_known = any(is_order_word(one) or one.kind in (tags.GONE, tags.OTHERS) for one in said)
    has_card = any(one.written.casefold() in marks("card") for one in said)
    is_past = any(one.written.casefold() in marks("past") for one in said)
    is_known = is_known or has_card or is_past
    return not is_known and any(one.kind == UNKNOWN for one in said)


_OPEN_CARDS = frozenset(("ANIMAL", "SPECIES", "RANK", "SUIT", "CODE", "NUMBER"))
"""What a condition may say lies open."""
_PLACES = ("BIRD", "ROW")
_LEADS = ("THEN", "OR", tags.BECAUSE, tags.CORRECT, tags.RETRACT, tags.DROP, tags.DOUBT)


def says_all(clause: Clause, token: Token) -> bool:
    """Whether a condition has all that it needs, so that this word begins what follows from it:
    "if red is trump | I say 2", "if there's no lion left | the peacock"."""
    if clause.says_phrase("ahead") and clause.has(UNKNOWN, tags.OTHERS):
        return is_strong(token)  # "if Anna is winning | the red 12"
    is_held = clause.says_phrase("own hand") and clause.says("one of it")
    if is_held and not clause.things and is_strong(token) and token.kind != tags.VERB:
        return True  # "if I haven't got one | the owl"
    is_of_trump = clause.has("COLOUR") and any(one.value == "trump" for one in clause.tokens)
    if is_of_trump and token.kind in (tags.NUMBER, tags.VERB):
        return token.value != "trump"
    has_bird = any(
        one.kind == "BIRD" and n.kind == tags.NUMBER for one, n in pairwise(clause.tokens)
    )
    is_way = any(clause.says_phrase(way) for way in ("either way", "rises", "falls"))
    if token.kind in (tags.NUMBER, "RANK", "CODE") and has_bird and (clause.has("SUIT") or is_way):
        return True  # "if bird 3 still has knots | the 8 on it"
    if token.kind in ("RANK", "PILE") and clause.has("DECK") and clause.has(tags.NUMBER):
        return True  # "if fewer than ten are left in the deck | the ace"
    is_missing = clause.has(tags.NOT, "NONE", tags.GONE) and clause.has("ANIMAL")
    return is_missing and token.kind == "ANIMAL"


def names_place(tokens: Sequence[Token], index: int) -> bool:
    """Whether a bird or row is named from this word on: "if it doesn't fit | on bird 2"."""
    before = tokens[index - 1].kind if index else ""
    if before in _PLACES or tokens[index].kind in _PLACES:
        return tokens[index].kind in (*_PLACES, tags.NUMBER, tags.FILLER)
    ahead = tokens[index : index + 3]
    said = list(takewhile(lambda one: one.kind == tags.FILLER and not one.after_comma, ahead))
    return bool(said) and len(said) < len(ahead) and ahead[len(said)].kind in _PLACES


def lead_of_so(before: Sequence[Token]) -> str:
    """As what a "so I" begins a clause, by the words before it."""
    if all(token.kind == tags.FILLER for token in before):
        return ""  # "so I would like", with nothing to be a reason for
    if not any(is_strong(one) for one in before if one.kind != tags.VERB):
        return tags.THEREFORE  # "can't follow so I throw the yellow"
    is_theirs = any(is_name(one, first=one is before[0]) for one in before)
    is_done = any(one.kind == tags.VERB for one in before)
    return (
        tags.THEREFORE if is_theirs and not is_done else tags.BECAUSE
    )  # "Anna has moons so I take it"


def names_missing(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether what is said not to be there stands behind that: "se non ci sono | pavoni"."""
    rest = list(takewhile(lambda one: not one.after_comma, tokens[index + 1 :]))
    is_first = not clause.things and tokens[index].kind in ("ANIMAL", "SPECIAL")
    exists = tokens[index - 1].written.casefold().endswith(tuple(marks("exists")))
    return exists and is_first and not tokens[index].after_comma and any(map(is_order_word, rest))


def told_apart(tokens: Sequence[Token], *, is_asked: bool = False) -> Iterator[Token]:
    """The tokens, those that mean one thing here and another elsewhere as what they mean here.

    An "if not" before what there is to be is an "if" and a "not": "si no hay león paso"; a Dutch
    "dan" behind its verb says nothing: "trek er dan een"; "juega azul 5" asks for it, and tells
    nothing of somebody else. If the sentence before `is_asked`, an "if there is" says yes to it.
    """
    tokens = tuple(_conditional(tokens))
    for index, token in enumerate(tokens):
        if token.written.casefold() in marks("two more") and _is_counted(tokens, index):
            yield token._replace(kind=tags.NUMBER, value="2")
            continue
        is_idle = _is_in_reason(tokens, index) or says_neither(tokens, index)
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
        elif is_inverting(token) and index and _is_pronoun(tokens[index - 1]):
            yield token._replace(kind=tags.FILLER)
        else:
            yield token


def without_assent(sentence: LexedSentence) -> LexedSentence:
    """A sentence without its last "ok?", which asks for nothing: "row 2 on the right, ok?"."""
    tokens = sentence.tokens
    last = tokens[-1] if sentence.is_question and len(tokens) > 1 else None
    if last is None or last.written.casefold() not in marks("assent"):
        return sentence
    is_told = last.after_comma or (
        any(one.kind == tags.VERB for one in tokens) and is_strong(tokens[-2])
    )
    is_asking = any(one.kind in (tags.ASK, tags.DOUBT, "OR") for one in tokens)
    is_plain = is_told and not is_asking
    return sentence._replace(tokens=tokens[:-1], is_question=False) if is_plain else sentence


def unrepeated(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without what is said again behind a yes or an "er": "savannah three, yeah savannah
    three"."""
    index = 0
    while index < len(tokens):
        yield tokens[index]
        index += 1
        said = tokens[index - 1].written.casefold()
        if said in marks("yes") or said in marks("hesitation"):
            index += _repeated(tokens, index - 1)


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
        if _says_as_what(tokens, index):
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


def _says_as_what(tokens: Sequence[Token], index: int) -> bool:
    """Whether a Dutch "als" says as what something is laid: "als grote familie"."""
    if tokens[index].written.casefold() not in marks("as a"):
        return False
    behind = list(takewhile(lambda one: not one.after_comma, tokens[index + 1 :]))
    told = [
        one for one in behind if one.kind not in (tags.FILLER, UNKNOWN) or one.value == "states"
    ]
    is_own = any(one.written.casefold() in marks("me") for one in behind)
    is_made = bool(told) and told[0].kind == tags.VERB and told[0].value in ("family", "hatch")
    return is_made and not is_own and not any(one.value == "states" for one in told)


def _is_if(token: Token | None) -> bool:
    return token is not None and (token.kind, token.value) == (tags.DOUBT, "if")


def _is_of_row(before: Sequence[Token]) -> bool:
    return any(one.kind == "ROW" for one in before)


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


def _says_bid(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether a bid begins here, behind the cards that it counts on: "with two reds | I say 2"."""
    is_bid = tokens[index].kind == tags.VERB and tokens[index].value == "bid"
    if not is_bid or clause.has_verb or not clause.has("COLOUR", "SPECIAL") or clause.lead:
        return False
    rest = takewhile(lambda one: not one.after_comma, tokens[index + 1 :])
    return any(token.kind in ("TRICKS", "NONE") for token in rest)


def _ends_talk(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether an order begins at this verb, behind talk that no comma ends: "the signal is bad
    put me down for the forest 3"."""
    unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
    is_talk = unknown >= _TALK or clause.has(tags.TALK)
    if tokens[index].kind != tags.VERB or not is_talk or clause.is_strong or clause.lead == "OR":
        return False
    if tokens[index - 1].value == "states":
        return False  # "l'altra volta ho puntato": told, not asked for
    denied = [one for one in clause.tokens if one.kind == tags.NOT and not _lacks(one)]
    if (
        denied
        or clause.has(tags.OTHERS, tags.DOUBT, tags.ASK, tags.MAY)
        or any(map(is_name, clause.tokens))
    ):
        return False
    if any(clause.says(name) for name in ("reporting", "wanted", "hypothetical", "past")):
        return False
    rest = takewhile(lambda one: not one.after_comma, tokens[index + 1 :])
    return any(is_strong(token) and token.kind != tags.VERB for token in rest)


def _lacks(token: Token) -> bool:
    return token.written.casefold() in marks("without")


def begins_order(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether an order begins or ends at this "and": "what a day and I take the lion"."""
    following = [token for token in tokens[index + 1 : index + 4] if token.kind != tags.FILLER]
    rest = list(_up_to_comma(tokens[index + 1 :]))
    is_kept = any(map(is_keeping, clause.tokens))
    is_given = is_kept and any(one.value == "discard" for one in rest)
    if clause.lead or not following:
        return is_given and clause.lead == tags.CORRECT  # "no wait, I keep M3 and bin the rest"
    if following[0].kind == tags.TALK or _speaks_of_others(tokens[index + 1 :]):
        return True
    near = tokens[index + 1 : index + 4]
    if clause.is_strong and any(map(is_keeping, takewhile(_is_unnamed, near))):
        return True  # "family of ducks and I keep the owls"
    is_whole = clause.has("SIDE", "BIRD") or any(
        one.kind == tags.VERB and not is_keeping(one) for one in clause.tokens
    )
    if is_whole and any(map(is_keeping, rest[-2:])):
        return True  # "de toekans rechts aan rij 4 en de eksters bewaar ik"
    if clause.things and any(token.kind in (tags.NOT, "NONE") for token in near):
        left = [token for token in rest if token.kind not in (tags.FILLER, "NONE")]
        return bool(left) and not any(map(is_order_word, left))  # "three and no nonsense"
    is_talk = clause.has(UNKNOWN) and not clause.is_strong
    return is_given or (following[0].kind == tags.VERB and (is_talk or is_kept))


def _speaks_of_others(rest: Sequence[Token]) -> bool:
    """Whether these words only say what others do: "nobody else gets a look in"."""
    said = [one for one in _up_to_comma(rest) if one.kind != tags.FILLER or one.value == "states"]
    is_theirs = bool(said) and said[0].kind == tags.OTHERS
    is_told = any(one.kind == UNKNOWN or one.value == "states" for one in said)
    return is_theirs and is_told and not any(map(is_order_word, said[1:]))


def _is_unnamed(token: Token) -> bool:
    return token.kind == tags.VERB or not is_order_word(token)


def _up_to_comma(tokens: Sequence[Token]) -> Iterator[Token]:
    first = tokens[:1]
    return chain(first, takewhile(lambda token: not token.after_comma, tokens[1:]))
