"""What changes nothing of an order beside it: said once more, or the other deed denied."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.doubts.kept_lists import named_in
from games.words.lexicon import tags
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_OPEN = ("NONE", "ANY", "ALL", "OR", tags.DOUBT, tags.OTHERS, tags.GONE)


def settle_retold(clauses: Sequence[Clause]) -> None:
    """Set aside, in place, a correction that names no more than what is ordered with a verb just
    before it: "out it goes, the pawn I mean"."""
    before: Clause | None = None
    for clause in clauses:
        is_bare = clause.act is Act.CORRECT and bool(named_in(clause)) and not clause.has_verb
        is_open = clause.has(tags.NOT, tags.OTHER_ONE, *_OPEN) or clause.is_question
        if before is not None and is_bare and not is_open and _named(clause) == _named(before):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
        elif clause.act in ORDERING:
            before = clause if clause.has_verb else None


def settle_denied_deeds(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """A deed of this decision that is denied beside the order of another, and names nothing, is no
    order: "I show a mountain 3, drawing I don't dare with my luck"."""
    plain = [one for one in clauses if one.act in ORDERING and named_in(one)]
    plain = [one for one in plain if not one.has(tags.NOT, "NONE")]
    said = {token.value for one in plain for token in one.tokens if token.kind == tags.VERB}
    spoken = words_of(scene.rules.key).spoken_verbs
    legal = {text.split(maxsplit=1)[0] for text in scene.legal()}
    legal |= {spoken[verb] for verb in legal if verb in spoken}
    for clause in clauses:
        verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
        is_bare = clause.act is Act.ORDER and bool(verbs) and not named_in(clause)
        is_denied = clause.has(tags.NOT) and not clause.has(*_OPEN) and not clause.lead
        is_now = verbs <= legal - said - _UNDONE
        if plain and is_bare and is_denied and is_now:
            clause.act = Act.REASON


_UNDONE = frozenset(("pass", "done", "stay", "leave"))


def _named(clause: Clause) -> list[tuple[str, str]]:
    return [(token.kind, token.value) for token in named_in(clause)]
