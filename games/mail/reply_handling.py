"""Reading one mail that came in: who wrote it, what they want, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.letters.letter import letter_of
from games.letters.talk import TALK_PHASE
from games.mail import answers
from games.mail.both_ways import asked_both_ways, lines_chosen
from games.mail.bounces import note_bounce, note_return
from games.mail.digest_replies import (
    has_sections,
    players_of,
    read_digest_reply,
    tell_about_match,
)
from games.mail.joining import ask_to_join
from games.mail.mail_unsubscribing import unsubscribing_of
from games.mail.member_mail import own_names, read_requests, read_service_mail
from games.mail.offer_replies import read_offer_reply
from games.mail.reply_targets import code_answered, target_among
from games.mail.seat_replies import deeds_at_table, result_of_talk, results_of
from games.mail.side_questions import on_lines_of_their_own
from games.mail.talk_replies import is_asked_beside_talk
from games.mail.yes_or_no_replies import read_confirmation
from games.models import InboundMail, Member, OutboundMail, Player
from games.replies import reply_parser as parser
from games.replies.delivery_status import returned_in_words
from games.replies.digest_sections import without_own_sign
from games.replies.doubts import doubtful_answer
from games.replies.intents import quoted
from games.replies.member_requests import (
    language_of_joining,
    request_lines,
    spoken_request,
    subject_said,
)
from games.replies.own_names import signature_apart
from games.replies.parsed_mail import ParsedMail
from games.replies.quotation_matching import OldWords
from games.replies.reply_addresses import (
    DigestTarget,
    OfferTarget,
    is_asked_at,
    parse_bounce_address,
    unsubscribe_token,
)
from games.replies.sender_authentication import is_doubtful
from games.replies.service_lines import (
    is_about_match,
    is_request,
    may_be_order,
    ordering_parts,
)
from games.services import delivery
from games.services.talk import reads_as_order

Status = InboundMail.Status


class Verdict(NamedTuple):
    """What became of a mail: a status and a short code."""

    status: InboundMail.Status
    code: str


def read_reply(row: InboundMail, written: ParsedMail, old: OldWords | None = None) -> Verdict:
    """Act on a stored mail, that says this, and write its answer, if it is to have one.

    `old` are the words of mails that it may quote."""
    special = _came_back(row, written) or _unsubscribed(row, written)
    if special is not None:
        return special
    if written.automatic:
        return Verdict(Status.IGNORED, written.automatic)
    target = target_among(row.recipient, written.recipients, written.referred)
    if isinstance(target, DigestTarget):
        return _read_digest_reply(row, target, written, old)
    if isinstance(target, OfferTarget):
        return _read_offer_reply(row, target, written, old)
    if target is None or row.player is None or row.player.pk != target.player_id:
        return _to_nobody(row, written)
    return _read_seat_reply(row, row.player, target.phase_number, written, old)


def refuse_unreadable(row: InboundMail, written: ParsedMail) -> Verdict:
    """What cannot be read is answered all the same, going by its headers alone."""
    if written.automatic:
        return Verdict(Status.IGNORED, written.automatic)
    if row.member is None or not row.member.is_active or not _is_from(row.member, row, written):
        return Verdict(Status.IGNORED, "unreadable")
    if row.player is not None:
        return _refused(row, row.player, "unreadable")
    answers.refuse_member(row, row.member, code="unreadable")
    return Verdict(Status.REFUSED, "unreadable")


def _read_seat_reply(
    row: InboundMail,
    player: Player,
    phase_number: int,
    written: ParsedMail,
    old: OldWords | None,
) -> Verdict:
    if player.member is None or not player.member.is_active:
        return Verdict(Status.IGNORED, "no-member")
    if not _is_from(player.member, row, written):
        return _refused(row, player, "other-sender")
    if row.cut_for:
        return _refused(row, player, row.cut_for)
    _note_answer(row, player.member)
    reply = parser.read_reply(written.text, old=old)
    doubtful = doubtful_answer(reply, player.match.game)
    if doubtful:
        return _refused(row, player, "order-below-quotation", quoted(doubtful))
    own = on_lines_of_their_own(reply.certain, player.match.game)
    lines = lines_chosen(without_own_sign(own, player.match.code), player)
    result = asked_both_ways(lines, player, phase_number)
    unsigned = signature_apart(lines, own_names(row, player.member)).lines
    beside_days = deeds_at_table(unsigned, player).rest
    if result is None and _is_for_service(beside_days, player, phase_number):
        about = player.match.code
        return Verdict(*read_requests(row, player.member, lines, is_sure=True, about=about))
    if result is not None:
        results = [result]
    elif phase_number == TALK_PHASE:
        results = [result_of_talk(lines, row, player)]
    else:
        results = results_of(lines, row, player, phase_number)
    return Verdict(*tell_about_match(row, results, player, phase_number))


def _is_for_service(lines: Sequence[str], player: Player, phase_number: int) -> bool:
    """Whether a reply asks the service alone, and nothing of it is about the match or for those who
    sit there."""
    if not _asks_service(lines, [player]) or all(map(is_about_match, request_lines(lines))):
        return False
    return phase_number != TALK_PHASE or not is_asked_beside_talk(player, lines)


def _read_digest_reply(
    row: InboundMail, target: DigestTarget, written: ParsedMail, old: OldWords | None
) -> Verdict:
    """As for a seat: a digest's address is worth nothing to anybody but its member."""
    member = row.member
    digest = OutboundMail.objects.filter(
        pk=target.row_id,
        member=target.member_id,
        kind__in=[OutboundMail.Kind.DIGEST, OutboundMail.Kind.TEST, OutboundMail.Kind.ANSWER],
    ).first()
    if member is None or member.pk != target.member_id or digest is None:
        return _to_nobody(row, written)
    if not member.is_active:
        return Verdict(Status.IGNORED, "no-member")
    code = "" if _is_from(member, row, written) else "other-sender"
    code = code or row.cut_for
    if code:
        answers.refuse_member(row, member, code=code)
        return Verdict(Status.REFUSED, code)
    if digest.kind == OutboundMail.Kind.TEST:
        delivery.confirm_address(member.email)
        return Verdict(Status.TAKEN, "test")
    _note_answer(row, member)
    players = players_of(digest)
    written_lines = parser.read_reply(written.text, old=old).certain
    lines = on_lines_of_their_own(written_lines, *{one.match.game for one in players})
    done = read_confirmation(row, member, digest, lines)
    unsigned = signature_apart(lines, own_names(row, member)).lines
    if done is None and (_asks_service(unsigned, players) or not has_sections(digest)):
        about = players[0].match.code if len(players) == 1 else ""
        about = about or letter_of(digest).code_told_of(digest)
        done = read_requests(row, member, lines, is_sure=True, about=about)
    return Verdict(*(done or read_digest_reply(row, member, digest, written.text, old)))


