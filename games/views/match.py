"""The match page: the table, what is asked, the log; and an order on its way to the service."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games import selectors
from games.common import clock
from games.common.errors import NotVisibleError, OrderRefused
from games.models import Match, Order, Player
from games.presentation import presentation_for
from games.presentation.branches import branch_in_words
from games.presentation.default_presentation import Presentation
from games.presentation.scene import Picks
from games.presentation.values import Names
from games.rules.protocol import AmbiguousOrderError, RulesError
from games.selectors.waiting_decisions import next_decision
from games.services import orders
from games.services.guests import keep_guest
from games.services.orders import Receipt
from games.services.presence import note_presence
from games.services.withdrawals import withdraw_order
from games.views.guest_sessions import at_own_table, guest_of
from games.views.match_clock import clock_context
from games.views.match_log import log_rounds
from games.views.match_page_cache import kept_answer, look_of
from games.views.match_result import ending_context
from games.views.notes import notes_context
from games.views.order_form import OrderForm, PostedForm, order_form, ways_of
from games.views.orders_by_others import Deciders
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import Seen, in_member_zone, member_of, own_player, seen_match
from games.views.talk import talk_context
from games.views.waiting_room import waiting_room

TABLE = "games/match.html"
LOG_PHASES = 12
"""Closed phases that the match page itself shows; the rest has a page of its own."""


@require_safe
@in_member_zone
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """A match as the one who asks may see it."""
    look = look_of(request, code)
    seen = look.seen if look is not None else seen_match(request, code)
    looked_at = seen.player.looked_at if seen.player is not None else None
    if seen.player is not None and request.method == "GET":
        note_presence(seen.player)
    if look is not None:
        return kept_answer(request, look, TABLE, lambda: _table_context(seen))
    if seen.match.status in {Match.Status.OPEN, Match.Status.CANCELLED}:
        return waiting_room(request, seen)
    return render(request, TABLE, _table_context(seen, looked_at=looked_at))


def _refused(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """The page with what was wrong with an order."""
    return render(request, TABLE, context, status=422)


def _table_context(
    seen: Seen,
    *,
    sent: str = "",
    picks: Picks | None = None,
    error: str = "",
    asked: Sequence[tuple[str, str]] = (),
    looked_at: datetime | None = None,
) -> dict[str, object]:
    """What the page of a match under way or over shows. `sent`, `picks` and `error` are of an order
    not taken; `asked` are the orders, each with its words, of which one may have been meant.
    `looked_at` is when the viewer was here last: what closed since is shown step by step."""
    table = _table(seen)
    presentation = presentation_for(seen.match.game)
    names = dict(enumerate(table.names))
    journal = selectors.journal(seen.match, seen.player, last=LOG_PHASES)
    context = {
        **_status_context(seen.player, table),
        **_position_context(presentation, table, names),
        "now": clock.roughly_now(),
        "form": _form_of(seen.match.game, table, picks),
        "log": log_rounds(journal, table, seen.player),
        "unseen_since": _unseen_since(journal, looked_at),
        "has_older_log": bool(journal) and journal[0].number > 0,
        **clock_context(seen.match, seen.player, table),
        **_own_context(seen, table),
        "sent": sent,
        "error": error,
        "asked_back": asked,
    }
    if seen.match.status == Match.Status.FINISHED:
        context["ending"] = ending_context(seen, table)
    if table.outcome is not None:
        context["reason"] = presentation.reason(table.outcome.reason)
    return context


def _table(seen: Seen) -> selectors.MatchTable:
    if (look := seen.look) is None:
        return selectors.table(seen.match, seen.player, seen.players)
    return selectors.table(
        seen.match, seen.player, seen.players, orders=look.orders, standing=look.own.standing
    )


def _own_context(seen: Seen, table: selectors.MatchTable) -> dict[str, object]:
    """What was said to the viewer and noted by them, and how much else waits for them."""
    member, look = seen.member, seen.look
    if look is None:
        return {**talk_context(seen.player, member=member), **notes_context(member, table)}
    return {
        **talk_context(seen.player, member=member, shown=look.own.talk),
        **notes_context(member, table, has_any=look.own.has_notes),
        "waiting_decisions": look.own.decisions,
    }


def _form_of(game: str, table: selectors.MatchTable, picks: Picks | None) -> OrderForm | None:
    return order_form(
        presentation_for(game),
        ways_of(game, table.decision, table.view),
        table.view,
        dict(enumerate(table.names)),
        picks=picks,
        sealed=table.own_order.text if table.own_order else "",
    )


def _position_context(
    presentation: Presentation, table: selectors.MatchTable, names: Names
) -> dict[str, object]:
    """The table as it lies there, and what it asks of the viewer."""
    context: dict[str, object] = {
        "viewer": table.seat,
        "sprite": presentation.sprite(),
        "round_label": "",
        "board": "",
        "scores": None,
    }
    if table.view is None:
        return context
    context |= {
        "round_label": presentation.round_label(table.view),
        "board": presentation.board(table.view, names),
        "scores": presentation.score_table(table.view, names),
    }
    if table.decision is not None:
        forced = selectors.own_forced(table)
        context |= {
            "forced": forced,
            "forced_words": presentation.order_in_words(forced.text) if forced else "",
            "question": presentation.question(table.decision, table.view),
            "examples": presentation.examples(table.decision, table.view),
        }
    return context


def _unseen_since(
    journal: Sequence[selectors.JournalPhase], looked_at: datetime | None
) -> int | None:
    """The first phase that closed after somebody looked; None for who never did, or saw it all."""
    if looked_at is None:
        return None
    return next((max(phase.number, 1) for phase in journal if phase.closed_at > looked_at), None)


def _status_context(player: Player | None, table: selectors.MatchTable) -> dict[str, object]:
    """What is asked, of whom, and how far it is."""
    presentation = presentation_for(table.match.game)
    return {
        "match": table.match,
        "player": player,
        "table": table,
        "pulse": table.pulse,
        "is_asked": table.decision is not None and table.match.status == Match.Status.RUNNING,
        "phase_label": presentation.phase_name(table.phase.name) if table.phase else "",
        "asked": [table.names[seat] for seat in table.phase.awaited] if table.phase else [],
        "may_take_back": table.own_order is not None
        and table.own_order.source in Order.PERSONAL_SOURCES,
        "own_order_words": presentation.order_in_words(table.own_order.text)
        if table.own_order
        else "",
    }


@require_safe
@in_member_zone
def match_log(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that happened, as far as the one who asks may know it."""
    seen = seen_match(request, code)
    table = selectors.table(seen.match, seen.player, seen.players)
    journal = selectors.journal(seen.match, seen.player)
    deciders = Deciders.of(table)
    context = {
        "match": seen.match,
        "table": table,
        "log": log_rounds(journal, table, seen.player, deciders),
    }
    return render(request, "games/match_log.html", context)


