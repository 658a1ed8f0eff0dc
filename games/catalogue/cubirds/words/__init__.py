"""What the clauses of an order mean in CuBirds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.catalogue.cubirds.words.abbreviations import settle_abbreviations
from games.catalogue.cubirds.words.described import described_lays
from games.catalogue.cubirds.words.facts import facts
from games.catalogue.cubirds.words.gains import ROW_KINDS, ROWS, rows_named, settle_gains
from games.catalogue.cubirds.words.kept import settle_refused, settle_rest, settle_waits
from games.catalogue.cubirds.words.named_before import settle_named_before
from games.catalogue.cubirds.words.plans import plans
from games.catalogue.cubirds.words.steps import settle_steps
from games.catalogue.cubirds.words.turns import settle_turns
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.game_words import GameWords
from games.words.positions.scene import (
    NO_OPTION,
    Option,
    OrderScene,
    is_denied,
    joined,
    only_verb,
    options,
)
from games.words.speech.clauses import ORDERING, Act, Clause
from games.words.speech.grammar import OrderClause, Thing
from games.words.speech.listed_steps import settle_listed

_SIDES = ("left", "right")
_OPPOSITE = {"draw": "stay", "family": "done"}
_PLACES = frozenset(("row", "side", "number", "how"))


def settle(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, what is said of the lay, the draw or the family that is open."""
    settle_listed(clauses)
    settle_steps(scene, clauses)
    if scene.kind in _OPPOSITE:
        settle_turns(clauses, scene.kind, _OPPOSITE[scene.kind])
    match scene.kind:
        case "lay":
            for clause in clauses:
                clause.tokens = list(_sides_by_letter(_without_first(clause, clauses)))
            settle_abbreviations(clauses, scene.hand)
            settle_rest(scene, clauses)
            settle_named_before(scene, clauses)
            settle_gains(scene, clauses)
        case "draw":
            _settle_draws(clauses)
        case "family":
            for clause in clauses:
                clause.tokens = list(map(_collected, clause.tokens))
            settle_waits(scene, clauses)
            settle_refused(scene, clauses)
    _settle_taken(scene, clauses)


