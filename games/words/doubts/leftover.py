"""What an order leaves of the things that its text names: who sends it is asked back first.

Where `unread_words` asks for words that turn an order round, this asks for those that were not
used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.words.conditions.left_cases import unread_cases
from games.words.doubts.other_deeds import other_deeds
from games.words.doubts.other_senses import other_senses
from games.words.doubts.unread_numbers import parted_cards
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.shortenings import may_be_short
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import (
    NAMING,
    atoms,
    may_be_card,
    pieces_of,
    since_correction,
    stands_in,
)
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import (
    ORDERING,
    Act,
    Clause,
    is_added,
    is_other_case,
    keeps,
    speaks_of_turn,
    withholds,
)

_THINGS = frozenset(
    ("HABITAT", "ANIMAL", "COLOUR", "SPECIAL", "SPECIES", "RANK", "SUIT", "CODE", "CARD")
)
_NEEDS_MORE = frozenset(
    ("bid", "reveal", "pay", "take", "show", "swap", "play", "lay", "hatch", "grow", "discard")
)
"""Verbs that alone are no step: a word of every day made one of talk, "we zien wel"."""
_SAYS = 4
"""In so few words a statement is an answer."""


def left_over(scene: OrderScene, clauses: Sequence[Clause], text: str) -> list[str]:
    """The words of the text that this order should have used, or that it was guessed beside."""
    odd = [*_odd_cards(clauses), *_other_verbs(scene, clauses, text), *_unsaid_steps(clauses, text)]
    odd.extend((*_half_excluded(clauses), *_dropped_later(clauses, text)))
    odd.extend((*_any_behind(clauses), *other_deeds(scene, clauses, text)))
    odd.extend(other_senses(clauses, text))
    odd.extend(_overlooked_lines(clauses, text))
    odd.extend(_never_follows(text))
    if odd:
        return odd
    read = since_correction(clauses)
    ordering = [one for one in read if one.act in ORDERING]
    if any(map(is_other_case, clauses)) or any(one.has("OR") for one in clauses):
        return unread_cases(scene, clauses, ordering, text)
    return [
        *_unused_things(scene, ordering, text),
        *_unused_orders(scene, ordering, text),
        *_unread_steps(clauses, text),
        *_shortened_steps(scene, clauses, text),
        *_unplayed(clauses, text),
        *_half_joined(ordering),
        *parted_cards(ordering, text),
        *_turned_cards(scene, ordering, text),
        *(_said_beside_talk(clauses, ordering, text) if not text.startswith("draw") else ()),
        *_kept_families(scene, ordering, text),
        *_used_twice(clauses, text),
        *_half_read_lines(clauses),
    ]


def _never_follows(text: str) -> list[str]:
    """A step that cannot come behind the bid: another bid, a second animal, or a refill where none
    was bid."""
    bid, *later = text.split("; ")
    cards = bid.split()[1:]
    taken = [step for step in later if step.startswith("take ")]
    if len(taken) > 1 or (taken and later[-1].startswith("reveal ")):
        return taken
    if bid.startswith("reveal "):
        return [step for step in later if step.startswith(("bid ", "reveal "))]
    odd = {"refill"} if text.count("; refill") > 1 else set()
    odd |= {"bid"} | ({"take", "pay", "draw", "show"} if cards == ["R"] else set())
    odd |= {"refill"} if "R" not in cards else set()
    found = [step for step in later if bid.startswith("bid ") and step.split()[0] in odd]
    return found + [step for step in later if step in _NEEDS_MORE]


def _odd_cards(clauses: Sequence[Clause]) -> list[str]:
    """Unknown words in an order that somebody may write for a card: `b1`, `KrZ`."""
    return [
        token.written
        for one in since_correction(clauses)
        if one.act in (*ORDERING, Act.ASIDE, Act.TALK)
        for token in one.tokens
        if may_be_card(token)
    ]


def _other_verbs(scene: OrderScene, clauses: Sequence[Clause], text: str) -> list[str]:
    """What an ordering clause says is done, and no step of the order does."""
    stages = words_of(scene.rules.key).stages
    verbs = {stages[step.split()[0]] for step in text.split("; ") if step.split()[0] in stages}
    return [
        token.written
        for one in since_correction(clauses)
        if one.act is Act.ORDER and _counts_else(one, text)
        for token in one.tokens
        if token.kind == tags.VERB and verbs and stages.get(token.value, min(verbs)) > max(verbs)
    ]


def _unsaid_steps(clauses: Sequence[Clause], text: str) -> list[str]:
    """A further step that neither a verb, a "then", an "and" nor a stop sets apart."""
    ordering = [one for one in clauses if one.act in ORDERING]
    if ";" not in text or len(ordering) != 1:
        return []
    (one,) = ordering
    verbs = sum(token.kind == tags.VERB for token in one.tokens)
    return [] if one.has("THEN", "AND") or verbs > 1 or not one.has(UNKNOWN) else [one.beginning]


def _half_excluded(clauses: Sequence[Clause]) -> list[str]:
    """What seems to say that something is not meant, in words that are not all known."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    return [
        one.beginning
        for one in clauses[first + 1 :]
        if one.act is Act.EXCLUDE and one.has(UNKNOWN) and one.has(tags.NUMBER, tags.VERB)
        if not withholds(one) and not one.says_phrase("unmeant")
    ]


