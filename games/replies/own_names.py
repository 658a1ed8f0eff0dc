"""How somebody names themselves in a mail: behind “my name is”, or below what they wrote."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from games.replies.command_words import is_closing, plain_words, words_of
from games.replies.member_words import longest, member_words
from games.replies.named_requests import known_words
from games.replies.named_things import names_game

MOST_NAME_WORDS = 4
_CLOSING_WORDS = 6

_PART = r"(?:d[aeiu]|del|della|dei|van|von|der|den|het|ter|ten|la|le|lo|el|bin|of)"
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][\w'’.-]*"
_NAME = re.compile(rf"{_CAPITAL}(?: (?:{_PART} ){{0,2}}{_CAPITAL}){{0,3}}")
_WORD = re.compile(r"[^\W_]+")
_CLAUSE_END = re.compile(r"[,;:!?()\n]|\.(?=\s|$)|\s[–-]\s")
_AROUND = " \t-–—*_.,;:!?()~'\"“”"


class Signed(NamedTuple):
    """The lines above the name that closes them, and that name; "" for none."""

    lines: list[str]
    name: str = ""


def signature_apart(lines: Sequence[str], names: Collection[str] = ()) -> Signed:
    """Part what was written from its writer's name and the closing above it.

    A name closes a mail where it stands below an empty line or a closing, or beside one; or where
    it is one of the writer's own `names`.
    """
    kept = list(lines)
    while kept and not plain_words(kept[-1]):
        del kept[-1]
    last = _bare(kept[-1]) if kept else ""
    above = kept[-2] if len(kept) > 1 else None
    name = name_behind_goodbye(last) or _own_name_behind_goodbye(last, names)
    if not name and above is not None and _is_name_of_writer(last, above, names):
        name = last
    if not name:
        return Signed(list(lines))
    del kept[-1]
    while kept and (not kept[-1] or is_goodbye(kept[-1])):
        del kept[-1]
    return Signed(kept, name)


def _is_name_of_writer(last: str, above: str, names: Collection[str]) -> bool:
    if is_own_name(last, names):
        return True
    return (not above or is_goodbye(above)) and looks_like_name(last)


def is_goodbye(line: str) -> bool:
    """Whether a line says goodbye and no more: “Best,”, “Tot gauw!”, “Saluti, Lucia”."""
    said = plain_words(line).split()
    if len(said) > _CLOSING_WORDS or not (
        longest(said, member_words("goodbye")) or is_closing(line)
    ):
        return False
    while said and (length := longest(said, member_words("goodbye"), words_of("words", "polite"))):
        said = said[length:]
    return not said or name_behind_goodbye(line) != "" or is_closing(line)


def name_behind_goodbye(line: str) -> str:
    """The name behind a goodbye in one line with it, “Thanks, Tom”; "" for none."""
    length = longest(plain_words(line).split(), member_words("goodbye"))
    words = list(_WORD.finditer(line))
    if not length or not 0 < len(words) - length <= MOST_NAME_WORDS:
        return ""
    between, rest = line[: words[length].start()].rstrip(), _bare(line[words[length].start() :])
    # “Ciao Giulia” speaks to Giulia.
    return rest if between.endswith((",", "-", "–")) and looks_like_name(rest) else ""


def _own_name_behind_goodbye(line: str, names: Collection[str]) -> str:
    """As `name_behind_goodbye`, of a name that the writer is known by, whatever stands between."""
    length = longest(plain_words(line).split(), member_words("goodbye"))
    words = list(_WORD.finditer(line))
    rest = line[words[length].start() :].strip(_AROUND) if 0 < length < len(words) else ""
    return rest if is_own_name(rest, names) else ""


def is_own_name(text: str, names: Collection[str]) -> bool:
    """Whether a text is one of these names, whole or a part of it, and nothing else."""
    said = plain_words(text).split()
    return bool(said) and any(set(said) <= set(plain_words(name).split()) for name in names)


def looks_like_name(text: str) -> bool:
    """Whether a text is capitalised as names are, and has no word that means anything here."""
    if _NAME.fullmatch(text) is None or names_game(f" {plain_words(text)} "):
        return False
    said = set(plain_words(text).split())
    return not said & known_words() and not said & _agreed()


@cache
def _agreed() -> frozenset[str]:
    lists = ("yes", "no", "beside", "goodbye", "asked", "but", "no_name")
    phrases = (one for name in lists for one in member_words(name) if " " not in one)
    days = words_of("dates", "weekdays")
    return frozenset((*phrases, *words_of("words", "consent"), *words_of("words", "no"), *days))


def name_given(sentence: str, names: Collection[str] = ()) -> str:
    """The name that a sentence gives its writer: “you can just call me Giulia, please”."""
    words = [word for word in _WORD.finditer(sentence) if plain_words(word[0])]
    said = [plain_words(word[0]) for word in words]
    for first in range(len(said)):
        for kind in ("called", "introduced"):
            length = longest(said[first:], member_words(kind))
            if not length or (kind == "introduced" and not _begins_clause(sentence, words, first)):
                continue
            behind = first + length
            behind += longest(said[behind:], member_words("merely"))
            if behind < len(words):
                name = name_at_start(
                    sentence[words[behind].start() :], names, is_sure=kind == "called"
                )
                if name:
                    return name
    return ""


def _begins_clause(sentence: str, words: Sequence[re.Match[str]], at: int) -> bool:
    """Whether a sentence, or a part of it, begins with this word: “yes, I'm Tom”."""
    before = " ".join(plain_words(word[0]) for word in words[:at])
    agreed = (*member_words("yes"), *words_of("words", "consent"))
    is_first = not before or any(f" {before}".endswith(f" {one}") for one in agreed)
    return is_first or sentence[: words[at].start()].rstrip().endswith((",", ":", ";", "-", "–"))


