"""Whether what a condition says is so, as far as its writer sees it.

Of whom a claim speaks, of what figure or thing, and what that is compared with is found by lists of
phrases; words that say nothing of these may stand beside them, but hardly one that is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from games.words.conditions.claim import Claim, Parsed, Test, Whose, gone_in, is_so
from games.words.conditions.claim_birds import FIGURE
from games.words.conditions.claim_kinds import KINDS, elliptic
from games.words.conditions.claim_outcomes import OF_OUTCOMES
from games.words.conditions.claim_rounds import OF_ROUNDS
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.said import Phrases, SpokenWords, phrases
from games.words.lexicon.vocabulary import given_names, plain_of
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene

SECTION = "conditions"
_THINGS = ("ANIMAL", "SPECIES", "HABITAT", "COLOUR", "SPECIAL", "RANK", "SUIT", "CODE", "REFILL")
_NUMBERED = ("HABITAT", "COLOUR", "RANK")
_OF_A_PLACE = ("ROW", "BIRD")
_MOST_UNKNOWN = 1
_WAYS = {">": "more", "<": "less", ">=": "at least", "<=": "at most"}
_BEHIND = {">=": "or more", "<=": "or less"}


class Cut(Enum):
    """Where the words of a condition were cut off from what is to be done."""

    NOWHERE = "nowhere"
    BEFORE_DEED = "before a deed"
    """Where what is done begins for the first time, or ahead of that."""

    ANYWHERE = "anywhere"


def judged(
    scene: OrderScene, said: SpokenWords, earlier: Claim | None = None, end: Cut = Cut.NOWHERE
) -> Claim:
    """What this condition claims; what it leaves out is taken from the `earlier` one."""
    said.says("or not", "always")
    if said.says("unseen"):
        return Claim(is_hidden=True)
    gone = gone_in(said)
    said.take(gone)
    tagged = set(said.read)
    is_denied = any(place not in tagged for place in said.places("not"))
    claim = _claim(scene, said, earlier)
    is_denied &= claim.whose.how != "none"  # "non ce l'ha nessuno"
    is_denied ^= bool(gone) and claim.test is None
    if said.says("plays"):
        return Claim(is_to_come=claim.whose.seats not in ((), (scene.seat,)))
    is_odd = _unknown(said) > (_MOST_UNKNOWN if _is_plain(claim, said, end) else 0)
    if claim.is_hidden and not said.left():
        return claim
    if is_odd or claim.is_hidden:
        is_context = claim.figure == FIGURE and claim.truth is None
        return Claim(whose=claim.whose, figure=FIGURE) if is_context else Claim()
    again = claim.truth is None and _says_no_more(claim, earlier) and said.says("has", "not")
    if again or (gone and _is_of_same(scene, claim, earlier)):
        is_other = is_denied or (again and claim.whose.how == "none")
        return replace(earlier or claim, truth=is_so(earlier) != is_other, is_denied=is_other)
    truth = None if claim.truth is None else claim.truth != is_denied
    return replace(claim, truth=truth, is_denied=is_denied)


def _is_of_same(scene: OrderScene, claim: Claim, earlier: Claim | None) -> bool:
    """Whether a condition says that what was spoken of is gone, or is not: "if it's been taken",
    behind "if the lion's still there"."""
    if earlier is None:
        return False
    lying = words_of(scene.rules.key).facts(scene).lying
    is_there = earlier.place in lying and bool(earlier.things) and not earlier.whose.seats
    is_bare = claim.way == "able" and claim.truth is None and not claim.things
    return is_there and is_bare and earlier.truth is not None


def _is_plain(claim: Claim, said: SpokenWords, end: Cut) -> bool:
    """Whether a word that is not known hardly changes a claim: "if Bruno came in with a 3"."""
    is_end = len(said.words) - 1 in said.read and not said.says("not")
    if end is Cut.ANYWHERE or (end is Cut.BEFORE_DEED and not is_end):
        return False
    is_told = said.says("has") if claim.things else claim.test is not None
    is_told |= end is Cut.NOWHERE and not claim.things
    return is_told and (bool(claim.whose.seats) or claim.place.count(" ") == 1)


def _says_no_more(claim: Claim, earlier: Claim | None) -> bool:
    """Whether a condition says no more than that the one before it holds or does not: "if there's
    none", "heeft hij hem al"."""
    if earlier is None or earlier.truth is None or earlier.way:
        return False
    is_same = bool(earlier.place) and claim.whose.seats == earlier.whose.seats != ()
    way = "" if is_same and claim.way == "able" else claim.way  # "heb ik er nog geen"
    is_empty = not (claim.figure or claim.things or claim.test or way or claim.order)
    same = claim.whose.seats in ((), earlier.whose.seats) or claim.whose.how == "none"
    return is_empty and same


