"""What comes of an answer for one seat: the order or command is carried out, and what its writer
is told of it is put down. Whether that becomes a mail of its own is the caller's business."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.utils import translation

from games import selectors
from games.common.errors import OrderRefused
from games.composing.reply_refusals import refusal_words
from games.letters.answers import AnswerLetter, ReceiptLetter, RefusalLetter, SeatAnswerLetter
from games.letters.command_outcomes import SeatTakenBack
from games.letters.mail_commands import Asked, mail_commands
from games.letters.match_state_outcomes import DeadlineShown, MoveTold, NoMoveBeside
from games.letters.talk import TALK_PHASE
from games.mail import commands
from games.mail.side_questions import (
    DeedsApart,
    deeds_apart,
    questions_apart,
    speaks_of_game,
    without_questions,
)
from games.mail.talk_replies import (
    TalkTold,
    answer_to_talk,
    not_passed_on,
    request_beside_talk,
    say_aside,
    say_reply,
)
from games.models import InboundMail, Match, Order, OrderQuestion, Player
from games.presentation import presentation_for
from games.replies.deeds import meant_by_all
from games.replies.intents import Intent, IntentKind, looks_like_order, quoted, read_intent
from games.rules.protocol import AmbiguousOrderError, OrderError
from games.rules.registry import rules_for
from games.selectors.talk import others_at_table
from games.services.order_parsing import read_order, store_question
from games.services.orders import Receipt, submit_order
from games.services.running_matches import load_play, lock_match
from games.services.talk import reads_as_order
from games.words import which_of

Status = InboundMail.Status


_NUMBER_IN_FRONT = re.compile(
    r"#?\s*(?P<number>[1-9])\s*[.,;:!)\n–-]\s*(?P<beside>\D.*)", re.DOTALL
)


class SeatReply(NamedTuple):
    """A status and a short code for the mail's row, and the letter that answers it."""

    status: InboundMail.Status
    code: str
    letter: SeatAnswerLetter


def intent_at_table(lines: Sequence[str], player: Player) -> Intent:
    """What these lines ask for, and what they say to whom of those who sit with this player."""
    is_addressed = any(":" in line for line in lines)
    names = others_at_table(player) if is_addressed else []
    return read_intent(lines, player.match.game, names)


def results_of(
    lines: Sequence[str], row: InboundMail, player: Player, phase_number: int
) -> list[SeatReply]:
    """What comes of the lines, and behind it of each question that stands beside them, and of what
    they say of their writer's days. What only chats beside a question is not called an order that
    wasn't understood."""
    deeds = deeds_at_table(lines, player)
    parted = questions_apart(deeds.rest, player.match.game)
    back = [done_at_seat(one, row, player, phase_number) for one in deeds.before]
    first, *answered = (
        result_of(intent_at_table(one, player), row, player, phase_number)
        for one in (parted.rest, *([question] for question in parted.questions))
    )
    answered = [_beside_receipt(one, first) for one in answered if not _repeats(one, first, player)]
    answered += [*back, *(done_at_seat(one, row, player, phase_number) for one in deeds.behind)]
    if isinstance(first.letter, AnswerLetter):
        answered += _named_unread(deeds.unread, player)
    is_idle = answered and first.code in _NO_ORDER and parted.only_chats
    return answered if is_idle else [first, *answered]


def _named_unread(lines: Sequence[str], player: Player) -> list[SeatReply]:
    """What was written beside other things by somebody who still has to move, and is no move."""
    table = selectors.match_summary(player).table if lines else None
    if table is None or table.decision is None or table.own_order is not None:
        return []
    told = NoMoveBeside(text=quoted(lines))
    letter = AnswerLetter(code=told.code, params=told.params())
    return [SeatReply(Status.TAKEN, told.code, letter)]


def _repeats(answer: SeatReply, first: SeatReply, player: Player) -> bool:
    """Whether an answer tells of the move, which the receipt in the same mail tells."""
    is_told = player.member is not None and player.member.wants_receipts
    return is_told and isinstance(first.letter, ReceiptLetter) and answer.code == MoveTold.code


def _beside_receipt(answer: SeatReply, first: SeatReply) -> SeatReply:
    """The answer, a deadline as that of the next move where this one was the last needed."""
    letter, receipt = answer.letter, first.letter
    is_closed = isinstance(receipt, ReceiptLetter) and receipt.closed
    if not (is_closed and isinstance(letter, AnswerLetter) and letter.code == DeadlineShown.code):
        return answer
    params = {**letter.params, "is_next": True}
    return answer._replace(letter=msgspec.structs.replace(letter, params=params))