@posted_from("match", "code", anchor="order")
@at_own_table
@in_member_zone
def give_order(request: HttpRequest, code: str) -> HttpResponse:
    """Take an order from the form or the text box: to the service, and back with its answer."""
    posted = PostedForm(request.POST)
    reader = member_of(request) or guest_of(request)
    try:
        player, receipt = orders.submit_own_order(
            code=code,
            member=reader,
            text=posted.order,
            source=Order.Source.WEB,
            phase_number=_phase_number(request),
            is_looking=True,
        )
    except NotVisibleError as error:
        raise Http404 from error
    except (RulesError, OrderRefused) as error:
        return _refused_page(request, code, posted, error)
    if reader is not None and reader.is_guest:
        keep_guest(reader)
    messages.success(request, _receipt_words(player, receipt))
    return _after_order(request, player)


def _refused_page(
    request: HttpRequest, code: str, posted: PostedForm, error: RulesError | OrderRefused
) -> HttpResponse:
    """The page with what was sent, and why it was not taken."""
    seen = seen_match(request, code)
    if seen.player is not None:
        note_presence(seen.player)
    if posted.problem:
        return _refused(request, _table_context(seen, picks=posted.picks, error=posted.problem))
    words = (
        refusal(error)
        if isinstance(error, OrderRefused)
        else presentation_for(seen.match.game).error(error)
    )
    asked = _asked(seen, error)
    context = _table_context(seen, sent=posted.text, error=words, asked=asked)
    return _refused(request, context)


def _after_order(request: HttpRequest, player: Player) -> HttpResponse:
    """Back to the match; for who wants it so, on to the next that waits."""
    member = member_of(request)
    if member is not None and member.goes_to_next:
        found = next_decision(member, after=player.match.code)
        if found is not None and found.code != player.match.code:
            return redirect("match", code=found.code)
    return _back_to(player)


@posted_from("match", "code", anchor="order")
@at_own_table
@in_member_zone
def take_back_order(request: HttpRequest, code: str) -> HttpResponse:
    """Take the sealed order of the open phase back, with its later steps."""
    player = own_player(request, code)
    try:
        taken = withdraw_order(player=player, phase_number=_phase_number(request))
    except OrderRefused as error:
        messages.error(request, refusal(error))
    else:
        words = [gettext("Your move is taken back.")]
        if taken.steps:
            words.append(gettext("The moves planned after it are gone, too."))
        messages.success(request, " ".join(words))
    return _back_to(player)


def _back_to(player: Player) -> HttpResponse:
    """The match page, with the focus on what it says first of the order."""
    return redirect(f"{reverse('match', kwargs={'code': player.match.code})}#receipt")


def _phase_number(request: HttpRequest) -> int | None:
    """The phase that the form was made for; None where it does not say."""
    number = request.POST.get("phase", "")
    return int(number) if number.isascii() and number.isdigit() else None


def _asked(seen: Seen, error: RulesError | OrderRefused) -> list[tuple[str, str]]:
    """The orders that a person may choose from, each with its words."""
    if not isinstance(error, AmbiguousOrderError):
        return []
    in_words = presentation_for(seen.match.game).order_in_words
    return [(choice, in_words(choice)) for choice in error.candidates]


def _receipt_words(player: Player, receipt: Receipt) -> str:
    """What was taken, what it replaced, and what comes next."""
    presentation = presentation_for(player.match.game)
    words = []
    if receipt.text:
        words.append(
            gettext("Move accepted: %(order)s.")
            % {"order": presentation.order_in_words(receipt.text)}
        )
    words.extend(
        gettext("You wrote “%(written)s”; we read “%(read_as)s”.") % each._asdict()
        for each in receipt.corrections
    )
    words.extend(
        branch_in_words(player.match.game, each.why, each.words) for each in receipt.branches
    )
    if receipt.standing:
        words.append(
            ngettext(
                "%(count)d later move is kept as a standing order.",
                "%(count)d later moves are kept as standing orders.",
                len(receipt.standing),
            )
            % {"count": len(receipt.standing)}
        )
    if receipt.closed:
        words.append(gettext("You were the last one, so play has moved on."))
    return " ".join(words)
