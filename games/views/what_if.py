"""The what-if board: orders tried on a copy of the position that holds only what the player knows.

Nothing is written to the match. The world is made by `games.rules.what_if`, from the match and the
player's seat; its page would be the same in every position that the player cannot tell apart.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import selectors
from games.common.errors import MatchError
from games.models import Match, Player
from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.presentation.order_previews import OrderPreview, order_preview
from games.rules.game import AnyRules
from games.rules.protocol import RulesError, Seat
from games.rules.registry import bots_for
from games.rules.what_if import (
    NoWorldError,
    TriedOrder,
    WhatIf,
    imagined,
    opening,
    others_played,
    played_on,
    tried_on,
)
from games.selectors import MatchTable
from games.services.notes import add_to_match_note
from games.views.guest_sessions import at_own_table
from games.views.order_form import order_form, posted_order, ways_of
from games.views.order_preview import may_preview, too_many_previews
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import in_member_zone, member_of, own_player
from games.views.what_if_boards import MOST_DEALS, MOST_STEPS, WhatIfBoard, board_of, keep_board


class WhatIfTrial(NamedTuple):
    """A player's table, the line that they try at it, and what it leads to."""

    player: Player
    seat: Seat
    table: MatchTable
    board: WhatIfBoard
    start: WhatIf
    here: WhatIf


class LineShown(NamedTuple):
    """One tried order in words, with what it does and what its phase brought."""

    name: str
    words: str
    effect: str
    is_assumed: bool
    events: list[str]


@require_http_methods(["GET", "HEAD", "POST"])
@at_own_table
@sensitive_post_parameters()
@in_member_zone
def what_if(request: HttpRequest, code: str) -> HttpResponse:
    """The board, and by POST one change of its line."""
    player = own_player(request, code)
    match = player.match
    if match.status not in selectors.RUNNING or not match.state or player.seat is None:
        return redirect("match", code=match.code)
    table = selectors.table(match, player)
    board, moved = board_of(request, match.code, match.phase_number)
    try:
        trial = _tried(player, table, board)
    except NoWorldError:
        messages.error(request, gettext("The unknown cards cannot be dealt here. Try later."))
        return redirect("match", code=match.code)
    if request.method == "POST":
        _change(request, trial)
        return redirect("match-what-if", code=match.code)
    if moved:
        messages.info(request, gettext("The match has gone on, so the board begins anew."))
    return render(request, "games/what_if.html", _context(trial))


@posted_from("match-what-if", "code")
@at_own_table
@sensitive_post_parameters()
def preview_trial(request: HttpRequest, code: str) -> HttpResponse:
    """The words of what the posted form would order on the board, as JSON; nothing is kept."""
    player = own_player(request, code)
    if not may_preview(request, player):
        return too_many_previews()
    match = player.match
    if match.status not in selectors.RUNNING or not match.state or player.seat is None:
        raise Http404
    board, _moved = board_of(request, match.code, match.phase_number)
    try:
        trial = _tried(player, selectors.table(match, player), board)
    except NoWorldError as error:
        raise Http404 from error
    here, rules = trial.here, trial.table.rules
    if here.next_seat is None:
        raise Http404
    view = rules.view(here.state, here.next_seat)
    ways = ways_of(match.game, rules.decision(here.state, here.next_seat), view)
    order = posted_order(request.POST, ways)
    if order.problem:
        return JsonResponse({"refusal": order.problem})
    try:
        preview = _previewed(rules, here, order.text)
    except RulesError as error:
        return JsonResponse({"refusal": presentation_for(match.game).error(error)})
    return JsonResponse({"order": preview.order, "effect": preview.effect})


def _tried(player: Player, table: MatchTable, board: WhatIfBoard) -> WhatIfTrial:
    rules, seat = table.rules, player.own_seat
    state = rules.decode(table.match.state)
    # Of what everybody at the table knows; the deal behind it is pooled before it is dealt anew.
    seed = f"what if, match {board.code}, phase {board.phase}, deal {board.deal}"
    world = imagined(rules, state, seat, seed)
    try:
        here = played_on(rules, world, seat, board.line)
    except RulesError:
        board = msgspec.structs.replace(board, line=())
        here = opening(rules, world, seat)
    return WhatIfTrial(player, seat, table, board, opening(rules, world, seat), here)


