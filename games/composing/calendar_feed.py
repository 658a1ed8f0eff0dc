"""A member's deadlines, absences and rounds as a calendar (RFC 5545): a feed for their own program.

It names the game, the match, its people, the round and the deadline, and holds nothing that is
decided there.
"""

from __future__ import annotations

import re
from datetime import UTC, timedelta

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration, vUri

from games.common.calendar_entry import CalendarEntry
from games.common.site_links import site_link
from games.models import Absence, Member
from games.models.api_keys import digest_of
from games.presentation import presentation_for
from games.presentation.words import and_list
from games.rules.registry import GAMES
from games.selectors import OwnDeadline, own_deadlines
from games.selectors.calendar_entries import announced_absences, calendar_entries

TAG_CHARACTERS = 40
_SIGNED = re.compile(r"(?P<whose>\d{1,18}-\d{1,9})-(?P<tag>[0-9a-f]{40})", re.ASCII)
SHOWN_FOR = timedelta(minutes=15)
REFRESHED_EVERY = timedelta(hours=1)


def calendar_link(member: Member) -> str:
    """The secret address of the member's feed. It is signed, and stored nowhere."""
    whose = f"{member.pk}-{member.calendar_number}"
    return site_link("calendar", token=f"{whose}-{_tag(whose, settings.SECRET_KEY)}")


def calendar_member(token: str) -> Member | None:
    """Whose feed has this address: the newest, or one from before addresses were signed."""
    members = Member.objects.filter(is_active=True)
    match = _SIGNED.fullmatch(token)
    if match is None:
        return members.filter(calendar_digest=digest_of(token)).first()
    whose, tag = match.group("whose"), match.group("tag")
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(_tag(whose, key), tag) for key in keys):
        return None
    pk, number = map(int, whose.split("-"))
    return members.filter(pk=pk, calendar_number=number).first()


def _tag(whose: str, key: str) -> str:
    mac = salted_hmac("wild cards by mail: calendar", whose, secret=key, algorithm="sha256")
    return mac.hexdigest()[:TAG_CHARACTERS]


def calendar_of(member: Member) -> bytes:
    """The feed, in the active language; the same bytes as long as nothing in it has changed."""
    calendar = Calendar()
    calendar.add("prodid", "-//Wild Cards by mail//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("Wild Cards by mail"))
    calendar.add("refresh-interval", vDuration(REFRESHED_EVERY), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESHED_EVERY))
    for deadline in own_deadlines(member):
        calendar.add_component(_event(deadline, member))
    for absence in announced_absences(member):
        calendar.add_component(_absence(absence))
    for entry in calendar_entries(member):
        calendar.add_component(_entry(entry))
    feed: bytes = calendar.to_ical()
    return feed


def _event(deadline: OwnDeadline, member: Member) -> Event:
    match = deadline.match
    presentation = presentation_for(match.game)
    link = site_link("match", code=match.code)
    game = GAMES[match.game].name
    what = {
        "game": f"{match.title} · {game}" if match.title else game,
        "names": and_list(deadline.opponents),
        "round": deadline.round,
        "phase": presentation.phase_name(deadline.phase_name),
    }
    summary = (
        _("%(game)s with %(names)s: round %(round)s, %(phase)s")
        if deadline.opponents
        else _("%(game)s: round %(round)s, %(phase)s")
    ) % what
    event = Event()
    event.add("uid", f"phase-{deadline.phase_id}@{settings.REPLY_DOMAIN}")
    event.add("sequence", max(0, deadline.moves - 1))
    event.add("dtstamp", deadline.changed_at)
    event.add("last-modified", deadline.changed_at)
    event.add("dtstart", deadline.deadline_at - SHOWN_FOR)
    event.add("dtend", deadline.deadline_at)
    event.add("summary", summary)
    event.add("description", f"{game} {match.code}\n{link}")
    event.add("url", vUri(link))
    event.add("transp", "TRANSPARENT")
    if member.reminder_hours:
        event.add_component(_alarm(summary, member.reminder_hours))
    return event


def _absence(absence: Absence) -> Event:
    """Whole days, wherever they are read."""
    event = Event()
    event.add("uid", f"absence-{absence.pk}@{settings.REPLY_DOMAIN}")
    event.add("sequence", 0)
    event.add("dtstamp", absence.declared_at)
    event.add("dtstart", absence.first_day)
    event.add("dtend", absence.last_day + timedelta(days=1))
    event.add("summary", _("Away from Wild Cards by mail"))
    event.add("description", site_link("profile"))
    event.add("transp", "TRANSPARENT")
    return event


def _entry(entry: CalendarEntry) -> Event:
    event = Event()
    event.add("uid", f"{entry.uid}@{settings.REPLY_DOMAIN}")
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.changed_at)
    event.add("last-modified", entry.changed_at)
    event.add("dtstart", entry.begins_at.astimezone(UTC))
    event.add("dtend", entry.ends_at.astimezone(UTC))
    event.add("summary", entry.summary)
    event.add("description", f"{entry.description}\n{entry.link}")
    event.add("url", vUri(entry.link))
    event.add("transp", "TRANSPARENT")
    return event


def _alarm(summary: str, hours: int) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", SHOWN_FOR - timedelta(hours=hours))
    return alarm
