"""What stands round an order and turns it, or only seems to: thanks, threats, second thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import ORDERING, Act, Clause, is_order_word, says_no
from games.words.speech.doers import is_name

_WHOLE = frozenset(("draw", "stay", "done", "pass", "refill", "best"))
"""Verbs that are orders without any other word."""
_ON = ("", "THEN", tags.THEREFORE)
_CARDS = ("COLOUR", "SPECIAL")


def settle_round(clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, those clauses of a text that an order's neighbours decide."""
    _settle_purposes(clauses)
    _settle_sides(clauses)
    _settle_worthless(clauses)
    _settle_musings(clauses)
    _settle_postscripts(clauses)
    _settle_thanks(clauses)
    _settle_refusals(clauses)
    _settle_threats(clauses)
    _settle_first_cases(clauses)
    _settle_sequences(clauses)
    _settle_unless(clauses)
    _settle_earlier(clauses)
    _settle_excuses(clauses)
    _settle_intentions(clauses)
    _settle_decided(clauses)
    _settle_idle_verbs(clauses)
    _settle_spared(clauses)


def settle_turns_to_come(clauses: Sequence[Clause]) -> None:
    """An "if" that only says that the own turn comes again leads to the next step: "the 4, and when
    I'm up again the 5"."""
    for index, (clause, following) in enumerate(pairwise(clauses)):
        is_turn = clause.act is Act.CONDITION and clause.says_phrase("my turn")
        is_bare = not clause.things and not clause.has(UNKNOWN, tags.OTHERS, tags.NOT, "NONE")
        is_behind = any(one.act in ORDERING for one in clauses[:index])
        is_next = following.sentence == clause.sentence and following.act is Act.ORDER
        if is_turn and is_bare and _ends_step(clauses, index):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
            continue
        if is_turn and is_bare and is_behind and is_next and following.tokens:
            first = following.tokens[0]
            then = first._replace(kind="THEN", value="then", written="then", language="")
            following.lead, following.tokens = "THEN", [then, *following.tokens]
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _ends_step(clauses: Sequence[Clause], index: int) -> bool:
    """Whether a "when I'm up" stands behind the step that it is said of: "then the eagle when I'm
    up | and pay it …"."""
    before, behind = clauses[index - 1], clauses[index + 1 : index + 2]
    is_step = before.act is Act.ORDER and before.lead == "THEN" and bool(before.things)
    is_own = not clauses[index].is_apart and before.sentence == clauses[index].sentence
    return is_step and is_own and all(one.is_apart for one in behind)


def _settle_sides(clauses: Sequence[Clause]) -> None:
    """A sentence of one side alone corrects the one before it: "row 1 right. LEFT, left I mean"."""
    before: Clause | None = None
    for clause in clauses:
        sides = [one.value for one in clause.tokens if one.kind == "SIDE"]
        is_open = clause.has(UNKNOWN, tags.NOT, "OR") or clause.is_question or bool(clause.lead)
        is_bare = bool(sides) and all(one.kind == "SIDE" for one in clause.things) and not is_open
        if clause.act is Act.ORDER and sides and not is_bare:
            before = clause
        elif before is None or not is_bare or clause.act is not Act.ORDER:
            before = before if clause.act is Act.ASIDE else None
        elif clause.sentence > before.sentence and not _has_side(before, sides[-1]):
            is_again = any(one.act is Act.CORRECT for one in clauses)
            clause.act = Act.ASIDE if is_again else Act.CORRECT
            clause.tokens = [] if is_again else clause.tokens[-1:]


def _has_side(clause: Clause, side: str) -> bool:
    return any((one.kind, one.value) == ("SIDE", side) for one in clause.tokens)


