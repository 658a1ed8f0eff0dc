"""What stands below a writer's words: signatures of people and programs, footers, disclaimers.

People write sentences that begin like these. So a program's signature names a program or a device,
a disclaimer says several of the things that lawyers have said, and a person's bears names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.replies.line_kinds import COLONS, LOOKED_AT, MOST_ATTRIBUTION, MOST_SIGNATURE, WRAPS
from games.replies.mail_program_phrases import quoting_words

_MOST_FIRM_WORDS = 9
_MOST_PROGRAM_WORDS = 20
_MOST_BEFORE_PRODUCT = 7
_BROKEN_FROM = 56
_MOST_NAME_WORDS = 5
_MOST_PARAGRAPH_LINES = 12
_LEAST_SCANNED = 60
_MOST_TAIL = 8
_MOST_TAIL_WORDS = 45
_MOST_CONTACT_LINES = 9
_MOST_CONTACT = 90
_MOST_CLOSING = 40
_SIGNED_BY_NAME = re.compile(r"(?:-|[–—] ?)[^\W\d_][\w'.]*(?: [^\W\d_][\w'.]*){0,2}")
_CLAUSE_END = re.compile(r"[,;!?]\s|[.](?:\s|$)")
_ANCHOR = re.compile(r"<#[0-9A-F-]{36}>", re.IGNORECASE)
_CALL = re.compile(r"(?:\d[ ()./–-]{0,3}){6}\d")
_SITE = re.compile(r"(?:https?://|www\.)\S{3,}|\S{1,64}@[\w-]{1,63}\.\w", re.IGNORECASE)
_LONE_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: ['’]?[^\W\d_][\w.'’-]*){0,4}(?:, ?[\w.]{2,8})?")
_ENDS_SENTENCE = (".", "!", "?", ":", ";", "…", "。", "！", "？", "：")


def is_signed_by_program(line: str) -> bool:
    """Whether a phone or a mail program signs in this line, or a scanner of viruses."""
    words = line[:LOOKED_AT].casefold().strip(WRAPS + "-–—_=>[](").replace("’", "'")
    known = quoting_words()
    if any(sign in words for sign in known.signed) or _ANCHOR.fullmatch(line):
        return True
    if len(words) > MOST_SIGNATURE and "http" not in words:
        return False
    count = len(words.split())
    if words.startswith(known.signs_alone) and count <= _MOST_FIRM_WORDS:
        return True
    is_said = words.startswith(known.signs_first) or words.rstrip(". ").endswith(known.signs_last)
    clause = _CLAUSE_END.split(words, maxsplit=1)[0]
    named = known.products.search(clause) if is_said and count <= _MOST_PROGRAM_WORDS else None
    return named is not None and len(clause[: named.start()].split()) < _MOST_BEFORE_PRODUCT


def program_signature_length(lines: Sequence[str], start: int) -> int:
    """How many lines from here a phone's or a program's signature takes, 0 where none begins."""
    if not is_signed_by_program(lines[start]):
        return 0
    rest = [*lines[start + 1 : start + 3], "", ""]
    is_broken = len(lines[start]) >= _BROKEN_FROM and rest[0].endswith(".") and not rest[1]
    return 2 if is_broken and len(rest[0]) < len(lines[start]) else 1


def is_signature_begun(line: str) -> bool:
    """Whether the line is "-- Anna"."""
    if not line.startswith(("--", "__")) or len(line) > MOST_ATTRIBUTION // 7:
        return False
    words = line.strip("-_ ").split()
    if not 0 < len(words) <= _MOST_NAME_WORDS or line.endswith(("-", "_", *_ENDS_SENTENCE)):
        return False
    return all(word[0].isalpha() and (not word[0].islower() or len(word) < 4) for word in words)


def is_signed_by_name(line: str) -> bool:
    """Whether the line is "-Anna"."""
    return (
        len(line) < 40
        and _SIGNED_BY_NAME.fullmatch(line) is not None
        and not line.lstrip("-–— ")[0].islower()
    )


def is_footer(lines: Sequence[str], start: int) -> bool:
    """Whether a list's, a scanner's or a lawyer's words begin here."""
    words = _bare(lines[start])
    known = quoting_words()
    if words.startswith(known.footers):
        return True
    is_begun = words.startswith(known.disclaimers) and not _goes_on(lines, start)
    if not is_begun and (start and lines[start - 1]):
        return False
    said = _paragraph(lines, start) if is_begun or len(words) >= _LEAST_SCANNED else words
    if _is_scanned(said):
        return True
    if not is_begun and len(said) < 2 * _LEAST_SCANNED:
        return False
    return _legal_count(said) >= (2 if is_begun else 4)