def deeds_at_table(lines: Sequence[str], player: Player) -> DeedsApart:
    """The lines parted as `deeds_apart` does, as the position of this player reads them."""
    member = player.member
    if member is None:
        return DeedsApart(lines)
    names = others_at_table(player) if any(":" in line for line in lines) else []
    names_days = partial(commands.names_days, member)
    is_order = partial(reads_as_order, player.match, player)
    return deeds_apart(lines, player.match.game, names, names_days, is_order)


def result_of(command: Intent, row: InboundMail, player: Player, phase_number: int) -> SeatReply:
    """Carry out what a reply asks of the player's seat, as an answer to this phase, and say what it
    says to the table."""
    if not command.talk and not command.whispers:
        return done_at_seat(command, row, player, phase_number)
    if command.kind is IntentKind.TALK:
        return _told(say_aside(player, command.talk, command.whispers))
    reply = done_at_seat(command, row, player, phase_number)
    told = say_aside(player, command.talk, command.whispers)
    if reply.code in _NO_ORDER and not looks_like_order(command.text):
        return _told(told, is_rest_unread=True)
    unsaid = "\n".join(filter(None, (told.unsaid, reply.letter.unsaid)))
    letter = msgspec.structs.replace(reply.letter, said=list(told.said), unsaid=unsaid)
    return reply._replace(letter=letter)


_NO_ORDER = frozenset(
    ("not-understood", "not-awaited", "match-over", "not-running", "phase-closed", "seat-given-up")
)
"""Refusals that say little to who meant to order nothing, and only signed what they said."""


_ORDERED = frozenset(("order", "which-order"))
"""What becomes of words that are an order, or several of which one is meant."""

_PLAYED_BY_BOT = frozenset(("phase-closed", "not-awaited", "too-late"))
"""What becomes of an order for a seat that a bot keeps, which answers at once."""


def result_of_talk(lines: Sequence[str], row: InboundMail, player: Player) -> SeatReply:
    """As `result_of`, for a reply to a mail that told what others said, and asked for nothing. What
    is only like a request is said to them."""
    command = intent_at_table(lines, player)
    is_asked = command.kind is IntentKind.COMMAND and not command.is_guess
    is_no_talk = is_asked or command.kind is IntentKind.EMPTY
    if command.talk or command.whispers or is_no_talk:
        return result_of(command, row, player, TALK_PHASE)
    left, asked = request_beside_talk(player, lines)
    told = say_reply(player, left) if left else TalkTold()
    if asked is None:
        return _told(told)
    letter = AnswerLetter(
        code=asked.code, params=asked.params(), said=list(told.said), unsaid=told.unsaid
    )
    return SeatReply(Status.REFUSED if asked.is_refusal else Status.TAKEN, asked.code, letter)


def _told(told: TalkTold, *, is_rest_unread: bool = False) -> SeatReply:
    letter = answer_to_talk(told, is_rest_unread=is_rest_unread)
    return SeatReply(Status.TAKEN if told.said else Status.REFUSED, letter.code, letter)


def done_at_seat(command: Intent, row: InboundMail, player: Player, phase_number: int) -> SeatReply:
    """Carry out what a reply asks of the player's seat, whatever it says to the table."""
    match command.kind:
        case IntentKind.ORDER:
            return _order(row, player, command, phase_number)
        case IntentKind.UNCLEAR:
            return refused(player, "order-below-words", quoted=command.text)
        case IntentKind.EMPTY:
            return refused(player, "empty-mail")
    meant = _order_in_command(command, row, player, phase_number)
    if meant is not None:
        return meant
    if commands.means_order(command, player):
        return _order(row, player, Intent(IntentKind.ORDER, "done"), phase_number)
    with transaction.atomic():
        done = commands.obey(command, Asked(command.text, player, phase_number, row.received_at))
    status = Status.REFUSED if done.is_refusal else Status.TAKEN
    unsaid = not_passed_on(player, command.below)
    letter = AnswerLetter(code=done.code, params=done.params(), unsaid=unsaid)
    return SeatReply(status, done.code, letter)


def _order_in_command(
    command: Intent, row: InboundMail, player: Player, phase_number: int
) -> SeatReply | None:
    """What becomes of words that may be a command or an order, where the position has them as one:
    "wait, make it 2" is an order where 2 is."""
    if command.order:
        meant = _order(row, player, Intent(IntentKind.ORDER, command.order), phase_number)
        return meant if meant.code in _ORDERED else None
    if command.doubted and reads_as_order(player.match, player, command.doubted):
        return _order(row, player, Intent(IntentKind.ORDER, command.doubted), phase_number)
    return None


def refused(
    player: Player, code: str, *, words: str = "", quoted: str = "", choices: Sequence[str] = ()
) -> SeatReply:
    """A refusal; without `words` those of the code, in the player's language."""
    if not words:
        with translation.override(player.member.language if player.member else None):
            words = refusal_words(code)
    letter = RefusalLetter(code=code, words=words, quoted=quoted, choices=list(choices))
    return SeatReply(Status.REFUSED, code[:40], letter)


