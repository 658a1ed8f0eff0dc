"""Atom feeds (RFC 4287): what happens in a tournament, and a player's finished matches.

A feed is read without signing in: it holds what a visitor may see, and nothing else.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import urlencode
from django.utils.translation import gettext

from games.common.errors import NotVisibleError
from games.models import Member
from games.templatetags.site import game_name
from tournaments.models import LogEntry, Tournament
from tournaments.presentation import names
from tournaments.selectors.access import tournament_access
from tournaments.selectors.match_histories import Finished, HistoryQuery, histories, member_called

NEWEST = 40
TOLD = [
    LogEntry.Action.OPENED,
    LogEntry.Action.STARTED,
    LogEntry.Action.DEALT,
    LogEntry.Action.ADJUDICATED,
    LogEntry.Action.CLOSED,
    LogEntry.Action.FINISHED,
    LogEntry.Action.CANCELLED,
    LogEntry.Action.PAUSED,
    LogEntry.Action.RESUMED,
    LogEntry.Action.EXTENDED,
    LogEntry.Action.CORRECTED,
]

# Django's class takes its parameters in the stubs alone.
if TYPE_CHECKING:
    _FeedOfLog = Feed[LogEntry, Tournament]
    _FeedOfMatches = Feed[Finished, Member]
else:
    _FeedOfLog = _FeedOfMatches = Feed


def tag_uri(begun: datetime, rest: str) -> str:
    """A name that no other installation gives (RFC 4151): this host on the day of the thing."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"tag:{host},{begun.astimezone(UTC).date().isoformat()}:{rest}"


class _DatedFeed(Atom1Feed):
    """One that was last changed when its subject came to be, as long as nothing is in it."""

    def latest_post_date(self) -> datetime:
        """The newest entry's moment; Django takes the moment of asking for a feed without any."""
        if self.items:
            return super().latest_post_date()
        begun: datetime = self.feed["begun"]
        return begun


class TournamentFeed(_FeedOfLog):
    """What was done to one tournament, the newest first."""

    feed_type = _DatedFeed

    def get_object(self, request: HttpRequest, *args: object, **kwargs: object) -> Tournament:
        try:
            return tournament_access(code=str(kwargs["code"]), member=None)
        except NotVisibleError as error:
            raise Http404 from error

    def title(self, obj: Tournament) -> str:
        return obj.name

    def link(self, obj: Tournament) -> str:
        return reverse("tournament", args=[obj.code])

    def subtitle(self, obj: Tournament) -> str:
        return f"{game_name(obj.game)} · {names.format_name(obj.format)}"

    def feed_extra_kwargs(self, obj: Tournament) -> dict[str, object]:
        return {"begun": obj.created_at}

    def feed_guid(self, obj: Tournament) -> str:
        return tag_uri(obj.created_at, f"tournament/{obj.code}")

    def items(self, obj: Tournament) -> list[LogEntry]:
        rows = obj.log.filter(action__in=TOLD).select_related("tournament").order_by("-id")
        return list(rows[:NEWEST])

    def item_title(self, item: LogEntry) -> str:
        action = str(item.get_action_display())
        if not item.round:
            return action
        return gettext("Round %(number)d: %(action)s") % {"number": item.round, "action": action}

    def author_name(self, obj: Tournament) -> str:
        return obj.organiser.name

    def item_description(self, item: LogEntry) -> str:
        return item.given_reason or f"{item.tournament.name}: {self.item_title(item)}"

    def item_link(self, item: LogEntry) -> str:
        code = item.tournament.code
        if item.round:
            return reverse("tournament-round", args=[code, item.round])
        return reverse("tournament", args=[code])

    def item_guid(self, obj: LogEntry) -> str:
        return tag_uri(obj.at, f"tournament/{obj.tournament.code}/log/{obj.pk}")

    def item_pubdate(self, item: LogEntry) -> datetime:
        return item.at

    item_updateddate = item_pubdate


class PlayerFeed(_FeedOfMatches):
    """A member's finished public matches, the newest first."""

    feed_type = _DatedFeed

    def get_object(self, request: HttpRequest, *args: object, **kwargs: object) -> Member:
        row = member_called(str(kwargs["name"]))
        if row is None or not row.is_active:
            raise Http404
        return row

    def title(self, obj: Member) -> str:
        return gettext("Finished matches of %(name)s") % {"name": obj.name}

    def link(self, obj: Member) -> str:
        return f"{reverse('histories')}?{urlencode({'player': obj.name})}"

    def feed_extra_kwargs(self, obj: Member) -> dict[str, object]:
        return {"begun": obj.joined_at}

    def feed_guid(self, obj: Member) -> str:
        return tag_uri(obj.joined_at, f"member/{obj.pk}/finished")

    def items(self, obj: Member) -> list[Finished]:
        return histories(HistoryQuery(player=obj.name), limit=NEWEST)

    def item_title(self, item: Finished) -> str:
        return gettext("%(game)s: %(names)s") % {
            "game": game_name(item.match.game),
            "names": ", ".join(item.names),
        }

    def author_name(self, obj: Member) -> str:
        return obj.name

    def item_description(self, item: Finished) -> str:
        return item.result or self.item_title(item)

    def item_link(self, item: Finished) -> str:
        return reverse("match", args=[item.match.code])

    def item_guid(self, obj: Finished) -> str:
        return tag_uri(obj.match.created_at, f"match/{obj.match.code}")

    def item_pubdate(self, item: Finished) -> datetime | None:
        return item.match.finished_at

    item_updateddate = item_pubdate
