"""Things told by who has them: "the animal that I have two of", "what nobody has yet", "the forest
I hold only one of"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.words.descriptions.pieces import Piece, pieces
from games.words.descriptions.referents import is_card
from games.words.lexicon import tags
from games.words.lexicon.sentences import Sentence
from games.words.lexicon.vocabulary import plain_of
from games.words.positions.evidence import atoms
from games.words.positions.facts import Facts
from games.words.positions.scene import MOST_LEGAL, OrderScene

SECTION = "holders"
_SUITS = ("HABITAT", "COLOUR")
_ANIMALS = ("take", "swap")
_CARDS = ("bid", "pay", "show", "play")
_SAID = ("relative", "mine", "has", "own", "nobody", "only", "loose", "already", "tail", "most",
         "fewest", "others none", "one", tags.NUMBER, *_SUITS)  # fmt: skip
_ENDS = ("has", "own", "already", "tail", "most", "fewest", "others none", "one",
         tags.NUMBER)  # fmt: skip
_MOST = 12


@dataclass(slots=True)
class _Told:
    """Who has it, how often, and where the words that say so begin and end."""

    start: int
    end: int
    kinds: dict[str, str] = field(default_factory=dict)
    seats: list[int] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether it says who has it, and how often, or at least that it is had or by nobody."""
        is_held = bool({"has", "own"} & set(self.kinds))
        is_by = bool(self.seats) or bool({"own", "mine", "nobody"} & set(self.kinds))
        often = {tags.NUMBER, "one", "most", "fewest", "already", "nobody"}
        return is_held and is_by and len(self.seats) <= 1 and bool(often & set(self.kinds))


def by_holder(scene: OrderScene, facts: Facts, sentence: Sentence, language: str) -> Sentence:
    """The sentence with the things that are told by who has them put by their names."""
    if scene.kind not in (*_ANIMALS, *_CARDS) or len(scene.legal()) >= MOST_LEGAL:
        return sentence
    parts = pieces(scene.rules.key, sentence.words, language, SECTION)
    for start in reversed(range(len(parts))):
        if parts[start].kind == "head":
            told = _told(scene, sentence, parts, start)
            name = _named(scene, facts, told) if told is not None else ""
            if told is not None and name:
                first = sentence.words[told.start]
                word = first._replace(written=name, folded=name.casefold(), plain=name.casefold())
                words = [*sentence.words[: told.start], word, *sentence.words[told.end :]]
                sentence = Sentence(words, sentence.is_question)
    return sentence


def _told(
    scene: OrderScene, sentence: Sentence, parts: Sequence[Piece], start: int
) -> _Told | None:
    """What the words from this place on tell; None where they tell nothing whole."""
    names = [plain_of(one.casefold()).split()[:1] for one in scene.names]
    found: _Told | None = None
    told = _Told(parts[start].start, parts[start].end)
    for place, piece in enumerate(parts[start + 1 : start + _MOST], start + 1):
        words = [one.plain for one in sentence.words[piece.start : piece.end]]
        is_name = words[:1] in names
        if piece.after_comma or not (is_name or piece.kind in _SAID):
            break
        if is_name:
            told.seats.append(names.index(words[:1]))
        if piece.kind in told.kinds and piece.kind in (tags.NUMBER, *_SUITS):
            break
        told.kinds[piece.kind] = piece.value
        told.end = piece.end
        if piece.kind in _ENDS and told.is_whole and not _goes_on(parts, place + 1):
            found = _Told(told.start, told.end, {**told.kinds}, [*told.seats])
    return found


def _goes_on(parts: Sequence[Piece], place: int) -> bool:
    """Whether a thing stands behind, which the words before only count: "I have two | lions"."""
    behind = parts[place] if place < len(parts) else None
    return behind is not None and not behind.after_comma and behind.kind in (
        "ANIMAL", "CODE", "COLOUR", "HABITAT", "SPECIAL", tags.NUMBER, "tail",
    )  # fmt: skip


def _named(scene: OrderScene, facts: Facts, told: _Told) -> str:
    """The one thing that fits; "" where none does, or several do."""
    is_animal = scene.kind in _ANIMALS
    if not is_animal and (told.seats or "nobody" in told.kinds):
        return ""
    held = facts.held.get("collection", ())
    if is_animal and not held:
        return ""
    own = list((held[scene.seat] if is_animal else scene.hand) or ())
    things = {*facts.lying.get("market", ()), *(own if scene.kind == "swap" else ())}
    if not is_animal:
        things = {word for text in scene.legal() for word in text.split()[1:] if is_card(word)}
    suits = {told.kinds[kind] for kind in _SUITS if kind in told.kinds}
    things = {one for one in things if suits <= atoms(one)} if suits else things
    seat = told.seats[0] if told.seats else scene.seat
    whole = [list(one or ()) for one in held] if is_animal else [own]
    counts = {one: [each.count(one) for each in whole] for one in things}
    fitting = _fitting(counts, told, seat if is_animal else 0)
    return fitting[0] if len(fitting) == 1 else ""


def _fitting(counts: Mapping[str, Sequence[int]], told: _Told, seat: int) -> list[str]:
    """The things that are held so often, by whom it is said."""
    if "nobody" in told.kinds and not told.seats:
        return [one for one, each in counts.items() if not any(each)]
    number = "1" if "one" in told.kinds else told.kinds.get(tags.NUMBER, "")
    found = [one for one, each in counts.items() if each[seat]]
    if "most" in told.kinds or "fewest" in told.kinds:
        pick = max if "most" in told.kinds else min
        best = pick((counts[one][seat] for one in found), default=0)
        return [one for one in found if counts[one][seat] == best]
    if number:
        found = [one for one in found if str(counts[one][seat]) == number]
    is_alone = "others none" in told.kinds or ("only" in told.kinds and bool(told.seats))
    return [one for one in found if not is_alone or sum(counts[one]) == counts[one][seat]]