def _any_behind(clauses: Sequence[Clause]) -> list[str]:
    """A correction that says "any" behind something named: any of those?"""
    last = [one for one in since_correction(clauses) if one.act in ORDERING]
    named = any(one.act in ORDERING and one.has(*_THINGS) for one in clauses)
    is_any = bool(last) and all(one.has("ANY") and not one.has(*_THINGS) for one in last)
    return [last[0].beginning] if is_any and named else []


def _dropped_later(clauses: Sequence[Clause], text: str) -> list[str]:
    """A pass as a further step that nothing sets apart: it may take the order back."""
    is_apart = any(one.lead in ("THEN", "OR") for one in clauses if one.says_verb("pass"))
    return [] if is_apart or not text.endswith("; pass") else ["pass"]


def _overlooked_lines(clauses: Sequence[Clause], text: str) -> list[str]:
    """Lines below an order that speak of the turn in words that are not all known."""
    line = next((one.line for one in clauses if one.act in ORDERING), 0)
    below = [one for one in clauses if one.line > line]
    if any(one.act is Act.CORRECT for one in below):
        return []
    return [
        one.beginning
        for one in below
        if one.act in (Act.ASIDE, Act.TALK, *ORDERING) and one.has(UNKNOWN) and speaks_of_turn(one)
    ]


def _called(scene: OrderScene, text: str) -> set[str]:
    """The letters and numbers of the card that lies open, where that is drawn."""
    open_card = getattr(scene.decision.data, "discard", "")
    return pieces_of(open_card) if text == "draw discard" and open_card else set()


def _unused_things(scene: OrderScene, ordering: Sequence[Clause], text: str) -> list[str]:
    """Cards, animals and colours that an ordering clause names, and the order does not."""
    ordering = [one for one in ordering if not _is_named_in_passing(one, text)]
    named_in = atoms(text) | _called(scene, text)
    if scene.kind != "reveal":
        ordering = [one for one in ordering if not _is_kept(one, named_in)]
    codes = text.casefold().split()  # a game's own may be in lower case
    return [
        token.written
        for one in ordering
        for token in one.tokens
        if token.kind in _THINGS and token.value not in named_in
        if token.value.casefold() not in codes
        if token.kind != "CODE" or not pieces_of(token.value) <= named_in
    ]


def _unused_orders(scene: OrderScene, ordering: Sequence[Clause], text: str) -> list[str]:
    """Clauses that name things, places or numbers, and of which nothing was used."""
    named_in = atoms(text) | _called(scene, text)
    spoken = words_of(scene.rules.key).spoken_verbs
    verbs = {step.split()[0] for step in text.split("; ")}
    verbs |= {spoken[verb] for verb in verbs if verb in spoken}
    found = []
    for one in ordering:
        content = [token for token in one.things if token.kind in NAMING]
        if one.is_statement or all(token.kind == tags.ORDINAL for token in content):
            continue
        said = {token.value for token in one.things if token.kind == tags.VERB}
        is_used = any(stands_in(token, text) or token.value in named_in for token in content)
        is_used = is_used or bool(said & verbs) or one.has("REFILL")
        if content and not is_used and not _is_kept(one, named_in) and len(ordering) > 1:
            found.append(one.beginning)
    return found


