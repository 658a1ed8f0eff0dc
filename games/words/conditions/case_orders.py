"""What the cases of a text order, alone and with what stands before all of them."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.conditions.case_bodies import agrees_to_deny, begins
from games.words.conditions.case_gaps import row_in
from games.words.conditions.case_openers import CONDITIONS, CaseKind
from games.words.conditions.case_reading import CaseReader, Reader
from games.words.conditions.cases_apart import CasePart
from games.words.conditions.claim import Claim
from games.words.conditions.said_before import with_things
from games.words.lexicon.sentences import Sentence, Word
from games.words.positions.evidence import NAMING
from games.words.positions.scene import OrderScene
from games.words.results import Result, Understood


class CaseOrders(CaseReader):
    """Reads what cases order; what is said for all of them goes with each."""

    def __init__(
        self,
        scene: OrderScene,
        first: CasePart,
        cases: Sequence[CasePart],
        language: str,
        read: Reader,
    ) -> None:
        super().__init__(scene, language, read)
        self.first = first
        self.cases = [case for case in cases if case.kind is not CaseKind.ALWAYS]
        self.always = [one for case in cases if case.kind is CaseKind.ALWAYS for one in case.body]

    def _first_order(self) -> str | None:
        """What stands before all cases orders by itself."""
        result = self.read(self.first.body) if self.first.has_body else None
        return result.text if isinstance(result, Understood) else None

    def _rivals(self, case: CasePart) -> tuple[str, ...]:
        """What the case that holds orders alone, and together with what stands before it, where
        it may come on top of that or in its place: "the 3, but if the eagle's there the 4"."""
        alone = self._alone(case)
        joint = self.read([*self.first.body, *case.body, *self.always])
        if alone is None or not isinstance(joint, Understood) or ";" in joint.text:
            return ()
        is_other = joint.text not in (alone.text, self._first_order())
        return (alone.text, joint.text) if is_other and " or " not in joint.text else ()

    def _alone(self, case: CasePart) -> Understood | None:
        """What a case orders without what stands before it, where that is an order, too."""
        before = self._first_order() if case.has_body and not case.order else None
        alone = self.read([*case.body, *self.always]) if before else None
        is_now = before is not None and ";" not in before
        return alone if is_now and isinstance(alone, Understood) else None

    def _is_read(self, case: CasePart) -> bool:
        return isinstance(self.read([*self.first.body, *case.body]), Understood)

    def _orders_of(self, cases: Sequence[CasePart]) -> Sequence[str]:
        """What these cases order, each with what stands before all; those that order nothing
        more left out."""
        read = [self.read([*self.first.body, *case.body]) for case in cases if case.has_body]
        found = dict.fromkeys(one.text for one in read if isinstance(one, Understood))
        return [text for text in found if text != self._first_order()]

    def _row_of(self, case: CasePart) -> Sequence[Word]:
        """The words of the row where a case, or what stands before all of them, lays birds."""
        if self.scene.kind != "lay":
            return ()
        named = (row_in(words, self.tokens) for words in (case.body_words, self.first.body_words))
        return next((words for words in named if words), ())

    def _settle_denials(self) -> None:
        """Make an "if not" whose denial is said again an "if": "si no me llevo nada"."""
        for case in self.cases:
            plain = [word.plain for word in case.condition]
            is_not = case.kind is CaseKind.IF_NOT
            if is_not and agrees_to_deny(plain, self.tokens(case.condition), self.language):
                case.kind = CaseKind.IF

    def _pointed(self, case: CasePart, earlier: Sequence[CasePart]) -> Result | None:
        """What a case orders with what it points at, and those before it say."""
        before = [one.body_words for one in reversed(earlier) if one.has_body]
        before += [one.condition for one in reversed(earlier) if one.condition]
        words = with_things(case.body_words, before, self.tokens, self.language)
        return self.read([Sentence(words), *self.always]) if words and before else None

    def _shift_behind(self) -> None:
        """Give each condition what stands before it where the last has nothing behind it: "7 if
        nobody beat the 9, 12 if somebody has"."""
        last, others = self.cases[-1], self.cases[:-1]
        kinds = all(case.kind in CONDITIONS for case in others)
        is_said = all(case.has_body for case in others) and not last.has_body
        if not others or not kinds or not (is_said and self.first.has_body):
            return
        if last.is_added or self._may_do(last) or ";" in (self._first_order() or ""):
            return
        bodies = [self.first.body, *(case.body for case in self.cases)]
        for case, body in zip(self.cases, bodies, strict=False):
            case.body = body
        self.first.body = []

    def _may_do(self, last: CasePart) -> bool:
        """Whether what is done may stand in the last condition itself, behind what it says."""
        earlier: Claim | None = None
        for case in self.cases:
            earlier = self.claim(case.condition, earlier) if case.condition else earlier
        if last.condition and earlier is not None and earlier.truth is not None:
            return False
        words, tokens = [word.plain for word in last.condition], self.tokens(last.condition)
        places = range(1, len(words))
        does = any(begins(words, place, tokens, self.language) > 1 for place in places)
        return does or any(token.kind in NAMING for token in tokens)
