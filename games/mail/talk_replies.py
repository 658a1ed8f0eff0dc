"""What of a reply is said at the table. Only what is addressed to everybody or to one person is, or
what answers a mail that told of talk and asked for nothing; and never what reads as an order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone, translation

from games import selectors
from games.common.errors import MatchError
from games.composing.talk_refusals import talk_refusal
from games.letters.answers import AnswerLetter
from games.letters.command_outcomes import CommandOutcome, NotSaid, TalkSaid, say
from games.models import Player, TableMessage
from games.replies.talk_lines import Whisper, is_like_order
from games.selectors.talk import is_whispered_to
from games.services.talk import reads_as_order, say_at_table
from games.words import names_things


class TalkTold(NamedTuple):
    """What the others will read, and in the writer's language why they will not read the rest."""

    said: tuple[str, ...] = ()
    unsaid: str = ""


def say_aside(player: Player, talk: Sequence[str], whispers: Sequence[Whisper] = ()) -> TalkTold:
    """Say what a reply addresses to everybody, and to one person each."""
    said: list[str] = []
    for name, text in (*(("", text) for text in talk), *whispers):
        try:
            if is_like_order(player.match.game, text):
                raise MatchError("talk-like-order")
            message = say_at_table(
                player=player,
                text=text,
                source=TableMessage.Source.MAIL,
                is_meant=True,
                only_to=name,
            )
        except MatchError as error:
            return TalkTold(tuple(said), _words(player, error))
        said.append(f"→ {name}: {message.text}" if name else message.text)
    return TalkTold(tuple(said))


def say_reply(player: Player, lines: Sequence[str]) -> TalkTold:
    """Say a whole reply to a mail that told of talk."""
    text = " ".join(line for line in lines if line)
    try:
        _check_is_no_order(player, lines, text)
    except MatchError as error:
        return TalkTold(unsaid=_words(player, error))
    return say_aside(player, [text])


def _check_is_no_order(player: Player, lines: Sequence[str], text: str) -> None:
    match = player.match
    if is_whispered_to(player):
        raise MatchError("talk-to-whom", to_all="")
    if any(reads_as_order(match, player, one) for one in (text, *lines) if one):
        raise MatchError("talk-like-order")
    table = selectors.match_summary(player).table
    is_asked = table.decision is not None and table.own_order is None
    if is_asked and names_things(match.game, text):
        raise MatchError("talk-while-asked", to_all="")


def answer_to_talk(told: TalkTold, *, is_rest_unread: bool = False) -> AnswerLetter:
    """The answer to a mail of which nothing but talk was read."""
    outcome: CommandOutcome = TalkSaid(rest=is_rest_unread) if told.said else NotSaid()
    return AnswerLetter(
        code=outcome.code, params=outcome.params(), said=list(told.said), unsaid=told.unsaid
    )


def _words(player: Player, error: MatchError) -> str:
    member = player.member
    if member is None:
        return talk_refusal(error)
    with translation.override(member.language), timezone.override(member.zone):
        if "to_all" in error.params:
            error.params["to_all"] = say("to_all", "words")
        return talk_refusal(error)
