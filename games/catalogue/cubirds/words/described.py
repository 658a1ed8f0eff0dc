"""Lays that are described: by the birds that they take, lie beside or have in their row, and by
how many of them are held: "my single duck where it swallows four birds"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

from games.words.descriptions.pieces import Piece, pieces
from games.words.lexicon import tags
from games.words.lexicon.lexing import ARTICLES, UNKNOWN
from games.words.lexicon.sentences import Word
from games.words.positions.facts import Facts
from games.words.positions.scene import OrderScene

SECTION = "laying"
_UNCLEAR = frozenset(
    (tags.NOT, tags.DOUBT, tags.OTHERS, tags.OTHER_ONE, tags.BUT, tags.CORRECT, tags.RETRACT,
     tags.DROP, tags.GONE, tags.ASK, "OR", "THEN", "NONE")
)  # fmt: skip
_TALK = (tags.OTHERS, tags.ASK, tags.TALK, tags.FILLER, UNKNOWN, "link", "AND")
_SHORT = 2
_SKIPPED = (tags.FILLER, "OF", tags.NUMBER, "link", "ALL", tags.TALK)
_ROLES = {
    "beside": ("beside",),
    "row with": ("in row",),
    "ends with": ("last",),
    "starts with": ("first",),
    "SIDE": ("beside", "in row"),
    "takes": ("taken",),
    "own": ("laid",),
}
_PLAIN = ("laid",)
_HELD = {"single": 1, "double": 2}


@dataclass(slots=True)
class _Mention:
    """A bird that is spoken of, how many of it, and what it may be."""

    species: str
    count: int
    roles: tuple[str, ...]


@dataclass(slots=True)
class _Told:
    """What is said of a lay."""

    kinds: set[str]
    verbs: set[str]
    has_gain: bool
    mentions: list[_Mention] = field(default_factory=list)
    denied: set[str] = field(default_factory=set)
    rows: set[str] = field(default_factory=set)
    sides: set[str] = field(default_factory=set)
    taken: int = 0
    held: int = 0
    most_in_row: str = ""
    """The bird of which the row has more than any other."""

    alike_in_row: int = 0
    """So many birds of one kind lie in the row."""

    unclear: set[int] = field(default_factory=set)
    """Where words stand that may turn what is said."""

    is_denying: bool = False
    is_whole: bool = True
    """Whether every number of it counts something."""


def described_lays(
    scene: OrderScene, facts: Facts, words: Sequence[Word], language: str
) -> list[str]:
    """The lays that fit all that is described; none where nothing is, or something is unclear."""
    if scene.kind != "lay":
        return []
    told = _told(list(_without_talk(pieces(scene.rules.key, words, language, SECTION), words)))
    if (
        told.kinds & _UNCLEAR
        or told.verbs - {"lay", "gain"}
        or not told.is_whole
        or len(told.rows) > 1
    ):
        return []
    if len(told.sides) > 1 or not _describes(told):
        return []
    if "keep" in told.kinds and not _keeps_all_but_one(told, scene.hand):
        return []
    legal = [text for text in scene.legal() if _fits(text, told, scene.hand)]
    legal = _best(legal, told, facts, scene.hand)
    ways = list(product(*(one.roles for one in told.mentions)))
    is_open = not (told.taken or told.kinds & {"something", "most taken"})
    if told.has_gain and is_open and not (told.rows and told.sides):
        ways.sort(key=lambda way: "taken" not in way)  # a verb of taking wants what is taken
    for way in ways:
        found = [text for text in legal if _explains(text, told.mentions, way, facts)]
        if found:
            return found
    return []


def _keeps_all_but_one(told: _Told, hand: Sequence[str]) -> bool:
    """Whether all birds that are spoken of are kept, and the rest is laid that is of one kind."""
    kept = {one.species for one in told.mentions}
    if "rest" not in told.kinds or any(one.roles != _PLAIN for one in told.mentions):
        return False
    told.denied |= kept
    told.mentions.clear()
    return len(set(hand) - told.denied) == 1


def _without_talk(parts: Sequence[Piece], words: Sequence[Word]) -> Iterator[Piece]:
    """The pieces without what stands between two commas and speaks of nothing, nor turns it."""
    starts = [i for i, part in enumerate(parts) if not i or part.after_comma]
    for start, end in pairwise([*starts, len(parts)]):
        segment = parts[start:end]
        talk = (
            (*_TALK, tags.NOT, tags.GONE)
            if start and segment[-1].end - segment[0].start > _SHORT
            else _TALK
        )
        if not all(part.kind in talk for part in segment):
            yield from (part for part in segment if not _is_pronoun(part, words))


def _is_pronoun(part: Piece, words: Sequence[Word]) -> bool:
    """Whether a "one" ends what is said: "do that one"."""
    is_one = part.kind == tags.NUMBER and words[part.start].folded in ARTICLES
    return is_one and (part.end == len(words) or words[part.end].after_comma)


def _describes(told: _Told) -> bool:
    """Whether anything is described, rather than named."""
    if "keep" in told.kinds and "rest" in told.kinds:
        return True
    is_told = any(one.roles != _PLAIN for one in told.mentions) or bool(told.denied)
    is_told |= bool(told.most_in_row or told.alike_in_row)
    described = {"most taken", "most held", "fewest held", "single", "double", "longest row"}
    described |= {"shortest row", "something"}
    return is_told or bool(told.kinds & described) or bool(told.taken or told.held)


def _told(parts: Sequence[Piece]) -> _Told:
    verbs = {part.value for part in parts if part.kind == tags.VERB}
    told = _Told({part.kind for part in parts}, verbs, any(map(_is_gain, parts)))
    told.kinds |= {"most held"} if any(map(_says_most_held, _segments(parts))) else set()
    told.unclear = {place for place, part in enumerate(parts) if part.kind in _UNCLEAR}
    counted: set[int] = set()
    for index, part in enumerate(parts):
        if part.kind == "SPECIES" or part.kind in _NICKNAMES:
            before = list(_before(parts, index))
            numbers = [place for place in before if parts[place].kind == tags.NUMBER]
            counted.update(numbers)
            _mention(told, parts, index, before[-1:], numbers)
        elif part.kind in ("NAMED_ROW", "SIDE"):
            (told.rows if part.kind == "NAMED_ROW" else told.sides).add(part.value)
    for index, part in enumerate(parts):
        if part.kind in (tags.NUMBER, tags.ORDINAL) and index not in counted:
            _number(told, parts, index)
    return told


def _segments(parts: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """The pieces between commas."""
    starts = [i for i, part in enumerate(parts) if not i or part.after_comma]
    yield from (parts[start:end] for start, end in pairwise([*starts, len(parts)]))


def _says_most_held(segment: Sequence[Piece]) -> bool:
    """Whether nothing is said but of which bird most are held: "die waar ik het meeste van heb"."""
    kinds = {part.kind for part in segment}
    return {"most", "holding"} <= kinds and not kinds & {"SPECIES", "row with", "takes"}


_NICKNAMES = {"pink": "flamingo"}


def _before(parts: Sequence[Piece], index: int) -> Iterator[int]:
    """The places ahead of a bird up to the first that says what it is."""
    for place in range(index - 1, -1, -1):
        if parts[place + 1].after_comma:
            return
        yield place
        if parts[place].kind not in _SKIPPED:
            return


def _mention(
    told: _Told,
    parts: Sequence[Piece],
    index: int,
    leads: Sequence[int],
    numbers: Sequence[int],
) -> None:
    """Note a bird by what stands ahead of it."""
    species = _NICKNAMES.get(parts[index].kind, parts[index].value)
    ahead = parts[leads[0]] if leads else None
    is_listed = ahead is not None and ahead.kind in ("AND", "OR", tags.NOT)
    if ahead is not None and (ahead.kind == "without" or (is_listed and told.is_denying)):
        told.denied.add(species)
        told.is_denying = True
        told.unclear.difference_update(leads)
        return
    told.is_denying = False
    if ahead is not None and ahead.kind == "most":
        told.most_in_row = species
        return
    count = int(parts[numbers[0]].value) if numbers else 0
    behind = next((part.kind for part in parts[index + 1 :] if part.kind != "link"), "")
    roles: tuple[str, ...] = ("laid", "taken") if told.has_gain else _PLAIN
    if ahead is not None and ahead.kind == "AND" and told.mentions:
        roles = told.mentions[-1].roles
    elif ahead is not None and _is_gain(ahead):
        roles = ("taken", "laid")
    elif ahead is not None and ahead.kind in _ROLES:
        roles = _ROLES[ahead.kind]
    if behind == "end":
        roles = ("beside",)
    told.mentions.append(_Mention(species, count, roles))


def _is_gain(part: Piece) -> bool:
    return part.kind == "takes" or (part.kind == tags.VERB and part.value == "gain")


def _number(told: _Told, parts: Sequence[Piece], index: int) -> None:
    """Note what a number that counts no bird says: a row, or how many are taken or held."""
    before = parts[index - 1].kind if index else ""
    behind = parts[index + 1].kind if index + 1 < len(parts) else ""
    value = parts[index].value
    if before == "ROW" or behind == "ROW":
        told.rows.add(value)
    elif behind == "birds" and told.has_gain:
        told.taken = int(value)
    elif behind == "same" and _is_of_row(parts, index):
        told.alike_in_row = int(value)
    elif "holding" in told.kinds or behind == "same":
        told.held = int(value)
    else:
        told.is_whole = False


def _is_of_row(parts: Sequence[Piece], index: int) -> bool:
    """Whether a row was spoken of in the same breath before this place."""
    start = max((i for i in range(index + 1) if parts[i].after_comma), default=0)
    return any(part.kind in ("ROW", "row with", "NAMED_ROW") for part in parts[start:index])


def _fits(text: str, told: _Told, hand: Sequence[str]) -> bool:
    """Whether a lay is of the row, the side and so many birds as are said."""
    _verb, species, row, side = text.split()
    count = hand.count(species)
    is_only = "something" in told.kinds and told.has_gain  # "the only one that takes something"
    held = {_HELD[kind] for kind in told.kinds & {*_HELD} if not is_only} | {told.held} - {0}
    return (
        species not in told.denied
        and (not told.rows or row in told.rows)
        and (not told.sides or side in told.sides)
        and all(count == number for number in held)
    )


def _best(legal: Sequence[str], told: _Told, facts: Facts, hand: Sequence[str]) -> list[str]:
    """Those that are the most or the fewest of what is said so."""
    gains, counts = facts.gains, Counter(hand)
    left = [text for text in legal if _is_row_of_like(text, told, facts)]
    if told.taken:
        left = [text for text in left if len(gains[text]) == told.taken]
    if "something" in told.kinds and told.has_gain:
        left = [text for text in left if gains[text]]
    ways: dict[str, tuple[Callable[..., int], Callable[[str], int]]] = {
        "most held": (max, lambda text: counts[text.split()[1]]),
        "fewest held": (min, lambda text: counts[text.split()[1]]),
        "most in row": (
            max,
            lambda text: list(facts.lying[f"row {text.split()[2]}"]).count(told.most_in_row),
        ),
        "longest row": (max, lambda text: len(facts.lying[f"row {text.split()[2]}"])),
        "shortest row": (min, lambda text: len(facts.lying[f"row {text.split()[2]}"])),
    }
    kinds = told.kinds | ({"most in row"} if told.most_in_row else set())
    for kind, (pick, figure) in ways.items():
        if kind in kinds and left:
            best = pick(map(figure, left))
            left = [text for text in left if figure(text) == best]
    if "most taken" in told.kinds and left:
        laid = {one.species for one in told.mentions if "laid" in one.roles} & set(hand)
        left = [text for text in left if not laid or text.split()[1] in laid]
        best = max(len(gains[text]) for text in left)
        left = [text for text in left if len(gains[text]) == best > 0]
    return left


def _is_row_of_like(text: str, told: _Told, facts: Facts) -> bool:
    """Whether so many birds of one kind lie in the row of a lay as are said to."""
    birds = Counter(facts.lying[f"row {text.split()[2]}"])
    return not told.alike_in_row or told.alike_in_row in birds.values()


def _explains(text: str, mentions: Sequence[_Mention], way: Sequence[str], facts: Facts) -> bool:
    """Whether each bird is what it is taken for, beside this lay."""
    _verb, species, row, side = text.split()
    birds, taken = facts.lying[f"row {row}"], list(facts.gains[text])
    laid = [one.species for one, role in zip(mentions, way, strict=True) if role == "laid"]
    if len(set(laid)) > 1:
        return False
    for one, role in zip(mentions, way, strict=True):
        is_so = {
            "laid": one.species == species,
            "taken": taken.count(one.species) == one.count if one.count else one.species in taken,
            "beside": bool(birds) and birds[0 if side == "left" else -1] == one.species,
            "in row": list(birds).count(one.species) >= max(one.count, 1),
            "first": bool(birds) and birds[0] == one.species,
            "last": bool(birds) and birds[-1] == one.species,
        }
        if not is_so[role]:
            return False
    return True
