"""What is kept in hand: a family that is not formed yet, birds that are not laid."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.doubts.other_senses import speaks_of_else
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, keeps, withholds
from games.words.speech.doers import doer

_OPEN = (Act.CONDITION, Act.ASK, Act.ALTERNATIVE)
_PLACES = ("ROW", "SIDE", "NAMED_ROW")


def settle_waits(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Leave of a "wait" no more than that, in place, what it waits for is no order: "… for the
    ninth"; if there is one family that can be formed, keeping its birds says the same."""
    birds = scene.values("family")
    bird = birds[0] if len(birds) == 1 else ""
    for clause in clauses:
        verbs = [token for token in clause.tokens if token.kind == tags.VERB]
        is_told = bool(verbs) and {token.value for token in verbs} == {"done"}
        is_told = is_told and (bool(bird) or not clause.has("SPECIES"))
        is_told = is_told and not speaks_of_else(clause)  # "I'm done with this weather"
        if clause.act is Act.ORDER and is_told and not clause.has(tags.NOT, "OR", "THEN"):
            clause.tokens = verbs[:1]
    kept = [one for one in clauses if bird and _keeps_family(one, bird)]
    if not kept or any(_forms(one, bird) for one in clauses if one not in kept):
        return
    for clause in clauses:
        clause.act, clause.lead = Act.ASIDE if clause.act is Act.ASIDE else Act.REASON, ""
    done = kept[0].tokens[0]._replace(kind=tags.VERB, value="done", language="")
    kept[0].act, kept[0].tokens = Act.ORDER, [done]


def _keeps_family(clause: Clause, bird: str) -> bool:
    """Whether a clause says that these birds stay in hand."""
    birds = {token.value for token in clause.tokens if token.kind == "SPECIES"}
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_theirs = doer(clause) is not None or clause.has("OR", tags.DOUBT, tags.GONE)
    is_meant = birds == {bird} or (not birds and any(map(is_pronoun, clause.tokens)))
    is_kept = withholds(clause) and is_meant and birds <= {bird} and "family" not in verbs
    return is_kept and clause.act not in _OPEN and not is_theirs and not clause.is_question


def is_pronoun(token: Token) -> bool:
    return not (marks("pronouns") | marks("of them")).isdisjoint(token.written.casefold().split())


def _forms(clause: Clause, bird: str) -> bool:
    """Whether a clause may say that the family is formed, or leaves it open."""
    is_named = clause.act in ORDERING and not clause.has(tags.NOT, "NONE") and not keeps(clause)
    is_named = is_named and any(token.value in (bird, "family") for token in clause.tokens)
    is_yes = any(token.written.casefold() in marks("agree") for token in clause.tokens)
    is_yes = is_yes and not clause.has(tags.NOT, "NONE")
    return is_named or is_yes or clause.act in _OPEN or clause.asks_back


def settle_rest(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Name the birds that are left of those that are kept: "the owls stay, the other: row 1"."""
    kept = {
        token.value
        for clause in clauses
        if clause.act is Act.EXCLUDE or (keeps(clause) and not clause.has(*_PLACES))
        for token in clause.tokens
        if token.kind == "SPECIES"
    }
    left = sorted(set(scene.hand) - kept)
    ordering = [one for one in clauses if one.act in ORDERING and not keeps(one)]
    is_named = any(one.has("SPECIES") for one in ordering)
    if not kept or len(left) != 1 or is_named or not any(one.has(*_PLACES) for one in ordering):
        return
    for clause in ordering:
        others = [one for one in clause.tokens if one.kind == tags.OTHER_ONE]
        if others:
            bird = others[0]._replace(kind="SPECIES", value=left[0], language="")
            rest = [one for one in clause.tokens if one not in others]
            clause.tokens = [bird, *rest]
            return


def settle_refused(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """A refusal behind a family that was said takes that back, and is no end of it: "family! hmm,
    and if another comes? I'm not forming it"."""
    said = next((i for i, one in enumerate(clauses) if one.act is Act.ORDER), len(clauses))
    is_formed = scene.kind == "family" and said < len(clauses) and clauses[said].says_verb("family")
    for clause in clauses[said + 1 :] if is_formed else ():
        verbs = [one for one in clause.tokens if one.kind == tags.VERB]
        is_done = [one.value for one in verbs] == ["done"] and clause.act in ORDERING
        words = verbs[0].written.casefold().split() if verbs else []
        if is_done and not marks("refusing").isdisjoint(words) and clause.lead in ("", "OR"):
            clause.act, clause.lead = Act.CORRECT, tags.CORRECT
            clause.tokens = [one for one in clause.tokens if one.kind not in ("OR", "THEN")]