def _goes_on(lines: Sequence[str], start: int) -> bool:
    """Whether a line goes on with the sentence above it, broken at the margin."""
    above = lines[start - 1] if start else ""
    return len(above) >= _BROKEN_FROM and not above.endswith(_ENDS_SENTENCE)


def _bare(line: str) -> str:
    return line[:LOOKED_AT].casefold().strip(WRAPS + "-–—_=[(<")


def _paragraph(lines: Sequence[str], start: int) -> str:
    said: list[str] = []
    for line in lines[start : start + _MOST_PARAGRAPH_LINES]:
        if not line:
            break
        said.append(line[: 4 * LOOKED_AT].casefold())
    return " ".join(said)


def _is_scanned(words: str) -> bool:
    """Whether a scanner of viruses names itself."""
    known = quoting_words()
    return any(one in words for one in known.viruses) and any(one in words for one in known.vendors)


def _legal_count(words: str) -> int:
    """How many of the things that disclaimers say are said."""
    return sum(any(root in words for root in roots) for roots in quoting_words().legal)


def is_signature_like(tail: Sequence[str]) -> bool:
    """Whether lines below a rule that a person may have drawn are a signature, and not more of
    what they wrote."""
    return len(tail) <= _MOST_TAIL and sum(len(line.split()) for line in tail) <= _MOST_TAIL_WORDS


def is_signature_block(lines: Sequence[str]) -> bool:
    """Whether these lines below a rule are a name, of which one word alone may be more, with what
    may stand below one, and none is a number that picks an answer."""
    if not lines or not _is_name(lines[0]) or not is_signature_like(lines):
        return False
    is_more = len(lines) > 1 or " " in lines[0]
    return is_more and all(
        _has_contact(line) or (says_nothing(line) and any(map(str.isalpha, line))) for line in lines
    )


def is_greeting(line: str) -> bool:
    """Whether the line is "Hi Vera,"."""
    count = len(line.split())
    is_short = count < 3 and (line[0].isupper() or line[0].islower())
    return count < 5 and line.endswith((",", "，", "、", *("!.:" if is_short else ())))


def says_nothing(line: str) -> bool:
    """Whether the line may be of a signature that a program put below a quotation."""
    return not (line[0].islower() or is_closing(line) or is_sentence(line))


def is_sentence(line: str) -> bool:
    """Whether somebody says something in the line: no name, no title and no address."""
    words = line.split()
    if _has_contact(line) or is_signed_by_program(line):
        return False
    if line.endswith(_ENDS_SENTENCE) and not (len(words) > 1 and _is_abbreviation(words[-1])):
        return True
    return sum(word[0].islower() for word in words) > 2


def _is_abbreviation(word: str) -> bool:
    """Whether the word is "Ltd." or "S.r.l."."""
    return word.endswith(".") and ("." in word[:-1] or (len(word) < 6 and not word[0].islower()))


def contact_block_start(lines: Sequence[str]) -> int:
    """Where in these last lines, none of them blank, a name's titles and addresses begin that no
    rule announces; their number where none do. The closing and the name stand above.

    There are at least two, and one of them is a number to call, an address or a site.
    """
    first = len(lines)
    while first and len(lines) - first < _MOST_CONTACT_LINES + 2 and _may_close(lines[first - 1]):
        first -= 1
    if first and lines[first - 1].endswith(COLONS):
        return len(lines)
    closings = [at for at in range(first, len(lines)) if is_closing(lines[at])]
    name = closings[-1] + 1 if closings else first
    if name >= len(lines) or not _is_name(lines[name]) or not (closings or name):
        return len(lines)
    block = lines[name + 1 :]
    is_one = len(block) > (1 if closings else 2) and any(map(_has_contact, block))
    return name + 1 if is_one and not any(map(is_sentence, block)) else len(lines)


def is_closing(line: str) -> bool:
    """Whether the line is "Kind regards," in some language."""
    words = f" {line[:_MOST_CLOSING].casefold().lstrip(WRAPS)}"
    if (
        len(line) >= _MOST_CLOSING
        or len(line.split()) > _MOST_NAME_WORDS
        or line.endswith((*COLONS, "?"))
    ):
        return False
    return any(one in words for one in quoting_words().closings)


def _may_close(line: str) -> bool:
    return len(line) <= _MOST_CONTACT and (is_closing(line) or not is_sentence(line))


def _is_name(line: str) -> bool:
    return len(line) < 40 and _LONE_NAME.fullmatch(line.strip("*_ ")) is not None


def _has_contact(line: str) -> bool:
    return _CALL.search(line) is not None or _SITE.search(line) is not None
