"""Adding a language is one page; its command is run in a copy of the program, which then speaks."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.migrated import copy_migrated
from tests.serving import DATABASE

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("games", "tournaments", "wildcards_site", "templates", "seeds", "locale", "manage.py")

TRANSLATE = """
import polib
from pathlib import Path
from wildcards_site.translations import compile_messages
path = Path("locale/pt/LC_MESSAGES/django.po")
catalogue = polib.pofile(str(path))
assert len(catalogue) > 1000 and not catalogue.translated_entries()
catalogue.find("Your turn").msgstr = "A tua decisão"
catalogue.save(str(path))
path.with_suffix(".mo").unlink()
compile_messages([Path("locale")])
for file, english, portuguese in (
    ("seeds/words/pt.toml", '["forest"', '["floresta"'),
    ("seeds/mail/commands.toml", 'pt = ["help"', 'pt = ["ajuda"'),
    ("seeds/mail/commands.toml", 'pt = ["january"', 'pt = ["janeiro"'),
):
    text = Path(file).read_text(encoding="utf-8")
    assert english in text, english
    Path(file).write_text(text.replace(english, portuguese), encoding="utf-8")
"""

SPEAK = """
from datetime import date, timedelta
from django.test import Client
from games.composing.compose import message_for
from games.models import Member, OutboundMail
from games.replies.command_words import spoken_command, taught_word
from games.replies.dates import read_days
from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.rules.chance import Chance
from games.rules.protocol import Setup
from games.rules.registry import rules_for
from games.services.matches import create_match, join_match
from games.words import understand

people = [
    Member.objects.create_user(f"{name}@example.org", name, language="pt")
    for name in ("Ana", "Rui", "Eva")
]
two_days = timedelta(days=2)
match = create_match(
    member=people[0], game="wild-cards", options={}, seats=3, phase_time=two_days
)
for guest in people[1:]:
    join_match(member=guest, match=match)
browser = Client(SERVER_NAME="localhost")
browser.force_login(people[0])
page = browser.get(f"/matches/{match.code}/")
print("PAGE", page.headers["Content-Language"], "A tua decisão" in page.content.decode())
print("CHOICE", "Português" in browser.get("/profile/").content.decode())
print("RULES", "Wild Cards" in browser.get("/rules/wild-cards/").content.decode())
mail = OutboundMail.objects.filter(member=people[0]).order_by("pk").last()
print("MAIL", "ajuda" in message_for(mail).body)
rules = rules_for("wild-cards")
state = rules.start(Setup(3, WildCardsOptions(), Chance("forest 0"))).state
for order in rules.legal_orders(state, 0):
    text = rules.format_order(order)
    if text.startswith("bid F"):
        print("WORDS", understand(rules, state, 0, f"bid floresta {text[-1]}", ["pt"]).text == text)
        break
print("COMMAND", spoken_command("ajuda").name, taught_word("help", "pt"))
print("DATES", read_days("until 5 janeiro", date(2026, 12, 20), "pt").last)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program somewhere else, with the page's command run and a few words translated."""
    folder = tmp_path_factory.mktemp("copy")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part)  # with what is compiled already
        else:
            shutil.copy(ROOT / part, folder / part)
    page = (ROOT / "docs" / "adding-a-language.md").read_text(encoding="utf-8")
    [command] = re.findall(r"manage\.py (newlanguage .*)", page)
    run(folder, "manage.py", *command.split())
    run(folder, "-c", TRANSLATE)
    return folder


def run(folder: Path, *arguments: str) -> str:
    environment = {
        "PATH": "/usr/bin:/bin",
        "DATA_DIR": str(folder),
        "SECRET_KEY": "x" * 50,
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.timeout(240)
def test_site_mails_words_commands_and_dates_speak_it(copy: Path) -> None:
    copy_migrated(copy / DATABASE)
    run(copy, "manage.py", "migrate", "--verbosity", "0", "--skip-checks")
    said = run(copy, "manage.py", "shell", "--verbosity", "0", "-c", SPEAK)
    lines = dict(line.split(" ", 1) for line in said.splitlines() if line[:4].isupper())
    assert lines == {
        "PAGE": "pt True",
        "CHOICE": "True",
        "RULES": "True",
        "MAIL": "True",
        "WORDS": "True",
        "COMMAND": "help ajuda",
        "DATES": "2027-01-05",
    }


def test_nothing_else_of_the_program_changes(copy: Path) -> None:
    for path in sorted(one for part in PARTS for one in (ROOT / part).rglob("*.py")):
        there = copy / path.relative_to(ROOT)
        assert there.read_bytes() == path.read_bytes(), path


def test_a_language_is_named_in_no_python_file() -> None:
    """Beside the people of the bench."""
    named = re.compile(r"[\"'](?:it|es|nl)[\"']")
    for part in ("games", "tournaments", "wildcards_site"):
        for path in (ROOT / part).rglob("*.py"):
            if "bench" not in path.parts:
                assert not named.search(path.read_text(encoding="utf-8")), path
