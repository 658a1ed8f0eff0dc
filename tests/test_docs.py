"""The documents name every setting, command and make target, and nothing that is not there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
READERS = ("settings.py", "serving/options.py")
TEST_READERS = ("conftest.py", "postgresql.py")
# What the system itself sets, not the one who installs.
OF_THE_SYSTEM = {"PATH", "CI", "DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE"}


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def table_in(page: str) -> set[str]:
    """The names in backticks in the first column of a page's tables."""
    return set(re.findall(r"^\| `([^`]+)`", read(DOCS / page), flags=re.MULTILINE))


def names_read_from_the_environment() -> set[str]:
    paths = [ROOT / "wildcards_site" / name for name in READERS]
    paths += [ROOT / "tests" / name for name in TEST_READERS]
    return {name for path in paths for name in _names_in(path)} - OF_THE_SYSTEM


def _names_in(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            reader = ast.unparse(node.func.value)
            first = node.args[0]
            if reader in ("env", "settings", "os.environ") and isinstance(first, ast.Constant):
                found.add(str(first.value))
    return found


def test_every_setting_is_in_the_table_and_the_table_holds_no_other() -> None:
    assert table_in("settings.md") == names_read_from_the_environment() | {"ANYMAIL_*"}


def test_no_other_file_reads_the_environment() -> None:
    """Else a setting could hide from the table above."""
    known = {ROOT / "wildcards_site" / name for name in READERS}
    for package in ("games", "wildcards_site"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if path not in known and re.search(r"getenv|os\.environ(\[|\.get\()", text):
                raise AssertionError(f"{path.relative_to(ROOT)} reads the environment")


def test_every_command_is_in_the_table_and_the_table_holds_no_other() -> None:
    commands = {
        path.stem
        for path in ROOT.glob("*/management/commands/*.py")
        if not path.stem.startswith("_")
    }
    assert table_in("commands.md") == commands


def test_every_option_of_serve_is_named() -> None:
    options = (ROOT / "wildcards_site" / "serving" / "options.py").read_text(encoding="utf-8")
    for option in re.findall(r'"(--[a-z-]+)"', options):
        if option != "--help":
            assert f"`{option}`" in read(DOCS / "commands.md")


def test_every_make_target_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([.a-z-]+):.*## ", makefile, flags=re.MULTILINE)) - {"help"}
    assert targets
    assert set(re.findall(r"\bmake ([.a-z-]+)", read(ROOT / "CONTRIBUTING.md"))) >= targets


def test_every_check_id_is_used_once() -> None:
    checks = (ROOT / "wildcards_site" / "checks.py").read_text(encoding="utf-8")
    identifiers = re.findall(r'id="(wildcards\.[EW]\d{3})"', checks)
    assert len(identifiers) == len(set(identifiers)) > 0


# Tutorials name the files that the reader writes; their own tests write them.
NOT_TUTORIALS = [page for page in PAGES if not page.name.startswith("adding-a-")]


@pytest.mark.parametrize("page", NOT_TUTORIALS, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_that_a_page_names_exist(page: Path) -> None:
    named = re.findall(r"`([a-z_.]+/[a-z_./-]*|[A-Za-z_]+\.(?:py|toml|lock))`", read(page))
    missing = [
        name for name in named if not name.startswith(("/", "var/")) and not _found(name, page)
    ]
    assert missing == []


def _found(name: str, page: Path) -> bool:
    return any((folder / name).exists() for folder in (ROOT, page.parent))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(page))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop().resolve()
        if page in reached:
            continue
        reached.add(page)
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(page)):
            target = (page.parent / link).resolve()
            waiting += [target] if target.suffix == ".md" else []
    assert set(PAGES) <= reached


def test_every_function_on_the_map_is_in_its_file() -> None:
    """`games/services/orders.py` `submit_order()`: the file stands before the functions."""
    text = read(DOCS / "architecture.md")
    steps = re.findall(r"`([a-z_/]+\.py)`\s+`(\w+)\(\)`", text)
    assert len(steps) > 20
    missing = [
        (path, name)
        for path, name in steps
        if not re.search(rf"^(async )?def {name}\(", read(ROOT / path), flags=re.MULTILINE)
    ]
    assert missing == []
