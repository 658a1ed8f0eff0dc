"""What the site's templates need besides Django's own tags: words, times and where one is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.common.date_words import dated
from games.forms.members import language_choices
from games.presentation import values
from games.rules.registry import rules_for

register = template.Library()
register.filter("figure", values.figure)


@register.simple_tag(takes_context=True)
def current_page(context: Context, name: str) -> SafeString:
    """` aria-current="page"` on the link to the page that is being looked at."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    if match is not None and (match.url_name or "").startswith(name):
        return SafeString(' aria-current="page"')
    return SafeString("")


@register.simple_tag(takes_context=True)
def not_accepted(context: Context) -> str:
    """`Not accepted: ` before the title of a page that refuses something; else nothing.

    The title is what a screen reader says first, and what a tab shows that nobody looks at.
    """
    told = context.get("messages") or ()
    is_refused = (
        context.get("error")
        or (getattr(context.get("form"), "is_bound", False) and context["form"].errors)
        or any(message.level_tag == "error" for message in told)
    )
    return gettext("Not accepted:") + " " if is_refused else ""


@register.simple_tag
def local_mailbox() -> str:
    """The address of the local mailbox, or nothing where mails really leave."""
    if not settings.LOCAL_MAILBOX:
        return ""
    try:
        return reverse("mailbox")
    except NoReverseMatch:
        return ""


@register.simple_tag
def offered_languages() -> list[tuple[str, str]]:
    """English, and every language whose catalogue lies compiled beside it."""
    return language_choices()


@register.simple_tag
def moment(at: datetime | None) -> SafeString:
    """An instant in the member's zone, spelled out, with the exact UTC time for machines."""
    if at is None:
        return SafeString("")
    local = timezone.localtime(at)
    return format_html(
        '<time datetime="{}">{}</time>', at.isoformat(timespec="seconds"), spelled(local)
    )


@register.simple_tag
def remaining(at: datetime | None, now: datetime | None = None) -> SafeString:
    """How long until then, as of `now`; site.js keeps it true while the page stays open.

    Without `now` the script fills it in: a fragment that is compared by its hash must not tell
    the time.
    """
    if at is None:
        return SafeString("")
    return format_html(
        '<time data-remaining datetime="{}">{}</time>',
        at.isoformat(timespec="seconds"),
        time_left(at - now) if now else "",
    )


def spelled(local: datetime) -> str:
    """A local time with its weekday and zone: `Tue 24 Nov, 18:30 CET`."""
    written = dated(local, gettext("D j M, H:i"))
    return f"{written} {local.tzname()}"


def time_left(left: timedelta) -> str:
    """A span in the two largest words that matter: days, hours or minutes."""
    minutes = round(left.total_seconds() / 60)
    if minutes < 0:
        return gettext("passed")
    if minutes < 120:
        return ngettext("in %(count)d minute", "in %(count)d minutes", minutes) % {"count": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("in %(count)d hour", "in %(count)d hours", hours) % {"count": hours}
    days = round(hours / 24)
    return ngettext("in %(count)d day", "in %(count)d days", days) % {"count": days}


@register.filter
def day(value: date) -> str:
    """A day with its weekday and year: `Tue 24 Nov 2026`."""
    return dated(value, gettext("D j M Y"))


@register.filter
def span(value: timedelta) -> str:
    """A time for a decision in words: `2 days`, `12 hours`."""
    minutes = int(value.total_seconds() // 60)
    if minutes % 1440 == 0:
        return ngettext("%(count)d day", "%(count)d days", minutes // 1440) % {
            "count": minutes // 1440
        }
    if minutes % 60 == 0:
        return ngettext("%(count)d hour", "%(count)d hours", minutes // 60) % {
            "count": minutes // 60
        }
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


@register.filter
def roughly(value: timedelta) -> str:
    """A length of time in one word and no more of it than there is: days, hours or minutes."""
    minutes = int(value.total_seconds() // 60)
    if minutes >= 3 * 1440:
        return span(timedelta(days=minutes // 1440))
    if minutes >= 60:
        return span(timedelta(hours=minutes // 60)) if minutes % 1440 else span(value)
    return span(timedelta(minutes=minutes))


@register.filter
def item(values: Mapping[int, object] | Sequence[object], key: int) -> object:
    """A seat's entry of a mapping or a sequence; else nothing."""
    try:
        return values[key]
    except (KeyError, IndexError, TypeError):
        return None


@register.filter
def game_name(key: str) -> str:
    """A game's name as it is printed on its box."""
    return rules_for(key).name
