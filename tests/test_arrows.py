"""Who may import whom: every import is read, those inside functions too.

An import that stands here and not in the code fails as well, so that the table stays true.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# The longest prefix counts. Everything at the edge finds, calls one service, and answers.
# common: what every layer may use; replies: what reads mail; composing: what writes it.
LAYER_OF = {
    "games.common": "common",
    "games.rules": "rules",
    "games.words": "understanding",
    "games.catalogue": "rules",
    "games.models": "models",
    "games.migrations": "migrations",
    "games.presentation": "presentation",
    "games.selectors": "selectors",
    "games.services": "services",
    "games.replies": "replies",
    "games.letters": "letters",
    "games.composing": "composing",
    "games.mail": "edge",
    "games.channels": "edge",
    "games.mail_urls": "edge",
    "games.checks": "edge",
    "games.tasks": "edge",
    "games.views": "edge",
    "games.forms": "edge",
    "games.api": "edge",
    "games.admin": "edge",
    "games.adapters": "edge",
    "games.apps": "edge",
    "games.account_urls": "edge",
    "games.receivers": "edge",
    "games.security_log": "edge",
    "games.urls": "edge",
    "games.templatetags": "edge",
    "games.management": "edge",
    "tournaments.values": "arithmetic",
    "tournaments.chance": "arithmetic",
    "tournaments.rating": "arithmetic",
    "tournaments.figures": "arithmetic",
    "tournaments.ranking": "arithmetic",
    "tournaments.pairing": "arithmetic",
    "tournaments.stages": "arithmetic",
    "tournaments.formats": "arithmetic",
    "tournaments.exports": "arithmetic",
    "tournaments.outlook": "arithmetic",
    "tournaments.trf": "arithmetic",
    "tournaments.models": "tournament models",
    "tournaments.migrations": "migrations",
    "tournaments.pictures": "tournament pictures",
    "tournaments.presentation": "tournament presentation",
    "tournaments.selectors": "tournament selectors",
    "tournaments.services": "tournament services",
    "tournaments.letters": "tournament letters",
    "tournaments.admin": "tournament edge",
    "tournaments.apps": "tournament edge",
    "tournaments.forms": "tournament edge",
    "tournaments.templatetags": "tournament edge",
    "tournaments.mail": "tournament edge",
    "tournaments.urls": "tournament edge",
    "tournaments.views": "tournament edge",
    "tournaments.api": "tournament edge",
    "tournaments.management": "tournament edge",
    "tournaments.rating_tasks": "tournament edge",
    "tournaments.tasks": "tournament edge",
    "tournaments.receivers": "tournament edge",
    "wildcards_site": "house",
}
OF_A_GAME = re.compile(r"games\.catalogue\.\w+\.(rules|presentation|words)\b")
WORDS_OF_A_FORMAT = re.compile(r"tournaments\.formats\.\w+\.words")
BELOW_THE_EDGE = {
    "services",
    "selectors",
    "presentation",
    "models",
    "rules",
    "common",
    "replies",
    "letters",
    "composing",
    "understanding",
}
MAY_IMPORT: dict[str, set[str]] = {
    "rules": set(),
    "understanding": {"rules"},
    "models": set(),
    "common": set(),
    "migrations": {"models"},
    "presentation": {"rules"},
    "selectors": {"models", "rules", "common"},
    "replies": {"rules", "understanding"},
    "letters": {"selectors", "models", "common", "replies"},
    "composing": {
        "letters",
        "selectors",
        "presentation",
        "models",
        "rules",
        "common",
        "replies",
    },
    "services": {"selectors", "models", "rules", "common", "replies", "letters", "understanding"},
    "edge": BELOW_THE_EDGE,
    "arithmetic": set(),
    "tournament models": {"models", "arithmetic"},
    "tournament pictures": set(),
    "tournament presentation": {"arithmetic", "tournament pictures"},
    "tournament selectors": {
        "tournament models",
        "arithmetic",
        "models",
        "selectors",
        "rules",
        "common",
    },
    "tournament services": {
        "tournament letters",
        "tournament models",
        "tournament selectors",
        "arithmetic",
        "models",
        "services",
        "selectors",
        "rules",
        "common",
    },
    "tournament letters": {
        "tournament models",
        "tournament selectors",
        "tournament presentation",
        "arithmetic",
        "models",
        "rules",
        "letters",
        "common",
    },
    "tournament edge": {
        "edge",
        "tournament letters",
        "tournament services",
        "tournament models",
        "tournament presentation",
        "tournament pictures",
        "tournament selectors",
        "arithmetic",
        *BELOW_THE_EDGE,
    },
    "house": {"common"},
}
# What the standard library lacks: structs that are read from JSON with their types checked.
ALLOWED_TO_RULES = {"msgspec"}
# Rules know no clock and no chance but the seed's; what reads a file may use a path.
FORBIDDEN_TO_RULES = {"random", "time", "uuid", "socket", "subprocess", "threading", "sqlite3"}
# Each folder imports those before it alone: tournaments' arithmetic, and the reading of words.
STOREYS = {
    "tournaments": (
        *("values", "chance", "rating", "ranking", "pairing", "stages", "formats", "exports"),
        *("trf", "figures"),
    ),
    "games.words": (
        *("results", "lexicon", "speech", "positions", "corrections", "descriptions"),
        *("conditions", "doubts", "likelihood", "learning"),
    ),
}
# Formats, pairings and ratings are arithmetic; what the standard library lacks of it is named
# here. Figures are kept as JSON, as structs that are read with their types checked.
ALLOWED_TO_ARITHMETIC = {"rustworkx", "numpy", "scipy", "msgspec"}
# What a model needs is Django's; but for Unicode's tables, which the names of members are kept by.
ALLOWED_TO_MODELS = {"django", "confusable_homoglyphs", "msgspec", "psycopg"}


def modules() -> dict[str, Path]:
    """Every Python module of the product by its dotted name."""
    found = {}
    for package in ("games", "tournaments", "wildcards_site"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def layer_of(module: str) -> str | None:
    """The layer of a module of ours; None for the empty packages and for everybody else's."""
    name = module
    if WORDS_OF_A_FORMAT.fullmatch(module):
        return LAYER_OF["tournaments.presentation"]
    if game := OF_A_GAME.match(module):
        return LAYER_OF[f"games.{game[1]}"]
    while name:
        if name in LAYER_OF:
            return LAYER_OF[name]
        name = name.rpartition(".")[0]
    return None


