"""What pages show of delivery health: to members their own, to hosts a word for each player."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from games import selectors
from games.composing.calendar_feed import calendar_link
from games.letters.mail_commands import Taught, taught_commands
from games.models import AddressHealth, Member, Player

register = template.Library()


@register.simple_tag
def address_health(member: Member) -> AddressHealth:
    """What is known of the member's own address."""
    return selectors.address_health(member)


@register.simple_tag
def calendar_address(member: Member) -> str:
    """Where the member's calendar program finds their deadlines."""
    return calendar_link(member)


@register.simple_tag
def mail_commands() -> list[Taught]:
    """What a reply may say besides an order, in the words of the page's language."""
    return taught_commands()


@register.simple_tag
def players_in_trouble(players: Iterable[Player]) -> frozenset[int]:
    """Which of these players' members mail has trouble to reach, by the members' keys."""
    return selectors.mail_trouble(row.member for row in players if row.member is not None)
