"""What the lines of a reply mean: an order of one or more steps, a question, or nothing.

What stands below orders in the notation may be more steps, in plain words, or closing words: the
match's position tells. Notation that stands below such lines is not guessed at: the writer is
asked. Where the first line is no notation, all of them are plain words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from games.replies.command_words import (
    SpokenCommand,
    beside_command,
    is_closing,
    is_greeting,
    names_match,
    plain_words,
    spoken_command,
    takes_back,
)
from games.replies.deeds import DEEDS, is_done_by, meant_by, sentences_of, told_instead
from games.replies.lengths_of_time import only_counts_time
from games.replies.named_requests import command_asked, named_command
from games.replies.reply_parser import EXAMPLE_SIGN
from games.replies.request_classifier import NOTHING, RequestGuess, guess_request
from games.replies.talk_lines import Whisper, talk_parted
from games.rules.registry import GAMES
from games.words import (
    is_notation,
    names_cards,
    only_passes,
    says_deed,
    says_only_order,
    says_order,
    says_when,
    turns_order,
)

MOST_QUOTED_LINES = 6
MOST_QUOTED_CHARACTERS = 200

_GUESSED = frozenset((*DEEDS, "deadline", "hand", "help", "log", "move", "show", "standings"))
"""Commands that examples are known of."""

_SURE = 0.4
"""By how much a deed must be likelier than the rest, so that it is done."""

_NO_REQUEST = 0.3
"""By how much that nothing is asked for must be likelier, so that a rule is not believed."""

_NUMBERED = re.compile(r"#\s*\d")
_TO_SIGN = re.compile(r"[^,.:;!?…–—]+[!?]?")
_BREATHS = re.compile(r"[,:]\s*|\s(?:and|then|e|poi|y|luego|en|dan)\s")
"""Where a sentence may go on to something else."""

_ORDER_VERBS = frozenset(verb for game in GAMES.values() for verb in game.rules.verbs)
"""The verbs of every game: a mail is understood before its match is looked up."""


_MOST_WORDS_OF_ORDER = 5


class IntentKind(Enum):
    """What a reply asks for."""

    ORDER = "order"
    COMMAND = "command"
    EMPTY = "empty"
    UNCLEAR = "order-below-words"
    TALK = "talk"


class Intent(NamedTuple):
    """A reply understood. `text` is the order, its steps joined by `; `, or a command's argument,
    or what was written. `readiness` is "done" or "wait" where an order is followed by that. `below`
    are the lines under an order in the notation, or behind the words that confirm a command.
    `name` is a command's; `order` is what was written where the position may read it as an order
    instead: "wait, make it 2"; `doubted` the same where it must leave no question: "the lowest that
    I have in hand". `is_guess` says that the lines are a command by their likeness to examples
    alone. `talk` are words to everybody at the table and `whispers` to one person there, alone or
    beside anything else."""

    kind: IntentKind
    text: str = ""
    readiness: str = ""
    below: tuple[str, ...] = ()
    name: str = ""
    order: str = ""
    doubted: str = ""
    talk: tuple[str, ...] = ()
    whispers: tuple[Whisper, ...] = ()
    is_guess: bool = False


def read_intent(lines: Sequence[str], game: str, names: Sequence[str] = ()) -> Intent:
    """What these lines, as `cut_reply` gives them, ask for in a match of this game, and what of
    them is said to the table or to one of the others there, who have these names."""
    talk, rest, whispers = talk_parted(lines, game, names)
    intent = read_command(rest, game)
    if not talk and not whispers:
        return intent
    only_talk = intent.kind is IntentKind.EMPTY or all(
        not line or is_closing(line) or is_greeting(line) for line in rest
    )
    spoken = Intent(IntentKind.TALK) if only_talk else intent
    return spoken._replace(talk=talk, whispers=whispers)


def read_command(lines: Sequence[str], game: str = next(iter(GAMES))) -> Intent:
    """What these lines ask for, whatever is said to the table in them."""
    written = [line for line in lines if line and not _is_ours(line)]
    while len(written) > 1 and is_greeting(written[0]):
        del written[0]
    if not written:
        return Intent(IntentKind.EMPTY)
    if (begun := _begun_plainly(written, game)) is not None:
        return begun
    spoken, first = _spoken(written, game), command_in_front(written[0])
    readiness = _readiness(written[-1]) if len(written) > 1 else ""
    names_any = any(names_cards(game, one) for one in written)
    if spoken is None and first is not None and not (readiness or names_any):
        return Intent(IntentKind.COMMAND, name=first.name, order="\n".join(written))
    is_said = spoken is not None and first is not None and spoken.name == first.name
    if not (readiness or is_said or _is_command_alone(written, game)):
        guessed = _guessed(spoken, written, game)
        if guessed is not None and guessed is not spoken:
            text = "\n".join(written)
            return Intent(
                IntentKind.COMMAND, guessed.argument, name=guessed.name, doubted=text, is_guess=True
            )
        spoken = guessed
    if spoken is not None:
        return _as_command(spoken, written, game)
    # Words: which of the lines are the order is seen against the position.
    return Intent(IntentKind.ORDER, "\n".join(written[:-1] if readiness else written), readiness)


def _as_command(spoken: SpokenCommand, written: Sequence[str], game: str) -> Intent:
    is_leaving = spoken.name == "resign" and any(map(names_match, written))
    order = "" if is_leaving else _order_beside(written, game)
    doubted = "" if is_leaving or order else _order_around(written, game)
    name = spoken.name
    return Intent(IntentKind.COMMAND, spoken.argument, name=name, order=order, doubted=doubted)


def _begun_plainly(written: Sequence[str], game: str) -> Intent | None:
    """What the first line leaves no doubt of, whatever stands below: the notation, or the words
    that confirm what was asked once already."""
    confirmed = confirmed_in_front(written[0])
    if confirmed is not None:
        behind = (confirmed.behind, *written[1:])
        below = tuple(line for line in behind if line and not is_closing(line))
        spoken = confirmed.command
        return Intent(IntentKind.COMMAND, spoken.argument, name=spoken.name, below=below)
    if looks_like_order(written[0]) and not _asks_alone(written[0], game):
        return _order_and_below(written, game)
    return None


class _Confirmed(NamedTuple):
    command: SpokenCommand
    behind: str


def confirmed_in_front(line: str) -> _Confirmed | None:
    """The command that a line begins by confirming, and what is behind: “resign yes, sorry”."""
    first = _TO_SIGN.match(line)
    spoken = spoken_command(first[0]) if first is not None else None
    if first is None or spoken is None or spoken.name != "resign" or not spoken.argument:
        return None
    return _Confirmed(spoken, line[first.end() :].strip(" ,;.:!–—"))


def command_in_front(line: str) -> SpokenCommand | None:
    """The command that a line begins with, where more may be told behind it: "I'm back! That was
    an automatic reply."."""
    first = _TO_SIGN.match(line)
    spoken = spoken_command(first[0]) if first is not None else None
    if first is None or spoken is None or spoken.argument:
        return None
    return meant_by(spoken, first[0])


