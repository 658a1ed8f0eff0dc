"""Making a tournament and stating its terms: everything is checked before anybody can enter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any, TypedDict, Unpack

from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.common.links import has_link
from games.models import Match, Member, new_match_code
from games.rules.commitment import commitment
from games.rules.protocol import SetupError as GameSetupError
from games.rules.registry import UnknownGameError, rules_for
from games.services.new_matches import drawn_server_seed
from games.services.quotas import Deed, spend_quota
from games.services.time_controls import USUAL_TERMS, Terms, check_terms
from tournaments.formats.registry import format_of
from tournaments.models import LogEntry, Series, Tournament
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.selectors.tournament_state import setup_from
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.errors import TournamentError
from tournaments.values.setup import TournamentSetupError

LONGEST_NAME = 60
SHORTEST_ROUND = timedelta(hours=1)
LONGEST_ROUND = timedelta(days=366)
YEAR_IN_SECONDS = 366 * 86_400
MOST_ENTRIES = 2000
MOST_UNSTARTED = 10
"""Tournaments of one organiser that have not started, at one time."""

COMMITTED_AS = "tournament"
"""Stands where a match's commitment names its game, so that neither can be taken for the other."""


class Stated(TypedDict, total=False):
    """What an organiser states: fields of `Tournament`; what is left out is as usual."""

    name: str
    description: str
    game: str
    options: Mapping[str, object]
    format: str
    terms: Mapping[str, object]
    phase_time: timedelta
    match_terms: Mapping[str, object]
    round_time: timedelta
    is_rated: bool
    is_public: bool
    by_invitation: bool
    least_entries: int
    most_entries: int | None
    least_rating: int | None
    most_rating: int | None
    least_reliability: int | None
    opens_at: datetime | None
    starts_at: datetime | None
    check_in: timedelta


STATED = tuple(Stated.__annotations__)

MATCH_TERMS: dict[str, type] = {
    "waiting_policy": str,
    "has_talk": bool,
    "bot_accounts": str,
    **{one.name: type(getattr(USUAL_TERMS, one.name)) for one in fields(Terms)},
}
"""What `match_terms` may hold, each a field of Match; durations are kept as seconds."""


def create_tournament(
    *,
    organiser: Member,
    series: Series | None = None,
    season: int = 1,
    **values: Unpack[Stated],
) -> Tournament:
    """A tournament in preparation with these terms.

    The commitment to the seed of every lot is published with it, before anybody can enter.
    Raises TournamentError: see `_state`, and `too-many-unstarted` (most), `quota-tournament`.
    """
    code = new_match_code()
    server_seed = drawn_server_seed()
    tournament = Tournament(
        code=code,
        organiser=organiser,
        series=series,
        season=season,
        server_seed=server_seed,
        commitment=commitment(
            server_seed, match_code=code, game=COMMITTED_AS, rules_version=1, attempt=1
        ),
        created_at=clock.now(),
    )
    _state(tournament, values)
    with transaction.atomic():
        unstarted = [Tournament.Status.DRAFT, Tournament.Status.ENTRIES]
        mine = Tournament.objects.filter(organiser=organiser, status__in=unstarted)
        if mine.count() >= MOST_UNSTARTED:
            raise TournamentError("too-many-unstarted", most=MOST_UNSTARTED)
        if series is None:
            # A season that follows another is nobody's deed.
            spend_quota(organiser, Deed.TOURNAMENT, refused_with=TournamentError)
        tournament.wake_at = tournament.opens_at
        tournament.save()
    return tournament


def change_tournament(
    *, tournament: Tournament, by: Member, **values: Unpack[Stated]
) -> Tournament:
    """State other terms before the start; what changed is logged with its old and new value.

    Raises TournamentError: `not-organiser`, `started`, `over`, and see `_checked`. While entries
    are open the game and its options stay as they are (`game-is-fixed`).
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        check_unstarted(locked)
        before = {name: getattr(locked, name) for name in STATED}
        is_open = locked.status == Tournament.Status.ENTRIES
        if is_open and values.get("game", locked.game) != locked.game:
            raise TournamentError("game-is-fixed")
        _state(locked, values)
        changed = [name for name in STATED if getattr(locked, name) != before[name]]
        if is_open and "options" in changed:
            raise TournamentError("game-is-fixed")
        if changed:
            locked.wake_at = clock.now()
            locked.save(update_fields=[*changed, "wake_at"])
            changes = {
                name: {"from": _shown(before[name]), "to": _shown(getattr(locked, name))}
                for name in changed
                if name != "description"
            }
            log(locked, LogEntry.Action.CHANGED, by=by, params=changes)
    return locked


def start_entries(*, tournament: Tournament, by: Member | None = None) -> Tournament:
    """Open the entries of a tournament in preparation; `by` None: its time has come.

    Raises TournamentError: `not-organiser`, `not-draft`.
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        if by is not None:
            check_organiser(locked, by)
        if locked.status != Tournament.Status.DRAFT:
            raise TournamentError("not-draft", status=locked.status)
        now = clock.now()
        locked.status = Tournament.Status.ENTRIES
        locked.opens_at = now
        locked.wake_at = now
        locked.save(update_fields=["status", "opens_at", "wake_at"])
        log(locked, LogEntry.Action.OPENED, by=by)
    return locked


