"""Cutting a reply down to what its writer added: no quotation, no attribution, no signature.

What stands in a mail that went before is known by comparing words (`OldWords`), whatever program
quoted it and however. What else mail programs put around a reply is known by its form and by words
of many languages: `attributions`, `header_blocks`, `signatures`, `line_kinds`. Nothing here can be
made slow: a pre-pass bounds what is looked at, and each line is looked at a few times.

What stands below something that was cut, or that may be the head of an older mail, may be older
itself: unless the quotation is one of ours, such lines are doubtful, and nobody acts on them
without asking.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from games.replies import attributions, header_blocks, line_kinds, signatures
from games.replies.line_kinds import MARKER_END, MARKER_START
from games.replies.quotation_matching import OldWords
from games.replies.reply_lines import MOST_LINES, QUOTED_SIGN, ReadLine, Reply

__all__ = ["EXAMPLE_SIGN", "MARKER_END", "MARKER_START", "cut_reply", "read_reply"]

_MOST_OWN = MOST_LINES + 100
"""Of the writer's own lines; what follows so many is neither looked at nor acted on."""

MOST_REPEATS = 40
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
_LEAST_RULE = 8
_SHORT_TAIL = 7
"""Fewer lines than this below a quotation, under words above it, are a signature or a footer."""

BELOW_RULE, BELOW_DIVIDER, BELOW_MARKER = "below a rule", "below a divider", "below our marker"
BELOW_HEADERS, BELOW_ATTRIBUTION = "below a quoted header", "below an attribution"
TOO_LONG = "longer than any answer"
BELOW_STOP, BELOW_QUOTATION = "below the word that ends it", "below the quotation"
QUOTATION, ATTRIBUTION, OLD = "quoted", "attribution", "stands in an earlier mail"
PROGRAM, SIGNED, FOOTER = "signature of a program", "signature", "footer"
PGP = "frame of a signed mail"
_MOST_RULES = 8
"""So many of the lines that a person may have drawn are looked behind."""
_MOST_TAIL = 12
_WRITTEN = frozenset(("own", "drawn"))
"""The writer's own; what they drew or wrote may look like the head of an older mail."""

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
    cutter = _Cutter(lines, signs)
    if old:
        cutter.compare(old)
    cutter.classify()
    cutter.cut()
    return Reply(tuple(cutter.result(written)))


def prepared_lines(text: str) -> tuple[list[str], list[str]]:
    """The text within its bounds, as written and as read: invisible signs gone, runs shortened."""
    text = text[:_MOST_READ].replace("\r\n", "\n").replace("\r", "\n")
    text = _REPEATED.sub(lambda run: run[1] * MOST_REPEATS, text)
    written = [line[:_MOST_READ_LINE] for line in text.split("\n", _MOST_READ_LINES)]
    written = written[:_MOST_READ_LINES]
    return written, [line.translate(_NORMALISED).strip() for line in written]


class _Found(NamedTuple):
    """So many lines are of this kind, and why they are cut, "" where they are not."""

    length: int
    kind: str = ""
    why: str = ""


