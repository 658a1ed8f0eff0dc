"""What of a reply may be an answer, or an older mail's: it is asked about, and never acted on."""

from __future__ import annotations

from games.replies.command_words import spoken_command
from games.replies.intents import looks_like_order
from games.replies.line_classifier import BELOW_RULE, SIGNED
from games.replies.reply_lines import Reply
from games.replies.signatures import is_signature_block
from games.words import names_things


def doubtful_answer(reply: Reply, game: str) -> list[str]:
    """The doubtful lines that would be worth a question: any where nothing else was written, and
    else those that a player of this game might mean as a move or a command."""
    meant = [line for line in reply.doubtful if _may_be_meant(line[:400], game)]
    is_all = not any(line for line in reply.certain)
    if is_all and not meant and _is_signature_alone(reply):
        return []
    return reply.doubtful if is_all else meant


def _is_signature_alone(reply: Reply) -> bool:
    """Whether all that may be an answer is a signature, below its rule, of who wrote nothing."""
    first = next((at for at, line in enumerate(reply.lines) if line.is_doubtful), 0)
    above = [line for line in reply.lines[:first] if line.text]
    is_ruled = bool(above) and above[-1].why in {BELOW_RULE, SIGNED}
    return is_ruled and is_signature_block(reply.doubtful)


def _may_be_meant(line: str, game: str) -> bool:
    return looks_like_order(line) or spoken_command(line) is not None or names_things(game, line)
