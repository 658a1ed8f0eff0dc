"""Non-interference: whoever must not know a hand is given the same bytes at the same times.

A match is played on in two deals that its viewer cannot tell apart (`secret_worlds`), with the
same orders at the same moments, on the service itself and a simulated clock. Everything that
leaves the server for that viewer is compared: pages, poll, API, calendar, log, ledger and mails,
and when each changes. All of it at every moment in the first matches of a run; in those after
them, poll and mails at every moment, the match page at one that is drawn, and there one more.
People who have a choice in one of the deals alone are taken to answer at the moment that is drawn
for those who have none; that people do is an assumption, see docs/secrets.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from games import selectors
from games.api.shapes import journal_out, line_out, match_out
from games.common import clock
from games.composing.compose import message_for
from games.models import Match, Member, Order, OutboundMail, Phase, Player, ServicePulse
from games.rules.game import AnyRules
from games.rules.playout import Dice
from games.rules.registry import GAMES, rules_for
from games.services.deadline_sweep import sweep_due
from games.services.forced_orders import release_moment
from games.services.matches import create_match, join_match
from games.services.orders import submit_order
from games.services.reminders import sweep_reminders
from games.services.running_matches import load_plays
from games.services.time_controls import USUAL_TERMS, Terms
from tests.bench.faults.results import DrillResult
from tests.bench.faults.secret_worlds import Worlds, worlds_of

MOST_STEPS = 3
WHOLLY = 40
"""So many matches of a game are looked at wholly at every moment."""

BEGUN = datetime(2031, 3, 4, 9, 30, tzinfo=UTC)
PHASE_TIME = timedelta(days=2)
PAGES = ("match", "match-pulse")
OTHERS = ("match-log", "match-chance", "home", "lobby", "API")
QUIET = {
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    "ALLOWED_HOSTS": ["*"],
    "SECURE_SSL_REDIRECT": False,
}
_MASKED = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')

Stream = list[tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class Looks:
    """What of a match is looked at, alike in both worlds."""

    everything_at: int | None = None
    """The look at which everything is; the others are at the poll and mails. None: at each."""
    others: tuple[str, ...] = OTHERS


class NotSignedInError(Exception):
    """The drill would look at a visitor's pages where it means a player's."""


@dataclass
class Found:
    """What the matches of one game have shown."""

    matches: int = 0
    telling: int = 0
    answers: int = 0
    leaks: list[str] = field(default_factory=list)


def drill(count: int) -> Sequence[DrillResult]:
    """`count` matches of each game in two deals each; leaves nothing in the database."""
    return [_result(game, non_interference(game, count)) for game in GAMES]


def _result(game: str, found: Found) -> DrillResult:
    measured = (
        f"{len(found.leaks)} of {found.matches} matches, {found.answers} answers compared; in"
        f" {found.telling} a choice that one deal alone had"
    )
    measured += f"; first: {found.leaks[0]}" if found.leaks else ""
    return DrillResult(
        name=f"secrets: {game}",
        wanted="nothing that a viewer is given tells two deals apart",
        measured=measured,
        passed=not found.leaks and found.matches > 0,
        count=found.matches,
    )


def non_interference(
    game: str,
    count: int,
    *,
    terms: Terms = USUAL_TERMS,
    first: int = 0,
    most_leaks: int = 5,
    wholly: int = WHOLLY,
) -> Found:
    """Compare so many matches of the game, from seed `first` on; ends early at `most_leaks`.

    At the first `wholly` of them everything is looked at at every moment.

    Raises ViewTellsError where the rules' own views differ.
    """
    rules, found, number = rules_for(game), Found(), first
    with override_settings(**QUIET):
        while found.matches < count and len(found.leaks) < most_leaks:
            is_whole = found.matches < wholly
            most_steps = MOST_STEPS if is_whole else 1 + number % MOST_STEPS
            worlds = worlds_of(rules, f"secrets {game} {number}", most_steps)
            number += 1
            if worlds is None:
                continue
            found.matches += 1
            found.telling += worlds.is_telling
            leak = _compared(rules, worlds, number, terms, found, is_whole=is_whole)
            if leak:
                found.leaks.append(leak)
    return found


def _compared(
    rules: AnyRules, worlds: Worlds, number: int, terms: Terms, found: Found, *, is_whole: bool
) -> str | None:
    """What tells the worlds apart; None where nothing does."""
    with _undone(), clock.simulated(BEGUN):
        match = _table(rules, worlds, number, terms)
        client = _signed_in(match, worlds)
        looks = Looks() if is_whole else _drawn(worlds, number)
        streams = []
        for state in worlds.states:
            with _undone():
                streams.append(_stream(rules, match, state, worlds, client, looks))
    one, two = streams
    found.answers += len(one)
    for told, retold in zip(one, two, strict=False):
        if told != retold:
            return f"match {number}, {_who(worlds)}: {told[0]} {_difference(told[1], retold[1])}"
    return None if len(one) == len(two) else f"match {number}, {_who(worlds)}: more is said in one"


def _who(worlds: Worlds) -> str:
    return "a stranger" if worlds.viewer is None else f"seat {worlds.viewer}"


def _difference(one: Any, two: Any) -> str:
    one, two = repr(one), repr(two)
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    return f"…{one[max(at - 60, 0) : at + 60]}… / …{two[max(at - 60, 0) : at + 60]}…"


@contextmanager
def _undone() -> Iterator[None]:
    """Whatever is written within the block is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _table(rules: AnyRules, worlds: Worlds, number: int, terms: Terms) -> Match:
    """The match with its people, opened in the position from which the worlds part."""
    table = worlds.configuration
    names = [f"Secret {number} {place}" for place in range(table.seats)]
    people = [
        Member.objects.create_user(f"secret-{number}-{place}@example.org", name)
        for place, name in enumerate(names)
    ]
    policy = ("count", "quiet", "names")[number % 3]
    match = create_match(
        member=people[0],
        game=rules.key,
        options=table.options.as_mapping(),
        seats=table.seats,
        phase_time=PHASE_TIME,
        waiting_policy=policy,
        terms=terms,
    )
    for guest in people[1:]:
        join_match(member=guest, match=match)
    match.refresh_from_db()
    # The code and the seed are random: moments are drawn from them, alike in both worlds.
    opened = rules.phase(worlds.states[0])
    assert opened is not None
    match.phases.filter(closed_at=None).delete()
    OutboundMail.objects.all().delete()
    Phase.objects.create(
        match=match,
        number=opened.number,
        name=opened.name,
        round=opened.round,
        awaited=list(opened.awaited),
        opened_at=BEGUN,
        deadline_at=BEGUN + PHASE_TIME,
    )
    match.phase_number, match.phase_name, match.round = opened.number, opened.name, opened.round
    match.deadline_at = BEGUN + PHASE_TIME
    match.save()
    return match


