"""What the tournaments' templates need: names of things, and figures as people write them."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Member
from tournaments.models import Entry, Round
from tournaments.presentation import names
from tournaments.selectors import tournament_lists

register = template.Library()

TAGS = {Entry.Status.ENTERED: "tag-done", Entry.Status.WAITING: "tag-awaited"}


@register.filter
def format_name(key: str) -> str:
    """A format's name."""
    return names.format_name(key)


@register.filter
def round_name(row: Round) -> str:
    """A round's heading."""
    return names.round_name(row.number, row.stage)


@register.simple_tag
def entry_tag(entry: Entry) -> SafeString:
    """The state of an entry, in one word on a tag."""
    kind = TAGS.get(Entry.Status(entry.status), "")
    return format_html('<span class="tag {}">{}</span>', kind, entry.get_status_display())


@register.inclusion_tag("tournaments/_awaiting.html")
def tournaments_awaiting(member: Member, now: datetime) -> dict[str, object]:
    """The member's tournaments in which something is to be done, or to be waited for."""
    return {"lines": tournament_lists.awaiting(member, now)}
