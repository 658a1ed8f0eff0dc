"""Chance events for two, written as report files: with absences of every kind, as asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SIGN_OF = {(1, 0): "10", (0, 1): "01"}


@dataclass(frozen=True)
class Absences:
    """How likely, in per cent a player and round, and what else is unusual."""

    byes: int = 0  # asked for: full, half or no points
    forfeits: int = 0  # a match that one does not come to, or neither
    withdrawals: int = 0
    late: int = 0  # per cent of the players


KINDS = {
    "none": Absences(),
    "byes": Absences(byes=6),
    "forfeits": Absences(forfeits=8),
    "withdrawals": Absences(withdrawals=4),
    "all": Absences(byes=5, forfeits=6, withdrawals=3, late=12),
}


@dataclass(frozen=True)
class Shape:
    """How large the events are, and how a point is counted."""

    players: range = range(6, 41)
    rounds: range = range(3, 10)
    bye: str = "1.0"
    win: str = "1.0"
    draw: str = "0.5"
    unrated: int = 0  # per cent of the players
    draws: int = 30
    begins: str = ""


@dataclass
class Player:
    """One player while the event goes on; `cells` are as the file has them."""

    number: int
    rating: int
    strength: float
    cells: list[str] = field(default_factory=list)
    points: float = 0
    gone: bool = False
    begins: int = 1
    had_bye: bool = False
    met: set[int] = field(default_factory=set)
    balance: int = 0


def report(chance: Random, absences: Absences, shape: Shape = Shape()) -> str:
    """An event from its first to its last round."""
    players = _players(chance, absences, shape)
    rounds = chance.choice(shape.rounds)
    for number in range(1, rounds + 1):
        _play_round(chance, players, number, absences, shape)
    lines = ["012 An event", "092 Individual: Swiss-System", f"142 {rounds}"]
    lines += [f"042 {shape.begins}"] if shape.begins else []
    lines += [f"162  W{shape.win:>4}    D{shape.draw:>4}    L 0.0    P{shape.bye:>4}"]
    ranks = sorted(players, key=lambda one: (-one.points, one.number))
    for one in players:
        rank = ranks.index(one) + 1
        rating = f"{one.rating:>4}" if one.rating else "    "
        lines.append(
            f"001 {one.number:>4}      {f'Player, Number {one.number}':<33} {rating} {'':3} "
            f"{'':>11} {'':>10} {one.points:>4.1f} {rank:>4}  {'  '.join(one.cells)}"
        )
    return "\n".join(lines) + "\n"


def _players(chance: Random, absences: Absences, shape: Shape) -> list[Player]:
    ratings = sorted(
        (chance.randint(1000, 2700) for _ in range(chance.choice(shape.players))), reverse=True
    )
    made = []
    for number, rating in enumerate(ratings, 1):
        shown = 0 if chance.randrange(100) < shape.unrated else rating
        one = Player(number, shown, rating + chance.gauss(0, 150))
        if chance.randrange(100) < absences.late:
            one.begins = chance.randint(2, 3)
        made.append(one)
    return made


def _play_round(
    chance: Random, players: list[Player], number: int, absences: Absences, shape: Shape
) -> None:
    here = []
    for one in players:
        one.gone = one.gone or chance.randrange(100) < absences.withdrawals
        if one.gone:
            one.cells.append(chance.choice(("0000 - Z", "0000 - Z", " " * 8)))
        elif number < one.begins:
            one.cells.append(chance.choice(("0000 - Z", "0000 - H")))
            one.points += float(shape.draw) * one.cells[-1].endswith("H")
        elif chance.randrange(100) < absences.byes:
            sign = chance.choice("HHZF")
            one.cells.append(f"0000 - {sign}")
            one.points += {"H": float(shape.draw), "Z": 0, "F": float(shape.win)}[sign]
        else:
            here.append(one)
    here.sort(key=lambda one: (-one.points, chance.random()))
    if len(here) % 2:
        free = [one for one in reversed(here) if not one.had_bye] or here[-1:]
        _sit_out(free[0], shape)
        here.remove(free[0])
    while here:
        one = here.pop(0)
        other = next((two for two in here if two.number not in one.met), here[0])
        here.remove(other)
        _play(chance, one, other, absences, shape)


def _sit_out(one: Player, shape: Shape) -> None:
    one.cells.append("0000 - U")
    one.points += float(shape.bye)
    one.had_bye = True


def _play(chance: Random, one: Player, other: Player, absences: Absences, shape: Shape) -> None:
    white, black = (one, other) if one.balance <= other.balance else (other, one)
    one.met.add(other.number)
    other.met.add(one.number)
    if chance.randrange(100) < absences.forfeits:
        signs = chance.choice(("+-", "-+", "+-", "-+", "--"))
    else:
        white.balance, black.balance = white.balance + 1, black.balance - 1
        share = 1 / (1 + 10 ** ((black.strength - white.strength) / 400))
        drawn = chance.randrange(100) < shape.draws
        signs = "==" if drawn else "10" if chance.random() < share else "01"
    worth = {"1": float(shape.win), "+": float(shape.win), "=": float(shape.draw)}
    for player, opponent, colour, sign in (
        (white, black, "w", signs[0]),
        (black, white, "b", signs[1]),
    ):
        player.cells.append(f"{opponent.number:>4} {colour} {sign}")
        player.points += worth.get(sign, 0)


SHAPES = {
    "usual": Shape(),
    "three for a win": Shape(win="3.0", draw="1.0", bye="1.5"),
    "unrated players": Shape(unrated=15),
    "the rules before 2026": Shape(begins="2025/05/01"),
    "many rounds": Shape(players=range(30, 50), rounds=range(9, 12)),
    "hardly anybody": Shape(players=range(4, 9), rounds=range(2, 6), bye="0.5"),
}
