"""A bare word that is a command and, in the open decision, a move: its writer is asked which."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.db import transaction
from django.utils import translation

from games.letters.mail_commands import mail_commands
from games.letters.member_commands import member_commands
from games.mail.seat_replies import SeatReply, refused
from games.models import OrderQuestion, Player
from games.presentation import presentation_for
from games.replies.bare_words import IDLE_ALONE, BareCommand, bare_command
from games.replies.command_words import spoken_command
from games.replies.member_requests import request_beside_match
from games.rules.protocol import AmbiguousOrderError
from games.services.order_parsing import move_alone, store_question
from games.services.running_matches import RunningMatch, load_play, lock_match

_NUMBER = re.compile(r"#?\s*([1-9])\s*[.!)]?")


def asked_both_ways(lines: Sequence[str], player: Player, phase_number: int) -> SeatReply | None:
    """The question whether a bare word is the move or the command; None for all other texts.

    What is asked is kept: its number is answer enough, as `lines_chosen` reads it.
    """
    command = bare_command(lines, player.match.game)
    if command is None or player.member is None:
        return None
    language = player.member.language
    (text,) = filter(None, lines)
    with transaction.atomic():
        match = lock_match(player.match_id)
        if match.status != match.Status.RUNNING or match.phase_number != phase_number:
            return None
        play = load_play(match)
        move = move_alone(play, player, text)
        word = _command_word(command, play, player, move) if move and text != move else ""
    if not word:
        return None
    with translation.override(language):
        shown = f"{word} – {_explanation(command)}"
        asked = AmbiguousOrderError("which-order", candidates=(move, shown), text=text)
        words = presentation_for(player.match.game).error(asked)
    choices = AmbiguousOrderError("which-order", candidates=(move, word), text=text)
    store_question(player, choices, phase_number)
    return refused(player, "which-order", words=words)


def lines_chosen(lines: Sequence[str], player: Player) -> Sequence[str]:
    """The lines, the number of a command that was offered as that command."""
    said = [line for line in lines if line]
    number = _NUMBER.fullmatch(said[0].strip()) if len(said) == 1 else None
    question = OrderQuestion.objects.filter(player=player).first() if number else None
    if number is None or question is None or question.phase_number != player.match.phase_number:
        return lines
    chosen = question.choices[int(number[1]) - 1 : int(number[1])]
    is_command = any(spoken_command(one) or request_beside_match(one) for one in chosen)
    return chosen if is_command else lines


def _command_word(command: BareCommand, play: RunningMatch, player: Player, move: str) -> str:
    """The word that asks for the command and for nothing else; "" where that would be idle."""
    if command.name in IDLE_ALONE and len(play.awaited) == 1:
        return ""
    language = player.member.language if player.member is not None else ""
    return command.word_in(language, lambda word: bool(move_alone(play, player, word)))


def _explanation(command: BareCommand) -> str:
    known = member_commands() if command.section else mail_commands()
    return str(known[command.name].explanation)