def _settle_purposes(clauses: Sequence[Clause]) -> None:
    """What a turn to come is for, "en als het mijn beurt is om te leggen begin ik met …", is no
    reason where a card is named in the same breath."""
    for before, clause in pairwise(clauses):
        is_led = before.lead == "THEN" and all(one.kind == "THEN" for one in before.tokens)
        is_told = clause.act is Act.REASON and clause.lead == tags.BECAUSE and not clause.is_apart
        verbs = [i for i, one in enumerate(clause.tokens) if one.kind == tags.VERB]
        is_told = is_told and bool(before.tokens and verbs) and clause.is_clean
        if is_led and is_told and any(map(is_order_word, clause.tokens[verbs[-1] + 1 :])):
            clause.act, clause.lead = Act.ORDER, "THEN"
            clause.tokens = [*before.tokens[:1], *clause.tokens[verbs[-1] :]]
            before.act, before.lead, before.tokens = Act.ASIDE, "", []


def _settle_worthless(clauses: Sequence[Clause]) -> None:
    """What only says that something is of no use denies nothing: "bin the S4, no use to me, and
    draw"."""
    for before, clause in zip([None, *clauses], clauses, strict=False):
        names_more = any(one.kind not in ("NONE", tags.VERB, UNKNOWN) for one in clause.things)
        is_denial = before is not None and says_no(before)
        is_plain = clause.is_apart and not clause.lead and not names_more and not is_denial
        is_beside = any(one.act in ORDERING and one is not clause for one in clauses)
        is_little = clause.has(tags.NOT) and clause.says("much")
        if is_plain and is_beside and (is_little or clause.says_phrase("useless")):
            clause.act, clause.tokens = Act.REASON, []


def _settle_postscripts(clauses: Sequence[Clause]) -> None:
    """What a postscript names of the kind that was ordered may replace it; it does for who has read
    it again: "zero. PS: on second reading, one"."""
    ordered = [one for one in clauses if one.act in ORDERING]
    below = next((i for i, one in enumerate(clauses) if one.opening in marks("postscript")), None)
    if below is None or not ordered:
        return
    is_reread = any(one.says_phrase("reread") for one in clauses[below:])
    kinds = {token.kind for one in ordered for token in one.things}
    for clause in clauses[below:]:
        is_said = clause.is_clean and clause.is_apart | clause.is_after_colon
        named = {token.kind for token in clause.things}
        is_told = clause.act is Act.REASON or (clause.act is Act.ORDER and is_reread)
        if is_told and is_said and named and named <= kinds and not clause.has_verb:
            clause.act, clause.lead = (Act.CORRECT if is_reread else Act.ORDER), ""


def _settle_musings(clauses: Sequence[Clause]) -> None:
    """A "maybe" about luck doubts nothing that was ordered: "…, maybe my luck turns"."""
    for clause in clauses:
        names_nothing = all(one.kind == tags.VERB for one in clause.things)
        is_musing = clause.is_apart and clause.says("luck") and names_nothing
        if is_musing and any(one.value == "maybe" for one in clause.tokens):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _settle_spared(clauses: Sequence[Clause]) -> None:
    """A "then" behind an order that only says what need not be done is a reason: "the lowest, then
    I've nothing to pay"."""
    for before, clause in pairwise(clauses):
        is_next = before.act is Act.ORDER and clause.act in (Act.ORDER, Act.TALK)
        is_next = is_next and clause.lead == "THEN"
        is_named = any(is_order_word(one) and one.kind not in _UNNAMED for one in clause.tokens)
        is_spared = clause.has(tags.NOT, "NONE") and clause.has(UNKNOWN) and not is_named
        if is_next and is_spared and before.sentence == clause.sentence:
            clause.act = Act.REASON


_UNNAMED = (tags.VERB, "NONE", "THEN")


def _settle_idle_verbs(clauses: Sequence[Clause]) -> None:
    """A sentence behind the order with a verb, without anything that it is done to and in words
    that are not all known, is talk: "we zien wel hoe het loopt"."""
    first = next((one.sentence for one in clauses if one.act in ORDERING), 0)
    for clause in clauses:
        is_behind = clause.act is Act.ORDER and clause.sentence > first and not clause.lead
        is_bare = all(
            token.kind == tags.VERB and token.value not in _WHOLE for token in clause.things
        )
        if is_behind and is_bare and clause.has(UNKNOWN):
            clause.act = Act.TALK