def likely_command(text: str) -> str:
    """The command that a text of its own asks of its match, by its likeness to examples or by the
    rules; "" for none."""
    if (guessed := guess_request(text).likely) and not only_counts_time(guessed, text):
        return guessed
    asked = command_asked(text)
    return asked.name if asked is not None else ""


def _guessed(
    spoken: SpokenCommand | None, written: Sequence[str], game: str
) -> SpokenCommand | None:
    """The command that the lines ask for by the rules, or by the examples which they are most like:
    one that both say, one that they are surely like, or one that nothing speaks against."""
    guess = guess_request("\n".join(written))
    if spoken is not None and (spoken.name == guess.request or spoken.name not in _GUESSED):
        return spoken
    if only_counts_time(guess.request, " ".join(written)):
        return spoken
    if guess.request == NOTHING:
        return None if guess.margin >= _NO_REQUEST else spoken
    if _is_sure(guess) and _is_done(guess, written, game):
        argument = " ".join(written) if guess.request == "absent" else ""
        return SpokenCommand(guess.request, argument)
    if spoken is None or spoken.name in DEEDS:
        is_asked = guess.likely and not _is_done(guess, written, game)
        return told_instead(guess.request) if is_asked else None
    return spoken


def _is_sure(guess: RequestGuess) -> bool:
    """Whether lines ask for this though rules find nothing in them, or another command."""
    return guess.margin >= _SURE if guess.request in DEEDS else bool(guess.likely)


def _is_done(guess: RequestGuess, written: Sequence[str], game: str) -> bool:
    """Whether the lines do what they are like, and don't only ask about it, deny it, tell it of
    somebody else, or pass: what is left of them without such sentences is like it still."""
    if guess.request == "resign" and any(_only_passes(game, one) for one in written):
        return False
    sentences = sentences_of(written)
    doing = [one for one in sentences if is_done_by(guess.request, one)]
    if len(doing) == len(sentences):
        return True
    left = guess_request("\n".join(doing))
    return left.request == guess.request and _is_sure(left)


def _order_and_below(written: Sequence[str], game: str) -> Intent:
    steps = [written[0]]
    for line in written[1:]:
        if not looks_like_order(line) or _readiness(line):
            break
        steps.append(line)
    below = written[len(steps) :]
    readiness = _readiness(below[0]) if below else ""
    below = below[bool(readiness) :]
    is_turned = any(turns_order(game, line) for line in below)
    if not is_turned and any(looks_like_order(line) for line in below):
        return Intent(IntentKind.UNCLEAR, quoted(written))
    text = "; ".join(step.rstrip(" .!;") for step in steps)
    told = tuple(line for line in below if not is_closing(line))
    return Intent(IntentKind.ORDER, text, readiness, told)


def _is_ours(line: str) -> bool:
    """Whether a line is quoted from our mails. "#2" answers a numbered question."""
    return line.startswith(EXAMPLE_SIGN) or (line.startswith("#") and not _NUMBERED.match(line))


