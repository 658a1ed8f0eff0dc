"""Mail about anything but one match: what members ask of the service, the yes and no to what it
asks back, and the answers to what was offered.

The rule for orders holds here too: an act needs a mail from the member's own address to an address
of ours that only they know, or one whose DMARC passed; for any other the member is asked first, in
a mail to the address that is registered.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common import clock
from games.common.errors import MatchError, NotVisibleError, RefusalError
from games.letters.answers import AnswerLetter
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import (
    ConfirmationAsked,
    Listed,
    MemberCommand,
    MemberRefused,
    NothingDone,
    Request,
    RequestsTaught,
    UnclearRequestError,
    member_commands,
)
from games.mail import answers
from games.mail.seat_replies import SeatReply
from games.models import InboundMail, Member, OutboundMail
from games.replies.intents import quoted
from games.replies.member_requests import (
    Consent,
    SpokenRequest,
    answer_of,
    is_idle,
    request_lines,
    spoken_request,
)
from games.replies.service_lines import LASTING
from games.services.quotas import Deed, spend_quota
from games.views.refusals import WORDS, refusal

Status = InboundMail.Status
MOST_REQUESTS = 8
ASKED_FOR = timedelta(days=14)
"""A question that is older is asked anew."""


class Read(NamedTuple):
    """What a mail came to: the status and code of its row."""

    status: InboundMail.Status
    code: str


def read_requests(row: InboundMail, member: Member, lines: Sequence[str], *, is_sure: bool) -> Read:
    """Carry out what the lines ask for, and write the answer. What they may ask for is told where
    nothing is understood."""
    with translation.override(member.language), timezone.override(member.zone):
        outcomes = list(_outcomes(member, lines, is_sure=is_sure))
    return _tell(row, member, outcomes or [RequestsTaught()])


def read_service_mail(
    row: InboundMail, member: Member, lines: Sequence[str], *, is_sure: bool
) -> Read:
    """As `read_requests`, for a mail to the address that everybody knows."""
    try:
        spend_quota(member, Deed.REQUEST)
    except MatchError:
        answers.refuse_member(row, member, code="too-many")
        return Read(Status.REFUSED, "too-many")
    return read_requests(row, member, lines, is_sure=is_sure)


def read_confirmation(
    row: InboundMail, member: Member, asked: OutboundMail, lines: Sequence[str]
) -> Read | None:
    """What a yes or no to our question does; None where nothing was asked, or neither was said."""
    if asked.kind != OutboundMail.Kind.ANSWER:
        return None
    locked = OutboundMail.objects.select_for_update(of=("self",)).get(pk=asked.pk)
    questions = _questions(locked)
    answer = answer_of(lines)
    if not questions or answer.consent is Consent.UNCLEAR:
        return None
    is_late = clock.now() - locked.created_at > ASKED_FOR
    waiting = [one for one in questions if not one.is_answered]
    with translation.override(member.language), timezone.override(member.zone):
        if not waiting or is_late:
            return _tell(row, member, [_refused(_("You’ve answered this already, or it is too "
                                                  "long ago. Ask for it again."))])  # fmt: skip
        _mark_answered(locked)
        if answer.consent is Consent.NO:
            return _tell(row, member, [NothingDone()])
        return _tell(row, member, [_confirmed(member, one) for one in waiting])


def tell_member(row: InboundMail, member: Member, *outcomes: CommandOutcome) -> Read:
    """Write this to the member, as the answer to the mail."""
    return _tell(row, member, outcomes)


def obeyed(deed: MemberCommand, request: Request) -> CommandOutcome:
    """What came of it, refusals in words of the active language."""
    try:
        with transaction.atomic():
            return deed.obey(request)
    except (RefusalError, UnclearRequestError) as error:
        return in_words(error)


def in_words(error: RefusalError | UnclearRequestError) -> MemberRefused:
    """Why something wasn't done, in the active language."""
    if isinstance(error, UnclearRequestError):
        groups = [Listed(list(error.choices))] if error.choices else []
        return MemberRefused(told=[error.words], groups=groups)
    if isinstance(error, NotVisibleError):
        return _refused(_("We found nothing like that here that you can see. Nothing was changed."))
    if error.code == "bad-setup" or error.code in WORDS:
        return _refused(refusal(error, str(error.params.get("game", ""))))
    return _refused(_("That can’t be done right now. Nothing was changed."))