def _settle_intentions(clauses: Sequence[Clause]) -> None:
    """What was only considered is no order where something is said instead: "was going to go wild
    but no, forest 3", "it was 2 before"."""
    for index, clause in enumerate(clauses):
        later = [one for one in clauses[index + 1 :] if one.act in ORDERING]
        turns = any(
            one.lead in (tags.BUT, tags.CORRECT) or says_no(one) for one in clauses[index + 1 :]
        )
        is_said = bool(later) and all(map(_is_definite, later[-1:])) and turns
        if clause.act is Act.ORDER and clause.has(tags.DOUBT) and not clause.lead and is_said:
            clause.act = Act.REASON
            for one in clauses[index + 1 :]:
                if one.act is Act.ORDER and {token.kind for token in one.things} <= {"NONE"}:
                    one.act, one.lead, one.tokens = Act.ASIDE, "", []


def _settle_decided(clauses: Sequence[Clause]) -> None:
    """Who asks himself what to do and then says one of the things has decided: "F1 or F2? F2"."""
    last = [one for one in clauses if one.act in ORDERING][-1:]
    final = [one for one in clauses if last and one.sentence == last[0].sentence]
    said = [one for one in final if one.act in ORDERING]
    if not said or not all(map(_is_definite, said)) or len(said) != 1:
        return
    named = {token.value for token in said[0].things}
    before = [one for one in clauses if one.sentence < said[0].sentence]
    open_cases = [one for one in before if one.act is Act.ALTERNATIVE or one.asks_back]
    wondered = [one for one in before if one.act in (*ORDERING, Act.ASK)]
    is_open = any(one.act is Act.ALTERNATIVE and one.opening in marks("plain or") for one in before)
    things = {token.value for one in wondered for token in one.things}
    is_one = len({one.sentence for one in wondered}) == 1 and is_open and bool(open_cases)
    if is_one and named <= things and not any(one.act is Act.CONDITION for one in before):
        for one in wondered:
            one.act, one.lead = Act.REASON, ""


def _is_definite(clause: Clause) -> bool:
    """Whether a clause orders something in words that are all known."""
    is_plain = clause.act in (Act.ORDER, Act.CORRECT) and clause.is_clean and clause.is_strong
    return is_plain and not clause.has(tags.DOUBT, tags.NOT, "ANY", "OR") and not clause.asks_back


def _settle_excuses(clauses: Sequence[Clause]) -> None:
    """What a correction only states is why: "no wait, the wizard has won it, play the jester"."""
    for clause, following in pairwise(clauses):
        is_told = tells_why(clause) or (clause.says("past") and not clause.has_verb)
        is_said = following.act is Act.ORDER and following.is_clean and following.is_strong
        if clause.act is Act.CORRECT and is_told and is_said and following.lead in _ON:
            clause.act, following.act = Act.REASON, Act.CORRECT
    _settle_counted_excuses(clauses)


def _settle_counted_excuses(clauses: Sequence[Clause]) -> None:
    """What only counts behind a "wait", before a plain refusal, is why: "oh wait, there are only
    two. So no"."""
    for index, clause in enumerate(clauses):
        is_count = clause.is_statement and clause.has(tags.NUMBER) and not clause.is_strong
        behind = [one for one in clauses[index + 1 :] if one.tokens]
        before = [one for one in clauses[:index] if one.act in ORDERING]
        is_turned = clause.act is Act.CORRECT or (
            before and clauses[index - 1].lead == tags.CORRECT
        )
        if not (is_count and is_turned and behind and before):
            continue
        refusal = behind[0]
        words = {one.kind for one in refusal.tokens if one.kind != tags.FILLER}
        if words and words <= {tags.NOT, "NONE"} and refusal.lead in ("", tags.THEREFORE):
            clause.act = Act.REASON
            refusal.act, refusal.lead = Act.RETRACT, tags.RETRACT


