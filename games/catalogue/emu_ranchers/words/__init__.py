"""What the clauses of an order mean in Emu Ranchers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product, zip_longest
from pathlib import Path

from games.catalogue.emu_ranchers.rules.cards import ALL_CARDS, SUITS
from games.catalogue.emu_ranchers.rules.prompt import PilePrompt
from games.catalogue.emu_ranchers.words.birds import settle
from games.catalogue.emu_ranchers.words.facts import facts
from games.catalogue.emu_ranchers.words.plans import plans
from games.catalogue.emu_ranchers.words.visible import visible
from games.words.lexicon.lexing import Codes
from games.words.positions.game_words import GameWords
from games.words.positions.scene import (
    MOST_CANDIDATES,
    NO_OPTION,
    Option,
    OrderScene,
    is_denied,
    joined,
    only_verb,
    options,
)
from games.words.speech.grammar import OrderClause, Thing

_VERBS = ("hatch", "grow", "discard")
_CARDS = frozenset(("code", "card", "how", "number"))
_CARD_AND_BIRD = 2
_EXTREMES = ("lowest", "highest")


def merged(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses, those joined that make one order; at the end of a year all growth is one."""
    found: list[OrderClause] = []
    for clause in (_with_birds(_as_meant(clause, scene), scene) for clause in clauses):
        last = found[-1] if found else None
        is_card = scene.kind == "draw" and only_verb(clause, ("discard",))
        if is_card and (last is None or last.verb != "draw"):
            # "lo scarto": where a card is drawn, the discard is a card and not an act.
            found.append(OrderClause("", (Thing("pile"),)))
        elif last is not None and _lands_on_pile(last, clause, scene):
            found[-1] = OrderClause("discard", last.things)
        elif last is not None and clause.verb == "best" and only_verb(last, ("grow",)):
            found[-1] = clause  # "place whatever scores most"
        elif last is None or is_denied(clause) or is_denied(last):
            found.append(clause)
        elif last.verb == "draw" and not last.things and only_verb(clause, ("discard",)):
            # "pesco lo scarto": the discard is a card here, not an act.
            found[-1] = OrderClause("draw", (Thing("pile"),))
        elif only_verb(last, (*_VERBS, "draw")) and clause.verb in ("", "grow", last.verb):
            verb = last.verb if clause.verb in ("", "grow") else clause.verb
            found[-1] = OrderClause(verb, clause.things, clause.final)
        elif scene.kind == "growth" and _has_rank(last) and only_verb(clause, ("done",)):
            continue  # "the 6 on bird 1, nothing else"
        elif _goes_on(last, clause, scene):
            found[-1] = joined(last, clause, "grow")
        else:
            found.append(clause)
    return found


def _lands_on_pile(last: OrderClause, clause: OrderClause, scene: OrderScene) -> bool:
    """Whether a card is said to go to the discards: "the crown goes on the pile"."""
    is_pile = [thing.kind for thing in clause.things] == ["pile"]
    is_card = not last.verb and _has_rank(last)
    return scene.kind == "act" and is_card and is_pile and clause.verb in ("", "grow")


def _as_meant(clause: OrderClause, scene: OrderScene) -> OrderClause:
    """ "My first bird with the ace" where there is none yet; "the ace goes on the discards"."""
    kinds = [thing.kind for thing in clause.things]
    if scene.kind != "act" or not _has_rank(clause) or clause.verb not in ("", "grow", "hatch"):
        return clause
    if "pile" in kinds and clause.verb != "hatch":
        things = [thing for thing in clause.things if thing.kind != "pile"]
        return OrderClause("discard", tuple(things))
    birds = str(_bird_count(scene) + 1)
    is_new = [thing for thing in clause.things if thing.kind == "bird" and thing.value == birds]
    if is_new:
        things = [thing for thing in clause.things if thing not in is_new]
        return OrderClause("hatch", tuple(things))
    return clause


def _with_birds(clause: OrderClause, scene: OrderScene) -> OrderClause:
    """The clause with its birds by number where it names them by their suits."""
    things = [_numbered(thing, scene) for thing in clause.things]
    if any(thing.kind in ("code", "card", "number") for thing in things):
        things = [thing for thing in things if thing.kind != "all"]
    return clause._replace(things=tuple(things))


