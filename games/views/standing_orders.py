"""Changing what is left for decisions to come: added, moved, removed, or written as text."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.debug import sensitive_post_parameters

from games import selectors
from games.common.errors import OrderRefused
from games.models import Player
from games.presentation import presentation_for
from games.rules.clauses import StandingClause, When, read_clause
from games.rules.protocol import OrderError
from games.rules.steps import STEP_END, split_steps
from games.services.orders import arrange_standing_orders
from games.views.guest_sessions import at_own_table
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import in_member_zone, is_for_a_part, own_player
from games.views.standing_order_plan import kept_clauses, later_plan, stamp_of
from games.words import occasions_spelled

Kept = list[StandingClause]


@posted_from("match", "code", anchor="later")
@at_own_table
@sensitive_post_parameters()
@in_member_zone
def change_later_orders(request: HttpRequest, code: str) -> HttpResponse:
    """One change of the member's plan; with a script only the plan is sent back."""
    player = own_player(request, code)
    problem, said, closed = "", "", False
    try:
        said, closed = _change(player, request.POST)
    except OrderError as error:
        problem = presentation_for(player.match.game).error(error)
    except OrderRefused as error:
        problem = refusal(error)
    address = f"{reverse('match', kwargs={'code': player.match.code})}#later"
    if closed or not is_for_a_part(request):
        tell = messages.error if problem else messages.success
        tell(request, problem or said)
        return _led(request, address)
    return _plan_alone(request, player, problem=problem, said=said)


def _led(request: HttpRequest, address: str) -> HttpResponse:
    """To the match: play has gone on, or there is no script."""
    if not is_for_a_part(request):
        return redirect(address)
    answer = HttpResponse(status=204)
    answer["X-Next-Page"] = address
    return answer


def _plan_alone(request: HttpRequest, player: Player, *, problem: str, said: str) -> HttpResponse:
    table = selectors.table(player.match, player)
    context = {
        "match": player.match,
        "later": later_plan(player, table),
        "later_problem": problem,
        "later_said": said,
        "later_moved": _moved_to(request.POST) if not problem else "",
        "later_text": request.POST.get("text", "") if problem else "",
    }
    return render(request, "games/_later.html", context)


def _change(player: Player, data: QueryDict) -> tuple[str, bool]:
    """Make the change; returns what is to be said of it, and whether play has gone on."""
    kept = kept_clauses(selectors.table(player.match, player))
    if data.get("stamp") != stamp_of(kept):
        raise OrderRefused("orders-moved")
    deed, number = _deed(data)
    change, said = _CHANGES.get(deed, (None, ""))
    if change is None or not 0 <= number <= len(kept):
        raise OrderRefused("orders-moved")
    closed = arrange_standing_orders(player=player, clauses=change(kept, number, data))
    return gettext(said), closed


def _deed(data: QueryDict) -> tuple[str, int]:
    """`up-3` as a deed and the place that it is done to."""
    deed, _dash, number = data.get("do", "").partition("-")
    if not number:
        return deed, 0
    is_number = number.isascii() and number.isdigit() and len(number) < 4
    return deed, int(number) if is_number else -1


def _moved_to(data: QueryDict) -> str:
    """The button that the focus follows: of the card that has moved, where it lies now."""
    deed, number = _deed(data)
    return {"up": f"up-{number - 1}", "down": f"down-{number + 1}"}.get(deed, "")


def _added(kept: Kept, _number: int, data: QueryDict) -> Kept:
    alternatives = [text for text in data.getlist("order") if text.strip()]
    if not alternatives or alternatives[0] != data.getlist("order")[0]:
        raise OrderRefused("no-later")
    if any(STEP_END.search(text) for text in alternatives):
        raise OrderRefused("orders-moved")
    when = When(data["when"]) if data.get("when") in {each.value for each in When} else When.ONCE
    until = data.get("until", "")
    is_round = when is When.EACH_TIME and until.isascii() and until.isdigit() and len(until) < 4
    (steps,) = split_steps(" or ".join(alternatives))
    return [*kept, StandingClause(when, steps, int(until) if is_round else None)]


def _raised(kept: Kept, number: int, _data: QueryDict) -> Kept:
    return _swapped(kept, number, number - 1)


def _lowered(kept: Kept, number: int, _data: QueryDict) -> Kept:
    return _swapped(kept, number, number + 1)


def _swapped(kept: Kept, one: int, other: int) -> Kept:
    """Two neighbours that speak at the same time, in each other's place."""
    if not (min(one, other) >= 0 and max(one, other) < len(kept)):
        return kept
    if kept[one].when is not kept[other].when:
        return kept
    moved = list(kept)
    moved[one], moved[other] = kept[other], kept[one]
    return moved


def _without(kept: Kept, number: int, _data: QueryDict) -> Kept:
    return [clause for place, clause in enumerate(kept) if place != number]


def _sorted(kept: Kept, _number: int, data: QueryDict) -> Kept:
    """As they were dragged: the places in their new sequence."""
    wanted = data.get("sequence", "").split(",")
    places = [int(one) for one in wanted if one.isascii() and one.isdigit() and len(one) < 4]
    if sorted(places) != list(range(len(kept))):
        raise OrderRefused("orders-moved")
    return [kept[place] for place in places]


def _written(_kept: Kept, _number: int, data: QueryDict) -> Kept:
    text = occasions_spelled(data.get("text", ""))
    if not text.strip():
        return []
    return [read_clause(step) for step in split_steps(text)]


def _none(_kept: Kept, _number: int, _data: QueryDict) -> Kept:
    return []


_CHANGES: dict[str, tuple[Callable[[Kept, int, QueryDict], Kept], str]] = {
    "add": (_added, gettext_noop("Added to your standing orders.")),
    "up": (_raised, gettext_noop("Moved up.")),
    "down": (_lowered, gettext_noop("Moved down.")),
    "remove": (_without, gettext_noop("Removed.")),
    "sort": (_sorted, gettext_noop("Moved.")),
    "write": (_written, gettext_noop("Your standing orders are saved.")),
    "clear": (_none, gettext_noop("Your standing orders are deleted.")),
}
