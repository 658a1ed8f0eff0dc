"""Mails by templates that were made ready: letter for letter what Django makes of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.composing.compiled_templates import rendered
from games.composing.inline_css import in_style, inlined
from tests.mail.test_styles import CONTEXT

PLACE = Path(settings.BASE_DIR, "templates")
MAILS = sorted(str(path.relative_to(PLACE)) for path in PLACE.glob("emails/*.*"))
LINKED = [("bid <F3>", "https://cards.example.org/o/1"), ("bid R", "https://cards.example.org/o/2")]
RECEIPT = {
    "order": "bid F3", "order_words": "bid “forest” & 3", "later": ["pass"], "waiting": 2,
    "corrections": [("bdi <F3", "bid F3")], "aside": ["100 % sure"], "version": 2,
    "replaced": "bid R", "closed": False, "reveal": "complete", "ready": "", "said": ["50 % <b>"],
    "deadline_words": "The deadline is near.", "awaited_names": "Bo, Ca%(x)srla",
}  # fmt: skip
ASKED = {
    "prompt": "Bid 1 & more?", "phase_name": "Bidding", "until": "Until: Tuesday", "plan": "bid R",
    "linked": LINKED, "plan_link": "https://cards.example.org/o/3", "example_words": "I bid <b>",
    "bank": "3 hours", "standing": ["pass"], "dropped": [{"text": "bid <", "why": "gone & past"}],
    "deadline_reasons": ["Bo asked for more <time>."], "hand_board": "Your hand: F3",
    "recap": ["Anna bid <forest> 3."], "recap_is_cut": True, "tells_forced": True,
}  # fmt: skip
TABLE = {
    "code": "abcdef", "game_name": "Wild Cards", "match_title": "A & B", "names": "Anna, Bo",
    "match_link": "https://cards.example.org/matches/x/", "talk": [("Bo <i>", "hi & bye")],
    "deadline_local": "Tue 24 Nov 2026, 18:30",
}  # fmt: skip
SECTION = {**TABLE, **ASKED, "receipts": [RECEIPT], "is_whole": True, "examples": ["bid <F3>"]}
WHOLE: dict[str, Any] = {
    **CONTEXT, **TABLE, **ASKED, **RECEIPT,
    "member_name": "Anna <the> 1st", "is_brief": True, "is_text_only": True, "is_talk": True,
    "waiting_elsewhere": 2, "next_link": "https://cards.example.org/next/?after=x&y",
    "has_marker": True, "event_name": "The <Cup>", "event_link": "https://cards.example.org/t/",
    "match_unsubscribe_link": "https://cards.example.org/u/", "no_invitations_link": "x",
    "receipts": [RECEIPT], "sections": [SECTION, {**SECTION, "is_whole": False, "plan": ""}],
    "number": 2, "news": [{**TABLE, "words": "It began."}], "choices": LINKED, "unsaid": "too long",
    "paragraphs": ["one <b>", "two", "three"], "listed": [{"title": "Open", "lines": ["a & b"]}],
    "commands": [{"spoken": "help", "explanation": "says <this>"}], "taken_back": ["pass"],
    "cards": [{"code": "F3", "name": "forest & 3"}], "log_lines": ["so <it> began"],
    "log_is_cut": True, "items": [{**TABLE, "receipt": RECEIPT}, {"why": "so\nit <is>", **TABLE}],
    "open": [TABLE], "is_stranger": True, "words": "What <happened>", "by": "Bo", "former": "Carla",
    "reason": "Nobody came.", "decided": ["You missed it."], "headline": "Anna wins",
    "own_result": "You are first.", "own_rating": "1500 (+3)", "replay_link": "x", "bot": "Robin",
    "turning_point": "Round 2: <up>.", "tie_break": "More & more.", "options": [("Dark <1>", "y")],
    "is_from_beginning": True, "deadline_zoned": "Tue 24 Nov, 18:30 CET",
}  # fmt: skip


def contexts() -> Iterator[dict[str, Any]]:
    """Nothing, all, and all but what chance takes away or has as no."""
    yield {}
    yield WHOLE
    for seed in range(6):
        chance = random.Random(seed)
        yield {
            name: value if chance.random() < 0.7 else type(value)()
            for name, value in WHOLE.items()
            if chance.random() < 0.9
        }


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_template_says_what_django_makes_of_it(language: str) -> None:
    with translation.override(language):
        for values in contexts():
            for name in MAILS:
                by_django = render_to_string(name, values)
                assert rendered(name, values) == by_django, name
                if not Path(name).name.startswith("_"):
                    assert rendered(name, values, in_style) == inlined(by_django), name
