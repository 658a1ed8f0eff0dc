"""Non-interference: whoever must not know a hand is given the same bytes at the same times.

A match is played on in two deals that its viewer cannot tell apart (`secret_worlds`), with the
same orders at the same moments, on the service itself and a simulated clock. Everything that
leaves the server for that viewer is compared: pages, poll, API, calendar, log, ledger and mails,
and when each changes. People who have a choice in one of the deals alone are taken to answer at
the moment that is drawn for those who have none; that people do is an assumption, see
docs/secrets.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from games import selectors
from games.api.shapes import journal_out, line_out, match_out
from games.common import clock
from games.composing.compose import message_for
from games.models import Match, Member, Order, OutboundMail, Phase, Player, ServicePulse
from games.rules.game import AnyRules
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
BEGUN = datetime(2031, 3, 4, 9, 30, tzinfo=UTC)
PHASE_TIME = timedelta(days=2)
PAGES = ("match", "match-pulse", "match-log", "match-chance")
LISTS = ("home", "lobby")
QUIET = {
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    "ALLOWED_HOSTS": ["*"],
    "SECURE_SSL_REDIRECT": False,
}
_MASKED = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')

Stream = list[tuple[str, Any]]


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
    game: str, count: int, *, terms: Terms = USUAL_TERMS, first: int = 0, most_leaks: int = 5
) -> Found:
    """Compare so many matches of the game, from seed `first` on; ends early at `most_leaks`.

    Raises ViewTellsError where the rules' own views differ.
    """
    rules, found, number = rules_for(game), Found(), first
    with override_settings(**QUIET):
        while found.matches < count and len(found.leaks) < most_leaks:
            worlds = worlds_of(rules, f"secrets {game} {number}", MOST_STEPS)
            number += 1
            if worlds is None:
                continue
            found.matches += 1
            found.telling += worlds.is_telling
            leak = _compared(rules, worlds, number, terms, found)
            if leak:
                found.leaks.append(leak)
    return found


def _compared(
    rules: AnyRules, worlds: Worlds, number: int, terms: Terms, found: Found
) -> str | None:
    """What tells the worlds apart; None where nothing does."""
    with _undone(), clock.simulated(BEGUN):
        match = _table(rules, worlds, number, terms)
        streams = []
        for state in worlds.states:
            with _undone():
                streams.append(_stream(rules, match, state, worlds))
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
    match.wake_at, match.remind_at = BEGUN, None
    match.save()
    return match


def _stream(rules: AnyRules, match: Match, state: Any, worlds: Worlds) -> Stream:
    """Play on with these cards; what the viewer is given meanwhile, in order."""
    match = Match.objects.get(pk=match.pk)
    match.state = rules.encode(state)
    match.save(update_fields=["state"])
    viewer = match.players.filter(seat=worlds.viewer).first() if worlds.viewer is not None else None
    browser = _Browser(match, viewer)
    _sweep(BEGUN)
    stream = browser.look(BEGUN)
    for step in worlds.steps:
        row = Phase.objects.get(match=match, closed_at=None, number__gt=0)
        if row.number > step.number:
            continue
        for moment, seat in _moments(match, row):
            if seat in row.awaited and not row.orders.filter(seat=seat).exists():
                _given(match, row, seat, step.orders[seat], moment)
            stream += browser.look(moment + timedelta(seconds=1))
    return stream


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

    def __init__(self, match: Match, viewer: Player | None) -> None:
        self.match, self.viewer = match, viewer
        self.client = Client()
        if viewer is not None and viewer.member is not None:
            self.client.force_login(viewer.member)
            if self.client.get(reverse("profile")).status_code != HTTPStatus.OK:
                raise NotSignedInError(viewer.member)
        self.paths = [reverse(name, kwargs={"code": match.code}) for name in PAGES]
        self.paths += [reverse(name) for name in LISTS]

    def look(self, at: datetime) -> Stream:
        """Every answer and mail at this moment."""
        cache.clear()
        with clock.simulated(at):
            pages: Stream = [(f"{at} {path}", self._answer(path)) for path in self.paths]
            return [*pages, *self._api(at), *self._mails(at)]

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
