"""Talking at a table: saying something, hearing it, and not hearing somebody."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games.common import clock
from games.common.errors import MatchError
from games.common.live_news import publish_news, talk_topic
from games.letters.talk import TalkLetter
from games.models import Match, Member, OutboundMail, Player, Stance, TableMessage, TalkRuling
from games.models.talk import MOST_CHARACTERS
from games.replies.talk_lines import is_like_order
from games.rules.protocol import RulesError
from games.rules.registry import rules_for
from games.selectors.talk import IN_MAILS, UNHEARD
from games.services.digest_scheduling import collect_notice, write_notices
from games.services.notices import Recipient, notice
from games.services.quotas import Deed, spend_quota
from games.services.running_matches import lock_match
from games.words import Understood, understand

AFTER_THE_END = timedelta(days=30)
"""So long the players of a finished match may go on talking."""

TOLD_AT_ONCE = timedelta(minutes=2)
"""Whoever wants talk at once gets what is said in these minutes in one mail."""

TOLD_AFTER = timedelta(hours=6)
"""At the latest then, where no other mail about the match took it along."""

REPEATED_WITHIN = timedelta(hours=24)
Level = Member.MailLevel
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_KEPT_TOGETHER = "\u200d"
"""Joins the parts of an emoji."""

_SPACES = re.compile(r"\s+")


def said_text(text: str) -> str:
    """The text as it is kept: one line, without signs that cannot be seen. Raises MatchError
    `talk-empty` or `talk-too-long` (most)."""
    spaced = _SPACES.sub(" ", text[: 20 * MOST_CHARACTERS])
    seen = "".join(
        sign
        for sign in unicodedata.normalize("NFC", spaced)
        if sign == _KEPT_TOGETHER or unicodedata.category(sign) not in _UNSEEN
    ).strip(f" {_KEPT_TOGETHER}")
    if not seen:
        raise MatchError("talk-empty")
    if len(seen) > MOST_CHARACTERS:
        raise MatchError("talk-too-long", most=MOST_CHARACTERS)
    return seen


def say_at_table(
    *,
    player: Player,
    text: str,
    source: str = TableMessage.Source.WEB,
    is_meant: bool = False,
    only_to: str = "",
) -> TableMessage:
    """Say something to everybody at the player's table, or `only_to` the other of this name; said
    again within a day it is said once.

    The others are told in their next mail about the match, or as they have chosen. What reads as an
    order is refused unless it `is_meant`. Raises MatchError with `talk-empty`, `talk-too-long`,
    `talk-off`, `talk-over`, `talk-opted-out`, `talk-silenced` (until), `talk-like-order`, `not-in`,
    `talk-to-nobody`, `talk-whispered` or `quota-talk`.
    """
    said = said_text(text)
    with transaction.atomic():
        match = lock_match(player.match_id)
        row = Player.objects.select_related("member").get(pk=player.pk)
        now = clock.now()
        if row.member is None or row.member_id != player.member_id:
            raise MatchError("not-in")
        check_may_talk(match, row, now)
        reader = _reader(match, row, only_to) if only_to else None
        if not is_meant and reads_as_order(match, row, text):
            raise MatchError("talk-like-order")
        if (before := _said_before(match, row.member, reader, said, now)) is not None:
            return before
        spend_quota(row.member, Deed.TALK)
        return _pass_on(
            TableMessage(
                match=match,
                player=row,
                member=row.member,
                only_to=reader,
                text=said,
                source=source,
                phase_number=match.phase_number,
                sent_at=now,
            )
        )


def _reader(match: Match, player: Player, name: str) -> Member:
    """The one of this name among the others; in a tournament nothing is said to one alone."""
    if match.event_path:
        raise MatchError("talk-whispered")
    others = match.players.exclude(pk=player.pk).filter(member__name=name)
    found = [one.member for one in others.select_related("member")]
    if len(found) != 1 or found[0] is None:
        raise MatchError("talk-to-nobody", name=name)
    return found[0]


def _said_before(
    match: Match, member: Member, only_to: Member | None, text: str, now: datetime
) -> TableMessage | None:
    said = TableMessage.objects.filter(match=match, member=member, only_to=only_to, text=text)
    return said.filter(sent_at__gt=now - REPEATED_WITHIN).first()


def _pass_on(message: TableMessage) -> TableMessage:
    """The message, stored and told."""
    message.save()
    write_notices(_notices(message, message.sent_at))
    players = message.match.players.all()
    if message.only_to is not None:  # nor do the others learn that something was said
        players = players.filter(member__in=(message.member, message.only_to))
    publish_news(talk_topic(key) for key in players.values_list("pk", flat=True))
    return message


def check_may_talk(match: Match, player: Player, now: datetime) -> None:
    """Raise what `say_at_table` raises where this player may say nothing at this table now."""
    if not match.has_talk:
        raise MatchError("talk-off")
    is_old = match.finished_at is not None and match.finished_at < now - AFTER_THE_END
    if match.status in {Match.Status.OPEN, Match.Status.CANCELLED} or is_old:
        raise MatchError("talk-over")
    if player.wanted_talk == Member.TalkLevel.NONE:
        raise MatchError("talk-opted-out")
    until = silenced_until(match, player.member_id, now)
    if until is not None:
        raise MatchError("talk-silenced", until=until)


def silenced_until(match: Match, member_id: int | None, now: datetime) -> datetime | None:
    """Until when this member may say nothing at this table; None where they may."""
    where = Q(match=match, event_path="")
    if match.event_path:
        where |= Q(event_path=match.event_path)
    rows = TalkRuling.objects.filter(
        where, about=member_id, kind=TalkRuling.Kind.SILENCED, until__gt=now
    )
    return rows.order_by("-until").values_list("until", flat=True).first()


def reads_as_order(match: Match, player: Player, text: str) -> bool:
    """Whether a text is an order of the match's game, or would be taken for one just now."""
    if match.status != Match.Status.RUNNING or player.seat is None:
        return False
    if is_like_order(match.game, text):
        return True
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    opened = rules.phase(state)
    if opened is None or player.seat not in opened.awaited:
        return False
    languages = [player.member.language] if player.member is not None else []
    try:
        return isinstance(understand(rules, state, player.seat, text, languages), Understood)
    except RulesError:
        return False


