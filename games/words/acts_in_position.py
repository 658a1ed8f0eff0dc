"""What a clause does is settled last by the decision that is open: what is kept or named again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, zip_longest

from games.words.conditions.visible_conditions import (
    settle_conditions,
    settle_repeated,
    settle_wondering,
)
from games.words.doubts.antecedents import settle_pointed, settle_pronouns
from games.words.doubts.given_things import settle_what_goes
from games.words.doubts.idle_numbers import settle_idle_numbers
from games.words.doubts.kept_lists import (
    named_in,
    settle_denied_lists,
    settle_kept_lists,
    settle_lists,
)
from games.words.doubts.postponements import settle_postponements
from games.words.doubts.refusals import settle_refusals
from games.words.doubts.retold import settle_denied_deeds, settle_retold
from games.words.lexicon import tags
from games.words.lexicon.language_grammar import denies_what_precedes, is_only_a_denial
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING, atoms, pieces_of, unordered_kinds
from games.words.positions.game_words import later_stages, stage_of, words_of
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.speech.clauses import (
    ORDERING,
    Act,
    Clause,
    is_keeping,
    is_no,
    is_other_case,
    keeps,
)

_KEPT_BY = frozenset(("reveal", "stay", "done", "pass"))
"""What words for keeping mean as verbs, where they mean anything."""

_CARDS = ("COLOUR", "SPECIAL", "CODE", "HABITAT", "SUIT")
_OPEN = ("NONE", "ANY", "ALL", tags.NOT)


def settle_in(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, those clauses whose deed depends on what is asked."""
    if scene.is_later:
        return
    game = words_of(scene.rules.key)
    settle_idle_numbers(scene, clauses)
    settle_what_goes(clauses)
    settle_pointed(scene, clauses)
    settle_retold(clauses)
    for clause in clauses:
        if clause.says("suffices"):
            clause.tokens = [token for token in clause.tokens if token.value != "states"]
    for clause in clauses:
        if _stands_beside_order(scene, clause, clauses) and _says_what_is_not(scene, clause):
            clause.act = Act.EXCLUDE
    settle_denied_deeds(scene, clauses)
    _settle_sequels(scene, clauses)
    settle_denied_lists(scene, clauses)
    settle_lists(clauses)
    settle_kept_lists(scene, clauses)
    game.settle(scene, clauses)
    settle_conditions(scene, clauses)
    settle_repeated(clauses)
    settle_wondering(clauses)
    settle_postponements(clauses)
    settle_refusals(scene, clauses)
    _settle_kept(scene, clauses)
    _settle_ends(scene, clauses)
    _settle_ellipses(scene, clauses)
    _settle_corrections(clauses)
    _settle_statements(clauses)
    _settle_foreign(scene, clauses)
    game.settle_last(scene, clauses)
    _settle_aims(scene, clauses)
    settle_pronouns(scene, clauses)


