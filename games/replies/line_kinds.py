"""What a line of a reply is by its signs: quoted, drawn, our marker, a divider.

Each question is asked of one line, and answered from a bounded part of it: nothing here can be
made slow. What takes more than a line stands in `attributions`, `header_blocks`, `signatures`.
"""

from __future__ import annotations

import re

from games.replies.mail_program_phrases import quoting_words

MARKER_START, MARKER_END = "##-", "-##"
"""The first line of every mail that we send stands between these two."""

LOOKED_AT = 400
"""So many characters of a line are looked at; no line of a mail program's own is longer."""

MOST_REPEATS = 40
"""So many of a run of the same sign are read."""

MOST_ATTRIBUTION = 420
MOST_SIGNATURE = 130
_MOST_DIVIDER = 76
_LEAST_PROGRAMS_RULE = 20
"""People draw shorter lines."""

STOP_WORDS = frozenset(["end", "fine", "fin", "einde"])

WRAPS = "*_ \t\"'“”„«»|"
COLONS = (":", "：", "﹕", "։", "៖")
DASHES = "-_=*—–―─ >"
_RULE_SIGNS = frozenset("-_,=+~#*ᐧ—–―─━‐‑‒·")
_CAPTION_STARTS = ("--", "__", "==", "**", "——", "––")
_QUOTED_BY_NAME = re.compile(r"([^\W\d_][^\W\d_]{0,3})>")
_PROMPT = re.compile(r">>> (?:\S{0,80}[(=\[.]|(?:import|from|print|for|def|class|with)\b)")
_TIME = re.compile(r"\b\d{1,2} ?[:.h] ?\d\d\b|\d{1,2} ?(?:am|pm|uhr|時|时|시)\b", re.IGNORECASE)
_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?\b"
    r"|(?:19|20)\d\d ?[年년]|\d{1,2} ?[月월]"
)
_WHOLE_DATE = re.compile(r"\b\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\b")
_YEAR = re.compile(r"\b(?:19|2[05])\d\d(?!\d)")


def has_time(text: str) -> bool:
    return _TIME.search(text) is not None


def has_date(text: str) -> bool:
    """Whether a year stands in the text, or a day and a month in figures."""
    return _DATE.search(text) is not None or _WHOLE_DATE.search(text) is not None


def has_year(text: str) -> bool:
    """Whether the text has a date that says its year."""
    return _YEAR.search(text) is not None or _WHOLE_DATE.search(text) is not None


def has_whole_date(*texts: str) -> bool:
    """Whether each has a day, a month and a year in figures."""
    return all(_WHOLE_DATE.search(text) for text in texts)


def is_quoted(line: str) -> bool:
    """Whether the line bears a quotation's mark."""
    return line.startswith((">", "＞", "&gt;")) or bool(initials_of_quoted(line))


def is_prompt(line: str) -> bool:
    """Whether the line is code behind the prompt of a Python shell."""
    return _PROMPT.match(line) is not None


def initials_of_quoted(line: str) -> str:
    """The initials of whom a line like "VL> Hello" quotes; "" where it is none."""
    head = line[:5]
    found = _QUOTED_BY_NAME.match(head) if ">" in head else None
    return found[1] if found is not None and not found[1][0].islower() else ""


def is_barred(line: str) -> bool:
    """Whether the line bears a mark that quotes only where more such lines stand about it."""
    if line.count("|") > 2:  # a row of a table
        return False
    return line.startswith(("| ", "│ ", "┃ ", "|>")) or line in {"|", "│", "┃"}


def is_rule(line: str) -> bool:
    """Whether the line is drawn, and nothing else: what follows is a signature or a quotation."""
    return bool(line) and all(sign in _RULE_SIGNS or sign == " " for sign in line[:LOOKED_AT])


def is_underline(line: str, above: str) -> bool:
    """Whether a rule is drawn below a heading, as long as this is; long ones come shortened."""
    is_as_long = abs(len(line) - min(len(above), MOST_REPEATS)) < 3
    return len(line) > 3 and line[0] != "_" and is_as_long


def is_programs_rule(line: str) -> bool:
    """Whether a rule is one that mail programs draw, and people hardly between their words."""
    if line.startswith(("-", "_", "—", "–")):
        return line in {"--", "—"} or line.startswith("__") or len(line) >= _LEAST_PROGRAMS_RULE
    return False


def is_marker(line: str) -> bool:
    """Whether the line says that one is to write above it."""
    if line.startswith(MARKER_START) or line.endswith(MARKER_END):
        return True
    if len(line) > MOST_SIGNATURE:
        return False
    words = line.casefold()
    is_marked = line[0] in DASHES or line[0] in "#=[(*" or line[-1] in DASHES or line[-1] in "#="
    return is_marked and any(above in words for above in quoting_words().above)


def is_our_marker(line: str) -> bool:
    """Whether the first line of a mail of ours begins here."""
    said = line.casefold().removeprefix(MARKER_START).strip()
    return line.startswith(MARKER_START) and said.startswith(quoting_words().ours)


def is_divider(line: str) -> bool:
    """Whether the line parts a reply from the mail that it answers."""
    if len(line) > (MOST_ATTRIBUTION if has_time(line) else _MOST_DIVIDER):
        return False
    bare = line.strip(DASHES + ":：#[]<>")
    if not bare:
        return False
    is_drawn = is_caption(line)
    if is_drawn and ("@" in line or (has_date(line) and has_time(line))):
        return True
    words = bare.casefold()
    found = next((one for one in quoting_words().dividers if words.startswith(one)), "")
    if is_drawn or line[0] in DASHES or line.endswith("-"):
        return bool(found)
    is_all = len(words.split()) < len(found.split()) + 3 or has_date(line) or "@" in line
    return bool(found) and is_all and line.endswith(COLONS)


def is_caption(line: str) -> bool:
    """Whether words stand between dashes: a program's divider, or a heading of the writer's."""
    if len(line) > MOST_ATTRIBUTION or not line.startswith(_CAPTION_STARTS):
        return False
    return line.rstrip(" :：").endswith(_CAPTION_STARTS) and any(map(str.isalpha, line))