def mark_talk_seen(player_id: int, newest: int) -> None:
    """The player has been shown everything up to this message."""
    Player.objects.filter(pk=player_id, talk_seen__lt=newest).update(talk_seen=newest)


def choose_match_talk(*, player: Player, level: str) -> None:
    """How the player hears of this match's talk; "" follows the profile. Raises MatchError
    `unknown-talk-level`."""
    if level and level not in Member.TalkLevel.values:
        raise MatchError("unknown-talk-level")
    Player.objects.filter(pk=player.pk).update(talk_level=level)


def _notices(message: TableMessage, now: datetime) -> list[OutboundMail]:
    """For everybody who wants talk by mail and has no mail with talk waiting already."""
    match = message.match
    others = match.players.select_related("member").exclude(pk=message.player_id)
    others = others.filter(member__isnull=False)
    if message.only_to is not None:
        others = others.filter(member=message.only_to)
    unheard = set(
        Stance.objects.filter(other=message.member, kind__in=UNHEARD).values_list(
            "member_id", flat=True
        )
    )
    waiting = set(
        OutboundMail.objects.filter(
            player__in=others,
            kind=TalkLetter.kind,
            status__in=[OutboundMail.Status.QUEUED, OutboundMail.Status.COLLECTED],
            sent_at=None,
        ).values_list("player_id", flat=True)
    )
    rows = []
    for player in others:
        if player.pk in waiting or player.member_id in unheard:
            continue
        row = _notice(message, player, now)
        rows.extend([row] if row is not None else [])
    return rows


def _notice(message: TableMessage, player: Player, now: datetime) -> OutboundMail | None:
    member, letter = player.member, TalkLetter()
    if member is None or player.wanted_talk not in IN_MAILS:
        return None
    if not letter.is_wanted_by(member, player.wanted_mail):
        return None
    row = notice(
        letter,
        Recipient.of(member),
        key=f"talk:{player.pk}:{message.pk}",
        at=now,
        match=message.match,
        player=player,
        phase_number=0,
    )
    if player.wanted_talk == Member.TalkLevel.AT_ONCE:
        row.due_at = now + TOLD_AT_ONCE
    elif player.wanted_mail == Level.DAILY:
        return collect_notice(row, Level.DAILY, None)
    else:
        row.due_at = now + TOLD_AFTER
    return row
