"""Answers to what we asked: a yes or a no, to which of several things, or what a request lacked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common import clock
from games.common.errors import NotVisibleError, RefusalError
from games.letters.answers import AnswerLetter
from games.letters.command_outcomes import CommandOutcome, outcome_of, say
from games.letters.member_commands import (
    ConfirmationAsked,
    MemberRefused,
    NothingDone,
    Request,
    RequestsTaught,
    UnclearRequestError,
    member_commands,
)
from games.letters.offers import OfferAskedAgain
from games.letters.yes_or_no import YesOrNoAsked
from games.mail.member_mail import (
    ASKED_FOR,
    Read,
    asks_more,
    carried_out,
    outcomes_beside,
    own_names,
    tell_member,
)
from games.mail.obeying import in_words, obeyed, refused
from games.mail.offers import OfferAnswered, accepted, declined
from games.models import InboundMail, Member, OutboundMail
from games.replies.choice_answers import QuestionsAnswered, choices_of
from games.replies.intents import quoted
from games.replies.member_requests import SpokenRequest, request_lines
from games.replies.offer_answers import Consent, OfferAnswer, answer_of
from games.replies.own_names import signature_apart


class _Question(NamedTuple):
    """Something that a mail asks, the row that asked it first, and its place there."""

    asked: YesOrNoAsked
    row: OutboundMail
    place: int


def read_confirmation(
    row: InboundMail, member: Member, asked: OutboundMail, lines: Sequence[str]
) -> Read | None:
    """What an answer to our question does: a yes or no, or what a request lacked; None where
    nothing was asked, or it is no answer."""
    if asked.kind != OutboundMail.Kind.ANSWER:
        return None
    locked = OutboundMail.objects.select_for_update(of=("self",)).get(pk=asked.pk)
    questions = list(_questions(locked))
    choices = _choices(locked, lines, len(questions))
    answer = answer_of(choices.rest, own_names(row, member))
    with translation.override(member.language), timezone.override(member.zone):
        if choices.said or answer.consent is not Consent.UNCLEAR:
            told = _answered(member, questions, choices.said, answer)
        else:
            own = request_lines(signature_apart(lines, own_names(row, member)).lines)
            told = _completed(member, locked, own) or _asked_again(questions, own)
    return tell_member(row, member, *told) if told else None


def _choices(row: OutboundMail, lines: Sequence[str], count: int) -> QuestionsAnswered:
    """Which questions are answered by number, which alone may be what a request lacked."""
    choices = choices_of(lines, count)
    if choices.by_number_alone and (count < 2 or _lacking(row)):
        return QuestionsAnswered({}, lines)
    return choices


def _answered(
    member: Member, questions: Sequence[_Question], said: Mapping[int, bool], answer: OfferAnswer
) -> list[CommandOutcome]:
    """What a yes or no to the questions of a mail does, and what else was asked for beside it."""
    if not questions:
        return []
    is_yes = answer.consent is Consent.YES
    if said and answer.consent is not Consent.UNCLEAR and is_yes not in said.values():
        told = _which(questions)
    elif said:
        chosen = {number: questions[number - 1] for number in said}
        told = [_decided(member, one, is_yes=said[number]) for number, one in chosen.items()]
    else:
        waiting = [one for one in questions if not one.asked.is_answered] or questions[:1]
        is_left = not is_yes and all(isinstance(one.asked, ConfirmationAsked) for one in waiting)
        if len(waiting) > 1 and not is_left:
            told = _which(waiting)
        else:
            told = [_decided(member, one, is_yes=is_yes) for one in waiting]
    told += outcomes_beside(member, answer.beside)
    return [one for place, one in enumerate(told) if one not in told[:place]]


def _which(questions: Sequence[_Question]) -> list[CommandOutcome]:
    """The questions once more, where nobody can tell which of them was meant."""
    told = _(
        "Our mail asked you several things, and we couldn’t tell which of them you mean. Nothing "
        "has been done yet. Reply with the number, like “%(yes)s 1” or “%(no)s 2”, or “%(yes)s to "
        "all”."
    )
    words = {"yes": say("consent", "words"), "no": say("no", "words")}
    return [refused(told % words), *map(_once_more, questions)]


def _once_more(question: _Question, unread: str = "") -> YesOrNoAsked:
    asked = msgspec.structs.replace(question.asked, asked_first=(question.row.pk, question.place))
    if isinstance(asked, OfferAskedAgain):
        return msgspec.structs.replace(asked, unread=unread)
    return asked


def _decided(member: Member, question: _Question, *, is_yes: bool) -> CommandOutcome:
    """What a yes or no to this does. A yes counts once: the same mail may come again, under
    another id."""
    asked = question.asked
    is_old = clock.now() - question.row.created_at > ASKED_FOR
    if isinstance(asked, ConfirmationAsked) and (asked.is_answered or is_old):
        return refused(_("You’ve answered this already, or it is too long ago. Ask for it again."))
    _mark_answered(question)
    if isinstance(asked, OfferAskedAgain):
        return _offer_answered(member, asked, is_yes=is_yes)
    if not isinstance(asked, ConfirmationAsked) or not is_yes:
        return NothingDone()
    return _confirmed(member, asked)


def _offer_answered(member: Member, asked: OfferAskedAgain, *, is_yes: bool) -> CommandOutcome:
    row = OutboundMail.objects.filter(pk=asked.offer, member=member).first()
    if row is None:
        row = OutboundMail.objects.filter(pk=asked.offer, address__iexact=member.email).first()
    if row is None:
        return in_words(NotVisibleError("no-match"))
    try:
        with transaction.atomic():
            return (accepted if is_yes else declined)(OfferAnswered(row, member))
    except (RefusalError, UnclearRequestError) as error:
        return in_words(error)


def _confirmed(member: Member, asked: ConfirmationAsked) -> CommandOutcome:
    deed = member_commands().get(asked.request)
    if deed is None:
        return RequestsTaught(unread=asked.argument)
    member.refresh_from_db()
    return obeyed(deed, Request(member, asked.argument, asked.below, asked.about))


def _completed(member: Member, locked: OutboundMail, lines: Sequence[str]) -> list[CommandOutcome]:
    """What comes of a request that lacked something, with what these lines add; nothing where they
    ask for something else."""
    lacking = _lacking(locked)
    if len(lacking) != 1 or not lines or asks_more(lines):
        return []
    (asked,), said = lacking, " ".join(lines)
    argument = f"{asked.argument} {said}".strip()
    if asked.missing and asked.missing in asked.argument:
        argument = asked.argument.replace(asked.missing, said, 1)
    request = Request(member, argument, asked.below, asked.about)
    return [carried_out(SpokenRequest(asked.request, argument), request, said, is_sure=True)]


def _asked_again(questions: Sequence[_Question], lines: Sequence[str]) -> list[CommandOutcome]:
    """The offers of this mail once more, where these lines neither answer nor ask for anything."""
    if asks_more(lines):
        return []
    offers = [one for one in questions if isinstance(one.asked, OfferAskedAgain)]
    return [_once_more(one, quoted(lines)) for one in offers]


def _lacking(row: OutboundMail) -> list[MemberRefused]:
    """The requests that this answer of ours said something is missing of."""
    told = [outcome_of(*one) for one in AnswerLetter.of(row).outcomes()]
    return [one for one in told if isinstance(one, MemberRefused) and one.request]


def _questions(row: OutboundMail) -> Iterator[_Question]:
    """What this answer of ours asked, in its order, each as it stands with the row that asked it
    first."""
    for place, told in enumerate(AnswerLetter.of(row).outcomes()):
        asked = outcome_of(*told)
        if isinstance(asked, YesOrNoAsked):
            yield _as_it_stands(_Question(asked, row, place))


def _as_it_stands(question: _Question) -> _Question:
    if question.asked.asked_first is None:
        return question
    pk, place = question.asked.asked_first
    rows = OutboundMail.objects.select_for_update(of=("self",))
    row = rows.filter(pk=pk, member=question.row.member_id).first()
    told = list(AnswerLetter.of(row).outcomes()) if row is not None else []
    asked = outcome_of(*told[place]) if place < len(told) else None
    if row is None or not isinstance(asked, YesOrNoAsked):
        return question
    return _Question(asked, row, place)


def _mark_answered(question: _Question) -> None:
    """Keep with the row that asked this that it was answered."""
    fresh = OutboundMail.objects.only("payload").get(pk=question.row.pk)
    letter = AnswerLetter.of(fresh)
    letter.note_answered(question.place)
    OutboundMail.objects.filter(pk=fresh.pk).update(payload=letter.payload())
