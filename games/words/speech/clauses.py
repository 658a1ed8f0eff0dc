"""A clause of a text: its words, and what it does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks

SEPARATORS = frozenset(("THEN", "OR", "AND", "OF"))
_SILENT = frozenset(
    (
        tags.FILLER,
        UNKNOWN,
        tags.MAY,
        tags.GONE,
        tags.SORRY,
        *tags.CAREFUL,
        *tags.TURNING,
        *SEPARATORS,
    )
)
_NAMED_AT_ALL = ("BIRD", "RANK", "SUIT", "SPECIES", "ROW", "CARD")
_WEAK = frozenset((tags.NUMBER, tags.ORDINAL, "ALL", "ANY", "NONE", "HOW", tags.OTHER_ONE))
"""Words of every day: alone they name nothing of a game."""


MOST_BETWEEN = 4
"""So many words may stand in the gap of a phrase."""


class Act(Enum):
    """What a clause does."""

    ORDER = "order"
    CORRECT = "correct"
    RETRACT = "retract"
    EXCLUDE = "exclude"
    CONDITION = "condition"
    ALTERNATIVE = "alternative"
    REASON = "reason"
    ASK = "ask"
    TALK = "talk"
    ASIDE = "aside"
    """Neither an order nor a word about the game: greetings, politeness, whatever is unknown."""


ORDERING = frozenset((Act.ORDER, Act.ALTERNATIVE, Act.CORRECT))


@dataclass(slots=True)
class Clause:
    """Words that do one thing; `lead` is the kind of the word that opened it, "" for none."""

    act: Act
    lead: str
    tokens: list[Token] = field(default_factory=list)
    sentence: int = 0
    is_question: bool = False
    line: int = 0
    starts_line: bool = False
    is_lost: bool = False
    """Whether it stands where a correction should, and says nothing that is known."""
    is_after_colon: bool = False
    is_apart: bool = True
    """Whether a sentence, a comma or a line begins with it."""
    opening: str = ""
    """The word that opened it, in small letters."""

    @property
    def beginning(self) -> str:
        """Its first words, to be told as not read."""
        return " ".join(token.written for token in self.tokens[:3]) or "?"

    @property
    def things(self) -> list[Token]:
        """The words that an order may be made of."""
        return [token for token in self.tokens if is_order_word(token)]

    @property
    def is_strong(self) -> bool:
        """Whether it names something that only speaks of a game."""
        return any(is_strong(token) for token in self.tokens)

    @property
    def asks_back(self) -> bool:
        """Whether it is a question, and no polite order: "red 7?", not "red 7, please?"."""
        is_polite = (self.has(tags.MAY) and not self._is_general) or self.says("please")
        return self.is_question and not is_polite

    @property
    def _is_general(self) -> bool:
        """Whether it speaks of any card or bird: "can I put an ace on a bird that falls?"."""
        return any(
            one.written.casefold() in marks("any one") and other.kind in _NAMED_AT_ALL
            for one, other in pairwise(self.tokens)
        )

    @property
    def names_doer(self) -> bool:
        """Whether a name stands before what is done: "surely Anna bids"."""
        return any(
            name.kind == UNKNOWN
            and name.written.istitle()
            and name.place > 0
            and verb.kind == tags.VERB
            and not verb.after_comma
            and before.written.casefold() not in marks("along with")
            for before, name, verb in zip(
                [*self.tokens[:1], *self.tokens], self.tokens, self.tokens[1:], strict=False
            )
        )

    def has(self, *kinds: str) -> bool:
        """Whether a word of one of these kinds stands in it."""
        return not frozenset(kinds).isdisjoint([token.kind for token in self.tokens])

    def says(self, name: str) -> bool:
        """Whether a word of it is one of these marks."""
        return any(token.written.casefold() in marks(name) for token in self.tokens)

    def says_phrase(self, name: str, between: int = MOST_BETWEEN) -> bool:
        """Whether one of these marks stands in it, its words in sequence; where a mark has an
        ellipsis, up to so many other words may stand: "not … yet"."""
        written = (token.written[:_LONGEST].casefold() for token in self.tokens)
        said = " ".join((self.opening, *written))
        return _pattern(name, between).search(said) is not None

    @property
    def is_statement(self) -> bool:
        """Whether it says how things are, and not what is done."""
        return self.has_state and not self.has_verb

    @property
    def has_state(self) -> bool:
        """Whether a word of it says how things are: "is", "has", "beats"."""
        return any(token.kind == tags.FILLER and token.value == "states" for token in self.tokens)

    @property
    def is_clean(self) -> bool:
        """Whether every word of it may be part of an order."""
        return not self.is_statement and not self.has(UNKNOWN, tags.OTHERS, tags.ASK, tags.TALK)

    def says_verb(self, value: str) -> bool:
        """Whether this verb stands in it."""
        return any(token.kind == tags.VERB and token.value == value for token in self.tokens)

    @property
    def has_verb(self) -> bool:
        """Whether it says what is done."""
        return self.has(tags.VERB)


def is_other_case(clause: Clause) -> bool:
    """Whether what follows is said for another case than what stands before."""
    return clause.act is Act.CONDITION or clause.lead == "OR"


def asks_leave(condition: Clause) -> bool:
    """Whether a condition only asks whether somebody minds: "if it's not too much trouble"."""
    return not condition.things and any(token.value == "kind" for token in condition.tokens)


def is_order_word(token: Token) -> bool:
    """Whether an order may be made of this word."""
    return token.kind not in _SILENT


def is_strong(token: Token) -> bool:
    """Whether a word only speaks of a game, unlike a number or "all"."""
    return is_order_word(token) and token.kind not in _WEAK


def is_no(token: Token) -> bool:
    """Whether it is a bare "no", whatever else the word means in its language."""
    return token.written.casefold() in marks("no")


def says_neither(tokens: Sequence[Token], index: int) -> bool:
    """Whether this is an "either" behind a "not": "not the yellow either"."""
    is_any = tokens[index].kind == "ANY" and tokens[index].written.casefold() in marks("also")
    return is_any and any(one.kind in (tags.NOT, "NONE") for one in tokens[:index])


def says_no(clause: Clause) -> bool:
    """Whether a clause says "no" or "not", or a "no" ends the words that open it: "hmm no"."""
    said = clause.opening.split()[-1:]
    is_opened = not marks("no").isdisjoint(said)
    is_opened |= clause.act is Act.RETRACT and not marks("refusing").isdisjoint(said)
    return is_opened or clause.has(tags.NOT) or any(map(is_no, clause.tokens))


def ends_in_denial(clause: Clause) -> bool:
    """Whether a clause names something and then says no to it: "the 4 no", "the 4 I don't want"."""
    spoken = [token for token in clause.tokens if token.kind != tags.FILLER]
    denials = [token for token in spoken if token.kind == tags.NOT or is_no(token)]
    if len(spoken) < len(("4", "no")) or denials != spoken[-1:]:
        return False
    rest = clause.tokens[clause.tokens.index(denials[0]) :]
    is_tag = bool(rest[1:]) and " ".join(one.written.casefold() for one in rest) in marks("tag")
    return not is_tag and not clause.has(tags.VERB, UNKNOWN) and clause.lead != "OR"


def is_added(clause: Clause) -> bool:
    """Whether a clause says that it comes on top of what stands before it: "the 9 too"."""
    said = marks("also") | marks("adds")
    return any(
        token.written.casefold() in said and token.kind != tags.VERB for token in clause.tokens
    )


def adds_below(clause: Clause) -> bool:
    """Whether a postscript adds something to the order: "PS the S3, too"."""
    is_below = clause.opening in marks("postscript")
    return is_below and clause.is_strong and clause.is_clean and is_added(clause)


def is_further_step(clause: Clause) -> bool:
    """Whether a clause names what is done next, behind a "then" and in words that are all known."""
    is_next = clause.act is Act.ORDER and clause.lead == "THEN"
    return is_next and clause.is_clean and clause.is_strong


def spares(clause: Clause) -> bool:
    """Whether a "so" only says what need not be done then: "… so you needn't ask me again"."""
    return clause.has(tags.NOT) and all(token.kind == tags.VERB for token in clause.things)


def keeps(clause: Clause) -> bool:
    """Whether a clause speaks of what is kept in hand."""
    return any(map(is_keeping, clause.tokens))


def withholds(clause: Clause) -> bool:
    """Whether a clause says that something is kept, or not given: "the crown I'm not giving"."""
    return keeps(clause) or clause.says_phrase("not given")


def is_keeping(token: Token) -> bool:
    """Whether a word or a phrase says that something is kept."""
    written = token.written.casefold()
    return not marks("keep").isdisjoint((written, *written.split()))


_LONGEST = 60
"""No phrase is longer in any language."""


@cache
def _pattern(name: str, most: int) -> re.Pattern[str]:
    between = rf"(?: \S+){{0,{most}}} "
    pieces = ([re.escape(one.strip()) for one in mark.split("…")] for mark in sorted(marks(name)))
    return re.compile(rf"(?<!\S)(?:{'|'.join(between.join(each) for each in pieces)})(?!\S)")


def speaks_of_turn(clause: Clause) -> bool:
    """Whether a clause speaks of the writer's turn, his order, or all that he wrote."""
    return any(token.written.casefold() in marks("turn") for token in clause.tokens)


def begins_exception(clause: Clause) -> bool:
    """Whether a clause begins with an "except" or an "anything but"."""
    first = next((one for one in clause.tokens if one.kind != tags.FILLER), None)
    opened = first.written.casefold() if first is not None else ""
    return not marks("except").isdisjoint((opened, *opened.split()))


def counts_cards(clause: Clause) -> bool:
    """Whether a number alone only says how many cards there are: "with those 3 cards"."""
    return not clause.has_verb and any(
        token.kind == tags.NUMBER and after.written.casefold() in marks("cards")
        for token, after in pairwise(clause.tokens)
    )


def counts(tokens: Sequence[Token]) -> bool:
    """Whether these words begin with a number, whatever says nothing before it."""
    first = next((one for one in tokens if one.kind != tags.FILLER), None)
    return first is not None and first.kind in (tags.NUMBER, "NONE", "ALL")
