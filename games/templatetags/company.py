"""What pages show of company: whom one follows, what one watches, with whom one could play."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.contrib.auth.models import AnonymousUser
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Match, MatchWatch, Member
from games.presentation.qr_code import qr_code
from games.selectors.people import own_watch
from games.selectors.quick_matches import QuickOffer, quick_offers
from games.selectors.talk import Said
from games.selectors.talk import overheard_talk as overheard
from games.selectors.usual_tables import UsualTable, usual_tables

register = template.Library()
_PACE_WORDS = {"day": _("A turn a day"), "hours": _("A turn in 4 hours")}


@register.simple_tag
def watch_of(user: Member | AnonymousUser, match: Match) -> MatchWatch | None:
    """The watch of the one who looks."""
    return own_watch(user, match) if isinstance(user, Member) else None


@register.simple_tag
def watchers_of(match: Match) -> int:
    """How many members watch this match."""
    return MatchWatch.objects.filter(match=match).count()


@register.simple_tag
def overheard_talk(match: Match, user: Member | AnonymousUser) -> tuple[Said, ...]:
    """What the one who looks on may read of the table's talk."""
    return overheard(match, user if isinstance(user, Member) else None)


@register.simple_tag
def quick_offers_for(user: Member | AnonymousUser) -> list[QuickOffer]:
    """What quick pairing offers the one who looks."""
    return quick_offers(user if isinstance(user, Member) else None)


@register.simple_tag
def usual_tables_of(user: Member | AnonymousUser) -> list[UsualTable]:
    """The tables at which the one who looks has sat more than once."""
    return usual_tables(user) if isinstance(user, Member) else []


@register.simple_tag
def pace_words(pace: str) -> str:
    """How fast a quick match is played."""
    return str(_PACE_WORDS[pace])


@register.simple_tag
def day_of(at: datetime) -> str:
    """The day of a moment that is only guessed."""
    return date_format(localtime(at), gettext("j M"))


@register.simple_tag
def qr_picture(address: str, label: str) -> SafeString:
    """The address as a picture that a phone's camera reads: dark on white in every theme."""
    code = qr_code(address)
    return format_html(
        '<svg class="qr" role="img" aria-label="{0}" viewBox="-4 -4 {1} {1}">'
        '<path d="M-4-4h{1}v{1}h-{1}z" fill="#fff"/><path d="{2}" fill="#000"/></svg>',
        label,
        code.side + 8,
        code.path,
    )
