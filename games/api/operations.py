"""What a program can do: the same as its member on the site, through the same services."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest
from ninja.responses import Status

from games import selectors
from games.api.access import (
    CALLS_OF_A_MEMBER,
    PREVIEWS_OF_A_MEMBER,
    MemberKey,
    MemberRate,
    PreviewRate,
    caller,
    clean_code,
    match_seen,
    needs,
    player_of,
    signed_in_caller,
    visitor,
)
from games.api.calls import REFUSED, REFUSED_FOR_ONE, CallRouter
from games.api.schemas import (
    JoinIn,
    JournalOut,
    MatchIn,
    MatchLineOut,
    MatchOut,
    MemberOut,
    OrderIn,
    PreviewOut,
    Problem,
    ReadyIn,
    ReadyOut,
    ReceiptOut,
    TakenBackOut,
)
from games.api.shapes import journal_out, line_out, match_out
from games.common.errors import MatchError, OrderRefused
from games.models import ApiKey, Order
from games.presentation.branches import branch_in_words
from games.presentation.order_previews import order_preview
from games.rules.protocol import OrderError
from games.rules.record_form import load_object
from games.services import matches, orders, withdrawals
from games.services.access import find_match
from games.services.orders import Receipt
from games.services.time_controls import Terms

Scope = ApiKey.Scope
router = CallRouter()


class OrderNotTakenError(Exception):
    """An order that the rules refused, with the game that has the words for it."""

    def __init__(self, game: str, error: OrderError) -> None:
        self.game = game
        self.error = error
        super().__init__(error.code)


LONGEST_JOURNAL = 100
NO_KEY_NEEDED: dict[str, object] = {"security": [{}]}
"""Says in the description that a call may also come without a key."""


@router.get("/me", response={200: MemberOut, **REFUSED}, summary="Whose key this is")
def me(request: HttpRequest) -> MemberOut:
    """The owner of the key."""
    member = signed_in_caller(request)
    return MemberOut(
        name=member.name,
        language=member.language,
        time_zone=member.time_zone,
        is_bot_account=member.is_bot_account,
    )


@router.get("/matches", response={200: list[MatchLineOut], **REFUSED}, summary="My matches")
def matches_mine(request: HttpRequest, finished: bool = False) -> list[MatchLineOut]:
    """Those that wait for an order first, the nearest deadline on top."""
    lines = selectors.my_matches(signed_in_caller(request), finished=finished)
    return [line_out(line) for line in lines]


@router.get(
    "/lobby",
    response={200: list[MatchLineOut], **REFUSED},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="Matches that look for players",
)
def lobby(request: HttpRequest) -> list[MatchLineOut]:
    """Public matches with a free seat, the newest first. No key needed."""
    return [line_out(line) for line in selectors.lobby(caller(request))]


@router.post(
    "/matches",
    response={201: MatchOut, **REFUSED, 400: Problem, 409: Problem},
    summary="Open a match",
    **needs(Scope.ORGANISE),
)
def create_match(request: HttpRequest, payload: MatchIn) -> Status[MatchOut]:
    """The creator takes the first seat, bots the next; a full table starts at once."""
    member = signed_in_caller(request)
    if payload.bots >= payload.seats:
        raise MatchError("too-many-bots", seats=payload.seats)
    match = matches.create_match(
        member=member,
        game=payload.game,
        options=payload.options,
        seats=payload.seats,
        phase_time=timedelta(hours=payload.phase_hours),
        waiting_policy=payload.waiting_policy,
        terms=Terms(
            time_bank=timedelta(hours=payload.bank_hours),
            respects_quiet_hours=payload.respects_quiet_hours,
            rests_on_weekends=payload.rests_on_weekends,
            respects_absences=payload.respects_absences,
            misses_allowed=payload.misses_allowed,
            reveal_policy=payload.reveal_policy,
            revise_time=timedelta(minutes=payload.revise_minutes),
            forced_plays=payload.forced_plays,
        ),
        is_public=payload.is_public,
        delays_spectators=payload.delays_spectators,
        shows_talk=payload.shows_talk,
        title=payload.title,
        contribution=payload.contribution,
        bot_accounts=payload.bot_accounts,
    )
    for _bot in range(payload.bots):
        matches.add_bot(member=member, match=match)
    seen, player = match_seen(member, match.code)
    return Status(201, match_out(selectors.table(seen, player)))


@router.get(
    "/matches/{code}",
    response={200: MatchOut, **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="One match",
)
def match_get(request: HttpRequest, code: str) -> MatchOut:
    """As the owner of the key may see it; without a seat, or without a key, as a spectator."""
    match, player = match_seen(caller(request), code)
    return match_out(selectors.table(match, player))


@router.get(
    "/matches/{code}/journal",
    response={200: list[JournalOut], **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="What happened",
)
def match_journal(
    request: HttpRequest, code: str, before: int | None = None, last: int = 20
) -> list[JournalOut]:
    """The newest `last` closed phases (100 at most), oldest first; `before` a phase's number."""
    match, player = match_seen(caller(request), code)
    table = selectors.table(match, player)
    journal = selectors.journal(
        match,
        player,
        last=max(1, min(last, LONGEST_JOURNAL)),
        before_phase=None if before is None else max(0, min(before, 10**6)),
    )
    return [journal_out(phase, table) for phase in journal]


