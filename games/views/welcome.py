"""The first page of somebody who is not signed in: every game, to be played or learnt at once."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import selectors
from games.common import clock
from games.presentation import presentation_for
from games.presentation.drawings import joined
from games.rules.game import Game
from games.rules.lesson import Lesson
from games.rules.lesson_play import asked
from games.rules.registry import GAMES
from games.views.drawn_cards import symbols_of
from games.views.guest_sessions import guest_of


class ShownStep(NamedTuple):
    """The step of a lesson whose table is shown; `number` from 0."""

    game: Game
    lesson: Lesson
    number: int


class Offer(NamedTuple):
    """A game with what it is about and the cards that stand for it."""

    game: Game
    pitch: str
    cards: SafeString


def welcome(request: HttpRequest) -> HttpResponse:
    """What play by mail is, a table, and the way to a first decision in one click."""
    offers = [_offer(game) for game in GAMES.values()]
    shown = _shown_step()
    picture = _table(shown)
    guest = guest_of(request)
    context = {
        "offers": offers,
        "table": shown.game if shown else None,
        "step": shown.number + 1 if shown else 0,
        "sprite": symbols_of(joined([*(offer.cards for offer in offers), picture])),
        "picture": picture,
        "practice": selectors.my_matches(guest) if guest else [],
        "running": selectors.running_public(5),
        "now": clock.now(),
    }
    return render(request, "games/welcome.html", context)


def _offer(game: Game) -> Offer:
    presentation = presentation_for(game.key)
    cards = joined([presentation.card(code) for code in game.cards])
    return Offer(game, gettext(game.pitch) if game.pitch else "", cards)


def _shown_step() -> ShownStep | None:
    for game in GAMES.values():
        lesson = game.load_lesson()
        for number, step in enumerate(lesson.steps if lesson else ()):
            if lesson and step.on_first_page:
                return ShownStep(game, lesson, number)
    return None


def _table(shown: ShownStep | None) -> SafeString:
    """The table of that step, if there is one."""
    if shown is None:
        return SafeString("")
    key, lesson = shown.game.key, shown.lesson
    names = dict(enumerate(lesson.names[: lesson.seats]))
    return presentation_for(key).table_picture(asked(key, shown.number).view, names, lesson.seat)
