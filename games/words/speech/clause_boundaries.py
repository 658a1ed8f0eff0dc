"""Where one clause ends and another begins without a comma, as in what was dictated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.language_grammar import names_speaker
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import Clause, asks_leave, is_keeping, is_order_word, is_strong
from games.words.speech.doers import is_name
from games.words.speech.forestalled import is_allowing

_TALK = 2
"""So many unknown words in a row are talk."""


def parts(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether another clause begins at this word: a goodbye, a bid, or an order behind talk."""
    is_closing = tokens[index].written.casefold() in marks("closing")
    is_laugh = clause.is_clean and _only_laughs(tokens[index:])
    if clause.is_strong and (is_closing or is_laugh):
        return True  # "the wild three | thanks see you all sunday", "forest 4 | haha"
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
    is_more = _repeats_verb(tokens, index, clause) or _deals_with_rest(tokens, index, clause)
    is_more |= tokens[index].kind == "AND" and _points_before_step(clause, tokens[index + 1 :])
    return is_more or _says_bid(tokens, index, clause) or _ends_talk(tokens, index, clause)


def _deals_with_rest(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether words begin here that only say what becomes of all that is left: "S3 and M1 | keep
    the rest", "de rest | hou ik"."""
    tokens = [*_up_to_comma(tokens[index:])]
    deeds = [one for one in tokens if is_keeping(one) or one.kind == tags.VERB]
    last = [one for one in tokens if one.kind != tags.FILLER][-1:]
    is_kept = bool(deeds) and is_keeping(deeds[0])
    is_other = any(is_keeping(one) for one in clause.tokens) or not clause.has_verb
    is_whole = tokens[:1] == deeds[:1] or (is_kept and last == deeds[-1:])
    return clause.is_strong and is_whole and (is_kept or is_other) and _names_rest(tokens, deeds)


def _names_rest(tokens: Sequence[Token], deeds: Sequence[Token]) -> bool:
    said = f" {' '.join(one.written.casefold() for one in tokens)} "
    found = [one for one in marks("rest") if f" {one} " in said]
    words = {word for one in found for word in one.split()}
    idle = (tags.FILLER, tags.OTHERS, tags.OTHER_ONE)
    others = [one for one in tokens if one not in deeds and one.kind not in idle]
    return bool(found) and all(one.written.casefold() in words for one in others)


def _repeats_verb(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether a verb with a card of its own stands here, behind another: "bin S3 | keep M1"."""
    token, said = tokens[index], [one for one in clause.tokens if one.kind == tags.VERB]
    rest = [one for one in tokens[index + 1 :] if one.kind != tags.FILLER][:1]
    names = bool(rest) and is_strong(rest[0]) and rest[0].kind != tags.VERB
    is_deed = token.kind == tags.VERB or is_keeping(token)
    if not (is_deed and names and said) or clause.tokens[:1] != said:
        return False
    is_named = any(is_strong(one) and one.kind != tags.VERB for one in clause.tokens)
    is_same = token.written.casefold() == said[0].written.casefold()
    return is_named and not is_keeping(said[0]) and (is_same or is_keeping(token))


def _only_laughs(rest: Sequence[Token]) -> bool:
    """Whether these words up to the next comma are a laugh, and nothing else."""
    said = [one.written.casefold() for one in _up_to_comma(rest)]
    return bool(said) and all(one in marks("laugh") for one in said)


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


def _says_bid(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether a bid begins here, behind the cards that it counts on: "with two reds | I say 2"."""
    is_bid = tokens[index].kind == tags.VERB and tokens[index].value == "bid"
    if not is_bid or clause.has_verb or not clause.has("COLOUR", "SPECIAL") or clause.lead:
        return False
    rest = list(takewhile(lambda one: not one.after_comma, tokens[index + 1 :]))
    names_card = any(token.kind in ("COLOUR", "SPECIAL", "CODE") for token in rest)
    is_number = any(token.kind == tags.NUMBER for token in rest) and not names_card
    return is_number or any(token.kind in ("TRICKS", "NONE") for token in rest)


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
    given = [place for place, one in enumerate(rest) if one.value == "discard"]
    is_rest = bool(given) and any(map(is_strong, rest[: given[0]]))
    is_rest = is_rest and _names_rest(rest[given[0] :], rest)  # "keep S3 and M1 bin the rest"
    is_given = is_kept and bool(given) and not is_rest
    if clause.lead or not following:
        return is_given and clause.lead in (
            tags.CORRECT,
            "THEN",
        )  # "no wait, I keep M3 and bin the rest"
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


def _points_before_step(clause: Clause, behind: Sequence[Token]) -> bool:
    """Whether a clause does something to what was named before, and a step with a card of its own
    follows: "I play that one | and the 13 after that"."""
    is_deed = clause.has_verb and all(one.kind == tags.VERB for one in clause.things)
    words = {word for one in clause.tokens for word in one.written.casefold().split()}
    is_bare = is_deed and not clause.has(UNKNOWN, tags.OTHERS, tags.NOT, tags.DOUBT)
    is_about = is_bare and not marks("pronouns").isdisjoint(words)
    rest = list(_up_to_comma(behind))
    named = [one for one in rest if is_order_word(one) and one.kind != "THEN"]
    is_card = bool(named) and all(one.kind != tags.VERB for one in named)
    return is_about and is_card and any(one.kind == "THEN" for one in rest[-1:])


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


def begins_consequence(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether what follows an "if" begins at this word: "si toca | robo", "if there's a lion | F3".

    A verb begins it, or a card behind an animal or a colour that the condition is about.
    """
    token = tokens[index]
    length = len(clause.tokens) + len(clause.opening.split()) - 1  # "si hay pavo real | lo cojo"
    if length < _MOST_SUBJECT or clause.is_after_colon or not clause.tokens:
        return False
    said = token.written.casefold()
    is_asked = asks_leave(clause) and (is_strong(token) or said in marks("begins"))
    if is_asked or any(said in marks(name) for name in ("consequence", "do it")):
        return True  # "if it's not too much trouble | I'd like …"
    is_joined = tokens[index - 1].kind in ("AND", "OR", "OF")
    if names_speaker(token) and clause.is_strong and not clause.has_verb:
        return not is_joined
    kinds = () if is_joined else _BEGINNING.get(token.kind, ())
    is_turn = clause.says_phrase("my turn") and not clause.things and is_order_word(token)
    if is_turn or any(clause.has(kind) for kind in kinds) or says_all(clause, token):
        return True
    is_counted = tokens[index - 1].written.casefold() in marks("any one")
    if is_strong(token) and token.kind != tags.VERB and not clause.things and not is_counted:
        is_said = clause.has(UNKNOWN, tags.NOT, tags.GONE)  # not "if it's | a wave"
        # "if that's daft | the wild"
        begins = clause.tokens[0].written.casefold() in marks("pronouns")
        is_about = begins and (is_said or clause.has_state)
        return is_about or (is_said and clause.says("contracted"))
    before = tokens[index - 1]
    is_place = said.split()[0] in marks("toward")  # "op de aflegstapel"
    is_verb = token.kind == tags.VERB and token.value != "trump" and not is_place
    is_verb = is_verb and not is_allowing(before)  # "if they won't let me | play it"
    is_verb = is_verb and said not in (
        marks("played") if clause.has(tags.OTHERS) else marks("ahead")
    )
    is_subject = before.written.casefold() in marks("i") and not clause.is_strong
    return is_verb and before.kind not in (tags.OTHERS, tags.NOT) and not is_subject


_BEGINNING = {
    "CODE": ("ANIMAL", "COLOUR", "SPECIES"),
    "HABITAT": ("ANIMAL", "HABITAT"),
    "COLOUR": ("SPECIAL", "COLOUR"),
    "REFILL": ("ANIMAL",),
    "SPECIAL": ("COLOUR",),
    "SPECIES": ("SPECIES",),
    "NUMBER": ("SPECIAL",),
}
"""The cards that begin a consequence, behind what a condition may be about."""

_MOST_SUBJECT = 2
