"""What of a reply may be an answer, or an older mail's: it is asked about, and never acted on."""

from __future__ import annotations

from games.replies.command_words import spoken_command
from games.replies.intents import looks_like_order
from games.replies.reply_lines import Reply
from games.words import names_things


def doubtful_answer(reply: Reply, game: str) -> list[str]:
    """The doubtful lines that would be worth a question: any where nothing else was written, and
    else those that a player of this game might mean as a move or a command."""
    if not any(line for line in reply.certain):
        return reply.doubtful
    return [line for line in reply.doubtful if _may_be_meant(line[:400], game)]


def _may_be_meant(line: str, game: str) -> bool:
    return looks_like_order(line) or spoken_command(line) is not None or names_things(game, line)