def _asks_alone(line: str, game: str) -> bool:
    """Whether a line that begins like an order is a command all the same: "show me the table"."""
    is_plain = " " in line.strip() and is_notation(game, line)  # most are: it costs little to see
    if is_plain or says_when(line) or names_cards(game, line):
        return False
    within = command_asked(line)
    shows = within is not None and within.name in ("show", "hand", "move")
    is_asked = guess_request(line).is_certain or spoken_command(line) is not None
    return shows or is_asked or _only_takes_back(line, game)


def _is_command_alone(written: Sequence[str], game: str) -> bool:
    """Whether one line is written, and nothing in it is an order."""
    if len(written) > 1:
        return False
    return spoken_command(written[0]) is not None or _only_takes_back(written[0], game)


def _order_beside(written: Sequence[str], game: str) -> str:
    """What is written with a command, where nothing but words of orders stands beside it."""
    if _is_command_alone(written, game):
        return ""
    text = "\n".join(written)
    beside = {word for line in written for word in _beside(line).split()}
    return text if says_only_order(game, text, beside) else ""


def _order_around(written: Sequence[str], game: str) -> str:
    """What is written, where what stands around a command's words names things of the game or what
    is done with them."""
    if _is_command_alone(written, game):
        return ""
    around = "\n".join(map(_beside, written))
    is_told = names_cards(game, around) or says_deed(game, around)
    return "\n".join(written) if is_told else ""


def _beside(line: str) -> str:
    """The words of a line without those by which it means a command."""
    named = named_command(line)
    return beside_command(named.rest if named is not None else line)


def _spoken(written: Sequence[str], game: str) -> SpokenCommand | None:
    """The command that the lines ask for where they order nothing beside it."""
    sentences = sentences_of(written)
    if len(written) == 1 and (spoken := spoken_command(written[0])) is not None:
        passes = spoken.name == "resign" and _only_passes(game, written[0])
        return None if passes else meant_by(spoken, written[0])
    found: list[tuple[int, SpokenCommand]] = []
    for sentence in sentences:
        if len(sentences) == 1 and _only_takes_back(sentence, game):
            return meant_by(SpokenCommand("withdraw"), sentence)
        named = named_command(sentence)
        if names_cards(game, sentence) and (named is None or _orders(game, named.rest)):
            return None
        asked = command_asked(sentence)
        spoken = meant_by(asked, sentence)
        if spoken is None and asked is not None:
            continue
        if spoken is None and says_order(game, sentence) and _is_short(sentence):
            return None
        if spoken is not None and spoken.name == "resign" and _only_passes(game, sentence):
            return None
        if spoken is not None:
            found.append((_weight(spoken, is_named=named is not None), spoken))
    return min(found, key=lambda one: one[0])[1] if found else _together(written, game)


def _together(written: Sequence[str], game: str) -> SpokenCommand | None:
    """What several sentences ask for together: "The mail with my cards is gone. Send it again?"."""
    whole = " ".join(written)
    named = named_command(whole)
    if named is None or named.command.name in DEEDS or _orders(game, whole):
        return None
    return named.command


def _weight(spoken: SpokenCommand, *, is_named: bool) -> int:
    """The less, the more a command counts beside others of a mail: what is done before what is
    asked, and what is said in several words before what one phrase may mean."""
    if not is_named:
        return len(DEEDS) + 1
    return DEEDS.index(spoken.name) if spoken.name in DEEDS else len(DEEDS)


def _orders(game: str, rest: str) -> bool:
    """Whether words that a command leaves of its sentence do something with cards."""
    return names_cards(game, rest) and says_deed(game, rest)


def _is_short(sentence: str) -> bool:
    """Whether a sentence may be an order and hardly more: "I pass", not "last time I passed the
    deadline by ten minutes"."""
    return len(plain_words(sentence).split()) <= _MOST_WORDS_OF_ORDER


def _only_passes(game: str, sentence: str) -> bool:
    """Whether words that would resign are those of an order here: "me retiro" from a tie."""
    return not names_match(sentence) and only_passes(game, sentence)


def _only_takes_back(sentence: str, game: str) -> bool:
    """Whether a sentence takes its writer's move back and says no other: "I take it back and pass"
    does."""
    head, *rest = _BREATHS.split(sentence)
    return takes_back(head) and not any(says_deed(game, one) for one in rest)


def _readiness(line: str) -> str:
    spoken = spoken_command(line)
    return spoken.name if spoken is not None and spoken.name in {"done", "wait"} else ""


def looks_like_order(line: str) -> bool:
    """Whether a line begins with a verb of the notation, or by saying when a step speaks.

    Some goodbyes begin with a verb too, and are known.
    """
    words = line.casefold()
    first = words.partition(" ")[0].strip(".,:;!*_\"'")
    return says_when(line) or (first in _ORDER_VERBS and not is_closing(line))


def quoted(lines: Sequence[str]) -> str:
    """The beginning of what was written, to be shown back to its writer."""
    text = "\n".join(lines[:MOST_QUOTED_LINES])
    if len(text) > MOST_QUOTED_CHARACTERS:
        head = text[:MOST_QUOTED_CHARACTERS]
        return (head.rsplit(maxsplit=1)[0] if " " in head else head) + "…"
    return text + "\n…" if len(lines) > MOST_QUOTED_LINES else text
