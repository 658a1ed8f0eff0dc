"""Orders given over http, by the API, as a program would: in this process or to a served one."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.test import Client

from games.models import ApiKey, Match, Order, Player

TEXT = "bid R"
PATIENCE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Caller:
    """A player with a key, and the path that takes the order."""

    player: Player
    key: str

    @property
    def path(self) -> str:
        return f"/api/matches/{self.player.match.code}/orders"

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def order_here(self, phase: int) -> int:
        """Give an order through every middleware of this process; returns the answer's status."""
        # How often somebody may call is another matter.
        cache.clear()
        site = urlsplit(settings.SITE_URL)
        client = Client(raise_request_exception=False, SERVER_NAME=site.hostname or "localhost")
        answer = client.post(
            self.path,
            json.dumps({"text": TEXT, "phase": phase}),
            content_type="application/json",
            headers=self.headers(),
        )
        return answer.status_code

    def order_there(self, address: str, phase: int) -> int:
        """Give an order to the service at this address; 0 where nothing answers."""
        request = urllib.request.Request(
            address + self.path,
            data=json.dumps({"text": TEXT, "phase": phase}).encode(),
            headers={**self.headers(), "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code
        except OSError:
            return 0


def callers_made(matches: Sequence[Match], *, seat: int = 0) -> list[Caller]:
    """Whoever sits there in each match, with one key for each member."""
    ids = [match.pk for match in matches]
    found = Player.objects.select_related("match", "member").filter(match__in=ids, seat=seat)
    keys: dict[int, str] = {}
    callers = []
    for player in found.order_by("pk"):
        assert player.member is not None
        if player.member.pk not in keys:
            keys[player.member.pk] = ApiKey.make(player.member, "drill", [ApiKey.Scope.PLAY])[1]
        callers.append(Caller(player, keys[player.member.pk]))
    return callers


def orders_kept(callers: Sequence[Caller], phase: int) -> set[int]:
    """The players whose own order of this phase is there."""
    ids = [caller.player.pk for caller in callers]
    kept = Order.objects.filter(player__in=ids, phase__number=phase, source=Order.Source.API)
    return set(kept.values_list("player", flat=True))
