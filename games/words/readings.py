"""A text read in one language: from its acts to orders that are tried in the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from games.words.acts_in_position import settle_in
from games.words.corrections.amendments import amended, amendment, is_plainly_said
from games.words.corrections.corrected import corrected
from games.words.corrections.parts_read import read_parts, without_other_one
from games.words.doubts.kept_cards import spared
from games.words.doubts.leftover import left_over
from games.words.doubts.unmeant import is_denied, unmeant
from games.words.doubts.unread_words import unaccounted
from games.words.fitting_orders import completions, conditional, fitting_order, is_untwisted
from games.words.lexicon import tags
from games.words.lexicon.lexing import LexedSentence, without_ordinals
from games.words.positions.evidence import NAMING, atoms, settled, since_correction
from games.words.positions.game_words import later_stages, words_of
from games.words.positions.scene import OrderScene
from games.words.positions.step_options import legal_ways, step_options
from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood
from games.words.speech.acts import acts_in, clauses_in
from games.words.speech.clause_runs import is_idle, is_one_illegal, leaves_out
from games.words.speech.clauses import ORDERING, Act, Clause, is_added, says_no
from games.words.speech.grammar import NotGrammaticalError, kinds_in, parse
from games.words.speech.orders import OrderPart, Orders, orders_in

_MOST_PIECES = 14
_MOST_TOGETHER = 6
_BOTH = 2


def read(scene: OrderScene, lexed: Sequence[LexedSentence]) -> Result:
    """What the sentences order in this position."""
    clauses = _acts(scene, lexed)
    return _told(scene, _shortened(spared(scene, clauses, _weighed(scene, clauses))))


def read_whole(scene: OrderScene, lexed: Sequence[LexedSentence]) -> Result:
    """As `read`; what would be asked back is ordered where it explains all that is named."""
    clauses = _acts(scene, lexed)
    result = _weighed(scene, clauses)
    if isinstance(result, NotUnderstood) and result.is_retracted:
        return result
    found = settled(scene, clauses, result, _corrected(scene, clauses))
    if isinstance(found, Understood) and found != result:
        is_open = unaccounted(clauses, found.text) or left_over(scene, clauses, found.text)
        found = result if is_open else found
    return _told(scene, _shortened(spared(scene, clauses, found)))


def is_only_told(scene: OrderScene, lexed: Sequence[LexedSentence], text: str) -> bool:
    """Whether the sentences speak of this order and do not mean it."""
    return bool(unmeant(scene, _acts(scene, lexed), text)) or is_denied(
        scene, clauses_in(lexed), text
    )


def is_told_of(scene: OrderScene, lexed: Sequence[LexedSentence], text: str) -> bool:
    """Whether the words as they were spoken deny this order: "mountain 1 is the last thing …"."""
    return is_denied(scene, clauses_in(lexed), text, at_once=True)


def read_in_part(scene: OrderScene, lexed: Sequence[LexedSentence]) -> Question | None:
    """The question what completes an order that leaves something out; None where none is said."""
    found = completions(scene, _acts(scene, lexed))
    return Question(tuple(found[:MOST_CHOICES])) if found else None


def _told(scene: OrderScene, result: Result) -> Result:
    """The order with the conditions that were decided for it."""
    if isinstance(result, Understood) and scene.branches:
        return replace(result, branches=(*scene.branches, *result.branches))
    return result


def wonders(scene: OrderScene, lexed: Sequence[LexedSentence]) -> bool:
    """Whether the sentences ask something and order nothing."""
    acts = {one.act for one in _acts(scene, lexed)}
    return Act.ASK in acts and acts.isdisjoint(ORDERING)


def _shortened(result: Result) -> Result:
    """A question with no more choices than somebody would read."""
    return Question(result.choices[:MOST_CHOICES]) if isinstance(result, Question) else result


def _acts(scene: OrderScene, lexed: Sequence[LexedSentence]) -> list[Clause]:
    """The settled clauses, which readers may judge anew: each gets its own."""
    key = tuple(lexed)
    if key not in scene.settled:
        settled = _settled(scene, lexed)
        scene.settled[key] = (settled, tuple(scene.branches))
    clauses, branches = scene.settled[key]
    scene.branches[:] = branches
    return [replace(one, tokens=[*one.tokens]) for one in clauses]


def _settled(scene: OrderScene, lexed: Sequence[LexedSentence]) -> list[Clause]:
    if tags.ORDINAL not in kinds_in(words_of(scene.rules.key).grammar):
        lexed = [without_ordinals(sentence) for sentence in lexed]
    scene.branches.clear()
    clauses = acts_in(lexed)
    settle_in(scene, clauses)
    return clauses


def _weighed(scene: OrderScene, clauses: Sequence[Clause]) -> Result:
    """What the clauses order as the grammar reads them, or word by word where it cannot."""
    again = _amended(scene, clauses)
    if again is not None:
        return again
    result = _read(scene, clauses)
    is_doubted = isinstance(result, NotUnderstood) and bool(result.examples)
    is_doubted = is_doubted or is_one_illegal(result, clauses)
    if isinstance(result, NotUnderstood) and not result.is_retracted and not is_doubted:
        result = _in_pieces(scene, clauses, result)
    if isinstance(result, Understood):
        open_words = unaccounted(clauses, result.text) or _taken_back(scene, clauses, result.text)
        result = _doubted(scene, result, open_words)
    if scene.is_later and any(one.act is Act.CONDITION and one.is_strong for one in clauses):
        return NotUnderstood()  # what will lie there then cannot be waited for
    if not isinstance(result, Understood):
        result = _gathered(scene, clauses, result)
        # What only its words suggest is never sealed: a question costs less than a wrong order.
        is_said = is_untwisted(clauses) or _revises(scene, clauses)
        if isinstance(result, Understood) and not scene.is_later and not is_said:
            return Question((result.text,))
    if isinstance(result, Understood) and not scene.is_later:
        left = left_over(scene, clauses, result.text)
        ways = _ways(scene, orders_in(clauses, later_stages(scene))) if left else []
        return _doubted(scene, result, left, ways)
    return result


def _amended(scene: OrderScene, clauses: Sequence[Clause]) -> Understood | None:
    """An order with what is taken out of it or added behind it, in words that are all known."""
    place = amendment(clauses)
    if place is None or scene.is_later or not all(map(is_plainly_said, clauses[place:])):
        return None
    before = _read(scene, clauses[:place])
    text = amended(scene, clauses[place:], before.text) if isinstance(before, Understood) else None
    return Understood(text) if text is not None else None


def _revises(scene: OrderScene, clauses: Sequence[Clause]) -> bool:
    """Whether what is read corrects, in known words, an order that was said before it."""
    said = since_correction(clauses)
    is_plain = all(one.is_clean and not one.is_question for one in said if one.act in ORDERING)
    return said is not clauses and is_plain and bool(_corrected(scene, clauses))


def _taken_back(scene: OrderScene, clauses: Sequence[Clause], text: str) -> list[str]:
    """What took this very order back where nothing behind it names it again."""
    places = [i for i, one in enumerate(clauses) if one.act is Act.RETRACT and i]
    for place in places[-1:]:
        behind = {token.value for one in clauses[place:] for token in one.tokens}
        verb, *named = text.partition(";")[0].split()
        is_again = all(word in behind or atoms(f"{word} ") & behind for word in named or [verb])
        if not is_again and _read(scene, clauses[:place]) == Understood(text):
            return [clauses[place].opening or "?"]
    return []


def _gathered(scene: OrderScene, clauses: Sequence[Clause], result: Result) -> Result:
    """What the words come to one by one, where the grammar makes no order of them."""
    earlier = _corrected(scene, clauses)
    if any(one.act is Act.CONDITION for one in clauses):
        found = conditional(scene, clauses)
        if found is not None:
            return found
    if isinstance(result, Question) and len(result.choices) > 1:
        found = fitting_order(scene, clauses, result.choices, earlier)
        return found if isinstance(found, Understood) else result
    if isinstance(result, NotUnderstood) and not result.is_retracted and not result.examples:
        return fitting_order(scene, clauses, earlier=earlier) or result
    return result


def _corrected(scene: OrderScene, clauses: Sequence[Clause]) -> str:
    """What was ordered before it was corrected, or on the line above; "" for nothing."""
    leads = (tags.CORRECT, tags.RETRACT)
    turns = [i for i, one in enumerate(clauses) if one.act is Act.CORRECT or one.lead in leads]
    turns += [i for i, one in enumerate(clauses) if one.line > clauses[0].line]
    before = _read(scene, clauses[: min(turns)]) if turns else None
    return before.text if isinstance(before, Understood) else ""


def _in_pieces(scene: OrderScene, clauses: Sequence[Clause], whole: NotUnderstood) -> Result:
    """Where the whole makes no order: what the longest runs of its clauses say.

    The rest is told about the game, and orders nothing. Runs that say two orders are asked back.
    """
    corrected = [place for place, clause in enumerate(clauses) if clause.act is Act.CORRECT]
    clauses = clauses[corrected[-1] :] if corrected else clauses
    ordering = [place for place, clause in enumerate(clauses) if clause.act in ORDERING]
    if not ordering or len(ordering) > _MOST_PIECES:
        return whole
    orders, asked, taken = _pieces(scene, clauses, set(ordering))
    left = [clauses[place] for place in ordering if place not in taken]
    if len(orders) == 1 and not any(choice in orders for choice in asked):
        below = [clause for clause in left if clause.line > clauses[min(taken)].line]
        is_rival = bool(below) and below[0].act is Act.ORDER and below[0].lead != "THEN"
        if is_rival and not is_added(below[0]):
            below[0].act = Act.CORRECT
            again = _read(scene, clauses)
            return again if not isinstance(again, NotUnderstood) else whole
        is_list = scene.kind in words_of(scene.rules.key).one_order
        if not (is_list and left) and not leaves_out(clauses, taken, left):
            return Understood(next(iter(orders)))
    found = tuple(dict.fromkeys((*orders, *asked)))[:MOST_CHOICES]
    return Question(found) if found else whole


def _pieces(
    scene: OrderScene, clauses: Sequence[Clause], ordering: set[int]
) -> tuple[dict[str, None], dict[str, None], set[int]]:
    """What the longest readable runs say: the orders, what is in doubt, and the places read."""
    orders: dict[str, None] = {}
    asked: dict[str, None] = {}
    taken: set[int] = set()
    for size in range(min(len(clauses), _MOST_TOGETHER), 0, -1):
        for start in range(len(clauses) - size + 1):
            span = set(range(start, start + size))
            if span & taken or not span & ordering or is_idle(clauses[start : start + size]):
                continue
            scene.words_read += 1  # a run costs about what a word does
            result = _read(scene, clauses[start : start + size])
            if isinstance(result, Understood):
                orders[result.text] = None
                taken |= span
            elif isinstance(result, Question):
                asked |= dict.fromkeys(result.choices)
                if len(result.choices) == 1:
                    taken |= span
    return orders, asked, taken


def _read(scene: OrderScene, clauses: Sequence[Clause]) -> Result:
    orders = orders_in(clauses, later_stages(scene))
    if orders.is_retracted:
        return _opposite(scene, orders, clauses) or NotUnderstood(is_retracted=True)
    result = read_parts(scene, orders, orders.parts)
    if orders.before or orders.wants(tags.OTHER_ONE):
        result = corrected(scene, orders, clauses, result)
    if orders.excluded and isinstance(result, NotUnderstood):
        result = _all_but(scene, orders, result)
    elif orders.excluded and isinstance(result, Question):
        result = _but_for(orders, result)
    if not isinstance(result, Understood):
        return result
    return _doubted(scene, result, orders.doubts, _ways(scene, orders))


def _opposite(scene: OrderScene, orders: Orders, clauses: Sequence[Clause]) -> Result | None:
    """What is left of two things that may be done where one was said and denied: "draw... no"."""
    behind = takewhile(lambda one: one.act not in ORDERING, reversed(clauses))
    said = {text.split(maxsplit=1)[0] for text in scene.legal()}
    is_either = any(
        {one, other} <= said for one, other in words_of(scene.rules.key).opposites.items()
    )
    if len(scene.legal()) != _BOTH or not is_either or not any(map(says_no, behind)):
        return None
    before = read_parts(scene, orders, orders.before)
    rest = [text for text in scene.legal() if before != Understood(text)]
    return Understood(rest[0]) if len(rest) == 1 else None


def _ways(scene: OrderScene, orders: Orders) -> list[str]:
    """Every legal order among the alternatives of the first step."""
    parts = [without_other_one(part.tokens) for part in orders.parts]
    if scene.is_later or not any(token.kind == "OR" for part in parts for token in part):
        return []
    grammar = words_of(scene.rules.key).grammar
    try:
        steps = step_options(scene, [parse(grammar, part) for part in parts if part])
    except NotGrammaticalError:
        return []
    found = [text for option in steps[0].options for text in legal_ways(scene, option, [])]
    return list(dict.fromkeys(found))


def _doubted(
    scene: OrderScene, result: Understood, doubts: Sequence[str], ways: Sequence[str] = ()
) -> Result:
    """An order that stands beside doubtful words is asked back, with what else it may be."""
    if not doubts:
        return result
    later = "".join(result.text.partition(";")[1:])
    choices = tuple(dict.fromkeys((result.text, *(f"{way}{later}" for way in ways))))[:MOST_CHOICES]
    if scene.kind in words_of(scene.rules.key).bare_numbers:
        return NotUnderstood(read=result.text, unread=tuple(doubts), examples=choices)
    return Question(choices)


def _all_but(scene: OrderScene, orders: Orders, result: Result) -> Result:
    """Where a text only says what is not meant: a question that offers the rest."""
    out: set[str] = set()
    for tokens in orders.excluded:
        found = read_parts(scene, orders, [OrderPart(tokens)])
        if isinstance(found, Understood):
            out.add(found.text)
        elif isinstance(found, Question):
            out.update(found.choices)
    for tokens in orders.excluded if not out else ():
        values = {token.value for token in tokens if token.kind in NAMING}
        out.update(text for text in scene.legal() if values and values <= atoms(text))
    rest = [text for text in scene.legal() if text not in out]
    if len(rest) == 1 and len(scene.legal()) == _BOTH and not orders.refusals:
        return Understood(rest[0])  # of two things one is not meant
    return Question(tuple(rest[:MOST_CHOICES])) if out and rest else result


def _but_for(orders: Orders, question: Question) -> Result:
    """A question without what is not meant, "a four, not the one of knots"; one order if no other
    is left."""
    named = [
        {token.value for token in tokens if token.kind in NAMING} for tokens in orders.excluded
    ]
    rest = [
        text for text in question.choices if not any(one and one <= atoms(text) for one in named)
    ]
    if len(rest) == 1 and not orders.refusals and len(question.choices) < MOST_CHOICES:
        return Understood(rest[0])
    return Question(tuple(rest)) if rest else question
