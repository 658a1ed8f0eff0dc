"""The clauses that make one order together: a swap in two parts, an animal with its payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from games.catalogue.wild_cards.words.cards import CARDS
from games.words.positions.scene import OrderScene, is_denied, joined, only_verb
from games.words.speech.grammar import OrderClause, Thing

_SWAPPING = frozenset(("swap", "give", "get", "for", "take"))
_SWAPPED = {"discard": "give", "bid": "get", "get": "get", "give": "give"}
_LIMITS = ("7", "10")


def merged(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses, joined where several make one order: `take …, paying …`, `discard …, refill`."""
    swap = _swap_of(clauses, scene, is_next=refills_next(scene))
    if swap is not None:
        return [swap]
    if len(clauses) > 1 and scene.kind == "bid" and _is_refill(clauses[0]):
        clauses = [clauses[0], *_with_swap(clauses[1:], scene)]
    clauses = [_as_payment(clause, scene) for clause in _as_asked(clauses, scene)]
    found: list[OrderClause] = []
    for clause in _parted(_without_kept(clauses, scene), scene):
        both = _joined(found[-1], clause, scene) if found else None
        if both is not None:
            found[-1] = both
        else:
            found.append(clause)
    return found


def _as_asked(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses, a first verb that gives a card the one that is asked for: "I throw in the F3",
    said where a tie is paid; what is discarded where a bid is asked may be for a refill."""
    giving = _GIVING.get(scene.kind, frozenset())
    first, *others = clauses
    is_refill = any(thing.kind == "refill" for clause in clauses for thing in clause.things)
    is_card = bool({thing.kind for thing in first.things} & CARDS) and not is_refill
    if scene.ahead or not is_card or not {first.verb, first.final or first.verb} <= giving:
        return [*clauses]
    return [first._replace(verb=scene.kind, final=""), *others]


_GIVING = {
    "bid": frozenset(("bid", "put", "give", "get", "take")),
    "pay": frozenset(("bid", "put", "discard", "give", "get", "show", "take", "pay")),
    "show": frozenset(("bid", "put", "discard", "give", "get", "pay", "take", "show")),
}
"""Verbs that say of a card, where one is asked for, that it is this one."""


def _as_payment(clause: OrderClause, scene: OrderScene) -> OrderClause:
    """ "I give two savannahs for the lion": outside a swap cards are paid, animals taken."""
    if scene.kind == "take" and clause.verb in ("discard", "bid", "show") and not clause.final:
        return clause if animals(clause) else clause._replace(verb="pay")
    if scene.kind == "swap" or clause.verb not in ("give", "for"):
        return clause
    return clause._replace(verb="take" if animals(clause) else "pay")


def _without_kept(clauses: Sequence[OrderClause], scene: OrderScene) -> Sequence[OrderClause]:
    """At a refill what is kept only says again what is thrown, unless nothing is."""
    if scene.kind != "refill" and not refills_next(scene):
        return clauses
    clauses = [_as_kept(clause) for clause in clauses]
    if any(clause.verb == "reveal" for clause in clauses):
        clauses = [clause for clause in clauses if not only_verb(clause, ("discard",))]
    kept = [clause for clause in clauses if clause.verb == "reveal"]
    thrown = [clause for clause in clauses if clause not in kept and not _is_refill(clause)]
    if not kept or any(clause.things for clause in thrown):
        return [clause for clause in clauses if clause not in kept]
    return kept[-1:]


def _as_kept(clause: OrderClause) -> OrderClause:
    """A clause that keeps, whichever of its verbs stands last: "il jolly lo tengo"."""
    if clause.verb == "take":  # "keep the 4"
        return clause._replace(verb="reveal")
    if clause.final == "reveal" or (clause.verb == "reveal" and not clause.final):
        return clause._replace(verb="reveal", final="")
    return clause


def _parted(clauses: Sequence[OrderClause], scene: OrderScene) -> Iterator[OrderClause]:
    """Where a card is asked, one with animals behind it is that and what is hoped for."""
    asked = ("bid", "pay", "show", "reveal")
    for clause in clauses:
        kinds = [thing.kind for thing in clause.things]
        place = kinds.index("animal") if "animal" in kinds else 0
        if scene.kind == "bid" and kinds[:1] == ["refill"] and clause.verb == "discard":
            yield clause._replace(verb="bid", things=clause.things[:1])
            yield clause._replace(things=clause.things[1:])
        elif scene.kind in asked and clause.verb in ("", "put", *asked) and place:
            is_taken = clause.final in ("take", "get")
            yield clause._replace(things=clause.things[:place], final=clause.final * (not is_taken))
            yield OrderClause(clause.final * is_taken, clause.things[place:])
        else:
            yield clause


def _joined(first: OrderClause, second: OrderClause, scene: OrderScene) -> OrderClause | None:
    """Two clauses as one order, or None where they are two."""
    if only_verb(first, ("discard",)) and only_verb(second, ("draw", "take")):
        return first  # what is thrown away, "the only one I've got", was not read
    if only_verb(first, ("put", "bid", "pay", "discard", "take")) and not is_denied(second):
        verb = second.verb if first.verb == "put" or second.verb not in ("", "put") else first.verb
        return second._replace(verb=verb)
    return _joined_take(first, second, scene) or _joined_refill(first, second, scene)


def _joined_take(first: OrderClause, second: OrderClause, scene: OrderScene) -> OrderClause | None:
    """An animal with its payment, said before or behind it; a pass with its two cards."""
    kinds = {thing.kind for thing in second.things}
    is_taking = first.verb == "take" or (first.verb == "" and bool(animals(first)))
    is_payment = not second.verb and kinds <= CARDS and len(first.things) == 1
    if is_taking and (second.verb == "pay" or is_payment):
        return joined(first, second, "take")
    is_named_first = not first.verb and len(animals(first)) == 1 and not animals(second)
    if is_named_first and second.verb == "take":
        return joined(first, second, "take")
    first_kinds = {thing.kind for thing in first.things}
    is_step = bool(scene.ahead) and not first.verb and bool(first_kinds) and first_kinds <= CARDS
    is_step = is_step and not follows_two(scene)
    if is_step and second.verb == "take" and len(animals(second)) == len(second.things) == 1:
        return joined(second, first, "take")  # "with F4 and M3 I buy the lion"
    is_payment = first.verb == "pay" and len(animals(second)) == len(second.things) == 1
    if is_payment and (second.verb == "take" or (not second.verb and scene.kind != "take")):
        return joined(second, first, "take")  # "wild 2, pay M1, and take the ibex"
    if scene.kind == "show" and only_verb(first, ("reveal", "show")) and second.verb == "draw":
        return second  # "flip one off the deck"
    is_pass = first.verb in ("pass", "sit") and second.verb in ("draw", "pass", "sit")
    return first if is_pass and not kinds - {"number"} else None


def _joined_refill(
    first: OrderClause, second: OrderClause, scene: OrderScene
) -> OrderClause | None:
    """What is discarded with the word that the hand is filled up."""
    if scene.kind in ("bid", "reveal") or (
        scene.kind != "refill" and "discard" not in (first.verb, second.verb)
    ):
        return None
    if second.verb == "discard" and _is_refill(first):
        return OrderClause("discard", second.things)
    if first.verb == "discard" and (_is_refill(second) or second.verb == "draw"):
        return OrderClause("discard", first.things)
    return first if first.verb == "reveal" and _is_refill(second) else None


def _is_refill(clause: OrderClause) -> bool:
    """Whether a clause only says that the hand is filled up, or to how many cards."""
    rest = [thing for thing in clause.things if thing.kind != "refill"]
    has_refill = len(rest) < len(clause.things)
    return has_refill and all(thing.value in _LIMITS for thing in rest)


def refills_next(scene: OrderScene) -> bool:
    """Whether a step stands behind the Refill card that is bid or revealed."""
    return scene.ahead[:1] in (("bid R",), ("reveal R",))


def follows_two(scene: OrderScene) -> bool:
    """Whether a step stands behind a bid of two cards, one of which is to be revealed."""
    return scene.ahead[:1] != () and len(scene.ahead[0].split()) == len(("bid", "F1", "M2"))


def _with_swap(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses behind a bid of the Refill card, a swap that they begin with as one."""
    run = list(takewhile(animals, clauses))
    swap = _swap_of(run, scene, is_next=True) if len(run) > 1 else None
    return [swap, *clauses[len(run) :]] if swap is not None else [*clauses]


def _swap_of(
    clauses: Sequence[OrderClause], scene: OrderScene, *, is_next: bool = False
) -> OrderClause | None:
    """`swap`, with what is given before what is taken, where these clauses say one; `is_next` says
    that a swap may come now though another decision is open."""
    is_asked = scene.kind == "swap" or (is_next and all(map(animals, clauses)))
    if is_asked:
        clauses = [_as_swapped(clause) for clause in clauses]
    verbs = {clause.verb for clause in clauses}
    is_swap = "swap" in verbs or (is_asked and len(clauses) > 1)
    if not is_swap or not verbs <= _SWAPPING or len(clauses) < 2:
        return None
    given: list[Thing] = []
    taken: list[Thing] = []
    told: OrderClause | None = None
    for clause in clauses:
        is_given = clause.verb in ("give", "swap")
        if clause.verb == "for":
            is_given = told is not None and told.verb in ("take", "get")
        (given if is_given else taken).extend(clause.things)
        told = clause
    return OrderClause("swap", (*given, *taken))


def _as_swapped(clause: OrderClause) -> OrderClause:
    """Where animals are swapped, one that goes is given, and one that comes in is got."""
    verb = _SWAPPED.get(clause.final or clause.verb)
    return clause._replace(verb=verb, final="") if verb and animals(clause) else clause


def animals(clause: OrderClause) -> list[str]:
    """The animals that a clause names, in its sequence."""
    return [
        thing.value if thing.kind == "animal" else "any"
        for thing in clause.things
        if thing.kind in ("animal", "any")
    ]