def _settle_sequels(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """A "so" with a deed of a later decision leads to the next step; what stands before it is no
    reason: "the magpies left of row 2, so I don't draw"."""
    stages = later_stages(scene)
    for index, clause in enumerate(clauses):
        said = [stages.get(token.value, 0) for token in _verbs(clause)]
        is_next = clause.act is Act.ORDER and clause.lead == tags.THEREFORE
        if not is_next or not said or min(said) < 1:
            continue
        before = [one for one in clauses[:index] if one.act is Act.REASON and not one.lead]
        told = [one for one in before if one.things and one.is_clean and not one.asks_back]
        if told and not any(one.act in ORDERING for one in clauses[:index]):
            for one in told:
                one.act = Act.ORDER
            then = clause.tokens[0]._replace(kind="THEN", value="then", written="then", language="")
            clause.lead, clause.tokens = "THEN", [then, *clause.tokens]


def _verbs(clause: Clause) -> list[Token]:
    return [token for token in clause.tokens if token.kind == tags.VERB]


def _stands_beside_order(scene: OrderScene, clause: Clause, clauses: Sequence[Clause]) -> bool:
    """Whether another clause orders, so that this one need not: not so "bin the rest"."""
    is_enough = scene.kind != "refill"
    if clause.act is not Act.ORDER or not named_in(clause):
        return False
    return any(
        one is not clause
        and one.act in ORDERING
        and one.lead != "OR"
        and not is_other_case(one)
        and not one.has(tags.NOT)
        and (named_in(one) or one.has("HOW") or (one.has_verb and is_enough))
        for one in clauses
    )


def _says_what_is_not(scene: OrderScene, clause: Clause) -> bool:
    """Whether a clause names what is not meant: "the crown no", "the reds I'll keep"."""
    if _leaves_alone(clause) or (clause.says_phrase("useless") and not clause.has_verb):
        return True
    if clause.has("NONE", "ANY", "ALL"):
        return (
            clause.has("ALL") and not clause.has("NONE", "ANY", tags.NOT) and _keeps(scene, clause)
        )
    spoken = [token for token in clause.tokens if token.kind != tags.FILLER]
    last = spoken[-1]
    is_ended = last is not spoken[0] and (last.kind == tags.NOT or is_no(last))
    if is_ended and (not clause.has_verb or denies_what_precedes(last)):
        return True
    if clause.says("too much") or _denies_unknown(clause, spoken):
        return True
    return _denies_verb(spoken) or _keeps(scene, clause)


def _leaves_alone(clause: Clause) -> bool:
    """Whether nothing is done with what is named: "from the discards nothing", "nothing on bird
    2"."""
    spoken = [token for token in clause.tokens if token.kind != tags.FILLER]
    if clause.has_verb or not spoken or sum(one.kind == "NONE" for one in spoken) != 1:
        return False
    kinds = {token.kind for token in spoken} - {"NONE", "AND"}
    is_place = kinds <= {"BIRD", "ROW", "NAMED_ROW", tags.NUMBER, "CARD"} and "BIRD" in kinds
    is_thing = kinds <= {*NAMING, "BIRD", "ROW"} and bool(kinds - {tags.NUMBER})
    return (spoken[0].kind == "NONE" and is_place) or (spoken[-1].kind == "NONE" and is_thing)


def _denies_unknown(clause: Clause, spoken: Sequence[Token]) -> bool:
    """Whether something unknown is not done with what is named: "not wasting the wild one"."""
    return not clause.has_verb and any(
        first.kind == tags.NOT and second.kind == UNKNOWN for first, second in pairwise(spoken)
    )


def _denies_verb(tokens: Sequence[Token]) -> bool:
    return any(
        (first.kind == tags.NOT and second.kind == tags.VERB)
        or (first.kind == tags.VERB and denies_what_precedes(second))
        for first, second in pairwise(tokens)
    )


def _keeps(scene: OrderScene, clause: Clause) -> bool:
    """Whether it says what stays in hand; what is kept at a reveal is what is bid."""
    if scene.kind == "reveal":
        return False
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_kept = "pass" in verbs or any(map(is_keeping, clause.tokens))
    return verbs - {"for"} <= _KEPT_BY and is_kept  # "the forest I'm saving for the last round"


def _settle_kept(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """What a correction keeps is not meant, what follows is: "no, save the wild, F3"."""
    told = [one for one in clauses if one.act is not Act.ASIDE or one.things]
    for clause, following in pairwise(
        [one for one in told if one.lead != "THEN" or one.things[1:]]
    ):
        if clause.act is Act.CORRECT and following.act is Act.ORDER and _keeps(scene, clause):
            clause.act, following.act = Act.EXCLUDE, Act.CORRECT
    last = [one for one in clauses if one.act in ORDERING][-1:]
    for clause in last if len(told) > 1 else ():
        if clause.act is Act.CORRECT and named_in(clause) and _keeps(scene, clause):
            clause.act = Act.EXCLUDE  # "the blue 7. No, I keep the blue"
    for clause in clauses:
        is_order = clause.act is Act.ORDER and not clause.lead and not named_in(clause)
        others = (one for one in clauses if one is not clause and one.act is Act.ORDER)
        if is_order and keeps(clause) and _keeps(scene, clause) and any(map(named_in, others)):
            clause.act = Act.REASON  # "forest 2, the rest I keep"
    if scene.kind not in words_of(scene.rules.key).bare_numbers:
        return
    for index, clause in enumerate(clauses):
        later = next((one for one in clauses[index + 1 :] if one.act is Act.ORDER), None)
        if clause.act is Act.CORRECT and later is not None and _names_only_cards(clause):
            clause.act, later.act = Act.REASON, Act.CORRECT  # "no wait, the jester, zero"


def _names_only_cards(clause: Clause) -> bool:
    """Whether it names cards, and no number but theirs, or of how many: "with two jesters"."""
    named = named_in(clause)
    is_counted = all(
        one.kind != tags.NUMBER or (other is not None and other.kind in _CARDS)
        for one, other in zip_longest(named, named[1:])
    )
    return clause.has(*_CARDS) and is_counted and not clause.has_verb


def _settle_ends(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """A "that's all" behind the last order of a turn orders nothing."""
    ordering = [one for one in clauses if one.act in ORDERING]
    if scene.kind not in ("family", "growth", "lay") or len(ordering) <= 1:
        return
    last = ordering[-1]
    is_end = all(token.written.casefold() in marks("ends") for token in last.things)
    if is_end and named_in(ordering[0]):
        last.act, last.tokens, last.lead = Act.ASIDE, [], ""


def _settle_ellipses(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """What is meant instead is done as what is not: "don't discard the ace, the crown"."""
    denied = [one for one in clauses if one.act is Act.EXCLUDE and one.has(tags.NOT, tags.VERB)]
    verbs = [token for one in denied for token in one.tokens if token.kind == tags.VERB]
    spoken = words_of(scene.rules.key).spoken_verbs
    possible = {one for text in scene.legal() for one in (_verb(text), spoken.get(_verb(text)))}
    verbs = [token for token in verbs if token.value not in _KEPT_BY and token.value in possible]
    for clause in clauses:
        is_bare = clause.act is Act.ORDER and not clause.has_verb and not clause.is_statement
        if verbs and is_bare and named_in(clause):
            clause.tokens.insert(0, verbs[0]._replace(language=""))


def _settle_corrections(clauses: Sequence[Clause]) -> None:
    """A "no" before what is done instead denies nothing: "no discard it"."""
    for clause in clauses:
        begins = clause.act is Act.CORRECT and len(clause.tokens) > 1 and is_no(clause.tokens[0])
        is_about = named_in(clause) or any(
            token.written.casefold() in marks("pronouns") for token in clause.tokens
        )
        is_verb = begins and clause.tokens[1].kind == tags.VERB
        if is_verb and is_about and not is_only_a_denial(clause.tokens[1]):
            del clause.tokens[0]


def _settle_statements(clauses: Sequence[Clause]) -> None:
    """What is said of things before others of their kind are ordered is a reason for it."""
    for clause, later in pairwise(clauses):
        kinds = {token.kind for token in named_in(later)} - {tags.NUMBER}
        is_reason = clause.act is Act.ORDER and clause.is_statement and later.act is Act.ORDER
        if (
            is_reason
            and later.is_clean
            and later.lead in ("", tags.THEREFORE)
            and clause.has(*kinds)
        ):
            clause.act = Act.REASON
    corrected = next((i for i, one in enumerate(clauses) if one.act is Act.CORRECT), len(clauses))
    before = {piece for one in clauses[:corrected] for piece in _pieces(one)}
    for clause in clauses[corrected + 1 :]:
        is_excuse = clause.act is Act.ORDER and clause.is_statement and not clause.lead
        if is_excuse and set(_pieces(clause)) <= before:
            clause.act = Act.REASON  # "M1, sorry, S1, I need the mountain"


def _settle_foreign(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """What is said of things that this decision is not about is a reason, where another clause
    orders: "I bid 1, I have but one trump", "draw two – I only need one more parrot"."""
    legal = scene.legal()
    if len(legal) >= MOST_LEGAL or not any(
        one.act is Act.ORDER and one.is_clean and not _is_foreign(scene, one) for one in clauses
    ):
        return
    first = next(
        i for i, one in enumerate(clauses) if one.act is Act.ORDER and not _is_foreign(scene, one)
    )
    unordered = unordered_kinds(scene, legal)
    for clause in clauses[:first]:
        kinds = {token.kind for token in named_in(clause)} - {tags.NUMBER}
        is_idle = clause.act is Act.ORDER and not clause.has_verb and not clause.lead
        if is_idle and kinds and kinds <= unordered:
            clause.act = Act.REASON  # "I'm fine with three squirrels, so I pass"
    for clause in clauses[1:]:
        is_plain = clause.act is Act.ORDER and clause.is_apart and not clause.lead
        if is_plain and _is_foreign(scene, clause):
            clause.act = Act.REASON


def _is_foreign(scene: OrderScene, clause: Clause) -> bool:
    """Whether a clause states something, and names nothing of what may be ordered or done later."""
    first = clause.tokens[0].written.casefold() if clause.tokens else ""
    things = [token for token in named_in(clause) if token.kind not in (tags.NUMBER, "HOW")]
    is_step = clause.says_phrase("opening") and clause.has("COLOUR", "SPECIAL")
    if (
        is_step
        or clause.has("CODE", "PILE", "DECK")
        or not (clause.has_state or first in marks("me"))
    ):
        return False
    spoken, stages = words_of(scene.rules.key).spoken_verbs, words_of(scene.rules.key).stages
    legal = {_verb(text) for text in scene.legal()}
    now = stage_of(scene)
    said = {token.value for token in _verbs(clause)}
    named = {piece for text in scene.legal() for piece in atoms(text)}
    is_past = all(stages.get(verb, now) < now or verb == "trump" for verb in said)
    is_other = said.isdisjoint(legal | {spoken.get(verb, verb) for verb in legal}) and is_past
    return is_other and bool(said or things) and not any(one.value in named for one in things)


def _pieces(clause: Clause) -> list[str]:
    """The letters, numbers and names of what a clause names."""
    named = named_in(clause)
    return [
        piece
        for token in named
        for piece in (pieces_of(token.value) if token.kind == "CODE" else (token.value,))
    ]


def _settle_aims(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """An animal named before the bid is what that is for: "I do want that lion: forest 3"; one that
    is not wanted, beside a pass, is why."""
    cards = ("HABITAT", "CODE", "REFILL")
    bids = (i for i, one in enumerate(clauses) if one.act is Act.ORDER and one.has(*cards))
    first = next(bids, 0) if scene.kind == "bid" else 0
    passes = [one for one in clauses if one.act in ORDERING and _only_passes(one)]
    for index, clause in enumerate(clauses):
        is_aim = index < first and not clause.has(tags.VERB, *cards)
        is_why = bool(passes) and clause.has(tags.NOT, "NONE") and not clause.has(tags.VERB, *cards)
        if clause.act is Act.ORDER and clause.has("ANIMAL") and not clause.lead and is_aim | is_why:
            clause.act = Act.REASON


def _only_passes(clause: Clause) -> bool:
    return [token.value for token in clause.things] == ["pass"]


def _verb(text: str) -> str:
    return text.split(maxsplit=1)[0]
