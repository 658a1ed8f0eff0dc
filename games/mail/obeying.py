"""Doing what a member asks for, with refusals in words."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import NotVisibleError, RefusalError
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import (
    Listed,
    MemberCommand,
    MemberRefused,
    Request,
    UnclearRequestError,
)
from games.replies.intents import quoted
from games.views.refusals import WORDS, refusal


def obeyed(deed: MemberCommand, request: Request) -> CommandOutcome:
    """What came of it, refusals in words of the active language."""
    try:
        with transaction.atomic():
            return deed.obey(request)
    except (RefusalError, UnclearRequestError) as error:
        return in_words(error)


def in_words(error: RefusalError | UnclearRequestError, line: str = "") -> MemberRefused:
    """Why what this line asks for wasn't done, in the active language."""
    if isinstance(error, UnclearRequestError):
        groups = [Listed(list(error.choices))] if error.choices else []
        return MemberRefused(told=[error.words], groups=groups)
    if isinstance(error, NotVisibleError) and line:
        told = _("“%(text)s”: we found nothing like that here that you can see.")
        return refused(told % {"text": quoted([line])})
    if isinstance(error, NotVisibleError):
        return refused(_("We found nothing like that here that you can see. Nothing was changed."))
    if error.code == "bad-setup" or error.code in WORDS:
        return refused(refusal(error, str(error.params.get("game", ""))))
    if line:
        return refused(_("“%(text)s”: that can’t be done right now.") % {"text": quoted([line])})
    return refused(_("That can’t be done right now. Nothing was changed."))


def refused(words: str) -> MemberRefused:
    """A refusal in these words."""
    return MemberRefused(told=[words])
