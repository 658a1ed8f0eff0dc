"""Mail about anything but one match: what members ask of the service, and what is answered.

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

from games.common.errors import MatchError, NotVisibleError, RefusalError
from games.letters.answers import AnswerLetter
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import (
    ConfirmationAsked,
    MemberCommand,
    MemberRefused,
    MemberTold,
    Request,
    RequestsTaught,
    UnclearRequestError,
    member_commands,
)
from games.mail import answers
from games.mail.joining import shown_name
from games.mail.named_things import CodedLine, coded, only_one_named
from games.mail.obeying import in_words, refused
from games.mail.seat_replies import SeatReply
from games.models import InboundMail, Member
from games.replies.intents import quoted
from games.replies.member_requests import (
    SIGN_UP,
    STARTS,
    TO_OTHERS,
    SpokenRequest,
    is_idle,
    request_lines,
    spoken_request,
)
from games.replies.own_names import signature_apart
from games.replies.request_parts import parted
from games.replies.service_lines import LASTING
from games.services.quotas import Deed, spend_quota

Status = InboundMail.Status
MOST_REQUESTS = 8
ASKED_FOR = timedelta(days=14)
"""A question that is older is asked anew."""


class Read(NamedTuple):
    """What a mail came to: the status and code of its row."""

    status: InboundMail.Status
    code: str


def read_requests(
    row: InboundMail, member: Member, lines: Sequence[str], *, is_sure: bool, about: str = ""
) -> Read:
    """Carry out what the lines ask for, and write the answer. What they may ask for is told where
    nothing is understood. `about` is the code of what the answered mail tells of."""
    own = signature_apart(lines, own_names(row, member)).lines
    with translation.override(member.language), timezone.override(member.zone):
        outcomes = _outcomes(member, own, is_sure=is_sure, about=about) or [RequestsTaught()]
        named = only_one_named(member, parted(own), about)
    return _tell(row, member, outcomes, named)


def outcomes_beside(member: Member, lines: Sequence[str], about: str = "") -> list[CommandOutcome]:
    """What comes of lines of a mail that is surely the member's, and did something else as well."""
    with translation.override(member.language), timezone.override(member.zone):
        return _outcomes(member, lines, is_sure=True, is_beside=True, about=about)


def own_names(row: InboundMail, member: Member | None, address: str = "") -> list[str]:
    """The names by which who wrote this mail may sign it."""
    known = (member.name, member.email) if member is not None else ("", address)
    name, mailbox = known[0], known[1].partition("@")[0]
    return [one for one in (name, shown_name(row), mailbox) if one]


def read_service_mail(
    row: InboundMail, member: Member, lines: Sequence[str], *, is_sure: bool, about: str = ""
) -> Read:
    """As `read_requests`, for a mail to the address that everybody knows."""
    try:
        spend_quota(member, Deed.REQUEST)
    except MatchError:
        answers.refuse_member(row, member, code="too-many")
        return Read(Status.REFUSED, "too-many")
    return read_requests(row, member, lines, is_sure=is_sure, about=about)


def tell_member(row: InboundMail, member: Member, *outcomes: CommandOutcome) -> Read:
    """Write this to the member, as the answer to the mail."""
    return _tell(row, member, outcomes)


def _outcomes(
    member: Member,
    lines: Sequence[str],
    *,
    is_sure: bool,
    is_beside: bool = False,
    about: str = "",
) -> list[CommandOutcome]:
    """What comes of all that the lines ask for, and what of them nothing was read in. What was
    written beside something else is no request that only looks like one."""
    found: list[CommandOutcome] = []
    unread: list[str] = []
    last = ""
    left = parted(lines)
    read = coded(member, left, about)
    while left and len(found) < MOST_REQUESTS:
        line = left.pop(0)
        if is_idle(line):
            continue
        spoken = _read(line, read[line])
        if spoken is None or (is_beside and _is_only_like(spoken)):
            unread.append(line)
            continue
        if spoken.name == STARTS:
            spoken = spoken._replace(argument=spoken.argument or last)
        last = spoken.argument
        below = ""
        if member_commands()[spoken.name].takes_below:
            below, left = "\n".join(left).rstrip(), []
        request = Request(member, spoken.argument, below, about)
        found.append(carried_out(spoken, request, line, is_sure=is_sure))
    unread += request_lines(left)
    if not unread:
        return found
    if not found and not is_beside:
        return [RequestsTaught(unread=quoted(unread))]
    told = _("We read nothing in this as something you can ask for: “%(text)s”.")
    return [*found, refused(told % {"text": quoted(unread)})]


