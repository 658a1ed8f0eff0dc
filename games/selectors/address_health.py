"""Whether mail reaches members: the whole of it for themselves, a word for who waits for them."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import AddressHealth, Member

_TROUBLE = (
    AddressHealth.State.DEFERRED,
    AddressHealth.State.BOUNCING,
    AddressHealth.State.STOPPED,
    AddressHealth.State.COMPLAINED,
)


def address_health(member: Member) -> AddressHealth:
    """What is known of the member's own address; an unsaved row where nothing is."""
    found = AddressHealth.objects.filter(address=member.email.casefold()).first()
    return found or AddressHealth(address=member.email.casefold())


def mail_trouble(members: Iterable[Member]) -> frozenset[int]:
    """Which of these members mail has trouble to reach, by key; why is their own business."""
    addresses = {member.email.casefold(): member.pk for member in members}
    troubled = AddressHealth.objects.filter(address__in=addresses, state__in=_TROUBLE)
    return frozenset(addresses[row] for row in troubled.values_list("address", flat=True))
