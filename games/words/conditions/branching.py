"""Conditions that can be decided when they are read: what holds is read as a text of its own.

"If Bruno has a flamingo, toucan 2 left, otherwise warbler 4 left" is "toucan 2 left" where he has
one. What nobody can know yet orders nothing; where a condition stays open every case is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.words.conditions.case_bodies import (
    DONE,
    begins,
    says_may,
    says_nothing,
    speaks_of_family,
)
from games.words.conditions.case_gaps import narrowed, second_choices, words_for_gaps
from games.words.conditions.case_openers import CONDITIONS, CaseKind
from games.words.conditions.case_orders import CaseOrders
from games.words.conditions.case_reading import Reader
from games.words.conditions.cases_apart import CasePart, parted
from games.words.conditions.claim import Claim, is_so
from games.words.conditions.claim_kinds import takes_it
from games.words.conditions.claims import Cut
from games.words.conditions.shared_steps import shared_step
from games.words.conditions.unreal import unreal_cases
from games.words.lexicon.sentences import Sentence, Word
from games.words.positions.evidence import NAMING
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.results import (
    MOST_CHOICES,
    Branch,
    Branching,
    NotUnderstood,
    Question,
    Result,
    Understood,
)

_MOST_WORDS = 80
_BOTH = 2
_ANYTHING = Claim(truth=True)  # stands for whatever a condition may claim


def branched(
    scene: OrderScene, sentences: Sequence[Sentence], language: str, read: Reader
) -> Branching:
    """Which of its cases a text orders."""
    if scene.is_later or sum(len(one.words) for one in sentences) > _MOST_WORDS:
        return Branching()
    first, *cases = parted(sentences, language)
    is_asked = any(sentence.is_question for case in cases for sentence in case.body)
    if is_asked or not any(case.kind in CONDITIONS for case in cases):
        return Branching()  # "if I put the owl there, do I get them?"
    told = tuple(case.said for case in cases if case.has_body)
    found = _Cases(scene, first, cases, language, read)
    if found.hangs_on_draw():
        return Branching()
    result = found.result()
    waits = found.is_to_come and isinstance(read(sentences), Understood)
    result = None if waits else result
    return Branching(result, *found.told_of(), told)


class _UndecidedError(Exception):
    """A condition stays open."""


class _Cases(CaseOrders):
    """The cases of one text, judged one after the other."""

    def __init__(
        self,
        scene: OrderScene,
        first: CasePart,
        cases: Sequence[CasePart],
        language: str,
        read: Reader,
    ) -> None:
        super().__init__(scene, first, cases, language, read)
        self.branches: list[Branch] = []
        self.is_to_come = False
        self.unreal: Sequence[CasePart] = ()
        self.single: Sequence[str] = ()
        self.refuted: Sequence[str] = ()
        self.failed: list[CasePart] = []
        self.either: tuple[str, ...] = ()
        self.is_placed = self.is_unread = self.is_so = self.is_open = False
        self.places: set[str] = set()
        self.ways: set[str] = set()

    def told_of(self) -> tuple[Sequence[str], Sequence[str], tuple[str, ...], bool, bool, bool]:
        """What is known of the cases, as a `Branching` tells it."""
        return self.single, self.refuted, self.either, self.is_unread, self.is_so, self.is_open

    def result(self) -> Result | None:
        """The order of the case that holds, the question which, or that nobody knows."""
        try:
            held = self._held()
        except _UndecidedError:
            self.refuted = self._orders_of(self.failed)
            return self._question()
        if held is None:
            return self._other()
        if isinstance(held, NotUnderstood):
            return held
        if both := self._rivals(held):
            return Question(both)
        result = self._ordered(held)
        if result is None:
            return self._unread(held)
        return None if self._waits(result) else self._with_shared(held, result)

    def _with_shared(self, held: CasePart, alone: Understood) -> Result:
        """An order with the step that is said behind the other case, where there is one: of both
        where the first is done if it can be."""
        shared = shared_step(self.cases, held, self.tokens)
        self.always += shared
        joint = self._ordered(held) if shared else alone
        if not shared or (joint is not None and self.ways == {"able"}):
            return replace(joint or alone, branches=tuple(self.branches))
        return Question(tuple(one.text for one in (alone, joint) if one is not None))

    def _unread(self, held: CasePart) -> Result | None:
        """What the case that holds may order, which was not read as an order."""
        self.refuted = self._orders_of([case for case in self.cases if case is not held])
        asked, legal = self.read(held.body), self.scene.legal()
        choices = asked.choices if isinstance(asked, Question) else ()
        told = legal if len(legal) == _BOTH else choices
        left = [text for text in told if self.refuted and text not in self.refuted]
        if len(left) == 1:
            return Understood(left[0], (), tuple(self.branches))
        self.is_unread, self.is_so = not left, held.kind in CONDITIONS
        return Question(tuple(left)) if left else None

    def _other(self) -> Understood | None:
        """Of two orders the one that no case says, where none holds: "the deck, unless there's a 3
        on the pile"."""
        is_unless = self.cases[0].kind is CaseKind.UNLESS
        failed = self._orders_of(self.failed)
        if not self.is_placed or is_unless:
            self.refuted = failed
        left = [text for text in self.scene.legal() if text not in failed]
        is_alone = len(self.cases) == 1 and (self.is_placed or is_unless)
        is_plain = len(self.scene.legal()) == _BOTH and len(left) == 1 and is_alone
        return Understood(left[0], (), tuple(self.branches)) if is_plain else None

    def hangs_on_draw(self) -> bool:
        """Whether the cases are said of a family that the draw before them may bring."""
        said = [word for one in self.cases for word in (*one.condition, *one.body_words)]
        return speaks_of_family(self.tokens(said)) and (self._first_order() or "").endswith("draw")

    def _waits(self, result: Understood) -> bool:
        """Whether several cases are said of a step to come, when much may be otherwise, or one in
        the place of the last such step."""
        before = self._first_order()
        is_step = before is not None and result.text.startswith(f"{before};")
        if not is_step or before is None:
            return False
        last, behind = before.split("; ")[-1], result.text[len(before) + 2 :]
        is_instead = ";" in before and last.split()[0] == behind.split()[0]
        if self.places == {"discard"} and not before.startswith("discard"):
            return is_instead  # nothing comes on top of that before
        return is_instead or len([case for case in self.cases if case.has_body]) > 1

    def _held(self) -> CasePart | NotUnderstood | None:
        """The first case that holds; what stands before all where none does. Raises
        _UndecidedError."""
        self._settle_denials()
        self._shift_behind()
        self.unreal = unreal_cases(self.cases, self.language, has_first=self.first.has_body)
        earlier = self._context()
        truth: bool | None = None
        for case in [case for case in self.cases if case not in self.unreal]:
            self.there = self._row_of(case)
            if case.kind in CONDITIONS and (case.condition or not case.has_body):
                claim = self._claimed(case, earlier)
                self.is_to_come = claim.is_to_come
                if claim.is_hidden or claim.is_to_come:
                    return NotUnderstood(unread=tuple(one.written for one in case.condition))
                earlier, truth = claim, claim.truth
                self.places.add(claim.place)
                self.ways.add(claim.way)
                holds = None if truth is None else truth != (case.kind is not CaseKind.IF)
                self._tell(case, truth)
            elif case.kind is CaseKind.SO:
                holds = truth
            else:
                holds = None if truth is None else not truth or case.kind is CaseKind.ELSE
            holds = self._as_told(case, holds)
            is_empty = not (case.has_body or case.is_asked or case.order)
            if holds and is_empty and len(self.scene.legal()) == _BOTH:
                return case  # what no other case says
            if holds is False and case.has_body:
                self.failed.append(case)
            if holds is None or is_empty:
                raise _UndecidedError
            if holds and (case.has_body or case.order):
                return case
        return CasePart(CaseKind.FIRST) if self._first_stands() else None

    def _as_told(self, case: CasePart, holds: bool | None) -> bool | None:
        """Whether a case holds, as its writer says it where nothing else does."""
        others = [one for one in self.cases if one is not case and (one.has_body or one.condition)]
        if holds is None and others and all(one in self.unreal for one in others):
            if not case.has_body:
                self._split(case, _ANYTHING)
            return True
        return holds

    def _first_stands(self) -> bool:
        """Whether what stands before cases that all fail is ordered, as the cases would be."""
        bodies = [case for case in self.cases if case.has_body and case not in self.unreal]
        is_now = all(isinstance(self.read(case.body), Understood) for case in bodies)
        is_now |= self.ways == {"takes"}  # what the lay takes, it takes now
        before = self._first_order() or ";"
        return bool(self.branches or self.unreal) and is_now and ";" not in before

    def _context(self) -> Claim | None:
        """What is spoken of before all conditions: "who am I tied with… if it's Elena"."""
        told = [self.first.body_words, *(one.words for one in self.first.body)]
        claims = (self.claim(words, None) for words in told if words)
        said = next((one for one in claims if one != Claim()), None)
        return replace(said, truth=None) if said is not None else None

    def _tell(self, case: CasePart, truth: bool | None) -> None:
        words = " ".join(word.written for word in case.condition)
        if words and truth is not None:
            self.branches.append(Branch(words, "holds" if truth else "fails"))

    def _claimed(self, case: CasePart, earlier: Claim | None) -> Claim:
        """What the condition of a case claims, told from what is to be done where no comma does."""
        whole = self.claim(case.condition, earlier)
        is_known = whole.truth is not None or whole.is_hidden or bool(whole.way)
        is_bare = not (case.has_body or case.is_asked)
        if is_bare and self.claim(case.condition, earlier, Cut.ANYWHERE).truth is not None:
            self._place_behind(case)
        if not (case.has_body or case.is_asked) or not is_known:
            self._split(case, earlier)
        elif case.has_body and self._hides_deed(case, whole):
            return Claim()  # "if Anna has a knots bird I take the ace, so that she doesn't"
        if not (case.has_body or case.is_asked):
            self._place_behind(case)
        claim = self.claim(case.condition, earlier) if case.condition else Claim()
        if not case.condition:
            return earlier or claim  # "if not, …"
        if claim.truth is None and claim.way == "able":
            is_same = earlier is not None and earlier.way == "able" and not claim.things
            if is_same and earlier is not None and earlier.truth is not None:
                return replace(claim, truth=is_so(earlier) != claim.is_denied)  # "if it can't be"
            return replace(claim, truth=self._can_be(case, claim))
        if claim.truth is None and claim.way == "takes":
            return replace(claim, truth=self._takes(case, claim))
        if claim.order and not (case.has_body and isinstance(self.read(case.body), Understood)):
            case.order = claim.order
        return claim

    def _can_be(self, case: CasePart, claim: Claim) -> bool | None:
        """Whether what a condition says to be possible is so: what it speaks of is tried."""
        before = self.cases[: self.cases.index(case)]
        denied = before[-1].body if before and before[-1].has_body else self.first.body
        tried = denied if claim.is_denied and any(one.words for one in denied) else case.body
        result = self.read(tried)
        if isinstance(result, NotUnderstood) and not (result.refusal or claim.is_denied):
            result = self.read([Sentence(case.condition)])  # "can the 9 go there? then that"
            case.order = result.text if isinstance(result, Understood) else ""
        is_refused = isinstance(result, NotUnderstood) and result.refusal is not None
        if (not isinstance(result, Understood) and not is_refused) or self._first_order():
            return None
        return isinstance(result, Understood) != claim.is_denied

    def _takes(self, case: CasePart, claim: Claim) -> bool | None:
        """Whether what a case orders takes what its condition says: "if that still takes both"."""
        result = self.read(case.body) if case.has_body else None
        text = result.text if isinstance(result, Understood) else self._first_order() or ""
        gains = words_of(self.scene.rules.key).facts(self.scene).gains
        first = text.split("; ")[0]
        return takes_it(gains[first], claim) != claim.is_denied if first in gains else None

    def _split(self, case: CasePart, earlier: Claim | None) -> None:
        """Find where what is done begins behind a condition that no comma ends."""
        words = case.condition
        behind = [sentence for sentence in case.body if sentence.words]
        first = behind[0].words if behind else []
        places = [*range(len(words) - 1, 0, -1)] if behind else [*range(1, len(words))]
        hidden = unread = 0
        plain, tokens = [word.plain for word in words], self.tokens(words)
        ranks = {place: begins(plain, place, tokens, self.language) for place in places}
        places = sorted((one for one in places if ranks[one]), key=lambda one: -ranks[one])
        deed = min((one for one in places if ranks[one] > 1), default=len(words))
        for place in (*places, *([0] * (case.kind is CaseKind.IF_NOT and not behind))):
            end = Cut.BEFORE_DEED if place <= deed else Cut.ANYWHERE
            claim = self.claim(words[:place], earlier, end) if place else earlier
            claim = earlier if earlier is _ANYTHING else claim
            is_apart = bool(first) and not first[0].after_comma  # "…, so then my 2"
            joined = [] if is_apart else first
            body = [Sentence([*words[place:], *joined]), *behind[not is_apart :]]
            if claim is None or claim.truth is None:
                hidden = hidden or (place if claim is not None and claim.is_hidden else 0)
            elif self._gives(case, list(words[:place]), body):
                return
            elif not behind and ranks.get(place, 0) > 1:
                unread = unread or place
        place = hidden or unread
        if place:  # what is done is not read, but told from the condition
            case.condition, case.body = list(words[:place]), [Sentence(list(words[place:]))]

    def _hides_deed(self, case: CasePart, whole: Claim) -> bool:
        """Whether what is done may stand in the condition itself, and what that claims without it
        is otherwise."""
        words, tokens = [word.plain for word in case.condition], self.tokens(case.condition)
        places = [p for p in range(2, len(words)) if begins(words, p, tokens, self.language) > 1]
        claims = (self.claim(case.condition[:place], None).truth for place in places)
        return any(truth not in (None, whole.truth) for truth in claims)

    def _gives(self, case: CasePart, condition: list[Word], body: list[Sentence]) -> bool:
        """Whether a case orders something with these words, which it then keeps."""
        before = case.condition, case.body
        case.condition, case.body = condition, body
        is_ordering = isinstance(self._said(case), Understood)
        if not is_ordering:
            case.condition, case.body = before
        return is_ordering

    def _place_behind(self, case: CasePart) -> None:
        """Give a condition that ends its sentence what stands before it: "the 5, unless …"."""
        is_later = case.is_added or ";" in (self._first_order() or "")
        if is_later or says_may(case.condition, self.tokens(case.condition), self.language):
            return  # it is said of a step to come: "one trick, and when I can the green 9"
        last = self.first.body[-1:]  # which may be no more than "let's see"
        kinds = {one.kind for told in last for one in self.tokens(told.words)}
        if self.cases[0] is case and case.body and not kinds.isdisjoint((*NAMING, *DONE)):
            self.first.body = self.first.body[:-1]
            case.body, self.is_placed = last, True

    def _ordered(self, case: CasePart) -> Understood | None:
        """What a case orders, with what is said before all of them, and what only the conditions
        name where it leaves that out; what another case does not, of two things."""
        result = Understood(case.order) if case.order else self._said(case)
        if isinstance(result, Understood):
            return result
        others = [self.read(one.body) for one in self.cases if one is not case and one.has_body]
        done = {one.text for one in others if isinstance(one, Understood)}
        left = [text for text in self.scene.legal() if text not in done]
        is_choice = len(self.scene.legal()) == _BOTH and len(left) == 1 and bool(done)
        is_only = is_choice and not isinstance(result, Question)
        return Understood(left[0]) if is_only and case.kind is not CaseKind.FIRST else None

    def _said(self, case: CasePart) -> Result:
        """What the words of a case come to, with those that it leaves out."""
        result = self.read([*self.first.body, *case.body, *self.always])
        is_idle = isinstance(result, Understood) and result.text == self._first_order()
        is_whole = isinstance(result, Understood) and not is_idle
        if not is_whole and (alone := self._alone(case)) is not None:
            return alone  # "the deck, but if an ace lies there that"
        return result if is_whole or not case.has_body else self._completed(case, result)

    def _completed(self, case: CasePart, result: Result) -> Result:
        """What a case orders once what it leaves out is taken from what stands round it."""
        if isinstance(result, NotUnderstood) and result.is_retracted:
            return result
        is_alone = self.first.has_body and self._first_order() is None
        earlier = self.cases[: self.cases.index(case)] if case in self.cases else []
        if isinstance(pointed := self._pointed(case, earlier), Understood):
            return pointed
        alone = self.read(case.body) if is_alone else result
        if isinstance(alone, Question) and len(alone.choices) < MOST_CHOICES:
            others = [one for one in self.cases if one is not case]
            return narrowed(alone, case, others, self.tokens)
        if isinstance(alone, Understood) and is_alone:
            return alone
        is_laid = self.scene.kind == "lay"
        named = words_for_gaps(case, earlier, self.tokens, is_laid=is_laid)
        last = case.body[-1]
        more = Sentence([*last.words, *named], last.is_question)
        before = [] if is_alone else self.first.body
        found = self.read([*before, *case.body[:-1], more, *self.always])
        is_idle = isinstance(found, Understood) and found.text == self._first_order()
        is_idle |= says_nothing(self.tokens(case.body_words))
        return NotUnderstood() if is_idle or not named else found

    def _question(self) -> Result | None:
        """Every order that a case may be, where each is one."""
        for case in self.cases:
            if not case.has_body:
                self._split(case, _ANYTHING)
        told = [case for case in self.cases if case.has_body]
        self.is_open = len(self.cases) > 1 and not self.first.has_body
        if len(told) > 1 or any(case.kind is CaseKind.UNLESS for case in told):
            self.single = self._orders_of(told)
        elif told and self._first_order():  # it may be no more than an "if you'd be so kind"
            joint = self.read([*self.first.body, *told[0].body])
            found = second_choices(self._first_order() or "", joint, self._alone(told[0]))
            names = any(token.kind in NAMING for token in self.tokens(told[0].condition))
            self.single, self.either = self.single or found[1:], () if names else found
        is_read = len(self.single) > 1 and all(map(self._is_read, told))
        return Question(tuple(self.single)[:MOST_CHOICES]) if is_read else None
