"""What each line of a reply is: somebody's words, quoted, a header's, a signature's, a divider.

Each question is asked of one line, or of at most as many as an attribution or a header block is
broken into, and answered by their signs and words: nothing here can be made slow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from games.replies.mail_program_phrases import quoting_words

MARKER_START, MARKER_END = "##-", "-##"
"""The first line of every mail that we send stands between these two."""

LOOKED_AT = 400
"""So many characters of a line are looked at; no line of a mail program's own is longer."""

ATTRIBUTION_LINES = 6
_MOST_ATTRIBUTION = 420
_HEADER_BLOCK_LINES = 14
_MOST_NAME = 26
_MOST_DIVIDER = 76
_MOST_SIGNATURE = 130

STOP_WORDS = frozenset(["end", "fine", "fin", "einde"])

_RULE_SIGNS = frozenset("-_,=+~#*ᐧ—–―─━‐‑‒·")
_WRAPS = "*_ \t\"'“”„«»|"
_COLONS = (":", "：", "﹕")
_DASHES = "-_=*—–―─ >"
_QUOTED_BY_NAME = re.compile(r"[A-Z][A-Za-z]{0,3}>")
_TIME = re.compile(r"\b\d{1,2} ?[:.h] ?\d\d\b|\d{1,2} ?(?:am|pm|uhr|時|时|시)\b", re.IGNORECASE)
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?\b"
    r"|(?:19|20)\d\d ?[年년]|\d{1,2} ?[月월]"
)
_ADDRESS = re.compile(r"[^\s@<>\[\]:,;]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}")
_COLON_INSIDE = re.compile(r"[:：] ")
_NAMES_IN_LINE = re.compile(r"[^\W\d_]{1,20} ?[:：]")
_SIGNED_BY_NAME = re.compile(r"(?:-|[–—] ?)[^\W\d_][\w'.]*(?: [^\W\d_][\w'.]*){0,2}")


def is_quoted(line: str) -> bool:
    """Whether the line bears a quotation's mark."""
    if line.startswith((">", "＞", "&gt;")):
        return True
    head = line[:5]
    return ">" in head and _QUOTED_BY_NAME.match(head) is not None


def is_barred(line: str) -> bool:
    """Whether the line bears a mark that quotes only where more such lines stand about it."""
    return line.startswith(("| ", "│ ", "┃ ", "|>")) or line in {"|", "│", "┃"}


def is_rule(line: str) -> bool:
    """Whether the line is drawn, and nothing else: what follows is a signature or a quotation."""
    return bool(line) and all(sign in _RULE_SIGNS or sign == " " for sign in line[:LOOKED_AT])


def is_marker(line: str) -> bool:
    """Whether the line says that one is to write above it."""
    if line.startswith(MARKER_START) or line.endswith(MARKER_END):
        return True
    if len(line) > _MOST_SIGNATURE:
        return False
    words = line.casefold()
    is_marked = line[0] in _DASHES or line[0] in "#=[(*" or line[-1] in _DASHES or line[-1] in "#="
    return is_marked and any(above in words for above in quoting_words().above)


def is_our_marker(line: str) -> bool:
    """Whether the first line of a mail of ours begins here."""
    said = line.casefold().removeprefix(MARKER_START).strip()
    return line.startswith(MARKER_START) and said.startswith(quoting_words().ours)


def is_divider(line: str) -> bool:
    """Whether the line parts a reply from the mail that it answers."""
    if len(line) > (_MOST_ATTRIBUTION if _TIME.search(line) else _MOST_DIVIDER):
        return False
    bare = line.strip(_DASHES + ":：#[]<>")
    if not bare:
        return False
    is_drawn = line.startswith(("--", "__", "==", "**", "——", "––")) and line.rstrip(
        " :："
    ).endswith(("--", "__", "==", "**", "——", "––"))
    if is_drawn and not line.startswith("**"):
        return True
    words = bare.casefold()
    return words.startswith(quoting_words().dividers) and (
        is_drawn or line[0] in _DASHES or line.rstrip().endswith((*_COLONS, "-", "---"))
    )


def is_signed_by_program(line: str) -> bool:
    """Whether a phone or a mail program signs in this line."""
    words = line[:LOOKED_AT].casefold().strip(_WRAPS + "-–—_=>[](").replace("’", "'")
    if len(words) > _MOST_SIGNATURE and "http" not in words:
        return False
    known = quoting_words()
    return words.startswith(known.signatures) or any(sign in words for sign in known.signed)