def _note_answer(row: InboundMail, member: Member) -> None:
    """The member has answered, so our mails arrive; that they did not was read with the row."""
    # Databases know the small letters of ASCII alone.
    if vars(row).get("is_in_trouble", True) or not member.email.isascii():
        delivery.record_reply(member.email)


def _asks_service(lines: Sequence[str], players: Iterable[Player]) -> bool:
    """Whether all that the lines say is for the service, and nothing is a move at the tables of
    these players: “discard nothing and fill up” fills no match with bots."""
    told = request_lines(lines)
    if not told or not all(is_request(line) for line in told):
        return False
    players = list(players)
    if any(may_be_order(player.match.game, line) for player in players for line in told):
        return False
    return not any(
        reads_as_order(player.match, player, part)
        for player in players
        for line in told
        for part in ordering_parts(player.match.game, line)
    )


def _read_offer_reply(
    row: InboundMail, target: OfferTarget, written: ParsedMail, old: OldWords | None
) -> Verdict:
    """A yes or no from the address that the offer was sent to, whoever holds it now."""
    asked = OutboundMail.objects.select_related("member").filter(pk=target.row_id).first()
    if asked is None:
        return _to_nobody(row, written)
    member = asked.member or Member.objects.filter(email__iexact=asked.address).first()
    if member is not None and not member.is_active:
        return Verdict(Status.IGNORED, "no-member")
    address = (member.email if member is not None else asked.address).casefold()
    is_own = set(written.senders) == {address} and not is_doubtful(row.verdicts)
    if not is_own or row.cut_for:
        code = row.cut_for if is_own else "other-sender"
        if member is None:
            return Verdict(Status.IGNORED, code)
        answers.refuse_member(row, member, code=code)
        return Verdict(Status.REFUSED, code)
    delivery.record_reply(address)
    lines = parser.read_reply(written.text, old=old).certain
    return Verdict(*read_offer_reply(row, asked, member, lines))


