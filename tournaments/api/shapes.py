"""From what the selectors show to what goes over the wire."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.conf import settings
from django.urls import reverse

from tournaments.api.schemas import (
    EntryOut,
    FigureOut,
    PairingOut,
    PairingSeatOut,
    PlacedOut,
    RoundLineOut,
    RoundOut,
    StandingsOut,
    StandingsRowOut,
    StandingsTableOut,
    TournamentLineOut,
    TournamentLogOut,
    TournamentOut,
    TournamentSettingsOut,
)
from tournaments.formats.base import StandingsPart
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.presentation import reasons
from tournaments.presentation.format_words import words_of
from tournaments.presentation.standings_tables import placing_lines
from tournaments.ranking.standings import standings
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.selectors.rounds import RoundLine, TableLine, tables_of
from tournaments.selectors.tournament_lists import TournamentLine
from tournaments.selectors.tournament_state import TournamentState, reasons_of
from tournaments.services.substitutes import is_vacant
from tournaments.values.setup import TournamentSetup
from tournaments.views.log_lines import log_lines
from tournaments.views.tournament_access import SeenTournament
from tournaments.views.tournament_pages import can_enter

HOUR = timedelta(hours=1)
AS_STORED = (
    *("code", "name", "description", "game", "options", "format", "status"),
    *("is_public", "is_rated", "by_invitation", "least_entries", "most_entries"),
    *("least_rating", "most_rating", "least_reliability", "opens_at", "starts_at"),
    *("started_at", "finished_at", "commitment", "seed"),
)
"""What goes out as the tournament holds it."""


def tournament_url(tournament: Tournament) -> str:
    """The page of the tournament."""
    return settings.SITE_URL + reverse("tournament", kwargs={"code": tournament.code})


def line_out(line: TournamentLine) -> TournamentLineOut:
    """A tournament in a list."""
    row = line.tournament
    values: dict[str, object] = {
        "code": row.code,
        "name": row.name,
        "game": row.game,
        "format": row.format,
        "status": row.status,
        "is_paused": row.paused_at is not None,
        "entered": line.entries,
        "most_entries": row.most_entries,
        "by_invitation": row.by_invitation,
        "round": line.round,
        "starts_at": row.starts_at,
        "mine": line.entry.status if line.entry else None,
        "url": tournament_url(row),
    }
    return TournamentLineOut.model_validate(values)


def tournament_out(seen: SeenTournament) -> TournamentOut:
    """A tournament as its viewer may see it."""
    row, state = seen.tournament, seen.state
    counts = Counter(entry.status for entry in state.rows.values())
    url = tournament_url(row)
    values: dict[str, object] = {name: getattr(row, name) for name in AS_STORED} | {
        "organiser": row.organiser.name,
        "series": row.series.name if row.series else None,
        "season": row.season,
        "has_talk": row.allows_talk,
        "bot_accounts": row.stated_bot_accounts,
        "settings": _settings(state),
        "is_paused": row.paused_at is not None,
        "entered": counts[Entry.Status.ENTERED],
        "waiting": counts[Entry.Status.WAITING],
        "phase_hours": row.phase_time / HOUR,
        "round_hours": row.round_time / HOUR,
        "check_in_hours": row.check_in / HOUR,
        "rounds": [round_line_out(one) for one in seen.rounds],
        "can_enter": seen.member is not None and can_enter(seen),
        "my_entry": entry_out(seen.state.rows[seen.entry.pk]) if seen.entry else None,
        "my_pairings": my_pairings_out(seen),
        "is_organiser": seen.is_organiser,
        "invitation_url": f"{url}?token={row.invitation_token}" if seen.is_organiser else None,
        "url": url,
    }
    return TournamentOut.model_validate(values)


def _settings(state: TournamentState) -> TournamentSettingsOut:
    setup: TournamentSetup = state.setup
    values: dict[str, object] = {
        "points": setup.points,
        "seeding": setup.seeding,
        "tie_breaks": list(tie_breaks_of(setup)),
        "table_size": setup.table_size,
        "chosen": {one.name: getattr(setup, one.name) for one in state.format.settings},
    }
    return TournamentSettingsOut.model_validate(values)


def entry_out(entry: Entry) -> EntryOut:
    """A place and who has it."""
    values: dict[str, object] = {
        "id": entry.pk,
        "name": entry.member.name,
        "status": entry.status,
        "seeding": entry.seeding,
        "rating": entry.rating,
        "checked_in": entry.checked_in_at is not None,
        "from_round": entry.from_round,
        "until_round": entry.until_round,
        "byes": entry.byes,
        "vacant": is_vacant(entry),
        "out_after": entry.out_after,
        "place": entry.place,
    }
    return EntryOut.model_validate(values)


def round_line_out(one: RoundLine) -> RoundLineOut:
    """A round without its tables."""
    return RoundLineOut(
        number=one.row.number,
        stage=one.row.stage,
        dealt_at=one.row.dealt_at,
        deadline_at=one.row.deadline_at,
        closed_at=one.row.closed_at,
        tables=len(one.tables),
        open=one.open_count,
    )


def round_out(one: RoundLine, state: TournamentState) -> RoundOut:
    """A round with its tables and what was weighed."""
    # A bracket's round may have been dealt in parts, each with the same to say.
    why = dict.fromkeys(reasons.sentences(reasons_of(one.row), state.names))
    return RoundOut(
        **round_line_out(one).model_dump(),
        reasons=list(why),
        pairings=[pairing_out(one, table) for table in one.tables],
    )


def pairing_out(one: RoundLine, table: TableLine) -> PairingOut:
    """A table of a round."""
    row = table.pairing
    values: dict[str, object] = {
        "round": one.row.number,
        "table": row.number,
        "stage": row.stage,
        "match": table.match.code if table.match else None,
        "is_bye": table.is_bye,
        "is_open": table.is_open,
        "deadline_at": row.deadline_at,
        "decided": row.decided,
        "seats": [
            PairingSeatOut(
                seat=seat.seat,
                entry=seat.entry,
                name=seat.name,
                place=seat.place,
                points=seat.points,
                forfeit=seat.is_forfeit,
                annulled=seat.is_annulled,
            )
            for seat in table.seats
        ],
    }
    return PairingOut.model_validate(values)


def my_pairings_out(seen: SeenTournament, *, is_over_too: bool = False) -> list[PairingOut]:
    """The viewer's own tables: those that are played now, or all."""
    if seen.entry is None:
        return []
    own = tables_of(seen.rounds, seen.entry)
    return [pairing_out(one, table) for one, table in own if table.is_open or is_over_too]