@cache
def imports_of(module: str) -> tuple[str, ...]:
    """Every module that `module` imports, at its top or later, and `import_module("…")` too."""
    return tuple(_imports_of(module))


def _imports_of(module: str) -> Iterator[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=origin, names=names, level=level):
                base = package.rsplit(".", level - 1)[0] if level else ""
                source = ".".join(part for part in (base, origin) if part)
                # `from games.mail import inbound` imports a module; of a name, the module it is in.
                for name in names:
                    whole = f"{source}.{name.name}"
                    yield whole if whole in MODULES else source
            case ast.Call(
                func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def arrows() -> Iterator[tuple[str, str]]:
    """Every import of ours by ours, across layers."""
    for module in MODULES:
        for target in set(imports_of(module)):
            ours, theirs = layer_of(module), layer_of(target)
            if theirs and ours != theirs:
                yield module, target


def test_every_module_has_a_layer() -> None:
    """A new module that stands nowhere would be free to import anything."""
    homeless = [
        module
        for module, path in MODULES.items()
        if layer_of(module) is None and path.read_text(encoding="utf-8").strip()
    ]
    assert homeless == []


def test_every_layer_has_modules() -> None:
    inhabited = {layer_of(module) for module in MODULES}
    assert set(LAYER_OF.values()) <= inhabited
    for prefix in ("games.views", "games.forms", "games.api", "games.admin", "games.tasks"):
        assert any(module.startswith(prefix) for module in MODULES), f"{prefix} is empty"


def test_imports_follow_the_arrows() -> None:
    wrong = defaultdict(list)
    for module, target in arrows():
        allowed = MAY_IMPORT[str(layer_of(module))]
        if layer_of(target) not in allowed:
            wrong[module].append(target)
    assert dict(wrong) == {}


def test_rules_import_only_the_standard_library_and_what_reads_their_events() -> None:
    for module in MODULES:
        if layer_of(module) != "rules":
            continue
        for target in imports_of(module):
            top = target.partition(".")[0]
            known = top in sys.stdlib_module_names or top in ALLOWED_TO_RULES
            assert known or layer_of(target) == "rules", f"{module} imports {target}"
            assert top not in FORBIDDEN_TO_RULES, f"{module} imports {target}"


def test_arithmetic_imports_only_what_its_maths_needs() -> None:
    ours = [module for module in MODULES if layer_of(module) == "arithmetic"]
    assert len(ours) > 1
    for target in (target for module in ours for target in imports_of(module)):
        top = target.partition(".")[0]
        known = top in sys.stdlib_module_names or top in ALLOWED_TO_ARITHMETIC
        assert known or layer_of(target) == "arithmetic", target


@pytest.mark.parametrize("package", STOREYS)
def test_what_is_built_upwards_imports_nothing_above_it(package: str) -> None:
    def storey(module: str) -> int | None:
        name = module.removeprefix(f"{package}.").partition(".")[0]
        return STOREYS[package].index(name) if name in STOREYS[package] else None

    ours = [module for module in MODULES if module.startswith(f"{package}.")]
    assert {storey(module) for module in ours} >= set(range(len(STOREYS[package])))
    for module in ours:
        for target in (one for one in imports_of(module) if one.startswith(f"{package}.")):
            above, below = storey(module), storey(target)
            assert above is None or below is None or below <= above, f"{module} imports {target}"


def test_models_import_only_django() -> None:
    ours = [module for module in MODULES if layer_of(module) == "models"]
    assert len(ours) > 1
    for target in (target for module in ours for target in imports_of(module)):
        top = target.partition(".")[0]
        known = top in sys.stdlib_module_names or top in ALLOWED_TO_MODELS
        assert known or layer_of(target) == "models", target


def test_only_the_task_queue_and_the_beat_send_tasks() -> None:
    """A task started elsewhere might start before the commit, or fail the one who started it."""
    senders = {"delay", "apply_async", "send_task", "delay_on_commit"}
    for module, path in MODULES.items():
        if module in {"games.common.task_queue", "wildcards_site.beat"}:
            continue
        source = path.read_text(encoding="utf-8")
        if not any(sender in source for sender in senders):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in senders, f"{module}:{node.lineno}"


@pytest.mark.parametrize("package", ["games", "tournaments"])
def test_the_packages_are_empty(package: str) -> None:
    assert (ROOT / package / "__init__.py").read_bytes() == b""


@pytest.mark.parametrize("module", ["games.rules.registry", "games.rules.record"])
def test_importing_the_rules_loads_no_django(module: str) -> None:
    script = (
        f"import sys, {module}\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'django', 'celery', 'redis', 'allauth', 'wildcards_site'}))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert finished.stdout.strip() == "[]", finished.stderr