def _turned_cards(scene: OrderScene, ordering: Sequence[Clause], text: str) -> list[str]:
    """What comes back to the hand where a card is revealed, or is thrown and kept in one breath."""
    if scene.kind == "reveal":
        return [one.beginning for one in ordering if one.says("back")]
    is_nothing = scene.kind == "refill" and text == "refill"
    return [
        one.beginning
        for one in ordering
        if is_nothing and not one.has("NONE", tags.NOT)
        if any(token.value == "discard" for token in one.tokens)
        if any(token.kind in _THINGS for token in one.tokens)
    ]


def _is_kept(clause: Clause, named_in: frozenset[str] | set[str]) -> bool:
    """Whether a clause says what is kept, and nothing of that is in the order."""
    cards = [token for token in clause.tokens if token.kind in _THINGS]
    return keeps(clause) and not any(token.value in named_in for token in cards)


def _is_named_in_passing(clause: Clause, text: str) -> bool:
    """Whether cards are spoken of, and not given: the one on the pile, those a bid counts on."""
    if text.startswith("draw"):
        return clause.has("PILE", "DECK", tags.VERB)
    if "; draw discard" in text and clause.lead == "THEN":
        return clause.has("PILE") or any(token.value == "draw" for token in clause.tokens)
    if text == "pass":
        return any(token.value == "pass" for token in clause.tokens)
    return text.startswith("bid") and not clause.has("HABITAT", "CODE")


