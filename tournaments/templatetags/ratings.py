"""What the templates of ratings and records need: figures and names as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.common.countries import country_name
from tournaments.figures.careers import FormMatch
from tournaments.pictures.figure_plots import share_bar as drawn_share
from tournaments.pictures.plots import spark as drawn_spark
from tournaments.presentation import ratings as words
from tournaments.presentation.figures import form_kind
from tournaments.selectors.ratings import PoolStanding

register = template.Library()


@register.filter
def rating(standing: PoolStanding) -> SafeString:
    """A rating with its uncertainty, and a question mark while it is provisional."""
    mark = ""
    if standing.is_provisional:
        mark = format_html('<abbr title="{}">?</abbr>', gettext("provisional"))
    return format_html(
        '<span class="rating">{}{} <small>± {}</small></span>',
        standing.shown,
        mark,
        standing.uncertainty,
    )


@register.filter
def strength(standing: PoolStanding) -> SafeString:
    """What all results together say of a player, with its band; a dash before there is any."""
    if standing.strength is None:
        return SafeString("–")
    return format_html(
        '<span class="rating">{} <small>± {}</small></span>',
        standing.strength.shown,
        standing.strength.band,
    )


@register.filter
def signed(value: float | None) -> SafeString:
    """A change with its sign."""
    if value is None:
        return SafeString("")
    kind = "gain-up" if value > 0 else "gain-down" if value < 0 else ""
    return format_html('<span class="{}">{}</span>', kind, words.signed(value))


@register.filter
def signed_whole(value: int) -> str:
    """A whole change with its sign."""
    return f"{value:+d}".replace("-", "−") if value else "0"


@register.simple_tag
def spark(values: Sequence[float]) -> SafeString:
    """The little curve beside a rating."""
    return mark_safe(drawn_spark(values))  # noqa: S308  made of numbers alone


@register.simple_tag
def share_bar(share: float, fair: float | None = None) -> SafeString:
    """A share as a bar, with a line at what would be fair."""
    return mark_safe(drawn_share(share, fair))  # noqa: S308  made of numbers alone


@register.filter
def form_words(match: FormMatch) -> str:
    """How one of the last matches went."""
    return form_kind(match.kind, match.place, match.size)


@register.filter
def moment(at: int) -> datetime:
    """A stored second as a moment."""
    return datetime.fromtimestamp(at, UTC)


@register.simple_tag
def country(code: str) -> SafeString:
    """A country's two letters, its name on them."""
    if not code:
        return SafeString("")
    return format_html('<abbr class="country" title="{}">{}</abbr>', country_name(code), code)


@register.filter
def day(at: datetime) -> SafeString:
    """A day with its year, in the reader's zone."""
    local = timezone.localtime(at)
    return format_html(
        '<time datetime="{}">{}</time>',
        at.isoformat(timespec="seconds"),
        date_format(local, gettext("j M Y")),
    )


@register.filter
def day_words(at: datetime) -> str:
    """The same as words alone, for within a sentence."""
    return date_format(timezone.localtime(at), gettext("j M Y"))


@register.filter
def duration(value: timedelta) -> str:
    """A span in words."""
    return words.duration_words(value)


@register.filter
def score_words(value: float) -> str:
    """Ahead, level or behind."""
    return words.score_words(value)


@register.filter
def feat_name(key: str) -> str:
    """What an achievement is called."""
    return words.feat_name(key)


@register.filter
def feat_words(key: str) -> str:
    """What had to be done for it."""
    return words.feat_words(key)


@register.filter
def system_name(key: str) -> str:
    """What a measured rating system is called."""
    return words.system_name(key)


@register.filter
def percent(share: float) -> str:
    """A share of 1 as a percentage."""
    return f"{100 * share:.0f} %"