def check_unstarted(tournament: Tournament) -> None:
    """Raises TournamentError `over` or `started`."""
    if tournament.is_over:
        raise TournamentError("over", status=tournament.status)
    if tournament.status == Tournament.Status.RUNNING:
        raise TournamentError("started")


def match_terms_of(tournament: Tournament) -> dict[str, object]:
    """The further terms of every match, as the fields of Match hold them."""
    return {
        name: timedelta(seconds=value) if MATCH_TERMS[name] is timedelta else value
        for name, value in tournament.match_terms.items()
    }


def _state(tournament: Tournament, values: Stated) -> None:
    """Set these fields, and check the whole.

    Raises TournamentError: `unknown-field` (name), `no-name`, `link-in-title`, `unknown-game`,
    `bad-options` (reason and the game's own params), `bad-setup` (reason and the format's
    figures), `bad-round-time` (shortest, longest), `bad-match-term` (name), what
    `games.services.time_controls.check_terms` refuses, `bad-limits` (name), `bad-times`,
    `check-in-without-start`.
    """
    for name, value in values.items():
        if name not in STATED:
            raise TournamentError("unknown-field", name=name)
        setattr(tournament, name, value)
    tournament.name = " ".join(tournament.name.split())[:LONGEST_NAME]
    if not tournament.name:
        raise TournamentError("no-name")
    if has_link(tournament.name):
        raise TournamentError("link-in-title")
    _check_game(tournament)
    _check_format(tournament)
    _check_clock(tournament)
    _check_match_terms(tournament)
    _check_limits(tournament)
    _check_times(tournament)


def _check_game(tournament: Tournament) -> None:
    try:
        rules = rules_for(tournament.game)
        tournament.options = rules.options.from_mapping(tournament.options).as_mapping()
    except UnknownGameError as error:
        raise TournamentError("unknown-game", game=tournament.game) from error
    except GameSetupError as error:
        raise TournamentError("bad-options", reason=error.code, **error.params) from error


def _check_format(tournament: Tournament) -> None:
    try:
        setup = setup_from(
            format_key=tournament.format,
            game=tournament.game,
            options=tournament.options,
            terms=tournament.terms,
        )
        tie_breaks_of(setup)
        format_of(tournament.format).check(setup, max(tournament.least_entries, setup.smallest))
    except TournamentSetupError as error:
        raise TournamentError("bad-setup", reason=error.code, **error.figures) from error


def _check_clock(tournament: Tournament) -> None:
    if not SHORTEST_ROUND <= tournament.round_time <= LONGEST_ROUND:
        raise TournamentError("bad-round-time", shortest=SHORTEST_ROUND, longest=LONGEST_ROUND)


def _check_match_terms(tournament: Tournament) -> None:
    values: dict[str, Any] = {}
    kept: dict[str, object] = {}
    for name, given in tournament.match_terms.items():
        kind = MATCH_TERMS.get(name)
        value = timedelta(seconds=given) if _is_seconds(kind, given) else given
        if kind is None or not isinstance(value, kind):
            raise TournamentError("bad-match-term", name=str(name)[:40])
        kept[name] = value.total_seconds() if isinstance(value, timedelta) else value
        values[name] = value
    if values.pop("waiting_policy", Match.Waiting.COUNT) not in Match.Waiting.values:
        raise TournamentError("bad-match-term", name="waiting_policy")
    if values.pop("bot_accounts", Match.BotAccounts.RATED) not in Match.BotAccounts.values:
        raise TournamentError("bad-match-term", name="bot_accounts")
    values.pop("has_talk", True)
    try:
        check_terms(tournament.phase_time, Terms(**values))
    except MatchError as error:
        raise TournamentError(error.code, **error.params) from error
    tournament.match_terms = kept


def _is_seconds(kind: type | None, given: object) -> bool:
    return kind is timedelta and isinstance(given, (int, float)) and 0 <= given <= YEAR_IN_SECONDS


def _check_limits(tournament: Tournament) -> None:
    least, most = tournament.least_entries, tournament.most_entries
    if not 2 <= least <= MOST_ENTRIES:
        raise TournamentError("bad-limits", name="least_entries", least=2, most=MOST_ENTRIES)
    if most is not None and not least <= most <= MOST_ENTRIES:
        raise TournamentError("bad-limits", name="most_entries", least=least, most=MOST_ENTRIES)
    low, high = tournament.least_rating, tournament.most_rating
    if low is not None and high is not None and low > high:
        raise TournamentError("bad-limits", name="least_rating", least=0, most=high)


def _check_times(tournament: Tournament) -> None:
    opens, starts = tournament.opens_at, tournament.starts_at
    if opens is not None and starts is not None and opens >= starts:
        raise TournamentError("bad-times")
    if tournament.check_in and starts is None:
        raise TournamentError("check-in-without-start")
    if not timedelta(0) <= tournament.check_in <= timedelta(days=14):
        raise TournamentError("bad-limits", name="check_in", least=0, most=14)


def _shown(value: object) -> object:
    """A field's value as the log keeps it."""
    if isinstance(value, (bool, int, str, dict, list)) or value is None:
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    return value.total_seconds() if isinstance(value, timedelta) else str(value)