def _unread_steps(clauses: Sequence[Clause], text: str) -> list[str]:
    """A step behind a "then" that says something unknown, where the order has no further step."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    later = [one for one in clauses[first + 1 :] if one.lead == "THEN" and not one.has(tags.TALK)]
    later = [one for one in later if one.act in (Act.ASIDE, Act.TALK, *ORDERING)]
    if ";" in text:
        return [one.beginning for one in later if one.act not in ORDERING and one.has("ANY")]
    return [
        one.beginning
        for one in later
        if not _is_read(one, text)
        if _says_unknown(one) or (not one.has("REFILL") and _counts_else(one, text))
    ]


def _shortened_steps(scene: OrderScene, clauses: Sequence[Clause], text: str) -> list[str]:
    """A word behind a "then" that may be short for something of the game: "F1, then liz."."""
    later = [one for one in clauses[1:] if one.lead == "THEN" and ";" not in text]
    spoken = [[t for t in one.tokens if t.kind not in (tags.FILLER, "THEN")] for one in later]
    words = [one[0].value for one in spoken if [t.kind for t in one] == [UNKNOWN]]
    return [word for word in words if may_be_short(scene.rules.key, word)]


def _is_read(clause: Clause, text: str) -> bool:
    """Whether all that an ordering clause names stands in the order."""
    named = [token for token in clause.tokens if token.kind in NAMING]
    return clause.act in ORDERING and bool(named) and all(stands_in(one, text) for one in named)


def _unplayed(clauses: Sequence[Clause], text: str) -> list[str]:
    """Cards that are to be played behind a bid of tricks, and that no step of the order plays."""
    if not text.removeprefix("bid ")[:1].isdigit():
        return []
    steps = text.count("; ")
    later = [
        one
        for one in clauses[1:]
        if (one.lead == "THEN" or one.says_phrase("opening")) and one.has("SPECIAL", "COLOUR")
        if one.act in (Act.REASON, Act.TALK, *ORDERING) and one.lead != tags.BECAUSE
    ]
    return [one.beginning for one in later[steps:]]


def _says_unknown(clause: Clause) -> bool:
    """Whether it orders, adds or speaks of cards in words that are not known."""
    is_more = clause.is_strong or is_added(clause) or _speaks_of_cards(clause.tokens)
    return clause.has(UNKNOWN) and is_more


def _counts_else(clause: Clause, text: str) -> bool:
    named_in = atoms(text)
    return any(_is_count(token) and token.value not in named_in for token in clause.tokens)


def _is_count(token: Token) -> bool:
    return token.kind in (tags.NUMBER, tags.ORDINAL)


def _half_joined(ordering: Sequence[Clause]) -> list[str]:
    """Unknown words of a card that an "and" joins to an order."""
    found: list[str] = []
    for one in ordering:
        joints = [place for place, token in enumerate(one.tokens) if token.kind == "AND"]
        rest = one.tokens[joints[-1] + 1 :] if joints else []
        if all(token.kind in (tags.FILLER, UNKNOWN) for token in rest) and _speaks_of_cards(rest):
            found.extend(token.written for token in rest if token.kind == UNKNOWN)
    return found


def _speaks_of_cards(tokens: Iterable[Token]) -> bool:
    return any(token.written.casefold() in marks("card") for token in tokens)


def _said_beside_talk(
    clauses: Sequence[Clause], ordering: Sequence[Clause], text: str
) -> list[str]:
    """Numbers or a verb alone, where the sentence speaks of cards elsewhere or says how it is."""
    things = [token for one in ordering for token in one.things]
    has_unknown = any(one.has(UNKNOWN) for one in ordering)
    is_verb = all(token.kind == tags.VERB for token in things)
    named_in = atoms(text)
    if not things or any(one.has(*_THINGS, "TRICKS") for one in ordering):
        return []
    if any(one.has_verb for one in ordering) and not (is_verb and has_unknown):
        return []
    talked = [
        one.beginning
        for one in clauses
        if one.act is Act.TALK and one.sentence == ordering[-1].sentence
        if any(each.kind in _THINGS and each.value not in named_in for each in one.tokens)
    ]
    stated = [one for one in ordering if one.is_statement and len(one.tokens) > _SAYS]
    stated = [one for one in stated if not one.lead and one.act is not Act.CORRECT]
    return [*talked, *(one.beginning for one in stated)]


def _kept_families(scene: OrderScene, ordering: Sequence[Clause], text: str) -> list[str]:
    """Whatever may say that a family is kept in hand."""
    if scene.kind != "family" or not text.startswith("family") or ";" in text:
        return []
    found = [t.written for one in ordering for t in one.tokens if _denies(t, one)]
    for one in ordering:
        tokens = [token for token in one.tokens if token.kind != tags.FILLER]
        if len(tokens) < 2 or tokens[0].kind != UNKNOWN:
            continue
        is_beside = tokens[1].kind == "SPECIES" and not one.has_verb
        if is_beside or not one.has("SPECIES"):
            found.append(tokens[0].written)
    return found


def _denies(token: Token, clause: Clause) -> bool:
    """Whether a word says that there is none, unlike a last "that's all"."""
    is_end = len(clause.things) == 1 and clause.is_apart
    is_done = token.kind == tags.VERB and token.value == "done"
    return token.kind in (tags.NOT, "NONE") or (is_done and not is_end)


def _used_twice(clauses: Sequence[Clause], text: str) -> list[str]:
    """Cards that two steps use, and that were written once."""
    written = Counter(t.value for one in clauses for t in one.tokens)
    steps = Counter(word for step in text.split(";") for word in set(step.split()))
    cards = [word for word in steps if any(map(str.isupper, word))]
    return [card for card in cards if steps[card] > max(written[card] + written[card[0]], 1)]


def _half_read_lines(clauses: Sequence[Clause]) -> list[str]:
    """Lines below an order, not every word known, that name the other one or say how it was."""
    below = [one for one in clauses if one.line > clauses[0].line and one.act in ORDERING]
    lines = {one.line for one in below if one.has(tags.OTHER_ONE) or one.is_statement}
    lines -= {one.line for one in below if one.act is Act.CORRECT and one.lead and one.is_clean}
    return [one.beginning for one in clauses if one.line in lines and one.has(UNKNOWN)]