def standings_out(state: TournamentState) -> StandingsOut:
    """Every table of standings, and everybody by how far they have come."""
    if not state.rounds:
        return StandingsOut(placing=[], tables=[])
    values = (state.setup, state.entries, state.results)
    placing = placing_lines(*values, state.names)
    return StandingsOut(
        placing=[PlacedOut(**line._asdict()) for line in placing],
        tables=[
            StandingsTableOut(
                kind=part.kind,
                number=part.number,
                title=words_of(state.setup.format).part_title(part.number),
                is_open=any(one.is_open for one in part.results),
                rows=_rows(part, state),
            )
            for part in state.format.parts(*values)
        ],
    )


def _rows(part: StandingsPart, state: TournamentState) -> list[StandingsRowOut]:
    rows = standings(state.setup, part.entries, part.results)
    sharing = Counter(row.place for row in rows)
    return [
        StandingsRowOut(
            place=row.place,
            is_shared=sharing[row.place] > 1,
            entry=row.entry,
            name=state.names[row.entry],
            figures=[
                FigureOut(key=one.key, value=float(one.value), exact=str(one.value))
                for one in row.figures
            ],
        )
        for row in rows
    ]


def log_out(row: LogEntry, seen: SeenTournament) -> TournamentLogOut:
    """A deed of the tournament's log."""
    match = row.match
    return TournamentLogOut(
        at=row.at,
        by=row.by.name if row.by else None,
        action=row.action,
        round=row.round,
        match=match.code if match is not None and seen.may_watch(match) else None,
        details=[str(line) for line in log_lines(row, seen.state.names)],
        reason=row.reason,
    )