def _unknown(said: SpokenWords) -> int:
    """How many words say something that was not read; a name is too much."""
    said.says("has", "idle", "he", "me", "as object", "own", "hand", "open", "cards", "laid")
    said.says("only", "able", "plays", "inverted")
    left = said.left()
    is_name = any(word in given_names() for word in left) or any(
        _is_name(token) and said.words[token.place] in left for token in said.tokens
    )
    return _MOST_UNKNOWN + 1 if is_name else len(left)


def _claim(scene: OrderScene, said: SpokenWords, earlier: Claim | None) -> Claim:
    whose, is_same = _whose(scene, said), False
    if not whose.seats and earlier is not None and len(earlier.whose.seats) == 1:
        is_same = said.says("he")
        whose = earlier.whose if is_same else whose
    numbers, things, counted = _named(said)
    facts = words_of(scene.rules.key).facts(scene)
    parsed = Parsed(scene, said, facts, whose, _test(said, numbers), things, counted, earlier)
    is_open = earlier is not None and bool(earlier.figure or earlier.place in facts.held)
    is_same |= earlier is not None and whose == earlier.whose and earlier.place in facts.held
    if is_open and not things and (is_same or not whose.seats):
        same = elliptic(parsed, earlier)
        if same.truth is not None:
            return same
    claims = (make(parsed) for make in (*OF_OUTCOMES, *OF_ROUNDS, *KINDS))
    found = next((claim for claim in claims if claim is not None), elliptic(parsed, earlier))
    return found if found != Claim() else Claim(whose=whose)


def _whose(scene: OrderScene, said: SpokenWords) -> Whose:
    seats = tuple(range(len(scene.view.players)))
    others = tuple(seat for seat in seats if seat != scene.seat)
    first = [plain_of(name.casefold()).split()[:1] for name in scene.names]
    first += [_unnamed(scene.rules.key, said, first)] * (len(seats) - len(first) == 1)
    names = tuple(first.index([word]) for word in said.words if [word] in first)
    said.read.update(place for place, word in enumerate(said.words) if [word] in first)
    together = said.says("together")
    if names:
        return Whose(names, "sum" if together and len(names) > 1 else "all")
    for name, how in (("nobody", "none"), ("anyone", "any"), ("others", "sum")):
        if said.says(name):
            return Whose(others, how)
    if said.says("everyone") or together:
        return Whose(seats, "sum")
    return Whose((scene.seat,)) if said.says("me") else Whose()


def _unnamed(game: str, said: SpokenWords, named: Sequence[Sequence[str]]) -> list[str]:
    """The name of the one player whose name is not told, a virtual one."""
    virtual = [word for word in said.words if word in words_of(game).virtual_names]
    words = (said.words[one.place] for one in said.tokens if _is_name(one) and one.place)
    titled = [word for word in words if [word] not in named]
    first = [word for word in said.words[:1] if word in given_names() and [word] not in named]
    return (virtual or first or titled)[:1]


def _is_name(token: Token) -> bool:
    return token.kind == UNKNOWN and token.written.istitle()