def _viewer(match: Match, worlds: Worlds) -> Player | None:
    return match.players.filter(seat=worlds.viewer).first() if worlds.viewer is not None else None


def _signed_in(match: Match, worlds: Worlds) -> Client:
    """The viewer's browser, with the same session and token of forms in both worlds."""
    client, viewer = Client(), _viewer(match, worlds)
    client.cookies[settings.CSRF_COOKIE_NAME] = "c" * CSRF_SECRET_LENGTH
    if viewer is not None and viewer.member is not None:
        client.force_login(viewer.member)
    return client


def _drawn(worlds: Worlds, number: int) -> Looks:
    """One moment of all that may come, and one of what there is beside the match page."""
    dice = Dice(f"secrets {number}", "moment")
    moment = dice.randrange(1 + sum(len(step.orders) for step in worlds.steps))
    return Looks(moment, (OTHERS[dice.randrange(len(OTHERS))],))


def _stream(
    rules: AnyRules,
    match: Match,
    state: Any,
    worlds: Worlds,
    client: Client,
    looks: Looks,
) -> Stream:
    """Play on with these cards; what the viewer is given meanwhile, in order."""
    match = Match.objects.get(pk=match.pk)
    match.state = rules.encode(state)
    match.save(update_fields=["state"])
    browser = _Browser(match, _viewer(match, worlds), client, looks)
    _sweep(BEGUN)
    stream = browser.look(BEGUN)
    at = BEGUN
    for step in worlds.steps:
        row = Phase.objects.get(match=match, closed_at=None, number__gt=0)
        if row.number > step.number:
            continue
        for moment, seat in _moments(match, row):
            if seat in row.awaited and not row.orders.filter(seat=seat).exists():
                _given(match, row, seat, step.orders[seat], moment)
            at = moment + timedelta(seconds=1)
            stream += browser.look(at)
    return stream if browser.has_seen_all else stream + browser.look_at_all(at)


