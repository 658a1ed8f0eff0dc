"""Adding a game is one page, whose code is played; and what a game lacks is named."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import unescape
from importlib import invalidate_caches
from io import StringIO
from itertools import cycle
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.models import Match, Member, Order, Player
from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.rules.chance import Chance
from games.rules.configurations import configurations
from games.rules.game import Game
from games.rules.protocol import OrderError, Setup
from games.rules.registry import GAMES, DuplicateGameError, bots_for, find_games
from games.services.matches import create_match, join_match
from games.words import Understood, understand
from games.words.positions.game_words import words_of
from tests import cast
from tests.mail.post import delivered, letter
from tests.rules.conformance import Case, check_match

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
TUTORIAL = "follow-suit"
KEY = "follow-suit-as-read"
"""What the page's game is called here, since a reader may be writing it in the catalogue."""

NAMES = ("Anna", "Bo", "Carla", "Dirk", "Esra")
MOST_FILES = 6
MOST_LINES = 350


def files_of_the_page() -> dict[str, str]:
    """The files that the page has the reader write, by name."""
    text = PAGE.read_text(encoding="utf-8").replace(f'"{TUTORIAL}"', f'"{KEY}"')
    return dict(re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```\n", text, re.DOTALL))


def installed(folder: Path, package: str, key: str) -> None:
    """Make it a distribution that brings a game, as an installer would."""
    facts = folder / f"{package}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[wildcards.games]\n{key} = {package}:GAME\n")


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of installed packages with the page's game and one of `manage.py newgame`."""
    folder = tmp_path_factory.mktemp("packages")
    package = folder / "follow_suit"
    package.mkdir()
    for name, text in files_of_the_page().items():
        (package / name).write_text(text, encoding="utf-8")
    installed(folder, "follow_suit", KEY)
    call_command("newgame", "first-try", "First Try", "--into", folder, stdout=StringIO())
    installed(folder, "first_try", "first-try")
    sys.path.insert(0, str(folder))
    invalidate_caches()
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture
def games(site_folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Game]:
    """Every game with those of the folder, which the service now offers."""
    found = find_games()
    for key in (KEY, "first-try"):
        monkeypatch.setitem(GAMES, key, found[key])
    return found


def test_the_page_is_a_small_game_in_few_files() -> None:
    files = files_of_the_page()
    assert set(files) == {"__init__.py", "rules.py", "rules.en.md"}
    assert len(files) <= MOST_FILES
    assert sum(text.count("\n") for text in files.values()) <= MOST_LINES


def test_a_game_comes_from_another_package_by_its_entry_point(games: dict[str, Game]) -> None:
    assert [key for key in games if key in {"first-try", KEY}] == ["first-try", KEY]
    assert games[KEY].folder.name == "follow_suit"
    assert str(ROOT) not in str(games[KEY].folder)


def test_two_games_of_one_key_are_told(
    games: dict[str, Game], site_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, "again", KEY)
    (tmp_path / "again.py").write_text("from follow_suit import GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(DuplicateGameError, match=f"follow_suit and follow_suit: {KEY}"):
        find_games()


@pytest.mark.parametrize("key", [KEY, "first-try"])
@pytest.mark.parametrize("silence", [0, 50, 100])
def test_it_holds_what_every_game_must_hold(games: dict[str, Game], key: str, silence: int) -> None:
    game = games[key]
    for configuration in configurations(game.rules):
        check_match(Case(game.rules, bots_for(key)["random"], configuration, "page", silence))


def seated(seats: int) -> Match:
    host, *guests = [cast.member(name) for name in NAMES[:seats]]
    match = create_match(member=host, game=KEY, options={}, seats=seats, phase_time=cast.TWO_DAYS)
    for guest in guests:
        join_match(member=guest, match=match)
    match.refresh_from_db()
    return match


def browser(member: Member | None) -> Client:
    assert member is not None
    client = Client()
    client.force_login(member)
    return client


def by_the_form(player: Player, card: str) -> None:
    address = reverse("match-order", kwargs={"code": player.match.code})
    assert browser(player.member).post(address, {"pick-card": card}).status_code == 302


def by_mail(player: Player, card: str) -> None:
    assert delivered(letter(player, f"play {card}\n\nCheers\n")).verdict == "order"


def by_mail_in_words(player: Player, card: str) -> None:
    named = GAMES[KEY].names[card][0]
    text = f"Hi all!\n\nI put down the {named}, good luck everybody.\n"
    assert delivered(letter(player, text)).verdict == "order"


@pytest.mark.parametrize("seats", [2, 5])
def test_a_match_is_played_from_deal_to_end_by_form_mail_and_words(
    db: None, games: dict[str, Game], seats: int
) -> None:
    match = seated(seats)
    ways = cycle((by_the_form, by_mail, by_mail_in_words))
    asked = 0
    while not match.is_over:
        (player,) = cast.awaited(match)
        page = browser(player.member).get(reverse("match", kwargs={"code": match.code}))
        assert page.status_code == 200
        card = cast.legal_texts(player)[-1].split()[1]
        assert games[KEY].names[card][0] in page.content.decode()
        next(ways)(player, card)
        asked += 1
        match.refresh_from_db()
    assert asked == seats * 4  # the last cards play themselves
    orders = Order.objects.filter(phase__match=match)
    sources = {Order.Source.WEB, Order.Source.MAIL, Order.Source.FORCED}
    assert set(orders.values_list("source", flat=True)) == sources
    for name in ("match", "match-log", "match-record", "match-chance"):
        assert Client().get(reverse(name, kwargs={"code": match.code})).status_code == 200
    for number in range(asked):
        step = reverse("match-replay-step", kwargs={"code": match.code, "number": number})
        assert Client().get(step).status_code == 200


def test_its_pages_say_what_the_declaration_says(db: None, games: dict[str, Game]) -> None:
    rules = Client().get(reverse("rules", kwargs={"game": KEY})).content.decode()
    assert "The highest card of the suit that was led takes the trick." in rules
    unwritten = Client().get(reverse("rules", kwargs={"game": "first-try"})).content.decode()
    assert "Each of two players gets three of the cards 1 to 9" in unwritten
    assert games[KEY].authors in unescape(Client().get(reverse("credits")).content.decode())
    page = browser(cast.member("Anna")).get(reverse("match-new"), {"game": KEY})
    assert "Follow Suit" in page.content.decode()


def test_the_default_presentation_is_made_of_the_rules_own_words(games: dict[str, Game]) -> None:
    rules, words = games[KEY].rules, presentation_for(KEY)
    dealt = rules.start(Setup(2, rules.options(), Chance("words")))
    names = {0: "Anna", 1: "Bo"}
    hand = ", ".join(words.card_name(card) for card in dealt.state.hands[0])
    assert words.sentences(dealt.events, names, 0) == [f"You: dealt, cards {hand}."]
    view, decision = rules.view(dealt.state, 0), rules.decision(dealt.state, 0)
    board = words.board(view, names)
    assert board.startswith("Round 1: Play\n")
    assert "Scores you 0, Bo 0" in board
    assert words.prompt(decision, view) == "Play: Play."
    for example in words.examples(decision, view):
        assert rules.parse_order(dealt.state, 0, example)
    with pytest.raises(OrderError) as refused:
        rules.parse_order(dealt.state, 0, "play z9")
    assert words.error(refused.value).startswith("You wrote “play z9”. Not possible now.")
    assert [row.total for row in words.score_table(view, names).rows] == [0, 0]


@pytest.mark.parametrize(
    "text",
    [
        "play {code}",
        "Hello! I lay {code} please",
        "put down the {name}, thanks",
        "play {name}",
        "{name}",
        "I will play the {name}. Good luck everybody!",
    ],
)
def test_plain_words_are_read_by_notation_and_names(games: dict[str, Game], text: str) -> None:
    rules = games[KEY].rules
    state = rules.start(Setup(2, rules.options(), Chance("words"))).state
    code = state.hands[0][2]
    for name in games[KEY].names[code]:
        said = text.format(code=code, name=name)
        assert understand(rules, state, 0, said, ["en"]) == Understood(f"play {code}"), said


@pytest.mark.parametrize("key", [KEY, "first-try"])
def test_the_commands_know_it(games: dict[str, Game], key: str, tmp_path: Path) -> None:
    records = str(tmp_path / "records.jsonl")
    with pytest.raises(CommandError, match="not understood"):
        call_command("understand", key, "what shall I do", "--seats", "2", stdout=StringIO())
    for command, *arguments in (
        ("playout", key, "--games", "3", "--out", records),
        ("referee", records),
        ("pace", key, "--games", "2", "--seats", "2", "--policy", "random"),
    ):
        call_command(command, *arguments, stdout=StringIO())


@pytest.mark.parametrize(("key", "place"), [("first-try", 0), (KEY, 1)])
def test_what_the_page_has_understood_is_understood(
    games: dict[str, Game], key: str, place: int
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    said, seats = re.findall(rf'understand {TUTORIAL} "(.*)" --seats (\d)', page)[place]
    call_command("understand", key, said, "--seats", seats, stdout=StringIO())


@pytest.mark.parametrize(
    ("key", "name", "said"),
    [
        ("Follow", "Follow", "is no key"),
        ("follow", "Fol${low}", "is no name"),
        ("wizard", "Wizard", "There is a game wizard already"),
    ],
)
def test_newgame_refuses_what_could_not_be_a_game(
    key: str, name: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("newgame", key, name, "--into", tmp_path, stdout=StringIO())
    assert not list(tmp_path.iterdir())


# ---- What the games of the house say beyond what must be said.


def lacks(game: Game) -> list[str]:
    """What a game does not say yet, and what works instead."""
    tests, words = ROOT / "tests" / "rules", presentation_for(game.key)
    said = {
        "presentation: its rules' own words are shown": type(words) is not Presentation,
        "words: its notation and its names are read": not words_of(game.key).reads_values,
        "bots: one plays any legal order, one the first": {"random", "steady"} <= set(game.bots),
        "standing: pace is measured without standing orders": bool(game.standing),
        "decisions: no length is predicted": set(game.decisions) == set(game.rules.table_sizes),
        "authors: the credits do not name it": game.name in game.authors,
        "style: its table has the site's own": bool(game.style) and is_static(game.style),
        "drawings: its cards have no pictures": "<symbol" in words.sprite(),
        "rules page: its class is quoted": (ROOT / f"seeds/rules/{game.key}.en.md").is_file(),
        "deck: its cards have no source": (ROOT / f"seeds/decks/{game.key}.json").is_file(),
        "rulings: no test covers them": any(tests.glob(f"{folder_of(game)}/test_rulings_*.py")),
        "transcripts: none is kept": any((tests / "transcripts" / game.key).glob("*.txt")),
        "records: none is kept": any((tests / "records" / game.key).glob("*.jsonl")),
    }
    return [f"{game.key} lacks {what}" for what, is_said in said.items() if not is_said]


def folder_of(game: Game) -> str:
    return game.key.replace("-", "_")


def is_static(name: str) -> bool:
    return (ROOT / "games" / "static" / name).is_file()


HOUSE = [game for game in GAMES.values() if game.folder.is_relative_to(ROOT)]


def test_the_games_of_the_house_lack_nothing() -> None:
    assert [what for game in HOUSE for what in lacks(game)] == []


def test_what_a_new_game_lacks_is_told_with_what_works_instead(games: dict[str, Game]) -> None:
    told = lacks(games["first-try"])
    assert "first-try lacks words: its notation and its names are read" in told
    assert len(told) == 13
    assert not any("decisions" in what or "authors" in what for what in lacks(games[KEY]))


def test_a_games_key_stands_in_no_python_file_outside_its_package() -> None:
    """But for what shows the service by matches of its own choice: the demonstration, the bench."""
    keys = re.compile("|".join(f"[\"']{game.key}[\"'/]" for game in HOUSE))
    for path in (*ROOT.glob("games/**/*.py"), *ROOT.glob("tournaments/**/*.py")):
        inside = any(path.is_relative_to(game.folder) for game in HOUSE)
        shows = path.name.startswith("demo") or "bench" in path.parts
        if not inside and not shows:
            assert not keys.search(path.read_text(encoding="utf-8")), path
