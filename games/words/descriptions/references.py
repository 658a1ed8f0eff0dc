"""Things that are described within a sentence, put by their names: "scarto la terza carta della
mano" is read as "scarto 8MS".

A run of words that picks exactly one thing of the position stands for that thing; whatever else is
said is read as it always is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from games.words.descriptions.holders import by_holder
from games.words.descriptions.pieces import Piece, pieces
from games.words.descriptions.referents import NARROWING, PICKING, SUITS, Picture, named
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.vocabulary import marks, plain_of
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.results import Result, Understood

_LONGEST = 14
_BEGINNING = frozenset(
    ("determiner", "card", "numbered", "pronoun", "animal", "BIRD", "lowest", "highest",
     "second lowest", "second highest", "leftmost", "rightmost", "middle", "only", "wild", "trumps",
     "penultimate", "last", "longest", "shortest", "worst", "best",
     "HABITAT", "COLOUR", "SUIT", tags.ORDINAL, tags.NUMBER, "ALL", "both", "all but")
)  # fmt: skip
_ENDING = _BEGINNING - {"determiner"} | {"held", "hand", "left", "right", "behind", "RANK", "CODE"}
_INNER = _BEGINNING | _ENDING | {"link", "without", "save"}
_FOLLOWING = ("DECK", "PILE", "ROW", "fitting", "behind")
"""What no description of a card or a bird goes on to: "the top card of the deck"."""

_WHOLE = ("ALL", "all but")
_LINKING = ("link", "determiner")
"""What may stand between two parts of a description."""

_EXTREMES = ("lowest", "highest", "second lowest", "second highest")
_FURTHER = (*NARROWING, "trumps", tags.NUMBER)


def with_names(
    scene: OrderScene, sentences: Sequence[Sentence], language: str
) -> tuple[Sentence, ...] | None:
    """The sentences with what they describe put by its name; None where they describe nothing."""
    if scene.is_later or not scene.legal():
        return None
    facts = words_of(scene.rules.key).facts(scene)
    written, sentences = (
        sentences,
        tuple(by_holder(scene, facts, one, language) for one in sentences),
    )
    every = [pieces(scene.rules.key, one.words, language) for one in sentences]
    kinds = {piece.kind for parts in every for piece in parts}
    if not kinds & {*PICKING, "HABITAT", "both", *_WHOLE}:
        return sentences if sentences != tuple(written) else None
    suits = {suit for parts in every for suit in _suits(parts)}
    suit = suits.pop() if len(suits) == 1 else ""
    picture = Picture.of(scene, facts, is_bare=not kinds & {*NARROWING}, suit=suit)
    found = tuple(map(partial(_renamed, picture), sentences, every))
    return found if found != tuple(written) else None


def _suits(parts: Sequence[Piece]) -> Iterator[str]:
    """The suits that are named, "" for one that is not meant: "not a forest"."""
    for place, piece in enumerate(parts):
        before = [one.kind for one in parts[:place] if one.kind not in _LINKING]
        if piece.kind in SUITS:
            yield "" if before[-1:] in ([tags.NOT], ["without"]) else piece.value


def says_names(result: Result, said: Sequence[Sentence], told: Sequence[Sentence]) -> bool:
    """Whether what was read is no order, or one with all the names that were put."""
    if not isinstance(result, Understood):
        return True
    words = [Counter(word.written for one in each for word in one.words) for each in (told, said)]
    ordered = result.text.replace(";", " ").split()
    return all(word in ordered for word in words[0] - words[1] if word != "bird")


def says_bird(told: Sequence[Sentence]) -> bool:
    """Whether a bird was named, without which no growth is what was meant."""
    return any(word.written == "bird" for one in told for word in one.words)


def _renamed(picture: Picture, sentence: Sentence, parts: Sequence[Piece]) -> Sentence:
    """One sentence with the things that it describes put by their names."""
    words: list[Word] = []
    place = 0
    while place < len(parts):
        found = next(_things(picture, parts, place, _relatives(sentence)), None)
        if found is None:
            piece = parts[place]
            words += sentence.words[piece.start : piece.end]
            place += 1
        else:
            name, place, first = *found, sentence.words[parts[place].start]
            words += [_word(one, first if not i else None) for i, one in enumerate(name.split())]
    return sentence if words == sentence.words else Sentence(words, sentence.is_question)


def _relatives(sentence: Sentence) -> frozenset[int]:
    """The places of the words that may lead on to what a thing is like: "the lowest that …"."""
    words = enumerate(sentence.words)
    return frozenset(i for i, one in words if one.folded in marks("relative"))


def _things(
    picture: Picture, parts: Sequence[Piece], start: int, relatives: frozenset[int]
) -> Iterator[tuple[str, int]]:
    """What runs of words that begin here describe, the longest first, and where each ends."""
    if parts[start].kind not in _BEGINNING or _is_within(parts, start):
        return
    end = start + 1
    inner = {*_INNER, "AND", tags.NOT} if parts[start].kind in _WHOLE else _INNER
    while end < len(parts) and parts[end].kind in inner and end - start < _LONGEST:
        if parts[end].after_comma and parts[end].kind not in ("without", "save"):
            break
        end += 1
    for stop in range(end, start, -1):
        run = parts[start:stop]
        if run[-1].kind in _ENDING and not (_goes_on(parts, stop, relatives) or _is_time(run)):
            name = named(picture, run)
            if name:
                yield name, stop


def _is_time(run: Sequence[Piece]) -> bool:
    """Whether a "last" says when a card is played, whose number stands before it: "the 8 last"."""
    return run[-1].kind == "last" and [one.kind for one in run[-2:-1]] == [tags.NUMBER]


def _goes_on(parts: Sequence[Piece], stop: int, relatives: frozenset[int]) -> bool:
    """Whether what stands behind says more of the same thing: "the last card | of the deck", "the
    lowest | that beats Anna"."""
    last, behind = parts[stop - 1], parts[stop] if stop < len(parts) else None
    if behind is not None and not behind.after_comma:
        is_named = last.kind in _EXTREMES and behind.kind == UNKNOWN  # "my highest thingummy"
        if is_named or behind.start in relatives or (last.end - 1) in relatives:
            return True
    for count, piece in enumerate(parts[stop:]):
        if piece.after_comma:
            return False
        if piece.kind not in _LINKING:
            is_more = count > 0 and piece.kind in _FURTHER
            return piece.kind in _FOLLOWING or is_more
    return False


def _is_within(parts: Sequence[Piece], start: int) -> bool:
    """Whether what stands here says more of a thing ahead of it: "la briscola | più alta"."""
    if not start or parts[start].after_comma or parts[start].kind == "determiner":
        return False
    return parts[start - 1].kind in (*_INNER, UNKNOWN) and parts[start - 1].kind not in (
        "link",
        "save",
    )


def _word(written: str, first: Word | None) -> Word:
    """A name's word, joined to what stands before as the first word that it stands for was."""
    folded = written.casefold()
    word = Word(written, folded, plain_of(folded), after_comma=False)
    if first is None:
        return word
    return first._replace(written=written, folded=folded, plain=plain_of(folded))