def _numbered(thing: Thing, scene: OrderScene) -> Thing:
    if thing.kind != "bird" or not thing.other:
        return thing
    birds = scene.view.players[scene.seat].birds
    fitting = [bird.number for bird in birds if set(thing.other) <= set(bird.suits)]
    return Thing("bird", str(fitting[0]) if len(fitting) == 1 else "")


def _goes_on(last: OrderClause, clause: OrderClause, scene: OrderScene) -> bool:
    """Whether a clause says more of the growth before it: its bird, or the next card."""
    if {"grow"} <= {last.verb, clause.verb} <= {"grow", ""}:
        is_bird = _has_rank(last) and all(thing.kind == "bird" for thing in clause.things)
        if is_bird or _has_card(last) != _has_card(clause):
            return True
    if scene.kind != "growth" or not {last.verb, clause.verb} <= {"", "grow"}:
        return False
    return last.verb == "grow" or (_has_rank(last) and _has_rank(clause))


def _has_card(clause: OrderClause) -> bool:
    return any(thing.kind in ("code", "card") for thing in clause.things)


def _has_rank(clause: OrderClause) -> bool:
    return any(thing.kind in ("code", "card", "number") for thing in clause.things)


def option(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> Option:
    """The orders that a clause may mean; `before` is the alternative ahead of it, if any."""
    kinds = {thing.kind for thing in clause.things}
    if is_denied(clause) or clause.final.startswith("-"):
        is_growth = clause.verb == "-grow" and scene.kind == "growth" and kinds <= {"none", "any"}
        return options(["done"]) if is_growth else NO_OPTION
    verb = clause.final if clause.verb == "grow" and clause.final else clause.verb
    if not verb and before is not None:
        verb = before.verb
        clause = _on_same_bird(clause, before)
        kinds = {thing.kind for thing in clause.things}
    taking = ("draw",) if scene.ahead else ("", "draw", "hatch", "grow")
    if verb in taking and _names_discard(clause, scene):
        verb, kinds = "draw", {"pile"}
    return _by_verb(verb, clause, scene, kinds)


def _on_same_bird(clause: OrderClause, before: OrderClause) -> OrderClause:
    """A card alone, for the bird of the alternative before it, "or else the 8"; or its bird."""
    if [thing.kind for thing in clause.things] == ["bird"]:
        cards = [thing for thing in before.things if thing.kind in _CARDS]
        return clause._replace(things=(*cards[:1], *clause.things))
    birds = [thing for thing in before.things if thing.kind == "bird" and thing.value]
    is_card = len(clause.things) == 1 and clause.things[0].kind in _CARDS
    return clause._replace(things=(*clause.things, *birds[:1])) if is_card else clause


def _by_verb(verb: str, clause: OrderClause, scene: OrderScene, kinds: set[str]) -> Option:
    match verb:
        case "hatch" | "discard":
            return _one_card(verb, clause, scene)
        case "grow":
            return _grow(clause, scene)
        case "draw":
            return NO_OPTION if _names_other_card(clause, scene) else _draw(kinds)
        case "done" | "best":
            return options([verb]) if not kinds - {"none"} else NO_OPTION
    return _by_things(clause, scene, kinds)


def _by_things(clause: OrderClause, scene: OrderScene, kinds: set[str]) -> Option:
    """An order without a verb: what its things leave to do."""
    is_pile = scene.kind == "draw" and not any(thing.value for thing in clause.things)
    if is_pile and kinds == {"bird"}:
        return _draw(set())
    if kinds and kinds <= {"deck", "pile"}:
        return _draw(kinds)
    if scene.kind == "growth":
        return options(["done"]) if kinds == {"none"} else _grow(clause, scene)
    return _act(clause, scene, kinds) if scene.kind == "act" or scene.ahead else NO_OPTION


def _act(clause: OrderClause, scene: OrderScene, kinds: set[str]) -> Option:
    if "bird" in kinds or ("number" in kinds and kinds & {"code", "card"}):
        return _grow(clause, scene)
    if kinds == {"number"} and len(clause.things) == _CARD_AND_BIRD:
        card, bird = clause.things
        is_bird = int(bird.value) <= len(scene.view.players[scene.seat].birds)
        things = (card, Thing("bird", bird.value))
        return _grow(clause._replace(things=things), scene) if is_bird else NO_OPTION  # "5 on 1"
    if scene.ahead and kinds <= {"code", "card", "number"} and len(clause.things) == 1:
        return _grow(clause, scene)  # "hatch the ace, then the 4"
    if kinds in ({"code"}, {"card"}):
        found = [_one_card("hatch", clause, scene), _grow(clause, scene)]
        found.append(_one_card("discard", clause, scene))
        return options(text for each in found for text in each.texts)
    return NO_OPTION


def _names_discard(clause: OrderClause, scene: OrderScene) -> bool:
    """Whether the card that may be drawn from the discard pile is named: "I pick up the six"."""
    top = _open_card(scene)
    cards = [thing for thing in clause.things if thing.kind in ("code", "card", "number")]
    if not top or len(cards) != 1 or any(thing.kind == "deck" for thing in clause.things):
        return False
    (thing,) = cards
    rank, suits = (thing.value, "") if thing.kind == "number" else (thing.other, thing.value)
    if thing.kind == "code":
        rank, suits = thing.value[0], thing.value[1:]
    return top[:1] == ("A" if rank == "1" else rank) and set(suits) <= set(top[1:])


def _names_other_card(clause: OrderClause, scene: OrderScene) -> bool:
    """Whether a card is drawn from the discards by name that does not lie there."""
    named = any(thing.kind in ("code", "card") for thing in clause.things)
    is_pile = any(thing.kind == "pile" for thing in clause.things)
    return named and is_pile and bool(_open_card(scene)) and not _names_discard(clause, scene)


def _open_card(scene: OrderScene) -> str:
    """The card on the discard pile, where it is drawn now or behind a step that leaves it there."""
    if isinstance(scene.decision.data, PilePrompt):
        return scene.decision.data.discard
    is_next = any(text.startswith(("hatch", "grow")) for text in scene.ahead)
    is_next = is_next or scene.is_later_in_round  # "take the 4VL" on a line of its own
    return scene.view.discard[-1] if is_next and scene.view.discard else ""


def _draw(kinds: set[str]) -> Option:
    if kinds == {"deck"}:
        return options(["draw deck"])
    if "pile" in kinds and kinds <= {"pile", "code", "card", "number"}:
        return options(["draw discard"])
    if kinds == {"any"}:
        return options(["draw any"])
    return NO_OPTION if kinds else options(["draw deck", "draw discard"])


def _one_card(verb: str, clause: OrderClause, scene: OrderScene) -> Option:
    things = [thing for thing in clause.things if thing.kind != "bird" or thing.value]
    if len(things) != 1 or things[0].kind not in (*_CARDS, "any"):
        return NO_OPTION
    return options(f"{verb} {card}" for card in _cards(things[0], scene))


def _cards(thing: Thing, scene: OrderScene) -> Iterator[str]:
    """The cards of the hand that are meant, or the one of the deck, so that the rules refuse it."""
    if thing.kind == "code":
        yield from _named(thing.value[0], thing.value[1:], scene)
    elif thing.kind == "card":
        yield from _named(thing.other, thing.value, scene)
    elif thing.kind == "number":
        yield from _named(thing.value, "", scene)
    elif thing.kind == "any" or thing.value in _EXTREMES:
        yield thing.value or "any"


def _named(rank: str, suits: str, scene: OrderScene) -> Iterator[str]:
    rank = "A" if rank == "1" else rank
    for cards in (scene.hand, ALL_CARDS):
        fitting = [card for card in cards if card[0] == rank and set(suits) <= set(card[1:])]
        if fitting:
            yield from fitting
            return
    yield rank + "".join(suit for suit in SUITS if suit in suits)


def _grow(clause: OrderClause, scene: OrderScene) -> Option:
    if any(thing.kind == "none" for thing in clause.things):
        is_none = len(clause.things) == 1 and scene.kind == "growth"
        return options(["done"]) if is_none else NO_OPTION
    if [thing.kind for thing in clause.things] in (["any"], []) and scene.kind == "growth":
        return options(["best"]) if clause.things else NO_OPTION
    placements = _placements(clause.things, _bird_count(scene))
    every = (way for placed in placements for way in product(*_ways(placed, scene)))
    return options(f"grow {' '.join(way)}" for way in islice(every, MOST_CANDIDATES))


def _ways(placed: Sequence[tuple[Thing, str]], scene: OrderScene) -> list[list[str]]:
    """For each card the ways to place it, as `7SK 1`."""
    ways = [
        [f"{card} {bird}" for card in _cards(thing, scene) for bird in _birds(named, scene)]
        for thing, named in placed
    ]
    if scene.ahead and not any(text.startswith("hatch") for text in scene.ahead):
        ways = [[way for way in each if _is_alike(way, scene)] or each for each in ways]
    return ways


def _is_alike(placed: str, scene: OrderScene) -> bool:
    """Whether a card and the bird that it is for, as `7SK 1`, have a suit in common."""
    card, number = placed.split()
    birds = scene.view.players[scene.seat].birds
    found = [bird for bird in birds if str(bird.number) == number]
    return not found or bool(set(card[1:]) & set(found[0].suits))


def _birds(bird: str, scene: OrderScene) -> list[str]:
    """The bird named, or every bird of the seat."""
    if bird:
        return [bird]
    birds = _bird_count(scene)
    if any(text.startswith("hatch") for text in scene.ahead):
        return [str(birds)]  # "hatch the ace, then the 4 on it"
    return [str(number) for number in range(1, birds + 1)]


def _bird_count(scene: OrderScene) -> int:
    """How many birds there are once the steps ahead are done."""
    hatched = sum(text.startswith("hatch") for text in scene.ahead)
    return len(scene.view.players[scene.seat].birds) + hatched


def _placements(things: Sequence[Thing], birds: int) -> Iterator[Sequence[tuple[Thing, str]]]:
    """Each card with the number of its bird, "" for none, in every way that the things may say.

    A bird stands behind its cards (`5 of moons to bird 2`), or once before them; where one stands
    before and another behind, any of the cards between may be either's.
    """
    found = _placed(things, birds)
    if not things or found is None:
        return
    before, last = things[:-1], things[-1]
    is_last = last.kind == "bird" and bool(last.value)
    first = _placed(before, birds) if is_last and before else None
    if first is None or first != found or not all(bird for _card, bird in first):
        yield found
        return
    for place in range(len(first) - 1, 0, -1):
        yield [*first[:place], *((card, last.value) for card, _bird in first[place:])]


def _placed(things: Sequence[Thing], birds: int) -> list[tuple[Thing, str]] | None:
    """Each card with the number of its bird, "" for none; None for things that make no growth.

    A bird stands behind its cards (`5 of moons to bird 2`), or once before them. There are so many
    `birds`: a greater number is a card's.
    """
    found: list[tuple[Thing, str]] = []
    ahead = ""
    waiting: list[Thing] = []
    for thing, after in zip_longest(things, things[1:]):
        is_number = thing.kind == "number" and int(thing.value) <= birds
        is_number = is_number and (
            after is None or after.kind != "bird"
        )  # "the 3, the 2 on bird 2"
        is_number = is_number and bool(waiting or found or ahead)
        if thing.kind == "bird" or (is_number and (waiting or not ahead)):
            if not thing.value:
                continue
            if waiting:
                found.extend((card, thing.value) for card in waiting)
                waiting, ahead = [], ""
            else:
                ahead = thing.value
        elif thing.kind in (*_CARDS, "any"):
            if ahead:
                found.append((thing, ahead))
            else:
                waiting.append(thing)
        else:
            return None
    found.extend((card, "") for card in waiting)
    return found or None


WORDS = GameWords(
    grammar=Path(__file__).parent.with_name("grammar.lark"),
    merged=merged,
    option=option,
    codes=Codes(
        re.compile(r"[1-9][msvlyk]{1,3}", re.ASCII), re.compile(r"X|(?!PS$)[ACPT][MSVLYK]{1,4}")
    ),
    one_order=frozenset(("growth",)),
    facts=facts,
    visible=visible,
    settle=settle,
    opposites={"grow": "done"},
    plans=plans,
    stages={"hatch": 0, "grow": 0, "discard": 0, "draw": 1},
)
