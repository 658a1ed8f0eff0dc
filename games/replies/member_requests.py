"""What a member asks for in a line to the service.

The words are data: the section `member` of `seeds/mail/commands.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.replies.command_words import (
    is_closing,
    is_greeting,
    plain_words,
    spoken_command,
    spoken_of,
    without_politeness,
    words_of,
)
from games.replies.intents import likely_command
from games.replies.member_words import longest, member_words
from games.replies.named_requests import CODE, IN_SENTENCES, named_request, names_table
from games.replies.named_things import names_game, names_rhythm
from games.replies.own_names import is_goodbye, name_behind, signature_apart, without_polite_end
from games.replies.reply_parser import EXAMPLE_SIGN
from games.replies.whole_mails import (
    NOTHING,
    asked_in_mail,
    is_asked_in_mails,
    tells_pace,
    wish_of_stranger,
)

MOST_CHARACTERS = 300
MOST_AROUND = 14
"""Words of a sentence in which a phrase means what it says."""

TO_OTHERS = frozenset(("announce",))
"""Requests of which others read every word: everything belongs to them that is written behind and
below them."""

SIGN_UP, HELP, STARTS = "sign-up", "help", "starts"

_ALONE = frozenset((SIGN_UP, HELP, "my-matches", "deadlines", "open-matches", "settings"))
"""Nothing stands behind a single word of these: "status quo" asks for nothing."""

_OF_A_MATCH = frozenset(("absent", "back", "receipts-on", "receipts-off"))
"""Commands of replies to a match that may be said anywhere."""

_OPENINGS = ("asking", "polite", "greeting")

_WORD = re.compile(r"[^\W_]+")
SENTENCE_END = re.compile(r"(?<=[!?…])\s+|(?<=\w\w\.)\s+")
_REPLY_SIGN = re.compile(r"^\s*((re|r|rif|sv|aw|antw|fwd?|fw)\s*:\s*)+", re.IGNORECASE)


class SpokenRequest(NamedTuple):
    """A request by its name, what stood behind its words as it was written, and the language of
    those; `is_guess` where a sentence only names what belongs to it."""

    name: str
    argument: str = ""
    language: str = ""
    is_guess: bool = False


def spoken_request(line: str) -> SpokenRequest | None:
    """The request that a line of a mail to the service makes; None for every other line. A line may
    be a whole mail: what only tells beside the sentence that asks is passed over."""
    found = request_beside_match(line)
    if found is not None and not found.is_guess and _is_bare(found):
        return found
    asked = asked_in_mail(line)
    if found is None and asked is None:
        return _of_any_match(line)
    if asked is None or (found is not None and (asked.name == SIGN_UP or _is_told(found))):
        return found
    if asked.name == NOTHING:
        return None
    is_sure = found is not None and not found.is_guess and found.name == asked.name
    return SpokenRequest(*asked, is_guess=not is_sure)


def _of_any_match(line: str) -> SpokenRequest | None:
    """What a line asks of a match without saying of which: of all that its writer plays in."""
    if (begun := _asks_start(line)) is not None:
        return SpokenRequest(STARTS, begun, is_guess=True)
    name = "" if tells_pace(line) else _OF_ANY_MATCH.get(likely_command(line), "")
    return SpokenRequest(name, is_guess=True) if name else None


def _asks_start(line: str) -> str | None:
    """What stands behind the words that ask when something begins; None where none do."""
    words = _words(line)
    said = list(map(plain_words, words))
    if not any(longest(said[at:], member_words("when")) for at in range(len(said))):
        return None
    for at in range(len(said)):
        if length := longest(said[at:], member_words("starting")):
            return _after(line, words[: at + length]).strip(" ,;:.!?")
    return None


_OF_ANY_MATCH = {"deadline": "deadlines", "show": "my-matches", "standings": "winning", HELP: HELP}


def _is_told(found: SpokenRequest) -> bool:
    """Whether a line begins with the words of a request that is read by them alone, and says what
    it is about."""
    if found.is_guess or is_asked_in_mails(found.name) or found.name == "winning":
        return False
    return found.name in _OF_NAMES or names_table(found.argument)


_OF_NAMES = frozenset(("announce", "appoint", "invite", "name", "zone"))


def request_beside_match(line: str) -> SpokenRequest | None:
    """As `spoken_request`, where the line may as well be about a match, or move in it."""
    whole, line = line.strip(), line.strip()[:MOST_CHARACTERS]
    if line.strip(" .!") == "?":
        return SpokenRequest(HELP)
    taught, named = _taught(line), named_request(line)
    if named is None or (taught is not None and _is_sure(taught, named.name)):
        found = taught or _within(line)
    else:
        found = SpokenRequest(*named, is_guess=True)
    if found is not None and found.name == SIGN_UP and beside(found.argument):
        if _is_with_bots(found.argument):
            return found._replace(name="open", argument=line)
        return found._replace(name="enter")
    if found is not None and found.name in TO_OTHERS and not found.is_guess:
        return _taught(whole)
    return found


def _is_with_bots(argument: str) -> bool:
    """Whether somebody wants to play a game with bots, as no tournament is."""
    said = f" {plain_words(argument)} "
    return names_game(said) and any(f" {one} " in said for one in words_of("match", "bots"))


def _is_sure(taught: SpokenRequest, named: str) -> bool:
    """Whether the words that a line begins with say what it asks for, whatever else it names."""
    return _is_bare(taught) or taught.name == named


def _is_bare(found: SpokenRequest) -> bool:
    return not found.argument or CODE.fullmatch(found.argument) is not None


def _taught(line: str) -> SpokenRequest | None:
    """The request with whose taught words the line begins, behind what only asks or greets."""
    words = _words(line)
    said = _said(words)
    for first in _starts(said):
        found = _exact(said[first:]) or _prefixed(said[first:])
        if found is not None:
            length = len(found.argument.split())
            found = _with_argument(found, line, words[first:])
            if _is_meant(found, length):
                return found
    spoken = spoken_command(line)
    if spoken is not None and spoken.name in _OF_A_MATCH:
        return SpokenRequest(spoken.name, spoken.argument)
    return None


def request_lines(lines: Sequence[str]) -> list[str]:
    """The lines that may ask for something."""
    return [line for line in signature_apart(lines).lines if not is_idle(line)]


def is_idle(line: str) -> bool:
    """Whether a line asks for nothing: an empty one, one of ours, a greeting, a goodbye, thanks."""
    said = plain_words(line)
    is_ours = line.startswith((EXAMPLE_SIGN, "#", ">"))
    is_polite = without_politeness(said) in words_of("words", "polite") or is_goodbye(line)
    return not said or is_ours or is_polite or is_greeting(line) or is_closing(line)


def language_of_joining(lines: Sequence[str]) -> str:
    """The language in which somebody asks to join, or for help with it; "" for all others."""
    wish, meant = wish_of_stranger("\n".join(request_lines(lines)))
    if wish == NOTHING:
        return ""
    for line in request_lines(lines):
        said = _said(_words(line[:MOST_CHARACTERS]))
        for first in (0, *_starts(said)):
            for phrase, name, language in _phrases():
                if name in {SIGN_UP, HELP} and _begins(said[first:], phrase):
                    return language
        for _phrase, name, language, _at in _phrases_within(said):
            if name in {SIGN_UP, HELP}:
                return language
    return meant


def subject_said(subject: str) -> str:
    """What a subject says of itself; nothing where it repeats another mail's."""
    return "" if _REPLY_SIGN.match(subject) else subject.strip()


