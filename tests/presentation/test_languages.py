"""Texts are looked up when they are asked for, in the language of that moment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from django.utils.translation import get_language, override

from games.presentation import presentation_for
from games.presentation.values import UnknownWordError
from games.presentation.words import and_list, or_list, per_language
from games.rules.protocol import OrderSyntaxError
from games.rules.registry import GAMES
from tests.presentation.positions import ROOT, RULES

FOLDERS = (ROOT / "games/presentation", *(ROOT / "games/catalogue").glob("*/presentation"))
SOURCES = sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))
LOOKUPS = {"_": 1, "gettext": 1, "ngettext": 2, "pgettext": 2}


def lookups() -> Iterator[tuple[str, list[ast.expr]]]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in LOOKUPS
            ):
                yield node.func.id, node.args[: LOOKUPS[node.func.id]]


def test_every_text_can_be_found_by_a_translators_tool() -> None:
    texts = list(lookups())
    assert len(texts) > 100
    for name, arguments in texts:
        for argument in arguments:
            assert isinstance(argument, ast.Constant), (name, ast.unparse(argument))
            assert isinstance(argument.value, str)


def test_a_placeholder_has_a_name_so_that_a_translation_may_move_it() -> None:
    for _name, arguments in lookups():
        for argument in arguments:
            text = ast.literal_eval(argument)
            assert not re.search(r"%[^(]|%$|{", text), text


def test_no_text_is_looked_up_when_a_module_is_loaded() -> None:
    for path in SOURCES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            inside = [part for part in ast.walk(node) if isinstance(part, ast.Lambda)]
            delayed = {id(part) for one in inside for part in ast.walk(one)}
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            for part in ast.walk(node):
                if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
                    assert part.func.id not in LOOKUPS or id(part) in delayed, path


def test_a_remembered_text_is_remembered_for_its_language_only() -> None:
    @per_language
    def said(name: str) -> str:
        return f"{name} in {get_language()}"

    for _again in range(2):
        for language in ("en", "it", "nl"):
            with override(language):
                assert said("lion") == f"lion in {language}"


def test_lists_are_joined_as_one_says_them() -> None:
    assert [and_list(["a", "b", "c"][:number]) for number in range(4)] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert or_list(["a", "b", "c"]) == "a, b or c"


def test_every_game_has_a_presentation_with_words_for_its_options_and_endings() -> None:
    for key, rules in ((key, game.rules) for key, game in GAMES.items()):
        words = presentation_for(key)
        assert words.key == key
        for field in rules.option_fields:
            assert words.option_label(field.name)
            assert all(words.option_value_label(field.name, value) for value in field.values)
        assert all(words.reason(reason).endswith(".") for reason in rules.reasons)
    with pytest.raises(UnknownWordError, match="chess"):
        presentation_for("chess")
    assert RULES.key in GAMES


def test_a_refused_bird_is_answered_with_names_and_what_to_write_for_them() -> None:
    words = presentation_for("cubirds")
    for language in ("en", "it", "es", "nl"):
        with override(language):
            name = words.card_name("owl")
            shown = name if name == "owl" else f"{name} (owl)"
            refusal = words.error(OrderSyntaxError("unknown-word", word="hello", text="hello"))
            assert re.search(rf"[ :,]{re.escape(shown)}[,.]", refusal)
            assert "(warbler)" in refusal
