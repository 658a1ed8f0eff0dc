"""What a lay leaves out because it was named just before: its birds, or its row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.catalogue.cubirds.words.gains import rows_named
from games.catalogue.cubirds.words.kept import is_pronoun
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_ROW_KINDS = ("ROW", "NAMED_ROW")
_ROWS = (*_ROW_KINDS, tags.NUMBER, tags.ORDINAL)
_OPEN = (Act.CONDITION, Act.ALTERNATIVE, Act.RETRACT)


def settle_named_before(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Name in place what the one lay of a text only points at."""
    _settle_attention(clauses)
    _name_family(clauses)
    lays = [one for one in clauses if one.act in ORDERING and one.has("SIDE")]
    if len(lays) == 1:
        _name_bird(scene, clauses, lays[0])
        _name_row(clauses, lays[0])


def _settle_attention(clauses: Sequence[Clause]) -> None:
    """A "right" that only begins a sentence is no side: "right, the owls on the left of row 1"."""
    for index, clause in enumerate(clauses):
        same = [one for one in clauses[index + 1 :] if one.sentence == clause.sentence or not index]
        is_first = index == 0 or clauses[index - 1].sentence < clause.sentence
        is_bare = [(one.kind, one.language) for one in clause.tokens] == [("SIDE", "en")]
        if is_first and is_bare and any(one.has("SIDE") for one in same):
            clause.act, clause.tokens = Act.ASIDE, []


def _name_family(clauses: Sequence[Clause]) -> None:
    """The birds of a family that is only pointed at: "if a flamingo is among them, that family"."""
    for before, clause in pairwise(clauses):
        named = {one.value for one in before.tokens if one.kind == "SPECIES"}
        is_told = before.act in (Act.REASON, Act.CONDITION, Act.TALK)
        is_told = is_told and before.sentence == clause.sentence and len(named) == 1
        is_bare = clause.says_verb("family") and not clause.has("SPECIES", "ALL", "NONE", tags.NOT)
        pointing = [one for one in clause.tokens if is_pronoun(one)]
        if is_told and is_bare and pointing and clause.act in ORDERING:
            bird = pointing[0]._replace(kind="SPECIES", value=named.pop(), language="")
            clause.tokens = [bird if one is pointing[0] else one for one in clause.tokens]


def _name_row(clauses: Sequence[Clause], lay: Clause) -> None:
    """The row of which was spoken before: "five birds in row 1! The owls to the left of it"."""
    same = [one for one in clauses if one.sentence == lay.sentence and one.act in ORDERING]
    before = clauses[: clauses.index(lay)]
    told = [one for one in before if one.has(*_ROW_KINDS) and one.act not in _OPEN]
    rows = {row for one in told for row in rows_named(one.tokens)}
    is_pointed = any(one.says_phrase("beside it") for one in same)
    is_named = any(rows_named(one.tokens) for one in same)
    if len(rows) == 1 and lay.has("SPECIES") and is_pointed and not is_named:
        row = lay.tokens[0]._replace(kind="NAMED_ROW", value=rows.pop(), language="")
        lay.tokens = [*lay.tokens, row]
        spoken = {one.sentence for one in told} - {lay.sentence}
        for one in before:
            if one in told or (one.sentence in spoken and not one.has_verb):
                one.act, one.lead = Act.REASON, ""


def _name_bird(scene: OrderScene, clauses: Sequence[Clause], lay: Clause) -> None:
    """The birds of which was spoken before: "my warblers! They go right of row 1"."""
    same = [one for one in clauses if one.sentence == lay.sentence and one.act in ORDERING]
    before = [one for one in clauses if one.sentence < lay.sentence and one.has("SPECIES")]
    hand = list(scene.hand)
    named = {t.value for one in before for t in one.tokens if t.kind == "SPECIES"} & set(hand)
    if len(named) != 1 or any(one.has("SPECIES") for one in same) or not lay.has(*_ROWS):
        return
    (bird,) = named
    counts = [one for one in lay.tokens if one.kind == tags.NUMBER][:1]
    count = [one for one in counts if one.value == str(hand.count(bird)) and lay.has("NAMED_ROW")]
    is_pointed = bool(count) or any(map(is_pronoun, lay.tokens)) or lay.says("they")
    if is_pointed or any(one.says("me") and not one.has(UNKNOWN) for one in before):
        tokens = [one for one in lay.tokens if one not in count]
        lay.tokens = [tokens[0]._replace(kind="SPECIES", value=bird, language=""), *tokens]
        for one in before:
            one.act, one.lead = Act.REASON, ""