def _read(line: str, coded_line: CodedLine) -> SpokenRequest | None:
    """The request of a line: in the words it was written in where those are surely one, but to be
    one of us, which whoever writes is already. What is asked of nothing that is named is asked of
    what the answered mail is about."""
    spoken = spoken_request(line)
    if coded_line.about and (spoken is None or (spoken.is_guess and "?" in line)):
        return spoken_request(coded_line.about) or spoken
    if coded_line.named == line:
        return spoken
    read = spoken_request(coded_line.named)
    if spoken is None or spoken.is_guess or spoken.name == SIGN_UP:
        return read or spoken
    is_same = read is not None and read.name == spoken.name and read.name not in TO_OTHERS
    return read if is_same else spoken


def asks_more(lines: Sequence[str]) -> bool:
    """Whether any of these lines asks for something by itself."""
    spoken = filter(None, map(spoken_request, lines))
    return not all(map(_is_only_like, spoken))


def _is_only_like(spoken: SpokenRequest) -> bool:
    """Whether nothing but likeness to what is asked of matches makes it a request."""
    return spoken.is_guess and not spoken.language and spoken.name != STARTS


def carried_out(
    spoken: SpokenRequest, request: Request, line: str, *, is_sure: bool
) -> CommandOutcome:
    """What comes of a request that this line makes, or of another that its words may mean."""
    named = member_commands()[spoken.name]
    missed: RefusalError | UnclearRequestError | None = None
    for one in (named, *(deed for deed in member_commands().values() if spoken.name in deed.also)):
        is_meant = one.name not in LASTING or not spoken.is_guess
        try:
            return _asked_or_done(one, request, is_sure=is_sure and is_meant)
        except NotVisibleError as error:
            missed = missed or error
        except UnclearRequestError as error:
            return unclear(one.name, request, error)
        except RefusalError as error:
            return in_words(error, line)
    return in_words(missed or NotVisibleError("no-match"), line)


def unclear(name: str, request: Request, error: UnclearRequestError) -> MemberRefused:
    """Why a request wasn't carried out, with all that it takes to do so once the rest is said."""
    return msgspec.structs.replace(
        in_words(error), request=name, argument=request.argument, below=request.below,
        about=request.about, missing=error.missing,
    )  # fmt: skip


def _asked_or_done(deed: MemberCommand, request: Request, *, is_sure: bool) -> CommandOutcome:
    """Do it, or ask whether to. Raises as the command does: what can't be done is not asked."""
    if not (deed.asks_first or (deed.changes and not is_sure)):
        with transaction.atomic():
            return deed.obey(request)
    what = deed.meaning(request)
    tried = _tried(deed, request)
    if not what and isinstance(tried, MemberTold):
        what = " ".join(tried.told).rstrip(".")
    return ConfirmationAsked(
        request=deed.name,
        argument=request.argument,
        below=request.below,
        about=request.about,
        what=what or str(deed.explanation),
    )


def _tried(deed: MemberCommand, request: Request) -> CommandOutcome:
    """What would come of it, of which nothing stays."""
    with transaction.atomic():
        member = Member.objects.get(pk=request.member.pk)
        tried = deed.obey(request._replace(member=member))
        transaction.set_rollback(True)
    return tried


def _tell(
    row: InboundMail, member: Member, outcomes: Sequence[CommandOutcome], about: str = ""
) -> Read:
    status = Status.TAKEN
    if all(one.is_refusal for one in outcomes):
        status = Status.REFUSED
    replies = [
        SeatReply(status, one.code, AnswerLetter(code=one.code, params=one.params()))
        for one in outcomes
    ]
    answers.send_together(row, member, [(None, one) for one in replies], {}, about)
    codes = {one.code for one in outcomes}
    return Read(status, codes.pop() if len(codes) == 1 else "several")