def _read_service_mail(row: InboundMail, member: Member | None, written: ParsedMail) -> Verdict:
    """A mail to the address that everybody knows: it says who it is from, and proves nothing."""
    lines = on_lines_of_their_own(parser.read_reply(written.text).certain)
    subject = subject_said(written.subject)
    if member is None:
        language = language_of_joining([subject, *lines])
        (sender,) = written.senders
        if row.cut_for or is_doubtful(row.verdicts) or not language:
            return Verdict(Status.IGNORED, "unknown-address")
        is_asked = ask_to_join(row, sender, language)
        return Verdict(Status.TAKEN if is_asked else Status.IGNORED, "join-asked")
    if row.cut_for:
        answers.refuse_member(row, member, code=row.cut_for)
        return Verdict(Status.REFUSED, row.cut_for)
    if subject and is_request(subject) and not any(map(spoken_request, request_lines(lines))):
        lines = [subject, *lines]
    is_sure = str(row.verdicts.get("dmarc", "")).casefold() == "pass"
    about = code_answered(written.referred, member)
    return Verdict(*read_service_mail(row, member, lines, is_sure=is_sure, about=about))


def _came_back(row: InboundMail, written: ParsedMail) -> Verdict | None:
    """A report of a mail that came back, to its own address or by what it says; None for others."""
    returned_row = parse_bounce_address(row.recipient)
    if returned_row is not None:
        noted = note_return(returned_row, written.returned or returned_in_words(written.text))
    elif written.automatic == "bounce":
        noted = note_bounce(written.returned_ids, written.returned)
    else:
        return None
    return Verdict(Status.IGNORED, f"bounce-{noted}" if noted else written.automatic or "bounce")


def _unsubscribed(row: InboundMail, written: ParsedMail) -> Verdict | None:
    """The link's own mail, which mail programs send at a button, does what the link does."""
    asked = unsubscribe_token(row.recipient)
    if not asked or written.automatic:
        return None
    found = unsubscribing_of(asked)
    if found is None or not _is_from(found.member, row, written):
        return Verdict(Status.IGNORED, "unknown-address")
    found.stop()
    return Verdict(Status.TAKEN, "unsubscribed")


def _is_from(member: Member, row: InboundMail, written: ParsedMail) -> bool:
    """Whether the mail names the member's own address, and no other, as where it is from.

    The signed address is what lets somebody order; that it came from the registered address too
    makes a forwarded mail harmless.
    """
    if is_doubtful(row.verdicts):
        return False
    return set(written.senders) == {member.email.casefold()}


def _to_nobody(row: InboundMail, written: ParsedMail) -> Verdict:
    """Mail to the service itself; to a damaged address: then a known member is told, once a day."""
    senders = set(written.senders)
    if len(senders) != 1 or row.recipient.startswith("postmaster@"):
        return Verdict(Status.IGNORED, "unknown-address")
    member = Member.objects.filter(email__iexact=senders.pop()).first()
    if member is not None and not member.is_active:
        return Verdict(Status.IGNORED, "no-member")
    is_doubted = member is not None and not _is_from(member, row, written)
    if is_asked_at(row.recipient) and not is_doubted:
        return _read_service_mail(row, member, written)
    if member is None or not _is_from(member, row, written):
        return Verdict(Status.IGNORED, "unknown-address")
    answers.refuse_member(row, member, code="bad-address")
    return Verdict(Status.REFUSED, "bad-address")


def _refused(row: InboundMail, player: Player, code: str, quoted: str = "") -> Verdict:
    answers.refuse(row, player, code=code, quoted=quoted)
    return Verdict(Status.REFUSED, code)
