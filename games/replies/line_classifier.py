"""What each line of a reply is, told from the top down to where nothing more is its writer's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from games.replies import attributions, header_blocks, line_kinds, signatures
from games.replies.quotation_matching import OldWords
from games.replies.reply_lines import MOST_LINES, QUOTED_SIGN

_MOST_OWN = MOST_LINES + 100
"""Of the writer's own lines; what follows so many is neither looked at nor acted on."""

_MOST_RULES = 8
"""So many of the lines that a person may have drawn are looked behind."""

_TOO_SHORT = frozenset("-=+*#~,·.")
"""Nobody draws a rule with one of these."""

MOST_TAIL = 12
_LEAST_RULE = 8

BELOW_RULE, BELOW_DIVIDER, BELOW_MARKER = "below a rule", "below a divider", "below our marker"
BELOW_HEADERS, BELOW_ATTRIBUTION = "below a quoted header", "below an attribution"
TOO_LONG, BELOW_STOP = "longer than any answer", "below the word that ends it"
ATTRIBUTION, OLD = "attribution", "stands in an earlier mail"
PROGRAM, SIGNED, FOOTER = "signature of a program", "signature", "footer"
PGP = "frame of a signed mail"

WRITTEN = frozenset(("own", "drawn"))
"""The writer's own; what they drew or wrote may look like the head of an older mail."""


class _Found(NamedTuple):
    """So many lines are of this kind, and why they are cut, "" where they are not."""

    length: int
    kind: str = ""
    why: str = ""


class Classifier:
    """One reply: of each line what it is (`kinds`), and why it is cut (`why`)."""

    def __init__(self, lines: list[str], signs: Collection[str]) -> None:
        self.lines = lines
        self.kinds = [""] * len(lines)
        self.why = [""] * len(lines)
        self._signs = signs
        self.old: set[int] = set()
        self._initials = Counter(map(line_kinds.initials_of_quoted, lines))
        self._drawn_with: set[str] = set()
        self._rules_left = _MOST_RULES
        self.is_ours = False
        self._own = 0
        self.end = len(lines)

    def compare(self, old: OldWords) -> None:
        """Find the lines that stand in earlier mails; marked ones and bare ones are two texts."""
        for is_marked in (True, False):
            numbers = [
                number
                for number, line in enumerate(self.lines)
                if line and line_kinds.is_quoted(line) is is_marked
            ]
            found = old.lines_in(self.lines, numbers)
            self.is_ours = self.is_ours or len(found) > 2
            if not is_marked and len(found) > 1:
                self.old = found

    def classify(self) -> None:
        """Say of each line what it is, down to where nothing more is the writer's."""
        position = 0
        while position < self.end:
            length, kind, why = self._at(position)
            if kind == "end":
                self._cut_from(position, why)
                return
            self._own += kind in WRITTEN
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
        if line_kinds.is_prompt(line) and not {"quoted", "attribution"} & {*self.kinds[:position]}:
            return _Found(1, "own")
        if self._is_marked(position) or self._is_barred(position):
            self._look_at_quoted(line)
            return _Found(1, "quoted")
        if position in self.old:
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
        is_programs = line_kinds.is_programs_rule(line) and not self._is_framed(position)
        if is_programs or self._is_signature_below(position):
            return self._boundary(position, 1, BELOW_RULE)
        self._drawn_with |= {line[0], line}
        return _Found(1, "drawn")

    def _is_framed(self, position: int) -> bool:
        """Whether rows of a table stand right above a rule and below, or a heading above."""
        line, above = self.lines[position], self.lines[position - 1]
        below = self.lines[position + 1 : position + MOST_TAIL]
        is_repeated = line in self._drawn_with or line in below
        is_inside = bool(above and below and below[0])
        return line_kinds.is_underline(line, above) or (is_inside and is_repeated)

    def _is_signature_below(self, position: int) -> bool:
        sign = self.lines[position][0]
        if self.lines[position] in _TOO_SHORT:
            return False
        if sign in self._drawn_with or not self._rules_left or self._is_framed(position):
            return False
        self._rules_left -= 1
        tail = list(islice(self._tail(position + 1), MOST_TAIL))
        is_drawn_again = any(line[0] == sign and line_kinds.is_rule(line) for line in tail)
        return not is_drawn_again and signatures.is_signature_like(tail)

    def _tail(self, position: int) -> Iterator[str]:
        """The lines from here that are not blank, down to a quotation or a footer."""
        for number in range(position, self.end):
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
        is_first = position == 0 or not self.lines[before] or self.kinds[before] not in WRITTEN
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
        while ahead < self.end and not self.lines[ahead]:
            ahead += 1
        if why == BELOW_DIVIDER and ahead < self.end:
            ahead += header_blocks.header_block_length(self.lines, ahead)
        if self._is_quotation_ahead(ahead):
            return _Found(ahead - position, "attribution", ATTRIBUTION)
        return _Found(0, "end", why)

    def _cut_from(self, position: int, why: str) -> None:
        for number in range(position, len(self.lines)):
            self.why[number] = why
        self.end = position

    def _is_marked(self, position: int) -> bool:
        """Whether the line is marked as quoted; by initials, where that is no single line."""
        initials = line_kinds.initials_of_quoted(self.lines[position])
        if not initials:
            return line_kinds.is_quoted(self.lines[position])
        return self._initials[initials] > 1 or self._is_announced(position)

    def _is_barred(self, position: int) -> bool:
        if not line_kinds.is_barred(self.lines[position]):
            return False
        beside = self.lines[max(0, position - 1)], self.lines[min(position + 1, self.end - 1)]
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
        if line_kinds.is_our_marker(line.lstrip("> |")) or self.heading(line):
            self.is_ours = True

    def heading(self, line: str) -> str:
        """What stands for a quoted line: a heading of a section if it is one, or else nothing."""
        if not self._signs:
            return ""
        bare = line.lstrip("> ")
        if len(bare) >= _LEAST_RULE and not bare.strip("-"):
            return QUOTED_SIGN
        code = bare[1:].partition(" ")[0].casefold() if bare.startswith("#") else ""
        return f"{QUOTED_SIGN}{code}" if code in self._signs else ""
