"""A guided first round of a game: no account, nothing stored, all of it in the address.

Each step is one decision at a fixed table. The order stands in the query, so that undoing it is
going back, and the next step is the next address.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.presentation.scene import Picks
from games.presentation.values import UnknownWordError
from games.rules.game import Game
from games.rules.lesson import Lesson
from games.rules.lesson_play import answered, asked
from games.rules.protocol import Event, Part, RulesError, TableView
from games.rules.registry import GAMES
from games.views.order_form import is_worded, order_form, posted_order, posted_picks, ways_of

LONGEST_ORDER = 200

_BEGINS = re.compile(r"(?:^|[.!?] )[^\W\d_]")


class Shown(NamedTuple):
    """A table with what happened before it."""

    picture: SafeString
    told: list[str]


@require_safe
def lesson_page(request: HttpRequest, game: str, number: int = 1) -> HttpResponse:
    """Step `number` of a game's lesson; with an order in the query, what it brings about."""
    found, lesson = _lesson_of(game)
    if not 1 <= number <= len(lesson.steps):
        raise Http404
    at = asked(game, number - 1)
    ways = ways_of(game, at.decision, at.view)
    picks = posted_picks(request.GET, ways)
    # To refill without a discard nothing is tapped: the form says itself that it was sent.
    if not is_worded(request.GET) and "sent" not in request.GET:
        return _asking(request, found, lesson, number)
    order = posted_order(request.GET, ways)
    if order.problem or not order.text:
        return _asking(request, found, lesson, number, error=order.problem, picks=picks)
    return _told(request, found, lesson, number, order.text[:LONGEST_ORDER])


@require_safe
def lesson_end(request: HttpRequest, game: str) -> HttpResponse:
    """What comes after the last step: the bots, and the rules."""
    found, lesson = _lesson_of(game)
    presentation = presentation_for(game)
    context = {
        "game": found,
        "steps": lesson.steps,
        "number": len(lesson.steps) + 1,
        "done": words(lesson.done, presentation),
        "others": [one for one in GAMES.values() if one.lesson and one.key != game],
    }
    return render(request, "games/lesson_end.html", context)


def words(text: str, presentation: Presentation) -> str:
    """A text of a lesson in the active language, with its cards in words."""
    said = gettext(text) % _Cards(presentation)
    # A card may begin a sentence.
    return _BEGINS.sub(lambda found: found[0].upper(), said)


class _Cards(dict[str, str]):
    """Every card's name by its code."""

    def __init__(self, presentation: Presentation) -> None:
        super().__init__()
        self.presentation = presentation

    def __missing__(self, code: str) -> str:
        try:
            return self.presentation.card_name(code)
        except UnknownWordError:
            # An animal of the market, which no hand holds.
            return self.presentation.value_label(Part("animal", 1, 1, (code,)), code)


def _lesson_of(key: str) -> tuple[Game, Lesson]:
    if key not in GAMES or (lesson := GAMES[key].load_lesson()) is None:
        raise Http404
    return GAMES[key], lesson


def _asking(
    request: HttpRequest,
    game: Game,
    lesson: Lesson,
    number: int,
    *,
    error: str = "",
    picks: Picks | None = None,
    sent: str = "",
) -> HttpResponse:
    presentation = presentation_for(game.key)
    at = asked(game.key, number - 1)
    context = {
        **_context(game, lesson, number),
        "goal": words(at.step.goal, presentation),
        "about": words(lesson.about, presentation) if number == 1 else "",
        "told": _told_of(lesson, presentation, at.events if number == 1 else ()),
        "form": order_form(
            presentation,
            ways_of(game.key, at.decision, at.view),
            at.view,
            _names(lesson),
            picks=picks,
            sealed=sent,
        ),
        "error": error,
    }
    return render(request, "games/lesson.html", context, status=422 if error else 200)


def _told(request: HttpRequest, game: Game, lesson: Lesson, number: int, text: str) -> HttpResponse:
    presentation = presentation_for(game.key)
    try:
        result = answered(game.key, number - 1, text)
    except RulesError as error:
        return _asking(request, game, lesson, number, error=presentation.error(error), sent=text)
    best = lesson.steps[number - 1].order
    context = {
        **_context(game, lesson, number),
        "order": presentation.order_in_words(result.order),
        "says": words(result.answer.says, presentation),
        "is_good": result.answer.is_good,
        "best": "" if result.order == best else presentation.order_in_words(best),
        "shown": _shown(lesson, presentation, result.view, result.events),
    }
    return render(request, "games/lesson_told.html", context)


def _context(game: Game, lesson: Lesson, number: int) -> dict[str, object]:
    return {
        "game": game,
        "steps": lesson.steps,
        "number": number,
        "last": number == len(lesson.steps),
        "sprite": presentation_for(game.key).sprite(),
    }


def _shown(
    lesson: Lesson, presentation: Presentation, view: TableView, events: tuple[Event, ...]
) -> Shown:
    return Shown(
        presentation.table_picture(view, _names(lesson), lesson.seat),
        _told_of(lesson, presentation, events),
    )


def _told_of(lesson: Lesson, presentation: Presentation, events: tuple[Event, ...]) -> list[str]:
    return presentation.sentences(events, _names(lesson), lesson.seat)


def _names(lesson: Lesson) -> dict[int, str]:
    return dict(enumerate(lesson.names[: lesson.seats]))


@require_safe
def lessons_index(request: HttpRequest) -> HttpResponse:
    """Where a lesson's address is cut short, the games stand on the first page."""
    del request
    return redirect("rules-index")