def _moments(match: Match, row: Phase) -> list[tuple[datetime, int]]:
    """When each awaited seat's order comes: as drawn for those who have no choice."""
    (play,) = load_plays([Match.objects.get(pk=match.pk)])
    moments = {seat: release_moment(play, seat) or row.opened_at for seat in row.awaited}
    return sorted((moment, seat) for seat, moment in moments.items())


def _given(match: Match, row: Phase, seat: int, text: str, moment: datetime) -> None:
    """The order comes by itself or from its player, at the same moment."""
    if str(seat) not in row.held:
        player = Player.objects.select_related("match", "member").get(match=match, seat=seat)
        with clock.simulated(moment):
            submit_order(player=player, text=text, source=Order.Source.WEB)
    _sweep(moment)


def _sweep(moment: datetime) -> None:
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": moment})
    with clock.simulated(moment):
        sweep_due()
        sweep_reminders()


class _Browser:
    """All that one viewer can be given about a match."""

    def __init__(self, match: Match, viewer: Player | None, client: Client, looks: Looks) -> None:
        self.match, self.viewer, self.client, self.looks = match, viewer, client, looks
        self.member_id = viewer.member_id if viewer is not None else None
        self.paths = [self._path(name) for name in (*PAGES, *looks.others) if name != "API"]
        self.looked = 0
        self.has_seen_all = False

    def look(self, at: datetime) -> Stream:
        """The poll and every mail at this moment; every answer at the moments for that."""
        number, self.looked = self.looked, self.looked + 1
        if self.looks.everything_at in (None, number):
            return self.look_at_all(at)
        cache.clear()
        with clock.simulated(at):
            pulse = self._path("match-pulse")
            return [(f"{at} {pulse}", self._answer(pulse)), *self._mails(at)]

    def look_at_all(self, at: datetime) -> Stream:
        """Every answer and mail at this moment."""
        self.has_seen_all = True
        cache.clear()
        with clock.simulated(at):
            pages: Stream = [(f"{at} {path}", self._answer(path)) for path in self.paths]
            api = self._api(at) if "API" in self.looks.others else []
            return [*pages, *api, *self._mails(at)]

    def _path(self, name: str) -> str:
        is_list = name in ("home", "lobby")
        return reverse(name, kwargs=None if is_list else {"code": self.match.code})

    def _api(self, at: datetime) -> Stream:
        """What the API answers to the viewer, without the key that it asks for."""
        match = Match.objects.get(pk=self.match.pk)
        viewer = match.players.filter(pk=self.viewer.pk).first() if self.viewer else None
        table = selectors.table(match, viewer)
        stream: Stream = [(f"{at} API match", match_out(table).model_dump_json())]
        for phase in selectors.journal(match, viewer):
            stream.append((f"{at} API journal", journal_out(phase, table).model_dump_json()))
        if viewer is not None and viewer.member is not None:
            lines = [
                line_out(line).model_dump_json() for line in selectors.my_matches(viewer.member)
            ]
            # PostgreSQL counts rows on over what was undone, so the numbers of rows differ here.
            deadlines = [replace(one, phase_id=0) for one in selectors.own_deadlines(viewer.member)]
            stream.append((f"{at} API matches, calendar", (lines, deadlines)))
        return stream

    def _answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        response = self.client.get(path)
        if response.wsgi_request.user.pk != self.member_id:
            raise NotSignedInError(path)
        return response.status_code, dict(response.headers), _MASKED.sub(b"", response.content)

    def _mails(self, at: datetime) -> Stream:
        if self.viewer is None:
            return []
        stream: Stream = []
        for row in OutboundMail.objects.filter(player=self.viewer).order_by("due_at", "dedupe_key"):
            message = message_for(row)
            said = (message.subject, message.body, message.alternatives) if message else None
            stream.append((f"{at} mail {row.kind}", (row.due_at, row.status, said)))
        return stream
