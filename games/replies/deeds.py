"""Whether words that would do something do it, or only ask about it, or say that it isn't wanted:
“may I still change my move?” and “don't withdraw my move” leave the move where it is.

A question does something only where it is a request: “could you withdraw my move?”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.replies.command_words import SpokenCommand, plain_words, without_politeness
from games.replies.named_requests import RequestLine, languages, speaks_of_others

DEEDS = ("absent", "resign", "back", "withdraw", "wait")
"""Commands that do something: beside one of these, what else a mail says only tells why."""

OF_WRITER = frozenset(("absent", "back"))
"""Commands that somebody else's days are none of."""

_CHANGES = frozenset((*DEEDS, "done"))

_DENIALS = {
    "absent": "not_away",
    "back": "not_yet_back",
    "done": "not_done",
    "resign": "no_giving_up",
    "wait": "no_more_needed",
    "withdraw": "no_taking_back",
}
"""By command: the family of words that say that it isn't wanted."""

_TOLD = {"withdraw": "move"}
"""What is told where a deed is only asked about, or denied."""

_PAUSES = re.compile(r"[,;:]\s+")
_SENTENCE_ENDS = re.compile(r"(?<=\D[.!?;\n])(?![.!?;\n])\s*")


def sentences_of(lines: Sequence[str]) -> list[str]:
    """The sentences that say anything."""
    return [part for line in lines for part in _SENTENCE_ENDS.split(line) if plain_words(part)]


def meant_by(spoken: SpokenCommand | None, sentence: str) -> SpokenCommand | None:
    """The command that a sentence has the words of, or what is told where it only asks about it or
    denies it; None where that is nothing."""
    is_done = spoken is None or is_done_by(spoken.name, sentence)
    return spoken if spoken is None or is_done else told_instead(spoken.name)


def meant_by_all(command: str, lines: Sequence[str]) -> str:
    """The command, or what is told instead where any sentence asks about it or denies it."""
    is_done = all(is_done_by(command, one) for one in sentences_of(lines))
    return command if is_done else _TOLD.get(command, command)


def is_done_by(command: str, sentence: str) -> bool:
    """Whether a sentence with the words of a command asks for it."""
    if command in OF_WRITER and speaks_of_others(sentence):
        return False
    return command not in _CHANGES or not (_is_denied(command, sentence) or _only_asks(sentence))


def told_instead(command: str) -> SpokenCommand | None:
    """What is told in place of a deed that no sentence asks for."""
    told = _TOLD.get(command)
    return SpokenCommand(told) if told is not None else None


def _is_denied(command: str, sentence: str) -> bool:
    """Whether a sentence says that its writer doesn't want what its words would ask for: "non mi
    arrendo", "no more time to lose"."""
    # “No, withdraw it” denies nothing, and “no withdraw” would in another language.
    parts = [RequestLine(one) for one in _PAUSES.split(sentence)]
    return any(part.names(_DENIALS[command], one) for part in parts for one in languages())


def _only_asks(sentence: str) -> bool:
    """Whether a sentence wants to know something, and nothing to be done."""
    if "?" not in sentence:
        # People who leave out the mark leave out others too: what goes on is no mere question.
        said = RequestLine(without_politeness(plain_words(sentence)))
        is_one = not any(sign in sentence for sign in ",;:")
        return is_one and any(said.begins_with("asking_about", one) for one in languages())
    looked = RequestLine(sentence)
    is_about = any(looked.names("asking_about", one) for one in languages())
    return is_about or not any(looked.names("asking_kindly", one) for one in languages())
