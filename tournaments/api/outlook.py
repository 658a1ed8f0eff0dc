"""What an entrant needs, over the wire: place, gap, chances, and whom they wait for."""

from __future__ import annotations

from django.http import HttpRequest

from games.api.access import needs
from games.api.calls import REFUSED_FOR_ONE
from games.models import ApiKey
from tournaments.api.access import tournament_seen
from tournaments.api.routing import router
from tournaments.api.schemas import ChanceAfterOut, GapOut, OutlookChancesOut, OutlookOut
from tournaments.outlook.forecast import Forecast
from tournaments.outlook.needs import Gap, Need
from tournaments.presentation.needs import need_told
from tournaments.selectors.needs import need_of


@router.get(
    "/tournaments/{code}/outlook/mine",
    response={200: OutlookOut | None, **REFUSED_FOR_ONE},
    summary="What I need",
    auth=needs(ApiKey.Scope.READ)["auth"],
)
def my_outlook(request: HttpRequest, code: str) -> OutlookOut | None:
    """Your place, the gap, your chances, what a place in the next match would do to them, and the
    tables you are waiting for. Null unless the tournament runs and you are still in it."""
    seen = tournament_seen(request, code)
    need = need_of(seen.tournament, seen.entry) if seen.entry is not None else None
    return outlook_out(need) if need is not None else None


def outlook_out(need: Need) -> OutlookOut:
    """An entrant's situation, with the chances as far as they are told."""
    stands, forecast = need.standing, need.forecast
    return OutlookOut(
        place=stands.place,
        is_shared=stands.is_shared,
        of=stands.of,
        part=stands.part,
        points=None if stands.points is None else float(stands.points),
        gap=_gap_out(stands.gap) if stands.gap is not None else None,
        chances=_chances_out(need, forecast) if forecast is not None else None,
        is_playing=need.is_playing,
        waits_for=need.waiting.count,
        waits_for_names=[list(names) for names in need.waiting.names],
        waits_until=need.waiting.until,
        told=need_told(need).sentences,
    )


def _gap_out(gap: Gap) -> GapOut:
    return GapOut(place=gap.place, points=float(gap.points), is_ahead=gap.is_ahead)


def _chances_out(need: Need, forecast: Forecast) -> OutlookChancesOut:
    found, share = need.chances, forecast.share
    return OutlookChancesOut(
        goal=forecast.goal.value,
        needed=forecast.needed,
        reaching=share(found.through),
        winning=share(found.first),
        moving_down=share(found.down) if found.down else None,
        enough=found.sure or None,
        after=[
            ChanceAfterOut(
                place=place,
                reaching=(one.through + 0.5) / (one.worlds + 1),
                winning=(one.first + 0.5) / (one.worlds + 1),
            )
            for place, one in enumerate(found.next, 1)
            if one.worlds
        ],
    )
