"""A word that its writer spells anew, as a phone had changed it: "carrot right of 3. Parrot!!"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import OSA

from games.words.lexicon import tags
from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.vocabulary import given_names, known_words, marks

_THINGS = frozenset(
    ("HABITAT", "ANIMAL", "COLOUR", "SPECIAL", "SPECIES", "SIDE", "RANK", "SUIT", "TRICKS",
     "BIRD", "ROW", tags.NUMBER)
)  # fmt: skip
_IDLE = frozenset((tags.FILLER, tags.THEREFORE, tags.CORRECT, tags.SORRY, tags.TALK))
_ALIKE, _WHOLE = 0.6, 0.9
"""So much alike must a word be to the one that is meant, and two to one that was parted."""

_SHORTEST = 3
_MOST_SAID = 4
"""So many words may only blame the phone."""


def mended(game: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences, the word put right that was meant, and without what says so."""
    found = [list(_pieces(one)) for one in sentences]
    flat = [(row, place) for row, pieces in enumerate(found) for place in range(len(pieces))]
    for index, (row, place) in enumerate(flat[1:], 1):
        meant = _spelled_alone(game, found[row][place])
        if meant is not None and _is_short_number(game, meant):
            continue  # "die ene troef durf ik niet, één"
        before = [found[r][p] for r, p in flat[:index]]
        behind = [found[r][p] for r, p in flat[index + 1 : index + 2]]
        if meant is None or not _put_right(
            game, before, meant, is_blamed=any(map(_blames, behind))
        ):
            continue
        found[row][place].clear()
        for piece in behind if any(map(_blames, behind)) else ():
            piece.clear()
    told = (
        Sentence([word for piece in pieces for word in piece], sentence.is_question)
        for pieces, sentence in zip(found, sentences, strict=True)
    )
    return [one for one in told if one.words]


def _pieces(sentence: Sentence) -> Iterator[list[Word]]:
    """The words of a sentence between its commas."""
    starts = [0, *(i for i, one in enumerate(sentence.words) if one.after_comma and i)]
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        yield sentence.words[start:end]


def _spelled_alone(game: str, piece: Sequence[Word]) -> Word | None:
    """The one word of a piece that names something, where nothing else is said in it."""
    known = known_words(game)
    kinds = [known[one.plain].kind if one.plain in known else "" for one in piece]
    things = [word for word, kind in zip(piece, kinds, strict=True) if kind in _THINGS]
    is_alone = len(things) == 1 and all(kind in _IDLE or kind in _THINGS for kind in kinds)
    return things[0] if is_alone and len(piece) < _MOST_SAID else None


def _is_short_number(game: str, word: Word) -> bool:
    return known_words(game)[word.plain].kind == tags.NUMBER and len(word.plain) <= _SHORTEST


def _put_right(game: str, before: Sequence[list[Word]], meant: Word, *, is_blamed: bool) -> bool:
    """Whether a word before was put right, in place: one that no language knows, or any that says
    nothing of the game where the phone is blamed."""
    best = _ALIKE
    found: tuple[list[Word], int, int] | None = None
    for piece in before:
        for place, length in ((i, n) for n in (1, 2) for i in range(len(piece) - n + 1)):
            said = piece[place : place + length]
            alike = OSA.normalized_similarity("".join(one.plain for one in said), meant.plain)
            least = best if length == 1 else max(best, _WHOLE)
            if alike >= least and _may_be_slip(game, said, is_blamed=is_blamed):
                best, found = alike, (piece, place, length)
    if found is not None:
        piece, place, length = found
        first = piece[place]
        right = meant._replace(after_comma=first.after_comma, after_line=first.after_line)
        piece[place : place + length] = [right]
    return found is not None


def _may_be_slip(game: str, said: Sequence[Word], *, is_blamed: bool) -> bool:
    """Whether these words may be what a phone made of another one."""
    known = known_words(game)
    kinds = [known[one.plain].kind if one.plain in known else "" for one in said]
    is_name = any(one.plain in given_names() for one in said)
    is_odd = "" in kinds or (is_blamed and not _THINGS & set(kinds))
    return is_odd and not is_name and sum(len(one.plain) for one in said) >= _SHORTEST


def _blames(piece: Sequence[Word]) -> bool:
    """Whether a piece only blames the phone: "damn autocorrect"."""
    is_blame = any(one.folded in marks("autocorrect") for one in piece)
    return is_blame and len(piece) <= _MOST_SAID