def tells_why(clause: Clause) -> bool:
    """Whether it only says how things are: "the wild is a waste", "no use with two lions"."""
    is_denial = clause.has(UNKNOWN) and clause.has(tags.NOT, "NONE")
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_told = clause.is_statement or (clause.has_state and verbs == {"trump"})
    return is_told or ((clause.says("already") or is_denial) and not clause.has_verb)


def _settle_earlier(clauses: Sequence[Clause]) -> None:
    """What was written before is replaced by what is said of the same now: "I wrote S2, but S4";
    and what cannot be is the reason for what is done: "can't follow, so I throw the yellow"."""
    for before, clause in pairwise(clauses):
        same = {t.kind for t in clause.things} & {t.kind for t in before.things}
        is_now = clause.act is Act.ORDER and clause.lead in ("", tags.BUT) and bool(same)
        if before.act in ORDERING and before.says("wrote") and is_now:
            clause.act = Act.CORRECT
        is_verb = bool(before.things) and all(token.kind == tags.VERB for token in before.things)
        if (
            before.act is Act.ORDER
            and before.has(tags.GONE)
            and is_verb
            and clause.lead == tags.THEREFORE
        ):
            before.act = Act.REASON


def _settle_thanks(clauses: Sequence[Clause]) -> None:
    """A question with thanks behind it asks for what it names: "¿me tiras el bufón? gracias"."""
    for clause, following in pairwise(clauses):
        thanks = bool(following.tokens) and following.tokens[0].written.casefold()
        if clause.is_question and thanks in marks("please") and not following.things:
            clause.is_question = False


def _settle_refusals(clauses: Sequence[Clause]) -> None:
    """What is not done yet, or not behind a "scratch that", is no order: "I won't pay yet"."""
    is_retracted = False
    for clause in clauses:
        is_retracted = is_retracted or clause.act is Act.RETRACT
        is_denied = clause.has(tags.NOT, "NONE") and clause.has_verb
        is_denied = is_denied and not clause.has(tags.NUMBER, "ANIMAL")
        is_open = is_retracted or clause.says("yet")
        if clause.act is Act.ORDER and is_denied and is_open and not _names_card(clause):
            clause.act = Act.REASON


def _settle_threats(clauses: Sequence[Clause]) -> None:
    """An "otherwise" of what somebody else would do, or what oneself would be, is a reason: "…, or
    else Eva gets it", "…, otherwise I'm being silly"."""
    for clause in clauses:
        unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
        is_own = clause.says("me") and unknown > 1 and not clause.things[1:]
        is_theirs = clause.has(tags.OTHERS) or any(map(is_name, clause.tokens))
        is_idle = clause.act in (Act.TALK, Act.ASIDE) and not clause.is_strong
        if clause.lead == "OR" and is_idle and (is_theirs or is_own) and not clause.is_question:
            clause.act = Act.REASON


def _settle_first_cases(clauses: Sequence[Clause]) -> None:
    """What follows from "if the lion is gone" is no other case where nothing stands before it."""
    for index, (condition, order) in enumerate(pairwise(clauses)):
        is_first = not any(one.act in ORDERING for one in clauses[:index])
        is_said = order.act is Act.ALTERNATIVE and order.tokens[0].kind != "OR"
        if is_first and is_said and condition.act is Act.CONDITION and condition.has(tags.GONE):
            order.act, order.lead = Act.ORDER, ""


