"""The catalogues of the three other languages, and that every text can get into them."""

from __future__ import annotations

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings

from games.api.documentation import all_texts
from games.management.commands.makemessages import write_api_texts
from tests.conftest import not_here

ROOT = Path(__file__).resolve().parent.parent
CODE = ("games", "tournaments", "wildcards_site")
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != "en")
TRANSLATING = {
    "_",
    *("gettext", "ngettext", "pgettext", "npgettext"),
    *("gettext_lazy", "ngettext_lazy", "pgettext_lazy", "npgettext_lazy"),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[#0\- +]*\d*(?:\.\d+)?[a-zA-Z]")
"""As in `%(count)d`. Everything else that a sign of per cent begins is no placeholder of ours."""


def called(node: ast.AST) -> str:
    """The name of the function that is called here; "" for what is no call."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


def calls_within_f_strings(path: Path) -> Iterator[str]:
    """Where a text is to be translated inside of an f-string."""
    source = path.read_text(encoding="utf-8")
    if not re.search(r"\b[rR]?[fF][rR]?[\"']", source):
        return
    for string in ast.walk(ast.parse(source)):
        if isinstance(string, ast.JoinedStr):
            for node in ast.walk(string):
                if called(node) in TRANSLATING:
                    yield f"{path.relative_to(ROOT)}:{string.lineno} {ast.unparse(node)}"


def test_no_text_is_translated_inside_of_an_f_string() -> None:
    """What gathers the texts reads an f-string as one text, and overlooks what is in its braces."""
    paths = [path for folder in CODE for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 300
    assert [found for path in paths for found in calls_within_f_strings(path)] == []


def test_a_text_inside_of_an_f_string_would_be_found() -> None:
    tree = ast.parse("f\"{_('hand')} {len(hand)}\"")
    assert [called(node) for node in ast.walk(tree) if called(node) in TRANSLATING] == ["_"]


@pytest.fixture(params=LANGUAGES)
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    """The texts of one language, as its translators wrote them."""
    path = ROOT / "locale" / request.param / "LC_MESSAGES" / "django.po"
    return polib.pofile(str(path))


def placeholders(text: str) -> Counter[str]:
    return Counter(PLACEHOLDER.findall(text))


def forms(entry: polib.POEntry) -> list[str]:
    """Every form of the translation that is there."""
    return [form for form in (entry.msgstr, *entry.msgstr_plural.values()) if form]


def differs(entry: polib.POEntry) -> bool:
    """Whether a form of the translation lacks a placeholder of the text, or has one of its own.

    A form for one thing alone may leave the number out and say it in words.
    """
    own = [placeholders(text) for text in (entry.msgid, entry.msgid_plural) if text]
    every = set().union(*own)
    needed = set.intersection(*map(set, own))
    number = {sign for sign in every if sign.endswith("d")} if entry.msgid_plural else set()
    return any(not needed - number <= set(placeholders(form)) <= every for form in forms(entry))


def test_a_translation_has_the_placeholders_of_its_text(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue if not entry.fuzzy and differs(entry)] == []


def test_a_lost_or_strange_placeholder_would_be_found() -> None:
    assert differs(polib.POEntry(msgid="round %(number)s", msgstr="giro"))
    assert differs(polib.POEntry(msgid="round %(number)s", msgstr="giro %(numero)s"))
    assert not differs(polib.POEntry(msgid="round %(number)s", msgstr="giro %(number)s"))


def test_no_translation_waits_for_somebody_to_look_at_it_again(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []


def test_a_translation_has_as_many_plurals_as_its_language(catalogue: polib.POFile) -> None:
    rule = catalogue.metadata["Plural-Forms"]
    declared = int(re.search(r"nplurals=(\d+)", rule)[1])  # type: ignore[index]
    chosen = gettext.c2py(rule.partition("plural=")[2].rstrip("; "))
    used = {chosen(number) for number in range(1000)}
    assert used <= set(range(declared))
    wrong = [
        entry.msgid
        for entry in catalogue
        if entry.msgid_plural
        and any(entry.msgstr_plural.values())
        and set(entry.msgstr_plural) != set(range(declared))
    ]
    assert wrong == []


def test_a_translation_begins_and_ends_its_lines_as_its_text_does(
    catalogue: polib.POFile,
) -> None:
    """Spaces at the ends of a text keep it apart from its neighbour."""

    def ends(text: str) -> tuple[str, str]:
        inner = text.strip()
        return text[: text.find(inner)], text[text.find(inner) + len(inner) :]

    assert [
        entry.msgid
        for entry in catalogue
        if entry.msgid.strip() and any(ends(form) != ends(entry.msgid) for form in forms(entry))
    ] == []


Key = tuple[str | None, str, str]
GATHER = (
    "makemessages", "--locale=it", "--keep-pot", "--no-location",
    "--extension=html,txt,py,text,subject",
)  # fmt: skip


def key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def is_whole(entry: polib.POEntry) -> bool:
    """Whether every form of the translation is there."""
    return all(entry.msgstr_plural.values()) if entry.msgid_plural else bool(entry.msgstr)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> set[Key]:
    """Every text of the product, gathered as `make messages` does, in a copy of its own."""
    if shutil.which("xgettext") is None:
        not_here("xgettext", "install gettext")
    copy = tmp_path_factory.mktemp("gathered")
    (copy / "locale").mkdir()
    for folder in (*CODE, "templates"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    write_api_texts(copy)
    command = [sys.executable, "-m", "django", *GATHER]
    environment = {"PATH": os.environ["PATH"]}  # without our settings, which would want it all
    gathered = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert gathered.returncode == 0, gathered.stderr
    return {key(entry) for entry in polib.pofile(str(copy / "locale" / "django.pot"))}


def test_the_texts_of_the_interfaces_description_are_gathered(texts: set[Key]) -> None:
    """They stand in no call of the code."""
    described = set(all_texts())
    assert len(described) > 200
    assert described <= {text for _context, text, _plural in texts}


def test_every_text_is_translated(catalogue: polib.POFile, texts: set[Key]) -> None:
    """`make messages` gathers what is new; its translation is written by hand."""
    assert len(texts) > 1500
    done = {key(entry) for entry in catalogue.translated_entries() if is_whole(entry)}
    assert sorted(text for _context, text, _plural in texts - done) == []


def test_no_translation_is_left_of_a_text_that_is_gone(
    catalogue: polib.POFile, texts: set[Key]
) -> None:
    kept = {key(entry) for entry in catalogue}
    assert sorted(text for _context, text, _plural in kept - texts) == []