def _order(row: InboundMail, player: Player, command: Intent, phase_number: int) -> SeatReply:
    if (chosen := _number_in_front(command.text, player, phase_number)) is not None:
        number = Intent(IntentKind.ORDER, chosen.number, below=command.below)
        reply = _order(row, player, number, phase_number)
        if isinstance(reply.letter, ReceiptLetter):
            aside = [*reply.letter.aside, chosen.beside]
            return reply._replace(letter=msgspec.structs.replace(reply.letter, aside=aside))
    command = _with_last_step(command, player)
    with translation.override(player.member.language if player.member else None):
        try:
            receipt = submit_order(
                player=player,
                text=command.text,
                source=Order.Source.MAIL,
                phase_number=phase_number,
                received_at=row.received_at,
                below=command.below,
            )
        except OrderError as error:
            return _no_order(error, row, player, command, phase_number)
        except OrderRefused as refusal:
            if refusal.code in _PLAYED_BY_BOT and commands.take_seat_back(player):
                back = SeatTakenBack(late=True)
                return SeatReply(
                    Status.TAKEN, back.code, AnswerLetter(code=back.code, params=back.params())
                )
            return refused(player, refusal.code, quoted=command.text)
    if command.readiness and not receipt.closed:
        mail_commands()[command.readiness].obey(Asked("", player, phase_number, row.received_at))
    return SeatReply(Status.TAKEN, "order", _receipt(row, receipt))


def _no_order(
    error: OrderError, row: InboundMail, player: Player, command: Intent, phase_number: int
) -> SeatReply:
    """What words come to that are no order: they take one back, or are asked back or refused."""
    if error.params.get("is_retracted"):
        meant = meant_by_all(commands.WithdrawCommand.name, command.text.splitlines())
        return done_at_seat(Intent(IntentKind.COMMAND, name=meant), row, player, phase_number)
    error = _order_offered(error, player, command, phase_number) or error
    words = presentation_for(player.match.game).error(error)
    choices = error.candidates if isinstance(error, AmbiguousOrderError) else ()
    return refused(player, error.code, words=words, choices=choices)


class _Chosen(NamedTuple):
    number: str
    beside: str


def _number_in_front(text: str, player: Player, phase_number: int) -> _Chosen | None:
    """The number that a text begins with, and what it goes on with, where the player was asked to
    choose by number: “1. And the other mail was for Bo, sorry”."""
    found = _NUMBER_IN_FRONT.fullmatch(text)
    if found is None or speaks_of_game(found["beside"], player.match.game):
        return None
    asked = OrderQuestion.objects.filter(player=player, phase_number=phase_number)
    return _Chosen(found["number"], found["beside"]) if asked.exists() else None


def _order_offered(
    error: OrderError, player: Player, command: Intent, phase_number: int
) -> AmbiguousOrderError | None:
    """The question whether this is meant: what stands beside questions, where that alone is an
    order, as in “Forest 2. And if Bo passes, do I go first?”. None for other texts."""
    if error.code != "not-understood":
        return None
    with transaction.atomic():
        play = load_play(lock_match(player.match_id))
        seat = player.own_seat
        if play.match.phase_number != phase_number or seat not in play.awaited:
            return None
        text = without_questions(command.text)
        if text in ("", command.text):
            return None
        try:
            choices: tuple[str, ...] = (read_order(play, player, seat, text).line,)
        except AmbiguousOrderError as question:
            choices = question.candidates
        except OrderError:
            return None
        asked = which_of(play.rules, play.state, seat, choices, error.text)
        store_question(player, asked, phase_number)
        return asked


def _receipt(row: InboundMail, receipt: Receipt) -> ReceiptLetter:
    return ReceiptLetter(
        text=receipt.text,
        phase=receipt.phase_number,
        version=receipt.version,
        replaced=receipt.replaced,
        standing=list(receipt.standing),
        corrections=[(each.written, each.read_as) for each in receipt.corrections],
        aside=list(receipt.aside),
        branches=[(each.why, each.words) for each in receipt.branches],
        closed=receipt.closed,
        waiting=receipt.waiting,
        received_at=row.received_at.isoformat(),
    )


def _with_last_step(command: Intent, player: Player) -> Intent:
    """Below an order "done" is a step of it, in a game that knows such an order."""
    if command.readiness == "done" and "done" in _verbs(player.match):
        return command._replace(text=f"{command.text}; done", readiness="")
    return command


def _verbs(match: Match) -> Collection[str]:
    return rules_for(match.game, match.rules_version).verbs
