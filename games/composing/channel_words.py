"""What a person is told in a browser or a chat: a title, a sentence and a link.

A hand is in none of it. A decision's buttons are orders of a single word, such as "pass" or "draw":
they name no card, so that who sees the screen learns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import msgspec
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games import selectors
from games.common.date_words import moment
from games.common.site_links import site_link
from games.composing.order_links import order_link
from games.letters.events import (
    ChannelEvent,
    ChannelTest,
    DecisionAwaits,
    MatchFinished,
    MatchInEvent,
    MatchStarted,
    TournamentFinished,
    TournamentRoundStarted,
    event_of,
)
from games.models import ChannelDelivery, Match, Member, Order, Player
from games.presentation import presentation_for
from games.rules.registry import rules_for

MOST_BUTTONS = 2
MOST_ORDERS_LOOKED_AT = 300


class ButtonWords(msgspec.Struct, frozen=True):
    """A button under a notification: its address shows the order, and gives it when confirmed."""

    title: str
    url: str


class ChannelMessage(msgspec.Struct, frozen=True):
    """A notification. Two with the same `tag` are about the same thing: the later replaces."""

    title: str
    body: str
    url: str
    tag: str
    waiting: int
    buttons: tuple[ButtonWords, ...] = ()

    @property
    def text(self) -> str:
        """The whole of it in plain lines."""
        return f"{self.title}: {self.body}\n{self.url}"


def message_of(delivery: ChannelDelivery) -> ChannelMessage | None:
    """The notification that this row asks for, in its member's language and zone; None if what it
    was to tell is no longer so. Raises LookupError and msgspec.ValidationError for a row that holds
    no event."""
    event = event_of(delivery.event, delivery.payload)
    if isinstance(event, DecisionAwaits) and not is_still_asked(delivery):
        return None
    member = delivery.channel.member
    with _locale_of(member):
        return _message(event, delivery, len(selectors.own_deadlines(member)))


def is_still_asked(delivery: ChannelDelivery) -> bool:
    """Whether the question of this row is open, its player's, and without an order."""
    match, player = delivery.match, delivery.player
    if match is None or player is None or player.member_id != delivery.channel.member_id:
        return False
    if match.status != Match.Status.RUNNING or match.phase_number != delivery.phase_number:
        return False
    if player.bot or player.resigned_at is not None:
        return False
    given = Order.objects.filter(
        phase__match=match, phase__number=delivery.phase_number, player=player
    )
    return not given.exists()


def _message(event: ChannelEvent, row: ChannelDelivery, waiting: int) -> ChannelMessage:
    match event:
        case DecisionAwaits():
            return _of_match(event.match, _question(event), waiting, _buttons(row))
        case MatchStarted():
            return _of_match(event.match, _("The match has started."), waiting)
        case MatchFinished():
            return _of_match(event.match, _ending(event), waiting)
        case TournamentRoundStarted() | TournamentFinished():
            return _of_tournament(event, waiting)
        case ChannelTest():
            words = _("This is a test. It works: you'll be told here.")
            link = site_link("channels")
            return ChannelMessage(_("Wild Cards by mail"), words, link, "test", waiting)
    raise LookupError(event.name)


def _ending(event: MatchFinished) -> str:
    if event.place is None:
        return _("The match is over.")
    return _("The match is over: you take place %(place)d.") % {"place": event.place}


def _of_tournament(
    event: TournamentRoundStarted | TournamentFinished, waiting: int
) -> ChannelMessage:
    name, link = event.tournament.name, event.tournament.url
    if isinstance(event, TournamentFinished):
        return ChannelMessage(name, _("The tournament is over."), link, link, waiting)
    words = _("Round %(round)d has begun.") % {"round": event.round}
    url = event.match.url if event.match is not None else link
    return ChannelMessage(name, words, url, link, waiting)


def _of_match(
    match: MatchInEvent, words: str, waiting: int, buttons: tuple[ButtonWords, ...] = ()
) -> ChannelMessage:
    title = match.title or rules_for(match.game).name
    return ChannelMessage(title, words, match.url, f"match-{match.code}", waiting, buttons)


def _question(event: DecisionAwaits) -> str:
    if event.deadline is None:
        return _("It's your turn.")
    until = moment(timezone.localtime(event.deadline))
    return _("It's your turn, until %(deadline)s.") % {"deadline": until}


def _buttons(row: ChannelDelivery) -> tuple[ButtonWords, ...]:
    match, player = row.match, row.player
    if match is None or player is None or row.phase_number is None:
        return ()
    in_words = presentation_for(match.game).order_in_words
    texts = islice(_orders_without_cards(match, player), MOST_BUTTONS)
    return tuple(
        ButtonWords(in_words(text), order_link(player.pk, row.phase_number, text)) for text in texts
    )


def _orders_without_cards(match: Match, player: Player) -> Iterator[str]:
    rules = rules_for(match.game, match.rules_version)
    legal = rules.legal_orders(rules.decode(match.state), player.own_seat)
    for order in islice(legal, MOST_ORDERS_LOOKED_AT):
        text = rules.format_order(order)
        if text.isalpha() and text.islower():
            yield text


@contextmanager
def _locale_of(member: Member) -> Iterator[None]:
    with translation.override(member.language), timezone.override(member.zone):
        yield
