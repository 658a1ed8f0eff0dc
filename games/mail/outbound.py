"""The mails that go out: for each kind one function, which finds what its three templates say.

Everything told comes from `games.selectors` as the addressee may see it. Subjects are the same for
all mails of a match, so that they stay one thread, and hold names only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games import selectors
from games.mail import letters, moot, scenes
from games.models import Invitation, Match, OutboundMail, Player
from games.services import clock

Kind = OutboundMail.Kind
Context = dict[str, object]


def message_id_store(row: OutboundMail) -> None:
    """Give the row its Message-ID before the first try, so that every further try has the same."""
    if not row.message_id:
        row.message_id = letters.new_message_id(row)
        OutboundMail.objects.filter(pk=row.pk).update(message_id=row.message_id)


def message_for(row: OutboundMail) -> EmailMultiAlternatives | None:
    """The mail that this row asks for, worded from what is true now in the addressee's language
    and zone; None if its reason has gone."""
    # A chunk takes its time: what the row speaks of is looked at again, just before it is said.
    row = OutboundMail.objects.select_related("member", "match", "player").get(pk=row.pk)
    player = row.player
    if moot.is_moot(row, player, clock.now()):
        return None
    with _manner_of(row):
        context = _WRITERS[Kind(row.kind)](row, player)
        if context is None:
            return None
        name = Kind(row.kind).value.replace("-", "_")
        said = letters.words(name, context, with_html=row.member is None or row.member.wants_html)
    reply_phase = context.get("reply_phase")
    return letters.message_of(
        row, said, reply_phase=reply_phase if isinstance(reply_phase, int) else None
    )


@contextmanager
def _manner_of(row: OutboundMail) -> Iterator[None]:
    zone = row.member.time_zone if row.member is not None else "UTC"
    try:
        info = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        info = ZoneInfo("UTC")
    language = row.member.language if row.member is not None else row.language
    with translation.override(language), timezone.override(info):
        yield


def _decision(row: OutboundMail, player: Player | None) -> Context | None:
    assert player is not None
    situation = selectors.situation(player)
    table = situation.table
    if table.decision is None or table.own_order is not None:
        return None
    if situation.phase_number != row.phase_number:
        return None
    return {
        **scenes.common(row, situation.table),
        **scenes.position(situation),
        **scenes.question(situation),
        "reply_phase": row.phase_number,
    }


def _receipt(row: OutboundMail, player: Player | None) -> Context | None:
    if player is None or row.match is None:
        return None
    table = selectors.table(row.match, player)
    return {
        **scenes.common(row, table),
        **scenes.receipt(row.payload, table),
        "reply_phase": row.phase_number,
    }


def _refusal(row: OutboundMail, player: Player | None) -> Context | None:
    if player is None:
        return {**scenes.common(row, None), **scenes.refusal(row.payload)}
    situation = selectors.situation(player)
    context = {
        **scenes.common(row, situation.table),
        **scenes.refusal(row.payload),
        "reply_phase": row.phase_number,
    }
    if situation.table.match.is_over or situation.table.view is None:
        return context
    context |= scenes.position(situation)
    if situation.table.decision is not None:
        context |= scenes.question(situation)
        context["reply_phase"] = situation.phase_number
    return context


def _seat_kept(row: OutboundMail, player: Player | None) -> Context | None:
    assert player is not None
    situation = selectors.situation(player)
    context = {**scenes.common(row, situation.table), "bot": player.bot}
    context["reply_phase"] = situation.phase_number
    if situation.table.decision is not None:
        context |= scenes.question(situation)
    return context


def _news(row: OutboundMail, player: Player | None) -> Context | None:
    if row.match is None:
        return None
    table = selectors.table(row.match, player)
    return {**scenes.common(row, table), "by": row.payload.get("by", "")}


def _started(row: OutboundMail, player: Player | None) -> Context | None:
    context = _news(row, player)
    if context is None or player is None:
        return context
    return context | scenes.position(selectors.situation(player))


def _finished(row: OutboundMail, player: Player | None) -> Context | None:
    if row.match is None or player is None:
        return None
    situation = selectors.situation(player)
    return {
        **scenes.common(row, situation.table),
        **scenes.position(situation),
        **scenes.ending(situation.table),
    }


def _invitation(row: OutboundMail, _player: Player | None) -> Context | None:
    invitation = (
        Invitation.objects.select_related("match").filter(pk=row.payload.get("invitation")).first()
    )
    if invitation is None:
        return None
    match: Match = invitation.match
    table = selectors.table(match, None)
    return {
        **scenes.common(row, table),
        "by": row.payload.get("by", ""),
        "seats": match.seats,
        "phase_time_words": scenes.duration(match.phase_time),
        "invitation_link": letters.site_link("invitation", token=invitation.token),
        "rules_link": letters.site_link("rules", game=match.game),
    }


_WRITERS: dict[OutboundMail.Kind, Callable[[OutboundMail, Player | None], Context | None]] = {
    Kind.DECISION: _decision,
    Kind.REMINDER: _decision,
    Kind.RECEIPT: _receipt,
    Kind.REFUSAL: _refusal,
    Kind.INVITATION: _invitation,
    Kind.STARTED: _started,
    Kind.FINISHED: _finished,
    Kind.PARKED: _news,
    Kind.CANCELLED: _news,
    Kind.SEAT_KEPT: _seat_kept,
}
