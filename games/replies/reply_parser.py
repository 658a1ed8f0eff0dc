"""Cutting a reply down to what its writer added: no quotation, no attribution, no signature.

What stands in a mail that went before is known by comparing words (`OldWords`), whatever program
quoted it and however. What else mail programs put around a reply is known by its form and by words
of many languages (`line_classifier`). Nothing here can be made slow: a pre-pass bounds what is
looked at, and each line is looked at a few times.

What stands below something that was cut, or that may be the head of an older mail, may be older
itself: unless the quotation is one of ours, such lines are doubtful, and nobody acts on them
without asking.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from games.replies import signatures
from games.replies.line_classifier import MOST_TAIL, SIGNED, WRITTEN, Classifier
from games.replies.line_kinds import MARKER_END, MARKER_START, MOST_REPEATS
from games.replies.quotation_matching import OldWords
from games.replies.reply_lines import ReadLine, Reply

__all__ = ["EXAMPLE_SIGN", "MARKER_END", "MARKER_START", "cut_reply", "read_reply"]

_MOST_READ = 64 * 1024
_MOST_READ_LINES = 3000
_MOST_READ_LINE = 4000

EXAMPLE_SIGN = "·"
"""What every order in our own mails begins with, so that no quoted one is read as an order."""

_REPEATED = re.compile(rf"([ \-_=*.>])\1{{{MOST_REPEATS},}}")
_STRANGE_SPACES = {ord(character): " " for character in "\u00a0\u2007\u2009\u202f\u3000\t\f\v"}
_INVISIBLE = dict.fromkeys(
    [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF, 0x00AD, 0]
)
_NORMALISED = str.maketrans({**_STRANGE_SPACES, **_INVISIBLE})
_SHORT_TAIL = 7
"""Fewer lines than this below a quotation, under words above it, are a signature or a footer."""

BELOW_QUOTATION, QUOTATION = "below the quotation", "quoted"
_UNDER_CUT = frozenset(("quoted", "attribution", "signed", "old", "rule", "frame", "drawn"))
"""Below lines of these kinds something older may stand."""


def cut_reply(text: str, signs: Collection[str] = (), old: OldWords | None = None) -> list[str]:
    """The lines that the writer added, stripped, blank ones kept as "" between others.

    `signs` are the codes of a digest's matches: where its headings are quoted, a line of
    `QUOTED_SIGN` and the code stands for each, so that what was written below it is known.
    """
    return read_reply(text, signs, old).own


def read_reply(text: str, signs: Collection[str] = (), old: OldWords | None = None) -> Reply:
    """Take a reply apart. `old` are the words of the mails that it may quote.

    Takes time linear in the length of `text`, of which the first 64 kB and 3,000 lines are looked
    at, and at most 200 lines of 400 characters, 16 kB in all, are acted on.
    """
    return _taken_apart(text, signs, old) if signs or old else _read_alone(text)


@lru_cache(maxsize=2)
def _read_alone(text: str) -> Reply:
    """Most mails are read so, and each of them several times on its way."""
    return _taken_apart(text, (), None)


def _taken_apart(text: str, signs: Collection[str], old: OldWords | None) -> Reply:
    written, lines = prepared_lines(text)
    cutter = _Cutter(list(lines), signs)
    if old:
        cutter.compare(old)
    cutter.classify()
    cutter.cut()
    return Reply(tuple(cutter.result(written, lines)))


def prepared_lines(text: str) -> tuple[list[str], list[str]]:
    """The text within its bounds, as written and as read: invisible signs gone, runs shortened."""
    text = text[:_MOST_READ].replace("\r\n", "\n").replace("\r", "\n")
    shortened = _REPEATED.sub(lambda run: run[1] * MOST_REPEATS, text)
    written, lines = (
        [line[:_MOST_READ_LINE] for line in version.split("\n", _MOST_READ_LINES)]
        for version in (text, shortened)
    )
    read = [line.translate(_NORMALISED).strip() for line in lines[:_MOST_READ_LINES]]
    return written[:_MOST_READ_LINES], read


class _Cutter(Classifier):
    """Decides what becomes of each line once it is known what each is."""

    def __init__(self, lines: list[str], signs: Collection[str]) -> None:
        super().__init__(lines, signs)
        self.context: set[int] = set()
        self.doubtful: set[int] = set()

    def cut(self) -> None:
        """Decide what of the quotations is context, which tail is a footer, what is doubtful."""
        own = [number for number in range(self.end) if self.kinds[number] in WRITTEN]
        quoted = [number for number in range(self.end) if self.kinds[number] == "quoted"]
        tail = [number for number in own if quoted and number > quoted[-1]]
        if tail and not self.is_ours and self._is_short_tail(own, quoted, tail):
            for number in tail:
                self.why[number] = BELOW_QUOTATION
        self._cut_contacts([number for number in own if not self.why[number]][-MOST_TAIL:])
        last = next((number for number in reversed(own) if not self.why[number]), -1)
        for number in quoted:
            if number < last:
                self.context.add(number)
            else:
                self.why[number] = QUOTATION
        if last > 0 and own[0] != last and signatures.is_signed_by_name(self.lines[last]):
            is_listed = self.lines[last - 1].startswith("-")
            self.why[last] = "" if is_listed else SIGNED
        self._doubt(own)

    def _cut_contacts(self, last: Sequence[int]) -> None:
        """Cut titles and addresses below the name that ends these lines, the last of the reply."""
        for number in last[signatures.contact_block_start([self.lines[at] for at in last]) :]:
            self.why[number] = SIGNED

    def _is_short_tail(
        self, own: Sequence[int], quoted: Sequence[int], tail: Sequence[int]
    ) -> bool:
        """Whether an answer above, one quotation with its attribution, and a few lines that say
        nothing are all."""
        above = [self.lines[number] for number in own if number < quoted[0]]
        between = len(own) - len(above) - len(tail)
        announced = "attribution" in self.kinds[: quoted[0]]
        return (
            not all(map(signatures.is_greeting, above))
            and not between
            and announced
            and len(tail) < _SHORT_TAIL
            and all(signatures.says_nothing(self.lines[number]) for number in tail)
        )

    def _doubt(self, own: Sequence[int]) -> None:
        """Words below anything that was cut are the writer's for certain only where the quotation
        is of a mail of ours, and no other mail's head stands between."""
        surely = {"quoted", "attribution"} if self.is_ours else set()
        if not any(kind in WRITTEN for kind in self.kinds[: min(self.old, default=0)]):
            # Below words of the writer's, what is neither ours nor marked may be from long ago.
            surely.add("old")
        doubted = _UNDER_CUT - surely
        first = next(
            (
                number
                for number in range(self.end)
                if self.kinds[number] in doubted
                or (number and signatures.is_signed_by_name(self.lines[number]))
            ),
            len(self.lines),
        )
        self.doubtful = {number for number in own if number > first and self.why[number] != SIGNED}

    def result(self, written: Sequence[str], read: Sequence[str]) -> list[ReadLine]:
        """The lines with what was decided."""
        found: list[ReadLine] = []
        for number, (shown, text) in enumerate(zip(written, self.lines, strict=True)):
            is_context = number in self.context
            said = self.heading(text) if self.kinds[number] == "quoted" else text
            left = shown.rstrip() if text == read[number] else text
            found.append(
                ReadLine(left, said, self.why[number], is_context, number in self.doubtful)
            )
        return found