def is_on(argument: str) -> bool | None:
    """Whether something is to be on; None where the words don't say."""
    said = plain_words(argument).split()
    if _longest(said, "off"):
        return False
    return True if not said or _longest(said, "on") else None


def beside(argument: str) -> str:
    """The argument as plain words, without those that stand beside a name and mean nothing."""
    kept = plain_words(argument).split()
    idle = words_of("words", "beside")
    while kept and kept[0] in idle:
        del kept[0]
    while kept and kept[-1] in idle:
        del kept[-1]
    return " ".join(kept)


def _words(line: str) -> list[str]:
    return [word for word in _WORD.findall(line) if plain_words(word)]


def _said(words: Sequence[str]) -> list[str]:
    """The words as phrases are compared: in Italian, Spanish and Dutch a preposition and the
    article behind it are often one word, and which one depends on what follows."""
    return [_PREPOSITIONS.get(plain, plain) for plain in map(plain_words, words)]


_PREPOSITIONS = {
    joined: preposition
    for preposition, articled in (
        ("a", "al allo alla all ai agli alle"),
        ("da", "dal dallo dalla dall dai dagli dalle"),
        ("di", "del dello della dell dei degli delle"),
        ("in", "nel nello nella nell nei negli nelle"),
    )
    for joined in articled.split()
}


@cache
def _listed(section: str, name: str) -> tuple[str, ...]:
    """Every language's words under this name, as phrases are compared, the longest first."""
    return tuple(" ".join(_said(one.split())) for one in words_of(section, name))


@cache
def _phrases() -> tuple[tuple[str, str, str], ...]:
    """Every phrase with its command and language, those of signing up behind all others: who
    signs up has nothing else to ask for."""
    spoken = [
        (" ".join(_said(phrase.split())), name, language)
        for phrase, name, language in spoken_of("member")
    ]
    return tuple(sorted(spoken, key=lambda one: one[1] == SIGN_UP))


def _starts(said: Sequence[str]) -> Iterator[int]:
    """Where a sentence may begin in earnest, behind what only asks or greets."""
    first = 0
    yield first
    for _time in range(6):
        rest = said[first:]
        asked = next(filter(None, (_longest(rest, one) for one in _OPENINGS)), 0)
        if not asked:
            return
        first += asked
        yield first