def name_behind(text: str) -> str:
    """The name with which a text begins that stands behind “call me”."""
    words = [word for word in _WORD.finditer(text) if plain_words(word[0])]
    first = longest([plain_words(word[0]) for word in words], member_words("merely"))
    given = text[words[first].start() :] if first < len(words) else text
    return name_at_start(given, is_sure=True) or _CLAUSE_END.split(given, maxsplit=1)[0].strip(
        _AROUND
    )


def name_at_start(text: str, names: Collection[str] = (), *, is_sure: bool = False) -> str:
    """The name with which a text begins, up to the end of its clause.

    Where it `is_sure` that a name stands there it may be in small letters.
    """
    clause = without_polite_end(_CLAUSE_END.split(text, maxsplit=1)[0].strip(_AROUND))
    words = clause.split()
    if not words or plain_words(words[0]) in member_words("no_name"):
        return ""
    if is_own_name(clause, names):
        return clause
    found = None if clause.isupper() and not is_sure else _NAME.match(clause)
    if found is not None and (is_sure or _is_apart(clause, found)):
        return found[0].rstrip(".")
    return clause if is_sure and len(words) <= MOST_NAME_WORDS else ""


def _is_apart(clause: str, found: re.Match[str]) -> bool:
    """Whether the words are a name by themselves: “it's Friday” tells no name."""
    behind = plain_words(clause[found.end() :]).split()
    is_apart = not behind or behind[0] in member_words("linking")
    return is_apart and looks_like_name(found[0].rstrip("."))


def without_polite_end(clause: str) -> str:
    """The text without the polite words at its end."""
    words = clause.split()
    for length in range(min(3, len(words) - 1), 0, -1):
        if plain_words(" ".join(words[-length:])) in words_of("words", "polite"):
            return without_polite_end(" ".join(words[:-length]))
    return clause


def _bare(line: str) -> str:
    """The line without what is drawn around it."""
    return re.sub(r"(?:\s*[:;=8][-']?[)(DPp/|])+$|[^\w\s.,'’–-]", "", line).strip(_AROUND)