@router.get(
    "/matches/{code}/record",
    response={200: dict[str, object], **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="The record of a match that is over",
)
def match_record(request: HttpRequest, code: str) -> dict[str, object]:
    """Every shuffle and order, and in `deciders` which orders were not the player’s own.

    The form is on the notation page. 404 while the match runs.
    """
    match, _player = match_seen(caller(request), code)
    return load_object(selectors.record_line(match))


@router.act("POST", "/matches/{code}/join", "Take a seat", Scope.ORGANISE)
def join_match(request: HttpRequest, code: str, payload: JoinIn) -> MatchOut:
    """The match starts with the last seat."""
    member = signed_in_caller(request)
    match = find_match(code=clean_code(code), member=member, token=payload.token)
    matches.join_match(
        member=member, match=match, contribution=payload.contribution, token=payload.token
    )
    seen, player = match_seen(member, match.code)
    return match_out(selectors.table(seen, player))


@router.act("POST", "/matches/{code}/orders", "Give an order", Scope.PLAY, ReceiptOut)
def give_order(request: HttpRequest, code: str, payload: OrderIn) -> ReceiptOut:
    """Seals it for the open phase; a newer one replaces it until the phase closes.

    422: not a legal order here, with an example that is. 409: nothing can be ordered as it stands
    (the phase has closed, the match is over, this seat is not asked).
    """
    player = player_of(request, code)
    try:
        receipt = orders.submit_order(
            player=player, text=payload.text, source=Order.Source.API, phase_number=payload.phase
        )
    except OrderError as error:
        raise OrderNotTakenError(player.match.game, error) from error
    return _receipt_out(player.match.game, receipt)


@router.act(
    "POST",
    "/matches/{code}/orders/preview",
    "See what an order would do",
    Scope.PLAY,
    PreviewOut,
    throttle=[MemberRate(CALLS_OF_A_MEMBER), PreviewRate(PREVIEWS_OF_A_MEMBER)],
)
def preview_order(request: HttpRequest, code: str, payload: OrderIn) -> PreviewOut:
    """One step in words, and its effect as far as the player can know it. Nothing is stored.

    422 and 409 as for an order.
    """
    player = player_of(request, code)
    match = player.match
    if payload.phase not in {None, match.phase_number}:
        raise OrderRefused("phase-closed")
    table = selectors.table(match, player)
    if table.decision is None or table.view is None:
        raise OrderRefused("not-awaited")
    try:
        preview = order_preview(table.rules, match.state, table.decision, table.view, payload.text)
    except OrderError as error:
        raise OrderNotTakenError(match.game, error) from error
    return PreviewOut(text=preview.text, words=preview.order, effect=preview.effect)


@router.act("DELETE", "/matches/{code}/orders", "Take the order back", Scope.PLAY, TakenBackOut)
def take_back_order(request: HttpRequest, code: str, phase: int | None = None) -> TakenBackOut:
    """The sealed order of the open phase, and its later steps along with it, are forgotten.

    409: the player has no order of their own, or the phase (that of `phase`, if given) has closed.
    """
    player = player_of(request, code)
    taken = withdrawals.withdraw_order(player=player, phase_number=phase)
    return TakenBackOut(
        phase=taken.phase_number,
        text=taken.text,
        steps=list(taken.steps),
        deadline_at=taken.deadline_at,
    )


@router.act("POST", "/matches/{code}/readiness", "Say done, or wait", Scope.PLAY, ReadyOut)
def give_readiness(request: HttpRequest, code: str, payload: ReadyIn) -> ReadyOut:
    """For the open phase only; nobody else learns who said what.

    `wait` holds the phase until its deadline, `done` takes that back. Where the match leaves time
    to revise orders, that time ends as soon as everyone is done.
    """
    player = player_of(request, code)
    ready = orders.set_readiness(player, payload.word, phase_number=payload.phase)
    return ReadyOut.model_validate(
        {
            "word": ready.word,
            "phase": ready.phase_number,
            "closed": ready.closed,
            "deadline_at": ready.deadline_at,
        }
    )


def _receipt_out(game: str, receipt: Receipt) -> ReceiptOut:
    return ReceiptOut(
        phase=receipt.phase_number,
        text=receipt.text,
        version=receipt.version,
        replaced=receipt.replaced,
        standing=list(receipt.standing),
        closed=receipt.closed,
        waiting=receipt.waiting,
        deadline_at=receipt.deadline_at,
        corrections=[(each.written, each.read_as) for each in receipt.corrections],
        branches=[branch_in_words(game, each.why, each.words) for each in receipt.branches],
    )
