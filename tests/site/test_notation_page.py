"""The page about the notation: what it says of orders and records is what the program does."""

from __future__ import annotations

import json
import re
from html import unescape

from django.urls import reverse

from games.rules.record import write_record
from games.rules.registry import GAMES
from games.rules.steps import join_steps, split_steps
from tests.rules.cases import cases
from tests.site.conftest import Browse


def text_of(browse: Browse) -> str:
    return unescape(browse("").get(reverse("notation")).content.decode())


def test_every_key_of_a_record_stands_in_the_table_and_no_other(browse: Browse) -> None:
    named = set(re.findall(r"<tr>\s*<td><code>(\w+)</code>", text_of(browse)))
    rules = GAMES["wild-cards"].rules
    record = next(iter(cases(rules))).play()
    assert named == {*json.loads(write_record(record)), "deciders"}


def test_every_reason_and_every_game_is_named(browse: Browse) -> None:
    page = text_of(browse)
    for rules in (game.rules for game in GAMES.values()):
        assert f"<code>{rules.key}</code>" in page
        assert all(f"<code>{reason}</code>" in page for reason in rules.reasons)


def test_its_example_of_several_steps_is_read(browse: Browse) -> None:
    example = re.search(r"<pre[^>]*><code>(.*?)</code>", text_of(browse), re.DOTALL)
    assert example is not None
    steps = split_steps(example[1].strip())
    assert [len(alternatives) for alternatives in steps] == [1, 3]
    assert join_steps(steps) == example[1].strip()