def _settle_taken(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """What birds a lay takes is no order beside it: "row 2 left, and I take the three magpies"."""
    hand = frozenset(scene.hand)
    for clause in clauses:
        if clause.act not in ORDERING:
            continue
        named = {token.value for token in clause.tokens if token.kind == "SPECIES"}
        is_gain = any(_is_gain(token) for token in clause.tokens)
        others = (one for one in clauses if one is not clause and one.act in ORDERING)
        is_told = scene.kind == "lay" and clause.act is Act.ORDER and not clause.has(*_WHERE)
        verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
        if is_told and named and not named & hand and verbs <= {"gain", "draw"}:
            if any(_names(one, hand) for one in others):
                clause.act, clause.lead = Act.REASON, ""
        elif is_gain:
            clause.tokens = list(_without_gain(scene, clause.tokens, hand if named & hand else ()))


def _collected(token: Token) -> Token:
    """A family for what goes "into the collection", where nothing is laid."""
    is_home = token.written.casefold() in marks("into the collection")
    return token._replace(value="family") if is_home and _is_gain(token) else token


def _settle_draws(clauses: Sequence[Clause]) -> None:
    """Judge anew what is said where two cards may be drawn."""
    verbs = {token.value for one in clauses for token in one.tokens if token.kind == tags.VERB}
    for clause in clauses:
        if _wants_nothing(clause):
            verb = clause.tokens[-1]._replace(kind=tags.VERB, value="stay", language="")
            clause.act, clause.lead, clause.tokens = Act.ORDER, "", [verb]
        if clause.act is Act.TALK and _asks_for_two(clause):
            clause.act = Act.ORDER
        if clause.act not in ORDERING:
            continue
        if verbs <= {"done", "stay"}:  # "nothing more, I'm fine as I am"
            clause.tokens = [
                one._replace(value="stay") if one.value == "done" else one for one in clause.tokens
            ]
        if clause.has_verb:
            clause.tokens = [token for token in clause.tokens if token.kind != "ANY"]
        if clause.has("SPECIES"):
            _settle_draw(clause, clauses)
        if [(t.kind, t.value) for t in clause.things] == [_TWO]:
            clause.tokens = [t._replace(kind=tags.VERB, value="draw") for t in clause.things]


def _without_first(clause: Clause, clauses: Sequence[Clause]) -> Sequence[Token]:
    """The words without a "first" that only begins a lay, which names its row elsewhere."""
    said = [token for token in clause.tokens if token.kind != tags.FILLER]
    begins = [token.kind for token in said[:2]] == [tags.ORDINAL, "SPECIES"]
    others = (one for one in clauses if one is not clause and one.sentence == clause.sentence)
    is_named = bool(rows_named(said[1:])) or any(rows_named(one.tokens) for one in others)
    if begins and is_named:
        return [token for token in clause.tokens if token is not said[0]]
    return clause.tokens


def _sides_by_letter(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, a letter behind the number of a row as the side that begins so: "duck 1 r"."""
    for index, token in enumerate(tokens):
        side = _INITIALS.get(token.written.casefold(), "")
        before = tokens[index - 1] if index else token
        is_beside = before.kind in ROW_KINDS and before.end == token.place and not token.after_comma
        is_last = index + 1 == len(tokens) or tokens[index + 1].kind in _BEHIND_SIDES
        is_side = bool(side) and is_beside and is_last
        yield token._replace(kind="SIDE", value=side, language="") if is_side else token


_BEHIND_SIDES = ("AND", "THEN", tags.FILLER)
_INITIALS = {"l": "left", "i": "left", "s": "left", "r": "right", "d": "right"}
"""The first letters of left and right in all languages; none means both."""


def _asks_for_two(clause: Clause) -> bool:
    """Whether a clause asks to be given two, in words that are not all known: "gimme 2"."""
    is_two = [(token.kind, token.value) for token in clause.things] == [_TWO]
    is_open = clause.has(tags.NOT, tags.OTHERS, tags.DOUBT) or clause.is_question
    return is_two and clause.says_phrase("give me") and not is_open


def _wants_nothing(clause: Clause) -> bool:
    """Whether it says in any words that nothing is wanted: "I'd rather not pick anything up"."""
    is_told = clause.act in (Act.ORDER, Act.TALK) and not clause.is_question
    is_open = clause.has("ANY") or (clause.has(tags.OTHER_ONE) and clause.says("card"))
    is_plain = not clause.has(tags.VERB, "SPECIES", tags.OTHERS, tags.TALK, tags.DOUBT, tags.GONE)
    unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
    return is_told and is_plain and unknown <= 1 and clause.has(tags.NOT) and is_open


def _settle_draw(clause: Clause, clauses: Sequence[Clause]) -> None:
    """Birds that are named where cards are drawn are why: "I have ducks, I'll make do"."""
    others = [one for one in clauses if one is not clause and one.act in ORDERING and one.has_verb]
    is_before = bool(others) and not clause.has_verb and clause.sentence < others[0].sentence
    if any(token.value == "stay" for token in clause.tokens):
        clause.tokens = [one for one in clause.tokens if one.kind not in ("SPECIES", tags.NUMBER)]
    elif others and not clause.lead and (clause.is_statement or is_before):
        clause.act = Act.REASON


_TWO = (tags.NUMBER, "2")
"""So many cards are drawn at once: "two, please"."""

_WHERE = ("ROW", "SIDE", "NAMED_ROW")


def _is_gain(token: Token) -> bool:
    return (token.kind, token.value) == (tags.VERB, "gain")


def _names(clause: Clause, hand: Collection[str]) -> bool:
    return any(token.kind == "SPECIES" and token.value in hand for token in clause.tokens)


def _without_gain(
    scene: OrderScene, tokens: Sequence[Token], hand: Collection[str]
) -> Iterator[Token]:
    """The words without what is taken, where birds of the `hand` are named beside it."""
    for index, token in enumerate(tokens):
        following = tokens[index + 1 : index + 2]
        bird = token if token.kind == "SPECIES" else following[0] if following else token
        is_taken = bool(hand) and bird.kind == "SPECIES" and bird.value not in hand
        if is_taken and token.kind in ("SPECIES", tags.NUMBER):
            continue
        if not _is_gain(token):
            yield token
        elif scene.kind == "draw":
            yield token._replace(value="draw")


def merged(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses, those joined that name one lay or one family in parts."""
    del scene
    found: list[OrderClause] = []
    for clause in clauses:
        last = found[-1] if found else None
        if last is None or is_denied(clause):
            found.append(clause)
        elif _goes_on(last, clause):
            found[-1] = joined(last, clause, last.verb or clause.verb)
        elif only_verb(last, _OPPOSITE) and clause.verb == _OPPOSITE[last.verb]:
            found[-1] = clause  # "form … no family"
        elif last.verb == "family" and only_verb(clause, ("lay",)):
            continue  # "eendenfamilie leggen"
        elif clause.verb == last.verb in ("draw", "family") and not clause.things:
            continue  # "form … a family", "draw … two cards"
        else:
            found.append(clause)
    return found


def option(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> Option:
    """The orders that a clause may mean; `before` is the alternative ahead of it, if any."""
    kinds = [thing.kind for thing in clause.things]
    if is_denied(clause) or clause.final.startswith("-"):
        return _denied(clause)
    verb = _verb(clause, scene, before)
    if verb in ("stay", "done"):
        return options([verb]) if not set(kinds) - {"none", "any"} else NO_OPTION
    if verb == "draw":
        if kinds == ["none"]:
            return options(["stay"])
        numbers = [thing.value for thing in clause.things if thing.kind == "number"]
        is_plain = set(kinds) <= {"number", "all"} and numbers in ([], ["2"])
        return options(["draw"]) if is_plain else NO_OPTION
    if verb == "family":
        return _family(clause, scene)
    if before is not None and kinds == ["birds"]:
        places = [thing for thing in before.things if thing.kind in _PLACES]
        clause = clause._replace(things=(*clause.things, *places))
    return _lay(clause, scene) if verb == "lay" else NO_OPTION


def _has_birds(clause: OrderClause) -> bool:
    return any(thing.kind == "birds" for thing in clause.things)


def _goes_on(last: OrderClause, clause: OrderClause) -> bool:
    """Whether a clause only says more of the one before: its birds, or where they go."""
    if only_verb(last, ("lay", "family")) and clause.verb in ("", last.verb):
        return True
    if not last.verb and clause.verb == "lay" and _has_birds(last) != _has_birds(clause):
        return True  # "the magpies I lay on the left of row 2"
    return not clause.verb and all(thing.kind in _PLACES for thing in clause.things)


def _verb(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> str:
    if clause.verb == "leave":
        return {"draw": "stay", "family": "done"}.get(scene.kind, "")
    if clause.final and clause.verb in ("", "lay"):
        return clause.final
    if clause.verb == "lay" and not _has_place(clause) and _ends_turn(clause, scene):
        return "family"
    if clause.verb:
        return clause.verb
    if before is not None:
        return before.verb or _by_things(before, scene)
    return _by_things(clause, scene)


def _ends_turn(clause: OrderClause, scene: OrderScene) -> bool:
    """Whether birds without a place can only be a family: "row 2 left, then I lay the ducks"."""
    is_behind = any(text.startswith("lay") for text in scene.ahead)
    return scene.kind == "family" or (is_behind and _has_birds(clause))


def _by_things(clause: OrderClause, scene: OrderScene) -> str:
    kinds = {thing.kind for thing in clause.things}
    if kinds == {"none"}:
        return {"draw": "stay", "family": "done"}.get(scene.kind, "")
    if "birds" not in kinds and not {"side"} <= kinds:
        return ""
    return "family" if scene.kind == "family" and not _has_place(clause) else "lay"


def _has_place(clause: OrderClause) -> bool:
    return any(thing.kind in ("row", "side") for thing in clause.things)


def _denied(clause: OrderClause) -> Option:
    """`not` with a verb that has one opposite."""
    kinds = {thing.kind for thing in clause.things} - {"none", "any", "number"}
    if clause.verb == "-draw" and not kinds:
        return options(["stay"])
    if clause.verb == "-family" and not kinds - {"birds"}:
        return options(["done"])
    return NO_OPTION


def _family(clause: OrderClause, scene: OrderScene) -> Option:
    things = [thing for thing in clause.things if thing.kind not in ("all", "side")]
    if not things and scene.ahead:
        return options(["family any"])
    if len(things) != 1:
        # "a family" with one that can be formed; of several the rules say which.
        names = scene.values("family") if not things else ()
        return options(f"family {species}" for species in names)
    (thing,) = things
    if thing.kind == "none":
        return options(["done"])
    if thing.kind == "birds" and (scene.ahead or _count_holds(thing, scene)):
        return options([f"family {thing.value}"])
    if thing.kind == "how" and not thing.other:
        return options([f"family {_shorthand(thing)}"])
    return options(["family any"]) if thing.kind == "any" else NO_OPTION


def _shorthand(thing: Thing) -> str:
    return "highest" if thing.value == "most" else thing.value


def _count_holds(thing: Thing, scene: OrderScene) -> bool:
    """Whether a number before the birds is the number in hand: all of them go."""
    return not thing.other or int(thing.other) == list(scene.hand).count(thing.value)


def _lay(clause: OrderClause, scene: OrderScene) -> Option:
    birds = [thing for thing in clause.things if thing.kind == "birds"]
    sides = [thing.value for thing in clause.things if thing.kind == "side"]
    hows = [_shorthand(thing) for thing in clause.things if thing.kind == "how"]
    rows = [thing.value for thing in clause.things if thing.kind == "row" and thing.value]
    rows += [thing.value for thing in clause.things if thing.kind == "number"]
    rows, sides = list(dict.fromkeys(rows)), list(dict.fromkeys(sides))
    unfit = {thing.kind for thing in clause.things} - {*_PLACES, "birds", "all"}
    if birds and birds[0].other and not rows and not _count_holds(birds[0], scene):
        rows, birds = [birds[0].other], [birds[0]._replace(other="")]
    if unfit or max(len(birds), len(sides), len(rows), len(hows)) > 1:
        return NO_OPTION
    if birds and not _count_holds(birds[0], scene):
        return NO_OPTION
    if hows:
        words = [thing.value for thing in birds] + rows + sides + hows
        return options([f"lay {' '.join(words)}"])
    held = [species for species in SPECIES if species in scene.hand]
    return options(
        f"lay {species} {row} {side}"
        for species in ([thing.value for thing in birds] or held)
        for row in (rows or ROWS)
        for side in (sides or _SIDES)
    )


def _visible(scene: OrderScene, clause: Clause) -> Mapping[str, Collection[str]]:
    """The birds of the row that the clause names, of the hand, or of all rows."""
    if clause.says("own hand"):
        return {"SPECIES": scene.hand, "HAND": scene.hand}
    said = rows_named(clause.tokens)
    if clause.says("left over") and clause.says("draw pile") and not clause.has("SPECIES"):
        return {"LEFT": [str(scene.view.deck)]}
    if scene.kind != "lay" or len(said) > 1 or not isinstance(scene.view, CuBirdsView):
        return {}  # where cards are drawn, "on top" is on top of the deck
    rows = [scene.view.rows[int(one) - 1] for one in said] or list(scene.view.rows)
    sides = [token.value for token in clause.tokens if token.kind == "SIDE"]
    if sides or clause.says("at an end"):
        ends = {"left": 0, "right": -1}
        sides = sides or (["left"] if clause.says("at its start") else [])
        rows = [[row[ends[side]] for side in sides or ends if row] for row in rows]
    seen = dict.fromkeys(ROW_KINDS, said)
    return {"SPECIES": [one for row in rows for one in row], "SIDE": sides, **seen}


WORDS = GameWords(
    grammar=Path(__file__).parent.with_name("grammar.lark"),
    merged=merged,
    option=option,
    facts=facts,
    described=described_lays,
    visible=_visible,
    opposites=_OPPOSITE,
    settle=settle,
    virtual_names=frozenset(("robinbird",)),
    plans=plans,
    stages={"lay": 0, "draw": 1, "stay": 1, "family": 2, "done": 2},
)