def _named(said: SpokenWords) -> tuple[list[Token], tuple[Token, ...], tuple[Token, ...]]:
    """The numbers that count, the words for things with the numbers that belong to those, and the
    things that are counted."""
    tokens = [_as_count(one, said) for one in said.tokens if one.kind != tags.FILLER]
    tokens = [one for one in tokens if one.kind != "CODE" or not _says_open(one, said)]
    numbers: list[Token] = []
    things: list[Token] = []
    counted: list[Token] = []
    for index, token in enumerate(tokens):
        before = tokens[index - 1].kind if index else ""
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.kind in _THINGS:
            things.append(token)
        elif token.kind == tags.NUMBER and _is_one_of(tokens[index : index + 3], said):
            said.take([token])  # "one of waves"
        elif token.kind == tags.NUMBER and token.value.isdigit():
            is_card = before in _NUMBERED or (after is not None and after.kind == "OF")
            is_place = before in _OF_A_PLACE
            is_joined = is_place and token.place == tokens[index - 1].end
            if (is_card or _is_of_suit(tokens, index, said)) and not is_joined:
                things.append(token)
            elif is_place:
                said.take([token])
            else:
                numbers.append(token)
                counted += [after] if after is not None and after.kind in _THINGS else []
    said.take([*numbers, *things])
    said.take(one for one in tokens if one.kind in (*_OF_A_PLACE, tags.ORDINAL, "NAMED_ROW", "OF"))
    return numbers, tuple(things), tuple(counted)


def _says_open(token: Token, said: SpokenWords) -> bool:
    """Whether a card's nickname is a word for what lies open: "la corona scoperta"."""
    return said.words[token.place] in phrases(said.language, said.section, "open")


def _as_count(token: Token, said: SpokenWords) -> Token:
    """A "two cards" that would be drawn, as the number that it is of what somebody holds."""
    is_cards = said.words[token.end - 1] in phrases(said.language, said.section, "cards")
    is_two = (token.kind, token.value) == (tags.VERB, "draw") and token.length == _TWO_WORDS
    is_two = is_two and said.words[token.place] not in _ones(said)
    return token._replace(kind=tags.NUMBER, value="2") if is_two and is_cards else token


_TWO_WORDS = 2


def _is_one_of(tokens: Sequence[Token], said: SpokenWords) -> bool:
    """Whether a "one" only says that a thing is of a suit: "one of waves", "er een van golven"."""
    is_one = said.words[tokens[0].place] in _ones(said)
    after = [token.kind for token in tokens[1:] if token.kind != "OF"][:1]
    return is_one and after == ["SUIT"]


def _ones(said: SpokenWords) -> Phrases:
    return phrases(said.language, said.section, "as one")


def _is_of_suit(tokens: Sequence[Token], index: int, said: SpokenWords) -> bool:
    """Whether a number is that of a card, with a little word before its suit: "il 4 di savana"."""
    number, after = tokens[index], tokens[index + 1] if index + 1 < len(tokens) else None
    is_suit = after is not None and after.kind in ("HABITAT", "COLOUR", "SUIT")
    between = said.words[number.end : after.place] if after is not None else []
    before = said.words[number.place - 1] if number.place else ""
    is_one = before in phrases(said.language, said.section, "one card")  # "il 13 verde"
    is_count = any(word in phrases(said.language, said.section, "cards") for word in between)
    return is_suit and (bool(between) or is_one) and not is_count  # "tre carte di draghi"


def _test(said: SpokenWords, numbers: Sequence[Token]) -> Test | None:
    """With what number something is compared; None where there is not one number."""
    found = [how for how, name in _WAYS.items() if said.says(name)]
    behind = [how for how, name in _BEHIND.items() if said.says(name)]
    is_only = said.says("only")
    if said.says("negative"):
        return Test("<", 0)
    if not numbers and said.says("positive"):
        return Test(">", 0)
    is_one = not numbers and bool(found or is_only) and said.says("as one")  # "più di una carta"
    if len(numbers) != 1 and not is_one:
        return None
    number = 1 if is_one else int(numbers[0].value)
    how = (behind or found or ["==" if is_only or not number else ""])[0]
    return Test(how, number)