def _refused(words: str) -> MemberRefused:
    return MemberRefused(told=[words])


def _outcomes(member: Member, lines: Sequence[str], *, is_sure: bool) -> list[CommandOutcome]:
    found: list[CommandOutcome] = []
    unread: list[str] = []
    at = 0
    while at < len(lines) and len(found) < MOST_REQUESTS:
        line, at = lines[at], at + 1
        if is_idle(line):
            continue
        spoken = spoken_request(line)
        if spoken is None:
            unread.append(line)
            continue
        below = ""
        if member_commands()[spoken.name].takes_below:
            below, at = "\n".join(lines[at:]).strip(), len(lines)
        found.append(_outcome(member, spoken, below, is_sure=is_sure))
    unread += request_lines(lines[at:])
    if not unread:
        return found
    if not found:
        return [RequestsTaught(unread=quoted(unread))]
    told = _("We read nothing in this as something you can ask for: “%(text)s”.")
    return [*found, _refused(told % {"text": quoted(unread)})]


def _outcome(member: Member, spoken: SpokenRequest, below: str, *, is_sure: bool) -> CommandOutcome:
    request = Request(member, spoken.argument, below)
    named = member_commands()[spoken.name]
    for one in (named, *(deed for deed in member_commands().values() if spoken.name in deed.also)):
        is_meant = one.name not in LASTING or not spoken.is_guess
        try:
            return _asked_or_done(one, request, is_sure=is_sure and is_meant)
        except NotVisibleError as error:
            missed: RefusalError = error
        except (RefusalError, UnclearRequestError) as error:
            return in_words(error)
    return in_words(missed)


def _asked_or_done(deed: MemberCommand, request: Request, *, is_sure: bool) -> CommandOutcome:
    """Do it, or ask whether to. Raises as the command does."""
    if not (deed.asks_first or (deed.changes and not is_sure)):
        with transaction.atomic():
            return deed.obey(request)
    return ConfirmationAsked(
        request=deed.name,
        argument=request.argument,
        below=request.below,
        what=deed.meaning(request),
    )


def _confirmed(member: Member, asked: ConfirmationAsked) -> CommandOutcome:
    deed = member_commands().get(asked.request)
    if deed is None:
        return RequestsTaught(unread=asked.argument)
    member.refresh_from_db()
    return obeyed(deed, Request(member, asked.argument, asked.below))


def _questions(row: OutboundMail) -> list[ConfirmationAsked]:
    return [
        msgspec.convert(params, ConfirmationAsked)
        for code, params in AnswerLetter.of(row).outcomes()
        if code == ConfirmationAsked.code
    ]


def _mark_answered(row: OutboundMail) -> None:
    """A yes counts once: the same mail may come again, under another id."""
    letter = AnswerLetter.of(row)
    for item in letter.items:
        if item.get("code") == ConfirmationAsked.code:
            params = item.get("params")
            if isinstance(params, dict):
                params["is_answered"] = True
    OutboundMail.objects.filter(pk=row.pk).update(payload=letter.payload())


def _tell(row: InboundMail, member: Member, outcomes: Sequence[CommandOutcome]) -> Read:
    status = Status.TAKEN
    if all(one.is_refusal for one in outcomes):
        status = Status.REFUSED
    replies = [
        SeatReply(status, one.code, AnswerLetter(code=one.code, params=one.params()))
        for one in outcomes
    ]
    answers.send_together(row, member, [(None, one) for one in replies], {})
    codes = {one.code for one in outcomes}
    return Read(status, codes.pop() if len(codes) == 1 else "several")