def is_signature_begun(line: str) -> bool:
    """Whether the line is "-- Anna"."""
    if not line.startswith(("--", "__")) or len(line) > _MOST_ATTRIBUTION // 7:
        return False
    bare = line.strip("-_ ")
    return bool(bare) and bare[0].isalpha() and not line.endswith(("-", "_", *_COLONS))


def is_signed_by_name(line: str) -> bool:
    """Whether the line is "-Anna"."""
    return len(line) < 40 and _SIGNED_BY_NAME.fullmatch(line) is not None


def is_footer(line: str) -> bool:
    """Whether a list's, a scanner's or a lawyer's words begin here."""
    words = line[:LOOKED_AT].casefold().strip(_WRAPS + "-–—_=[(<")
    return words.startswith(quoting_words().footers)


def header_said(line: str) -> str:
    """What the line tells if it is a header's: from, sent, to, subject; "?" for another name,
    "" where it is none."""
    head = line[: _MOST_NAME + 8].lstrip(_WRAPS + ">•")
    place = min((at for colon in _COLONS if (at := head.find(colon)) > 0), default=0)
    if not 0 < place <= _MOST_NAME:
        return ""
    name = head[:place].strip(_WRAPS + "\u200f\u200e").casefold()
    said = quoting_words().headers.get(name)
    if said is not None:
        return said
    is_name = (
        bool(name)
        and len(name.split()) <= 3
        and all(sign.isalpha() or sign in " -/()'" for sign in name)
    )
    return "?" if is_name else ""


def header_block_length(lines: Sequence[str], start: int) -> int:
    """How many lines from here are the headers of a quoted mail; 0 where they are none.

    They are known by their names in some language; or, in any, by a sender's address and a time
    in at least three lines of the form "name: value" that follow each other.
    """
    first = header_said(lines[start])
    if not first:
        return 0
    if first != "?" and _is_header_line(lines[start]):
        return 1
    said: list[str] = []
    values: list[str] = []
    length = 0
    for line in lines[start : start + _HEADER_BLOCK_LINES]:
        kind = header_said(line) if line else ""
        if not kind:
            if not line and len(said) < 2 and length < 3:
                length += 1
                continue
            if not line or len(said) < 1 or (length and not lines[start + length - 1]):
                break
            length += 1
            continue
        said.append(kind)
        values.append(line)
        length += 1
    return length if _is_header_block(said, values) else 0


def _is_header_line(line: str) -> bool:
    """Whether a whole header stands in one line, as some programs flow it."""
    said = {header_said(word) for word in _NAMES_IN_LINE.findall(line[:LOOKED_AT])}
    return {"from", "subject"} <= said and len(said - {"", "?"}) >= 3


def _is_header_block(said: Sequence[str], values: Sequence[str]) -> bool:
    told = {kind for kind in said if kind != "?"}
    joined = " ".join(values)
    has_address = "@" in joined
    has_time = _TIME.search(joined) is not None and _DATE.search(joined) is not None
    if "from" in told and told & {"sent", "to", "subject"}:
        is_firm = has_address or has_time or len(told) > 2
        return len(said) >= 2 and is_firm
    if len(told) >= 3 and (has_address or has_time):
        return True
    return len(said) >= 3 and has_address and has_time


def attribution_length(lines: Sequence[str], start: int, *, is_first: bool) -> int:
    """How many lines from here are one "On …, … wrote:", however it was wrapped; 0 if none.

    `is_first`: a paragraph begins with the line, so that the writer's name alone may stand in it.
    """
    is_firm = _may_begin_attribution(lines[start])
    if not (is_firm or is_first):
        return 0
    length = _attribution_from(lines, start)
    if is_firm or not length:
        return length
    # Somebody's words may stand right above it.
    address = next(
        (n for n in range(start + 1, start + length) if lines[n][0] == "<"), start + length
    )
    below = range(start + 1, address)
    is_later = any(
        _may_begin_attribution(lines[number])
        and _names_writer(lines[number : start + length])
        and _attribution_from(lines, number)
        for number in below
    )
    return 0 if is_later else length


def _names_writer(lines: Sequence[str]) -> bool:
    """Whether these lines say by themselves who wrote, and are not the rest of what does."""
    joined = " ".join(lines)
    if joined.startswith(("<", "(", "[")):
        return False
    return _ADDRESS.search(joined) is not None or _verb(joined.casefold(), "")[0]