class _Cutter:
    """One reply: of each line what it is (`kinds`), and why it is cut (`why`)."""

    def __init__(self, lines: list[str], signs: Collection[str]) -> None:
        self.lines = lines
        self.kinds = [""] * len(lines)
        self.why = [""] * len(lines)
        self.context: set[int] = set()
        self.doubtful: set[int] = set()
        self._signs = signs
        self._old: set[int] = set()
        self._initials = Counter(map(line_kinds.initials_of_quoted, lines))
        self._drawn_with: set[str] = set()
        self._rules_left = _MOST_RULES
        self._is_ours = False
        self._own = 0
        self._end = len(lines)

    def compare(self, old: OldWords) -> None:
        """Find the lines that stand in earlier mails; marked ones and bare ones are two texts."""
        for is_marked in (True, False):
            numbers = [
                number
                for number, line in enumerate(self.lines)
                if line and line_kinds.is_quoted(line) is is_marked
            ]
            found = old.lines_in(self.lines, numbers)
            self._is_ours = self._is_ours or len(found) > 2
            if not is_marked and len(found) > 1:
                self._old = found

    def classify(self) -> None:
        """Say of each line what it is, down to where nothing more is the writer's."""
        position = 0
        while position < self._end:
            length, kind, why = self._at(position)
            if kind == "end":
                self._cut_from(position, why)
                return
            self._own += kind in _WRITTEN
            if self._own > _MOST_OWN:
                self._cut_from(position, TOO_LONG)
                return
            for number in range(position, position + length):
                self.kinds[number] = kind if self.lines[number] or kind == "attribution" else ""
                self.why[number] = why
            position += length

    def _at(self, position: int) -> _Found:
        """What begins with this line."""
        if not self.lines[position]:
            return _Found(1)
        for ask in (self._quoted, self._ended, self._headed, self._attributed, self._shared):
            found = ask(position)
            if found is not None:
                return found
        length = signatures.program_signature_length(self.lines, position)
        return _Found(length, "signed", PROGRAM) if length else _Found(1, "own")

    def _quoted(self, position: int) -> _Found | None:
        """A line that is marked, or known to be of an earlier mail, or a signed mail's frame."""
        line = self.lines[position]
        if self._is_marked(position) or self._is_barred(position):
            self._look_at_quoted(line)
            return _Found(1, "quoted")
        if position in self._old:
            return _Found(1, "old", OLD)
        if line.startswith(("-----BEGIN PGP SIGNED", "Hash: SHA")):
            return _Found(1, "frame", PGP)
        return None

    def _ended(self, position: int) -> _Found | None:
        """A boundary, or what is one where its writer's words stand above it."""
        line = self.lines[position]
        is_stop = line.casefold().rstrip(" .!") in line_kinds.STOP_WORDS
        for is_end, why in (
            (self._own and is_stop, BELOW_STOP),
            (line_kinds.is_marker(line), BELOW_MARKER),
            (line.startswith("-----BEGIN PGP"), PGP),
        ):
            if is_end:
                return _Found(0, "end", why)
        if line_kinds.is_rule(line):
            return self._ruled(position)
        for is_one, why in (
            (signatures.is_footer(self.lines, position), FOOTER),
            (signatures.is_signature_begun(line), SIGNED),
        ):
            if is_one:
                return _Found(0, "end", why) if self._own else _Found(1, "rule", why)
        return None

    def _ruled(self, position: int) -> _Found:
        """A rule above a signature or a quotation, or one that the writer drew."""
        line = self.lines[position]
        if not self._own:
            return _Found(1, "rule", BELOW_RULE)
        if line_kinds.is_programs_rule(line) or self._is_signature_below(position):
            return self._boundary(position, 1, BELOW_RULE)
        self._drawn_with.add(line[0])
        return _Found(1, "drawn")

    def _is_signature_below(self, position: int) -> bool:
        sign = self.lines[position][0]
        if sign in self._drawn_with or not self._rules_left:
            return False
        self._rules_left -= 1
        tail = list(islice(self._tail(position + 1), _MOST_TAIL))
        is_drawn_again = any(line[0] == sign and line_kinds.is_rule(line) for line in tail)
        return not is_drawn_again and signatures.is_signature_like(tail)

    def _tail(self, position: int) -> Iterator[str]:
        """The lines from here that are not blank, down to a quotation or a footer."""
        for number in range(position, self._end):
            line = self.lines[number]
            if not line:
                continue
            if (
                line_kinds.is_quoted(line)
                or line_kinds.is_divider(line)
                or header_blocks.header_block_length(self.lines, number)
                or attributions.attribution_length(self.lines, number, is_first=True)
                or signatures.is_footer(self.lines, number)
            ):
                return
            yield line

    def _headed(self, position: int) -> _Found | None:
        """A divider, or the headers of another mail, or what looks like these."""
        line = self.lines[position]
        if line_kinds.is_divider(line):
            return self._boundary(position, 1, BELOW_DIVIDER)
        length = header_blocks.header_block_length(self.lines, position)
        if length:
            return self._boundary(position, length, BELOW_HEADERS)
        is_caption = line_kinds.is_caption(line)
        if is_caption and (attributions.ends_so(line) or self._is_mail_ahead(position + 1)):
            return self._boundary(position, 1, BELOW_DIVIDER)
        if is_caption or header_blocks.may_be_headers(self.lines, position):
            return _Found(1, "drawn")
        return None

    def _is_mail_ahead(self, position: int) -> bool:
        """Whether the next words are another mail's: its headers, its writer or its moment."""
        line = next(filter(None, self.lines[position : position + 3]), "")
        return (
            header_blocks.header_said(line) not in {"", "?"}
            or line_kinds.is_quoted(line)
            or attributions.has_address(line)
            or (line_kinds.has_date(line) and line_kinds.has_time(line))
        )

    def _attributed(self, position: int) -> _Found | None:
        """An attribution in lines of its own, or what looks like one."""
        before = position - 1
        is_first = position == 0 or not self.lines[before] or self.kinds[before] not in _WRITTEN
        length = attributions.attribution_length(self.lines, position, is_first=is_first)
        if length and self._is_quotation_ahead(position + length):
            return _Found(length, "attribution", ATTRIBUTION)
        if length:
            return _Found(0, "end", BELOW_ATTRIBUTION)
        return _Found(1, "drawn") if attributions.may_be_one(self.lines[position]) else None

    def _shared(self, position: int) -> _Found | None:
        """An attribution in one line with the words above it, or below."""
        line = self.lines[position]
        if attributions.is_attribution_begun(line):
            return _Found(0, "end", BELOW_ATTRIBUTION)
        place = attributions.attribution_in_line(line)
        if not place:
            return None
        self.lines[position] = line[:place].strip()
        if not self._is_quotation_ahead(position + 1):
            self._cut_from(position + 1, BELOW_ATTRIBUTION)
        return _Found(1, "own")

    def _boundary(self, position: int, length: int, why: str) -> _Found:
        """The end, unless what it announces is marked as quoted, line by line."""
        ahead = position + length
        while ahead < self._end and not self.lines[ahead]:
            ahead += 1
        if why == BELOW_DIVIDER and ahead < self._end:
            ahead += header_blocks.header_block_length(self.lines, ahead)
        if self._is_quotation_ahead(ahead):
            return _Found(ahead - position, "attribution", ATTRIBUTION)
        return _Found(0, "end", why)

    def _cut_from(self, position: int, why: str) -> None:
        for number in range(position, len(self.lines)):
            self.why[number] = why
        self._end = position

    def _is_marked(self, position: int) -> bool:
        """Whether the line is marked as quoted; by initials, where that is no single line."""
        initials = line_kinds.initials_of_quoted(self.lines[position])
        if not initials:
            return line_kinds.is_quoted(self.lines[position])
        return self._initials[initials] > 1 or self._is_announced(position)

    def _is_barred(self, position: int) -> bool:
        if not line_kinds.is_barred(self.lines[position]):
            return False
        beside = self.lines[max(0, position - 1)], self.lines[min(position + 1, self._end - 1)]
        return any(
            line is not self.lines[position] and line_kinds.is_barred(line) for line in beside
        ) or self._is_announced(position)

    def _is_announced(self, position: int) -> bool:
        return "attribution" in self.kinds[max(0, position - 3) : position]

    def _is_quotation_ahead(self, position: int) -> bool:
        """Whether the next line that is not blank is marked as quoted."""
        for line in self.lines[position : position + 6]:
            if line:
                return line_kinds.is_quoted(line) or line_kinds.is_barred(line)
        return False

    def _look_at_quoted(self, line: str) -> None:
        if line_kinds.is_our_marker(line.lstrip("> |")) or self._heading(line):
            self._is_ours = True

    def cut(self) -> None:
        """Decide what of the quotations is context, which tail is a footer, what is doubtful."""
        own = [number for number in range(self._end) if self.kinds[number] in _WRITTEN]
        quoted = [number for number in range(self._end) if self.kinds[number] == "quoted"]
        tail = [number for number in own if quoted and number > quoted[-1]]
        if tail and not self._is_ours and self._is_short_tail(own, quoted, tail):
            for number in tail:
                self.why[number] = BELOW_QUOTATION
        self._cut_contacts([number for number in own if not self.why[number]][-_MOST_TAIL:])
        last = next((number for number in reversed(own) if not self.why[number]), -1)
        for number in quoted:
            if number < last:
                self.context.add(number)
            else:
                self.why[number] = QUOTATION
        if last > 0 and own[0] != last and signatures.is_signed_by_name(self.lines[last]):
            self.why[last] = SIGNED
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
        surely = {"quoted", "attribution"} if self._is_ours else set()
        if not any(kind in _WRITTEN for kind in self.kinds[: min(self._old, default=0)]):
            # Below words of the writer's, what is neither ours nor marked may be from long ago.
            surely.add("old")
        doubted = _UNDER_CUT - surely
        first = next(
            (
                number
                for number in range(self._end)
                if self.kinds[number] in doubted
                or (number and signatures.is_signed_by_name(self.lines[number]))
            ),
            len(self.lines),
        )
        self.doubtful = {number for number in own if number > first and self.why[number] != SIGNED}

    def result(self, written: Sequence[str]) -> list[ReadLine]:
        """The lines with what was decided."""
        found: list[ReadLine] = []
        for number, (shown, text) in enumerate(zip(written, self.lines, strict=True)):
            is_context = number in self.context
            said = self._heading(text) if self.kinds[number] == "quoted" else text
            is_whole = text == shown.translate(_NORMALISED).strip()
            left = shown.rstrip() if is_whole else text
            found.append(
                ReadLine(left, said, self.why[number], is_context, number in self.doubtful)
            )
        return found

    def _heading(self, line: str) -> str:
        """What stands for a quoted line: a heading of a section if it is one, or else nothing."""
        if not self._signs:
            return ""
        bare = line.lstrip("> ")
        if len(bare) >= _LEAST_RULE and not bare.strip("-"):
            return QUOTED_SIGN
        code = bare[1:].partition(" ")[0].casefold() if bare.startswith("#") else ""
        return f"{QUOTED_SIGN}{code}" if code in self._signs else ""
