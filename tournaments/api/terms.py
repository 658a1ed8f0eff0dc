"""Formats with their settings, making a tournament, and changing it before its start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Annotated, cast

from django.http import HttpRequest
from ninja import Query
from ninja.responses import Status

from games.api.access import MemberKey, needs, signed_in_caller, visitor
from games.api.calls import REFUSED
from games.api.operations import NO_KEY_NEEDED
from games.api.schemas import ONE_LINE, Problem
from games.common import clock
from games.models import ApiKey
from games.rules.registry import UnknownGameError, main_game, rules_for
from tournaments.api.access import ruled_tournament_seen, tournament_seen
from tournaments.api.organiser_schemas import FormatOut, SettingOut, TermsIn, TournamentIn
from tournaments.api.routing import ORGANISE, router
from tournaments.api.schemas import TournamentOut
from tournaments.api.shapes import tournament_out
from tournaments.formats.base import USUAL_SIZE, Format
from tournaments.formats.registry import FORMATS, format_of
from tournaments.formats.settings import ChoiceSetting, NumberSetting, Setting, SwitchSetting
from tournaments.forms.layout import FURTHEST_YEARS
from tournaments.forms.options import only_options
from tournaments.presentation import names
from tournaments.services import terms
from tournaments.services.errors import TournamentError
from tournaments.services.terms import Stated
from tournaments.values.setup import TournamentSetupError

DURATIONS = {
    "phase_hours": "phase_time",
    "round_hours": "round_time",
    "check_in_hours": "check_in",
}
OF_THE_SETUP = ("points", "seeding")
ELSEWHERE = {
    *("game", "format", "settings", "tie_breaks", "least_entries", "bot_accounts"),
    *OF_THE_SETUP,
    *DURATIONS,
}


@router.get(
    "/formats",
    response={200: list[FormatOut], **REFUSED},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="Formats of tournaments",
)
def formats(
    request: HttpRequest,
    game: Annotated[str, Query(main_game().key, max_length=32, pattern=ONE_LINE)],
) -> list[FormatOut]:
    """Every format in which this game can be played, with what an organiser may set."""
    sizes = _sizes(game)
    offered = (one for one in FORMATS.values() if 2 in sizes or not one.is_for_two)
    return [_format_out(one, sizes) for one in offered]


@router.post(
    "/tournaments",
    response={201: TournamentOut, **REFUSED, 400: Problem, 409: Problem},
    summary="Make a tournament",
    **needs(ApiKey.Scope.ORGANISE),
)
def create_tournament(request: HttpRequest, payload: TournamentIn) -> Status[TournamentOut]:
    """A draft that only you see; `open_entries` opens registration."""
    member = signed_in_caller(request)
    sizes, made = _sizes(payload.game), _format(payload.format)
    setup = {one.name: _usual(one) for one in made.settings_at(sizes)}
    if "table_size" not in setup:
        setup["table_size"] = 2
    setup |= {"points": payload.points, "seeding": payload.seeding}
    stated = _stated(payload, made, sizes, setup, TermsIn.model_fields)
    stated["match_terms"] = {"bot_accounts": payload.bot_accounts}
    must = only_options(rules_for(payload.game), is_for_two=made.is_for_two or sizes == [2])
    stated |= {
        "game": payload.game,
        "format": payload.format,
        "options": must | payload.options,
    }
    row = terms.create_tournament(organiser=member, **cast("Stated", stated))
    return Status(201, tournament_out(tournament_seen(request, row.code)))


@router.act(
    "PATCH", "/tournaments/{code}", "Change a tournament before its start", ORGANISE, TournamentOut
)
def change_tournament(request: HttpRequest, code: str, payload: TermsIn) -> TournamentOut:
    """Only what is sent is changed. Whoever has entered finds it in the tournament’s log."""
    row = ruled_tournament_seen(request, code).tournament
    stated = _stated(
        payload, _format(row.format), _sizes(row.game), row.terms, payload.model_fields_set
    )
    if "bot_accounts" in payload.model_fields_set:
        stated["match_terms"] = {**row.match_terms, "bot_accounts": payload.bot_accounts}
    terms.change_tournament(tournament=row, by=signed_in_caller(request), **cast("Stated", stated))
    return tournament_out(tournament_seen(request, code))


def _sizes(game: str) -> list[int]:
    """At how many seats people meet. Raises TournamentError `unknown-game`."""
    try:
        return [size for size in rules_for(game).table_sizes if size >= 2]
    except UnknownGameError as error:
        raise TournamentError("unknown-game", game=game) from error


def _format(key: str) -> Format:
    try:
        return format_of(key)
    except TournamentSetupError as error:
        raise TournamentError("bad-setup", reason=error.code, **error.figures) from error


def _stated(
    payload: TermsIn,
    made: Format,
    sizes: list[int],
    setup: Mapping[str, object],
    given: Iterable[str],
) -> dict[str, object]:
    """The fields that are given as `tournaments.services.terms` takes them."""
    given = set(given)
    stated: dict[str, object] = {name: getattr(payload, name) for name in given - ELSEWHERE}
    for name in ("opens_at", "starts_at"):
        _check_time(name, cast("datetime | None", stated.get(name)))
    stated |= {
        DURATIONS[name]: timedelta(hours=getattr(payload, name)) for name in given & {*DURATIONS}
    }
    if "least_entries" in given:
        stated["least_entries"] = payload.least_entries or _least(made, sizes)
    chosen = {name: getattr(payload, name) for name in OF_THE_SETUP if name in given}
    if "settings" in given:
        chosen |= _checked(payload.settings, made.settings_at(sizes))
    if "tie_breaks" in given and (payload.tie_breaks or "tie_breaks" in setup):
        chosen["tie_breaks"] = payload.tie_breaks
    return stated | {"terms": {**setup, **chosen}}


def _least(made: Format, sizes: list[int]) -> int:
    """How few players are asked for where nothing is said, as in the form."""
    size = min(sizes, key=lambda size: abs(size - USUAL_SIZE))
    return max(2 if made.is_for_two else size, made.usual_entries)


def _check_time(name: str, given: datetime | None) -> None:
    """Raises TournamentError `bad-moment` for a time that has passed or nobody can plan for."""
    now = clock.now()
    if given is not None and not now < given <= now + timedelta(days=366 * FURTHEST_YEARS):
        raise TournamentError("bad-moment", name=name, years=FURTHEST_YEARS)


def _checked(
    given: Mapping[str, bool | int | str], settings: Iterable[Setting]
) -> dict[str, object]:
    """The settings as they are kept. Raises TournamentError `unknown-field` (name), `bad-limits`
    (name, least, most) or `bad-setup` for what the format has no use for."""
    known = {one.name: one for one in settings}
    for name, value in given.items():
        if name not in known:
            raise TournamentError("unknown-field", name=name[:40])
        match known[name]:
            case NumberSetting(least=least, most=most):
                if type(value) is not int or not least <= value <= most:
                    raise TournamentError("bad-limits", name=name, least=least, most=most)
            case SwitchSetting():
                _check_among(name, value, {True, False} if type(value) is bool else set())
            case ChoiceSetting(usual=usual):
                _check_among(name, value, {one.value for one in type(usual)})
    return dict(given)


def _check_among(name: str, value: object, values: set[bool] | set[str]) -> None:
    if value not in values:
        raise TournamentError("bad-setup", reason="bad_term", name=name, given=str(value)[:40])


def _usual(one: Setting) -> object:
    return one.usual.value if isinstance(one, ChoiceSetting) else one.usual


def _format_out(made: Format, sizes: list[int]) -> FormatOut:
    return FormatOut(
        key=made.key,
        name=names.format_name(made.key),
        meaning=names.format_meaning(made.key),
        is_for_two=made.is_for_two,
        accepts_late=made.accepts_late,
        least_entries=_least(made, sizes),
        settings=[_setting_out(one) for one in made.settings_at(sizes)],
    )


def _setting_out(one: Setting) -> SettingOut:
    label, meaning = names.setting_words(one.name)
    values: dict[str, object] = {
        "name": one.name,
        "label": label,
        "meaning": meaning,
        "usual": _usual(one),
    }
    match one:
        case NumberSetting(least=least, most=most):
            values |= {"kind": "number", "least": least, "most": most}
        case SwitchSetting():
            values |= {"kind": "switch"}
        case ChoiceSetting(usual=usual):
            values |= {"kind": "choice", "values": [each.value for each in type(usual)]}
    return SettingOut.model_validate(values)