def _longest(said: Sequence[str], name: str) -> int:
    """How many words of this list the words begin with."""
    text = " ".join(_said(said))
    for phrase in _listed("words", name):
        if text == phrase or text.startswith(phrase + " "):
            return phrase.count(" ") + 1
    return 0


def _exact(said: Sequence[str]) -> SpokenRequest | None:
    whole = without_politeness(" ".join(said))
    name, language = _named().get(whole, ("", ""))
    return SpokenRequest(name, "", language) if name else None


@cache
def _named() -> dict[str, tuple[str, str]]:
    """Each phrase with its command; of two that share one, the first."""
    found: dict[str, tuple[str, str]] = {}
    for phrase, name, language in _phrases():
        found.setdefault(phrase, (name, language))
    return found


@cache
def _by_first_word() -> dict[str, list[tuple[int, str, str, str]]]:
    """The phrases that begin with each word, each with its place among all."""
    found: dict[str, list[tuple[int, str, str, str]]] = {}
    for place, (phrase, name, language) in enumerate(_phrases()):
        found.setdefault(phrase.partition(" ")[0], []).append((place, phrase, name, language))
    return found


def _prefixed(said: Sequence[str]) -> SpokenRequest | None:
    for _place, phrase, name, language in _by_first_word().get(said[0] if said else "", ()):
        is_alone = name in _ALONE and " " not in phrase
        if not is_alone and name != SIGN_UP and _begins(said, phrase):
            return SpokenRequest(name, phrase, language)
    return None


def _is_meant(found: SpokenRequest, length: int) -> bool:
    """Whether what stands behind the words of a request, so many, may be what it is about: the
    weekend that was lovely switches nothing, and who leaves the duck leaves no match."""
    about = found.argument
    if not about:
        return True
    if found.name in _SWITCHED:
        return is_on(about) is not None
    if found.name == "mails":
        return names_rhythm(about) or any(sign.isdecimal() for sign in about)
    if length > 1 or found.name not in _OF_TABLES:
        return True
    return not beside(about) or any(sign.isupper() for sign in about) or names_table(about)


_SWITCHED = frozenset(("news", "pictures", "weekends"))
_OF_TABLES = frozenset((
    "call-off", "decline", "entrants", "fill", "history", "join", "leave", "open", "record",
    "rematch", "standings", "winning",
))  # fmt: skip


def _begins(said: Sequence[str], phrase: str) -> bool:
    length = phrase.count(" ") + 1
    return len(said) >= length and " ".join(said[:length]) == phrase


def _with_argument(found: SpokenRequest, line: str, words: Sequence[str]) -> SpokenRequest:
    """The request with what stands behind its phrase as it was written."""
    if not found.argument:
        return found
    length = found.argument.count(" ") + 1
    before = _words(line)[: len(_words(line)) - len(words)]
    behind = _after(line, [*before, *words[:length]]).lstrip(" :,;–-")
    return found._replace(argument=_about(found.name, behind))


def _about(name: str, behind: str) -> str:
    """What a request is about, of all that stands behind its words in the line."""
    if name == "name":
        return name_behind(behind)
    if name in TO_OTHERS:
        return behind
    if name not in IN_SENTENCES:
        behind = without_polite_end(SENTENCE_END.split(behind, maxsplit=1)[0].rstrip(" .!?"))
    return behind.rstrip(" .!?")


def _after(line: str, words: Sequence[str]) -> str:
    """What stands in the line behind these of its words."""
    at = 0
    for word in words:
        at = line.index(word, at) + len(word)
    return line[at:]


def _within(line: str) -> SpokenRequest | None:
    """The request whose phrase stands anywhere in a short sentence."""
    words = _words(line)
    for phrase, name, language, at in _phrases_within(_said(words)):
        if name in _TOLD_OF_ONESELF:
            continue
        behind = _after(line, words[: at + phrase.count(" ") + 1])
        return SpokenRequest(name, _about(name, behind.strip(" :,;–-")), language, is_guess=True)
    return None


_TOLD_OF_ONESELF = frozenset(("language", "name", "zone"))
"""Within a sentence, "my name is" and "I live in" only tell of oneself."""


def _phrases_within(said: Sequence[str]) -> Iterator[tuple[str, str, str, int]]:
    """The phrases of several words in a short sentence, each with its command, its language and
    how many words stand before it."""
    if len(said) > MOST_AROUND:
        return
    text = f" {' '.join(said)} "
    begun = [one for word in set(said) for one in _by_first_word().get(word, ())]
    for _place, phrase, name, language in sorted(begun):
        if " " in phrase and f" {phrase} " in text:
            yield phrase, name, language, text[: text.index(f" {phrase} ") + 1].count(" ") - 1