def _change(request: HttpRequest, trial: WhatIfTrial) -> None:
    """One change of the line, kept in the session; what cannot be is answered with a message."""
    deed, board = request.POST.get("do", ""), trial.board
    if deed == "undo":
        keep_board(request, msgspec.structs.replace(board, line=board.line[:-1]))
    elif deed == "again":
        keep_board(request, msgspec.structs.replace(board, line=()))
    elif deed == "deal":
        deal = (board.deal + 1) % MOST_DEALS
        keep_board(request, msgspec.structs.replace(board, line=(), deal=deal))
    elif deed == "note":
        _keep_as_note(request, trial)
    elif len(board.line) >= MOST_STEPS:
        messages.error(request, gettext("This line is long enough. Undo some of it first."))
    elif deed == "bots":
        bot = list(bots_for(trial.table.match.game).values())[-1]
        here = others_played(trial.table.rules, trial.here, trial.seat, bot, MOST_STEPS)
        _keep_line(request, trial, here)
    else:
        _try_order(request, trial)


def _try_order(request: HttpRequest, trial: WhatIfTrial) -> None:
    match, here, rules = trial.table.match, trial.here, trial.table.rules
    if here.next_seat is None:
        return
    decision = rules.decision(here.state, here.next_seat)
    ways = ways_of(match.game, decision, rules.view(here.state, here.next_seat))
    order = posted_order(request.POST, ways)
    if order.problem:
        messages.error(request, order.problem)
        return
    try:
        after = tried_on(rules, here, trial.seat, order.text)
    except RulesError as error:
        messages.error(request, presentation_for(match.game).error(error))
        return
    _keep_line(request, trial, after)


def _keep_line(request: HttpRequest, trial: WhatIfTrial, here: WhatIf) -> None:
    line = tuple(one.text for one in here.tried)
    keep_board(request, msgspec.structs.replace(trial.board, line=line))


def _keep_as_note(request: HttpRequest, trial: WhatIfTrial) -> None:
    member = member_of(request)
    if member is None or not trial.here.tried:
        return
    presentation = presentation_for(trial.table.match.game)
    heading = gettext("What if, %(round)s:") % {
        "round": presentation.round_name(trial.here.tried[0].round)
    }
    shown = _lines(trial, presentation)
    line = "\n".join([heading, *(f"{one.name}: {one.words}" for one in shown)])
    try:
        add_to_match_note(writer=member, match=trial.table.match, line=line)
    except MatchError as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, gettext("The line is kept in your private notes."))


def _context(trial: WhatIfTrial) -> dict[str, object]:
    match, here, rules = trial.table.match, trial.here, trial.table.rules
    presentation, names = presentation_for(match.game), dict(enumerate(trial.table.names))
    seat = trial.seat if here.next_seat is None else here.next_seat
    view = rules.view(here.state, seat)
    decision = rules.decision(here.state, seat) if here.next_seat is not None else None
    own = _own_orders(trial)
    return {
        "match": match,
        "is_own": seat == trial.seat,
        "is_over": here.next_seat is None,
        "name": names[seat],
        "question": presentation.question(decision, view) if decision is not None else "",
        "form": order_form(presentation, ways_of(match.game, decision, view), view, names),
        "sprite": presentation.sprite(),
        "round_label": presentation.round_label(view),
        "scores": presentation.score_table(rules.view(here.state, trial.seat), names),
        "lines": _lines(trial, presentation),
        "may_note": trial.player.member is not None and not trial.player.member.is_guest,
        "now": "; ".join(own),
        "missed": f"if missed: {own[0]}" if own else "",
        "phase": match.phase_number,
    }


def _lines(trial: WhatIfTrial, presentation: Presentation) -> list[LineShown]:
    names, rules = dict(enumerate(trial.table.names)), trial.table.rules
    here, lines = trial.start, []
    for one in trial.here.tried:
        own = not one.is_assumed
        lines.append(
            LineShown(
                names[one.seat],
                presentation.order_in_words(one.text),
                _previewed(rules, here, one.text).effect if own else "",
                one.is_assumed,
                presentation.sentences(one.events, names, trial.seat),
            )
        )
        here = tried_on(rules, here, trial.seat, one.text)
    return lines


def _previewed(rules: AnyRules, here: WhatIf, text: str) -> OrderPreview:
    """What an order would do in this world, for the seat whose turn it is. Raises OrderError."""
    if here.next_seat is None:
        raise LookupError("nobody is asked")
    decision = rules.decision(here.state, here.next_seat)
    view = rules.view(here.state, here.next_seat)
    return order_preview(rules, rules.encode(here.state), decision, view, text)


def _own_orders(trial: WhatIfTrial) -> list[str]:
    """The own orders of the line as far as they can be given now: the first answers the open
    decision, the rest of its round waits as steps. None where the player is not asked."""
    if trial.table.decision is None or trial.table.match.status != Match.Status.RUNNING:
        return []
    own: list[TriedOrder] = [one for one in trial.here.tried if one.seat == trial.seat]
    return [one.text for one in own if one.round == own[0].round]