def _attribution_from(lines: Sequence[str], start: int) -> int:
    joined = ""
    for length, line in enumerate(lines[start : start + ATTRIBUTION_LINES], start=1):
        if not line or is_quoted(line):
            return 0
        joined = f"{joined} {line}" if joined else line
        if len(joined) > _MOST_ATTRIBUTION:
            return 0
        if _may_end_attribution(line) and _is_attribution(
            joined, line, lines[start + length : start + length + 3]
        ):
            return length
    return 0


def _may_begin_attribution(line: str) -> bool:
    bare = line.lstrip(_DASHES + _WRAPS + "[(")
    words = bare.split(maxsplit=1)
    if not words:
        return False
    if words[0].casefold().strip(",.*_") in quoting_words().begins:
        return True
    return bare[0].isdigit() or ("@" in line and _DATE.search(line) is not None)


def _may_end_attribution(line: str) -> bool:
    tail = line[-40:].rstrip(_WRAPS)
    if tail.endswith((*_COLONS, ">", ")", "]", "-", "_", "=")):
        return True
    known = quoting_words()
    words = tail.casefold()
    return words.split()[-1:] != [] and (
        words.split()[-1] in known.wrote or words.endswith(known.wrote_phrases)
    )


def _is_attribution(joined: str, last: str, ahead: Sequence[str]) -> bool:
    """Whether the lines, of which this is the last, say who wrote what follows."""
    following = [line for line in ahead if line]
    near = following if joined.rstrip(_WRAPS).endswith(_COLONS) else following[:1]
    is_quotation_ahead = any(is_quoted(line) or is_barred(line) for line in near)
    bare = joined.strip(_DASHES + _WRAPS)
    has_colon = bare.endswith(_COLONS)
    words = bare.rstrip(":：﹕ *_>").casefold()
    has_verb, ends_so = _verb(words, last.casefold())
    # Without a colon it ends with its paragraph.
    ends_so = ends_so and (has_colon or not (ahead and ahead[0]) or is_quoted(ahead[0]))
    has_address = _ADDRESS.search(joined) is not None or "mailto:" in joined
    has_time = _TIME.search(joined) is not None
    has_date = _DATE.search(joined) is not None
    is_dated = has_date and (has_time or any(sign.isdigit() for sign in joined))
    if not (has_colon or ends_so):
        is_bare = (has_address and is_dated and bare.endswith((">", ")", "]"))) or (
            has_address and is_dated and joined.rstrip().endswith(">")
        )
        return is_bare and is_quotation_ahead and len(joined) < 200
    if has_verb and (has_address or is_dated or has_time):
        return True
    if has_colon and has_address and (is_dated or has_time):
        return True
    if not is_quotation_ahead:
        return False
    is_short = len(joined.split()) <= 8
    return (ends_so and is_short) or (has_colon and (has_address or (has_date and has_time)))


def _verb(words: str, last: str) -> tuple[bool, bool]:
    """Whether somebody wrote something in these words, and whether they end so."""
    known = quoting_words()
    bare = [word.strip("*_,.;:：\"'") for word in words.replace("*", " ").split()]
    listed = [word if word in known.wrote else word.strip("()") for word in bare]
    phrase = next((one for one in known.wrote_phrases if one in words), "")
    single = next((one for one in listed if one in known.wrote), "")
    ends = words.endswith(known.wrote_phrases) or bool(listed and listed[-1] in known.wrote)
    ends = ends or (
        last.rstrip(" :：*_->").endswith(("(a)", "/a", "(а)")) and bool(single or phrase)
    )
    return bool(phrase or single), ends


def is_attribution_begun(line: str) -> bool:
    """Whether the line begins with an attribution, and goes on with what was written."""
    if "@" not in line or not _may_begin_attribution(line):
        return False
    places = [at.start() for at in islice(_COLON_INSIDE.finditer(line[:LOOKED_AT]), 8)]
    return any(
        _ADDRESS.search(line[:place]) is not None
        and _verb(line[:place].casefold(), "")[1]
        and _DATE.search(line[:place]) is not None
        for place in places
    )


def attribution_in_line(line: str) -> int:
    """Where in a line of somebody's words an attribution begins that shares it; 0 if none."""
    if not line.endswith(_COLONS):
        return 0
    for begin in (" On ", " Am ", " Le ", " Il ", " El ", " Op "):
        place = line.find(begin)
        if place > 0 and _is_attribution(line[place + 1 :], line, ()):
            return place
    return 0
