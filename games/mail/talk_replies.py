"""What of a reply is said at the table. Only what is addressed to everybody or to one person is, or
what answers a mail that told of talk and asked for nothing; and never what reads as an order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import selectors
from games.common.errors import MatchError
from games.composing.talk_refusals import talk_refusal
from games.letters.answers import AnswerLetter
from games.letters.command_outcomes import CommandOutcome, NotSaid, TalkSaid, say
from games.letters.member_commands import MemberRefused, MemberTold, Request, member_commands
from games.mail.obeying import obeyed
from games.models import Player, TableMessage
from games.replies.member_requests import SENTENCE_END, request_beside_match, request_lines
from games.replies.own_names import signature_apart
from games.replies.talk_lines import Whisper, is_like_order, talk_parted
from games.selectors.talk import is_whispered_to, others_at_table
from games.services.talk import reads_as_order, say_at_table
from games.words import names_things


class TalkTold(NamedTuple):
    """What the others will read, and in the writer's language why they will not read the rest."""

    said: tuple[str, ...] = ()
    unsaid: str = ""


def say_aside(player: Player, talk: Sequence[str], whispers: Sequence[Whisper] = ()) -> TalkTold:
    """Say what a reply addresses to everybody, and to one person each."""
    said: list[str] = []
    if not others_at_table(player):
        return TalkTold(unsaid=_unheard(player))
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
    lines = signature_apart(lines, own_names(player)).lines
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


def said_beside(player: Player, lines: Sequence[str]) -> list[CommandOutcome]:
    """What comes of lines for the others at a table, in a mail that did something else as well."""
    found = talk_parted(lines, player.match.game, others_at_table(player))
    told = say_aside(player, found.talk, found.whispers)
    passed_on = _("Said at the table: “%(text)s”.") % {"text": "\n".join(told.said)}
    outcomes: list[CommandOutcome] = [MemberTold(told=[passed_on])] if told.said else []
    if told.unsaid or found.rest:
        unsaid = [told.unsaid] if told.unsaid else []
        quoted = _("Not passed on: “%(text)s”.") % {"text": "\n".join(lines)}
        outcomes.append(MemberRefused(told=[quoted, *unsaid]))
    return outcomes


def answer_to_talk(told: TalkTold, *, is_rest_unread: bool = False) -> AnswerLetter:
    """The answer to a mail of which nothing but talk was read."""
    outcome: CommandOutcome = TalkSaid(rest=is_rest_unread) if told.said else NotSaid()
    return AnswerLetter(
        code=outcome.code, params=outcome.params(), said=list(told.said), unsaid=told.unsaid
    )


def not_passed_on(player: Player, lines: Sequence[str]) -> str:
    """What of these lines nobody at the table reads, and what would reach them; "" for none."""
    unheard = request_lines(signature_apart(lines, own_names(player)).lines)
    if not unheard:
        return ""
    with translation.override(player.member.language if player.member is not None else None):
        told = _("Not passed on: “%(text)s”. To say it at the table, start with “%(to_all)s:”.")
        return told % {"text": "\n".join(unheard), "to_all": say("to_all", "words")}


def request_beside_talk(
    player: Player, lines: Sequence[str]
) -> tuple[Sequence[str], CommandOutcome | None]:
    """What of a reply to talk is left, and what comes of the first sentence in it that asks for
    something of its own: “Good game! Rematch?”."""
    member = player.member
    if member is None:
        return lines, None
    sentences = _sentences(player, lines)
    for sentence in sentences:
        spoken = request_beside_match(sentence)
        deed = member_commands().get(spoken.name) if spoken is not None else None
        is_sure = spoken is not None and not spoken.is_guess and not spoken.argument
        if deed is not None and is_sure and not deed.asks_first:
            with translation.override(member.language), timezone.override(member.zone):
                outcome = obeyed(deed, Request(member, "", about=player.match.code))
            left = [one for one in sentences if one is not sentence]
            return (left if request_lines(left) else []), outcome
    return lines, None


def is_asked_beside_talk(player: Player, lines: Sequence[str]) -> bool:
    """Whether one sentence of a reply asks for something, and the others only talk."""
    told = request_lines(_sentences(player, lines))
    asking = [one for one in told if request_beside_match(one) is not None]
    return len(asking) == 1 < len(told)


def _sentences(player: Player, lines: Sequence[str]) -> list[str]:
    own = signature_apart(lines, own_names(player)).lines
    return [part for line in own for part in SENTENCE_END.split(line) if part]


def own_names(player: Player) -> list[str]:
    """The names by which a player may sign."""
    return [player.member.name] if player.member is not None else []


def _unheard(player: Player) -> str:
    with translation.override(player.member.language if player.member is not None else None):
        return _("Only bots sit at this table with you, and they don’t read.")


def _words(player: Player, error: MatchError) -> str:
    member = player.member
    if member is None:
        return talk_refusal(error)
    with translation.override(member.language), timezone.override(member.zone):
        if "to_all" in error.params:
            error.params["to_all"] = say("to_all", "words")
        return talk_refusal(error)
