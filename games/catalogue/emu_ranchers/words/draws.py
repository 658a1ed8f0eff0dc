"""The draw behind an act, however it is joined to it: "9 on 2 + deck", "… and that ace is mine"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.catalogue.emu_ranchers.words.growths import cards_in
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import atoms
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, keeps
from games.words.speech.doers import doer

_CARD = ("RANK", "CODE", tags.NUMBER)
_JOINTS = ("AND", "THEN")
_NEVER = (tags.NOT, "NONE", "ALL", "OR", tags.DOUBT, tags.ORDINAL)


def settle_draws(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Make what is drawn behind an act a step of its own, in place, and name the card drawn where
    the next step only points at it."""
    if scene.kind == "draw":
        _settle_kept_top(scene, clauses)
    if scene.kind in ("act", "draw"):
        _settle_bare_decks(clauses)
    if scene.kind == "act":
        _settle_drawings(scene, clauses)
    if scene.kind in ("act", "draw"):
        _settle_drawn(scene, clauses)


def _settle_kept_top(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Who keeps the open card takes it, where they hold no such card: "me quedo la corona de olas y
    el próximo turno …"."""
    for clause in clauses:
        others = (one for one in clauses if one is not clause)
        is_kept = clause.act is Act.EXCLUDE and clause.says_phrase("keep for me")
        is_open = clause.has(*_NEVER, "DECK") or any(one.has("DECK") for one in others)
        values = {one.value for one in clause.tokens if one.kind in (*_CARD, "SUIT")}
        is_held = any(values <= atoms(card) for card in scene.hand)
        is_top = bool(values) and any(values <= atoms(one) for one in scene.view.discard[-1:])
        if is_kept and is_top and not is_held and not is_open and not clause.says("leave"):
            clause.act, clause.lead = Act.ORDER, ""
            clause.tokens = [*_drawing(clause.tokens[-1], "PILE")]


def _settle_bare_decks(clauses: Sequence[Clause]) -> None:
    """Draw from a Dutch "stapel" that stands alone, and is no bird's then."""
    for clause in clauses:
        said = [one.written.casefold() for one in clause.things]
        if clause.act in ORDERING and said and all(one in marks("bare deck") for one in said):
            clause.tokens = [*_joints(clause.tokens), *_drawing(clause.tokens[-1], "DECK")]


def _settle_drawn(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Hatch the card that was drawn open where no other is named: "the discard, and next turn I
    hatch it"."""
    ordering = [one for one in clauses if one.act in ORDERING]
    for before, clause in pairwise(ordering):
        is_drawn = before.has("PILE") or (
            scene.kind == "draw" and _source(scene, before.tokens) == "PILE"
        )
        is_bare = clause.says_verb("hatch") and not clause.has(*_CARD, *_NEVER, "BIRD")
        if is_drawn and is_bare and scene.view.discard and clause.lead in ("", "THEN"):
            top = scene.view.discard[-1]
            last = clause.tokens[-1]._replace(after_comma=False, language="")
            clause.tokens.append(last._replace(kind="CODE", value=top, written=top))


def _settle_each_draw(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Draw behind each card of several turns where that is said once for all of them: "always from
    the deck: the 3, then the 4"."""
    cards = [one for one in clauses if one.act in ORDERING and cards_in(one.tokens)]
    cards = [one for one in cards if _source(scene, one.tokens) is None]
    for clause in clauses:
        is_each = clause.act in ORDERING and clause.says_phrase("every turn")
        source = _source(scene, clause.tokens) if is_each else None
        if source is not None and clause not in cards and len(cards) > 1:
            for one in cards:
                last = one.tokens[-1]
                then = last._replace(kind="THEN", value="then", written="then", language="")
                one.tokens.extend([then._replace(after_comma=False), *_drawing(last, source)])
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _settle_drawings(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    _settle_each_draw(scene, clauses)
    _settle_tellings(scene, clauses)
    ordering = [one for one in clauses if one.act in ORDERING]
    for index, clause in enumerate(ordering):
        if index and clause.lead != "OR" and _source(scene, clause.tokens) is not None:
            _clear_bare_draw(ordering[index - 1])
            source = _source(scene, clause.tokens) or ""
            clause.tokens = [*_joints(clause.tokens), *_drawing(clause.tokens[-1], source)]
        else:
            clause.tokens = list(_parted(scene, clause.tokens))


def _settle_tellings(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Make a step of what tells that the writer takes a card: "the 2 on the discards comes to me",
    "and since I need that crown I take it"."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    for clause in clauses[first + 1 :]:
        is_taken = clause.act is Act.EXCLUDE and clause.has("PILE") and keeps(clause)
        is_told = clause.act in (Act.TALK, Act.REASON) and not clause.is_question
        is_theirs = clause.has(tags.OTHERS) or doer(clause) is not None
        is_own = clause.says_verb("draw") or clause.says_phrase("comes to me")
        if (
            ((is_told and is_own) or is_taken)
            and not is_theirs
            and _source(scene, clause.tokens) is not None
        ):
            clause.act, clause.lead = Act.ORDER, ""


def _clear_bare_draw(clause: Clause) -> None:
    """Leave out a "for my draw" whose card is named behind it."""
    if clause.things and all(token.value == "draw" for token in clause.things):
        clause.act, clause.tokens = Act.ASIDE, []


def _joints(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind in _JOINTS]


def _parted(scene: OrderScene, tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, those behind an "and" a step of their own where they say what is drawn."""
    for index, token in enumerate(tokens):
        is_joint = token.kind in _JOINTS and any(one.kind in _CARD for one in tokens[:index])
        source = _source(scene, tokens[index + 1 :]) if is_joint else None
        if source is not None:
            yield token._replace(kind="THEN", value="then")
            yield from _drawing(token, source)
            return
        yield token


def _drawing(token: Token, source: str) -> Iterator[Token]:
    plain = token._replace(language="", written="draw", after_comma=False)
    yield plain._replace(kind=tags.VERB, value="draw")
    yield plain._replace(kind=source, value=source.lower())


def _source(scene: OrderScene, tokens: Sequence[Token]) -> str | None:
    """From where these words draw: `DECK`, `PILE`, or None for what draws nothing."""
    kinds = {token.kind for token in tokens}
    verbs = {token.value for token in tokens if token.kind == tags.VERB}
    known = {"draw", "grow"} if "DECK" in kinds else {"draw"}  # "what's on top of the deck"
    comes = Clause(Act.ASIDE, "", [*tokens]).says_phrase("comes to me")
    if verbs - known or not kinds.isdisjoint(_NEVER) or (_names_bird(tokens) and not comes):
        return None
    cards = [token for token in tokens if token.kind in _CARD and not _is_one(token)]
    if "DECK" in kinds:
        is_open = len(cards) == 1 and _is_open_card(scene, cards[0], tokens) and "draw" in verbs
        if is_open and not _is_held(scene, cards[0], tokens):
            return "PILE"  # "nick the ace off the stack", which is no deck then
        return "DECK" if not cards and "PILE" not in kinds and "SUIT" not in kinds else None
    is_pile = any(_is_pile(tokens, index) for index in range(len(tokens)))
    behind = [*tokens[1:], None]
    places = zip(tokens, behind, strict=False)
    if (
        not comes
        and "PILE" not in kinds
        and any(_is_onto(one) and not _is_own(after) for one, after in places)
    ):
        return None  # "… sorry, on my 2"
    is_taken = "draw" in verbs or "PILE" in kinds or is_pile or comes
    if len(cards) == 1 and _is_open_card(scene, cards[0], tokens):
        return "PILE" if is_taken or not _is_held(scene, cards[0], tokens) else None
    is_source = is_pile or ("PILE" in kinds and bool(verbs))
    return "PILE" if is_source and not cards else None


def _names_bird(tokens: Sequence[Token]) -> bool:
    """Whether a bird stands among the words, and no pile that is called so: "from the pile"."""
    return any(
        token.kind == "BIRD" and not _is_pile(tokens, index) for index, token in enumerate(tokens)
    )


def _is_pile(tokens: Sequence[Token], index: int) -> bool:
    """Whether a pile is named here, or what is called so where something is taken from it."""
    before = {one.written.casefold() for one in tokens[max(index - 2, 0) : index]}
    said = before | {tokens[index].written.casefold().split()[0]}
    is_numbered = any(one.kind == tags.NUMBER for one in tokens[index + 1 : index + 2])
    return (
        tokens[index].kind in ("PILE", "BIRD") and not is_numbered and bool(said & marks("out of"))
    )


def _is_own(token: Token | None) -> bool:
    """Whether it is a "me", as in "comes to me"; no "my", which may lead to a bird."""
    said = token.written.casefold() if token is not None else ""
    return said in marks("myself")


def _is_onto(token: Token) -> bool:
    """Whether it is an "on", and no English article or Dutch "and" that is written as one is."""
    is_word = token.kind not in _JOINTS and token.written.casefold() in marks("onto")
    return is_word and (token.written.casefold() != "a" or token.language != "en")


def _is_one(token: Token) -> bool:
    """Whether it says, in letters, that one card is drawn: "nog eentje van de trekstapel"."""
    return (token.kind, token.value) == (tags.NUMBER, "1") and token.written.isalpha()


def _suits(card: Token, tokens: Sequence[Token]) -> set[str]:
    spoken = {token.value for token in tokens if token.kind == "SUIT"}
    return spoken | set(card.value[1:] if card.kind == "CODE" else "")


def _matches(card: str, named: Token, tokens: Sequence[Token]) -> bool:
    rank = named.value[0] if named.kind == "CODE" else named.value
    return card[:1] == ("A" if rank == "1" else rank) and _suits(named, tokens) <= set(card[1:])


def _is_open_card(scene: OrderScene, named: Token, tokens: Sequence[Token]) -> bool:
    return bool(scene.view.discard) and _matches(scene.view.discard[-1], named, tokens)


def _is_held(scene: OrderScene, named: Token, tokens: Sequence[Token]) -> bool:
    return any(_matches(card, named, tokens) for card in scene.hand)
