"""A reply to a digest: each of its matches is answered as if by a mail of its own, and what came of
all of them is told in one mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from games.letters.mail_commands import mail_commands
from games.mail import answers
from games.mail.seat_replies import (
    SeatReply,
    deeds_at_table,
    done_at_seat,
    intent_at_table,
    refused,
    result_of,
    results_of,
)
from games.mail.side_questions import DeedsApart, on_lines_of_their_own
from games.models import InboundMail, Match, Member, Order, OutboundMail, Player
from games.replies.command_words import is_greeting
from games.replies.digest_sections import Sections, sections_of
from games.replies.doubts import doubtful_answer
from games.replies.intents import IntentKind, looks_like_order, quoted
from games.replies.member_requests import request_lines
from games.replies.quotation_matching import OldWords
from games.replies.reply_parser import read_reply

Status = InboundMail.Status


class _Told(msgspec.Struct):
    """What the row of a digest, or of an answer to several replies, says of its matches."""

    sections: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)


def has_sections(digest: OutboundMail) -> bool:
    """Whether it tells of matches that an answer may be about."""
    return bool(msgspec.convert(digest.payload, _Told).sections)


def players_of(digest: OutboundMail) -> list[Player]:
    """The member's players in the matches that it tells of."""
    told = msgspec.convert(digest.payload, _Told).sections.values()
    rows = Player.objects.select_related("match", "member").filter(member=digest.member_id)
    return list(rows.filter(pk__in=[player for player, _phase in told]))


Answerable: TypeAlias = Mapping[str, tuple[Player, int]]
"""By its code, each match that may be answered: the member's player in it, and the phase that it
asks."""


def read_digest_reply(
    row: InboundMail,
    member: Member,
    digest: OutboundMail,
    text: str,
    old: OldWords | None = None,
) -> tuple[InboundMail.Status, str]:
    """Carry out what the text asks for and write the answer; returns the mail's status and code."""
    matches = _answerable(digest)
    if not matches:
        answers.refuse_member(row, member, code="bad-address")
        return Status.REFUSED, "bad-address"
    reply = read_reply(text, matches, old)
    anybody = next(iter(matches.values()))[0]
    doubtful = doubtful_answer(reply, anybody.match.game)
    if doubtful:
        failed = refused(anybody, "order-below-quotation", quoted=quoted(doubtful))
        return tell_together(row, [(None, failed)], matches)
    found = sections_of(reply.certain, matches)
    if not found.of_match and not found.unknown:
        return _unnamed(row, found, matches)
    replies: list[tuple[Player | None, SeatReply]] = [
        (player, result)
        for code, (player, phase) in matches.items()
        if code in found.of_match
        for result in results_of(
            on_lines_of_their_own(found.of_match[code], player.match.game), row, player, phase
        )
    ]
    lost = [line for line in found.general if looks_like_order(line)]
    if found.unknown:
        replies.append((None, refused(anybody, "unknown-sign", quoted=quoted(found.unknown))))
    if lost:
        replies.append((None, refused(anybody, "which-match", quoted=quoted(lost))))
    return tell_together(row, replies, matches)


def _answerable(digest: OutboundMail) -> Answerable:
    """The digest's matches in its own order; a seat that has passed to somebody else is gone."""
    sections = msgspec.convert(digest.payload, _Told).sections
    players = {player.pk: player for player in players_of(digest)}
    return {
        code: (players[player_id], phase)
        for code, (player_id, phase) in sections.items()
        if player_id in players
    }


def _unnamed(
    row: InboundMail, found: Sections, matches: Answerable
) -> tuple[InboundMail.Status, str]:
    """An answer that names no match: it is for the only one that it may be for, or asked back."""
    anybody = next(iter(matches.values()))[0]
    command = intent_at_table(found.general, anybody)
    meant = _meant(matches)
    said = (*command.talk, *(whisper.text for whisper in command.whispers))
    if said and len(matches) > 1:
        # Which table was meant? Nothing is said at the wrong one.
        failed = refused(anybody, "which-match", quoted=quoted(said))
        return tell_together(row, [(None, failed)], matches)
    if len(meant) == 1 and command.kind is not IntentKind.EMPTY:
        player, phase = matches[meant[0]]
        lines = on_lines_of_their_own(found.general, player.match.game)
        return tell_about_match(row, results_of(lines, row, player, phase), player, phase)
    deeds = next(filter(None, (_deeds_beside(found, matches[code][0]) for code in meant)), None)
    if deeds is not None:
        failed = refused(anybody, "which-match", quoted=quoted(request_lines(deeds.rest)))
        done = [done_at_seat(one, row, anybody, 0) for one in (*deeds.before, *deeds.behind)]
        return tell_together(row, [(None, one) for one in (failed, *done)], matches)
    is_of_member = command.name and not mail_commands()[command.name].is_about_one_match
    if is_of_member or command.kind is IntentKind.EMPTY:
        result = result_of(command, row, anybody, 0)
        return tell_together(row, [(None, result)], matches)
    written = [line for line in found.general if line and not is_greeting(line)]
    code = "which-match" if meant else "nothing-waits"
    failed = refused(anybody, code, quoted=quoted(written))
    return tell_together(row, [(None, failed)], matches)


def _deeds_beside(found: Sections, player: Player) -> DeedsApart | None:
    """What the lines say of their writer's days beside what would be a move at this table."""
    deeds = deeds_at_table(found.general, player)
    return deeds if deeds.before or deeds.behind else None


def _meant(matches: Answerable) -> list[str]:
    """Which ones an answer may be for: those that wait for an order; where none does, those whose
    order can still be changed; and a match alone in its digest in any case."""
    ordered = set(
        Order.objects.filter(
            player__in=[player for player, _phase in matches.values()],
            phase__closed_at=None,
            phase__number__gt=0,
        ).values_list("player_id", flat=True)
    )
    still_open = [
        code
        for code, (player, phase) in matches.items()
        if player.match.status == Match.Status.RUNNING and player.match.phase_number == phase
    ]
    waiting = [code for code in still_open if matches[code][0].pk not in ordered]
    return waiting or still_open or list(matches)[: len(matches) == 1]


def tell_about_match(
    row: InboundMail, replies: Sequence[SeatReply], player: Player, phase_number: int
) -> tuple[InboundMail.Status, str]:
    """One mail about all that was asked of one match, in its thread where it was one thing."""
    if len(replies) > 1:
        matches = {player.match.code: (player, phase_number)}
        return tell_together(row, [(player, one) for one in replies], matches)
    answers.send(row, player, replies[0])
    return replies[0].status, replies[0].code


def tell_together(
    row: InboundMail,
    replies: Sequence[tuple[Player | None, SeatReply]],
    matches: Answerable,
) -> tuple[InboundMail.Status, str]:
    """One mail about everything, with what is still open; the status and code of the whole."""
    member = next(iter(matches.values()))[0].member
    told = [
        (player, reply)
        for player, reply in replies
        if member is not None and answers.is_wanted_answer(reply.letter, member)
    ]
    for player, _phase in matches.values():
        player.match.refresh_from_db(fields=["status", "phase_number"])
    if told and member is not None:
        sections = {
            code: (player.pk, player.match.phase_number)
            for code, (player, _phase) in matches.items()
        }
        answers.send_together(row, member, told, sections)
    taken = any(reply.status == Status.TAKEN for _player, reply in replies)
    codes = {reply.code for _player, reply in replies}
    code = codes.pop() if len(codes) == 1 else "several"
    return (Status.TAKEN if taken else Status.REFUSED), code