def _settle_sequences(clauses: Sequence[Clause]) -> None:
    """An "after that" may stand behind what it speaks of: "the blue 13, the jester after that",
    "2. And the wizard, when it comes round to me"."""
    for first, second, then in zip(clauses, clauses[1:], clauses[2:], strict=False):
        is_moment = then.is_apart and len(then.opening.split()) > len(("after", "that"))
        is_last = then.lead == "THEN" and not then.things and (not then.is_apart or is_moment)
        is_last = is_last and not any(
            one.sentence == then.sentence for one in clauses[clauses.index(then) + 1 :]
        )
        goes_on = first.sentence == second.sentence or [one.kind for one in second.tokens[:1]] == [
            "AND"
        ]
        is_said = first.act is Act.ORDER and goes_on
        is_step = second.act is Act.ORDER and not second.lead and not second.is_statement
        if is_last and is_said and is_step:
            second.lead, second.tokens = "THEN", [*then.tokens[:1], *second.tokens]
            then.lead, then.tokens = "", []


def _settle_unless(clauses: Sequence[Clause]) -> None:
    """ "The squirrel, unless it's taken, then the ibex": the condition says no more than "or"."""
    for before, condition, order in zip(clauses, clauses[1:], clauses[2:], strict=False):
        is_unless = condition.act is Act.CONDITION and condition.opening in marks("unless")
        is_plain = is_unless and condition.has(tags.GONE) and not condition.things
        is_then = order.act is Act.ORDER and order.lead in ("THEN", tags.THEREFORE)
        if is_plain and before.act in ORDERING and is_then:
            order.act, order.lead = Act.ALTERNATIVE, "OR"
            order.tokens = [token for token in order.tokens if token.kind != "THEN"]
            condition.act, condition.lead, condition.tokens = Act.ASIDE, "", []


def _names_card(clause: Clause) -> bool:
    return clause.has("CODE", "HABITAT", "COLOUR", "SPECIAL")


def settle_particles(clauses: Sequence[Clause]) -> None:
    """A "rather" or "after all" amid words that order nothing corrects nothing: "de anderen slapen
    toch allemaal"."""
    for before, clause in pairwise(clauses):
        is_within = clause.act is Act.CORRECT and not clause.is_apart
        is_told = clause.has(UNKNOWN) and not clause.has(tags.NOT, "NONE", tags.GONE)
        is_told = is_told and len(before.tokens) > 1  # "die moet toch naar beneden"
        is_idle = before.act is Act.ASIDE and not before.lead and before.has(UNKNOWN) | is_told
        names_nothing = not clause.is_strong and not clause.has(tags.NUMBER, tags.VERB)
        if is_within and is_idle and names_nothing:
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def settle_shrugs(clauses: Sequence[Clause]) -> None:
    """A last "whatever" behind something definite leaves nothing open: "the 8, whatever"."""
    if any(one.has("OR") or one.act is Act.ALTERNATIVE for one in clauses):
        return
    for before, clause in pairwise(clauses):
        said = {token.kind for token in clause.tokens} - {tags.FILLER}
        is_named = (
            before.act is Act.ORDER and before.has(tags.NUMBER, "CODE") and not before.has("ANY")
        )
        if said == {"ANY"} and is_named and clause.is_apart and not clause.lead:
            clause.act, clause.tokens = Act.ASIDE, []


def settle_bids(clauses: Sequence[Clause]) -> None:
    """Where a number of tricks is said, cards named without a verb are the reason for it."""
    said = [one for one in clauses if one.act in ORDERING and _is_of_tricks(one)]
    for clause in clauses:
        is_card = clause.has(*_CARDS) and clause.has(tags.NUMBER, UNKNOWN)
        verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
        is_step = clause.is_after_colon or clause.says_phrase("opening")
        is_plain = verbs <= {"trump"} and not clause.lead and not is_step
        if said and is_card and is_plain and clause.act is Act.ORDER:
            clause.act = Act.REASON


def _is_of_tricks(clause: Clause) -> bool:
    is_bid = any(token.kind == tags.VERB and token.value == "bid" for token in clause.tokens)
    is_bid = is_bid or clause.has("TRICKS")
    return is_bid and clause.has(tags.NUMBER, "NONE") and not clause.has(*_CARDS)
