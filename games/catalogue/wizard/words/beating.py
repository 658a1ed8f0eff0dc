"""The lowest card that takes the trick as it lies: "the lowest that beats Anna"."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.wizard.rules.view import WizardView
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import Act, Clause
from games.words.speech.doers import is_name

_LOWEST = ("lowest", "cheapest")
_OPEN = ("COLOUR", "SPECIAL", "CODE", tags.NUMBER, tags.NOT, "NONE", "OR", tags.GONE, tags.DOUBT)


def settle_beating(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Read, in place, "the lowest that still beats Femke" as the cheapest card that takes the
    trick, where that lies with her."""
    if scene.kind != "play" or not isinstance(scene.view, WizardView) or not scene.view.trick:
        return
    for clause, behind in zip(clauses, [*clauses[1:], None], strict=True):
        place = next((i for i, one in enumerate(clause.tokens) if _is_lowest(one)), None)
        if place is None or clause.act not in (Act.ORDER, Act.CORRECT, Act.TALK):
            continue
        rest = Clause(Act.ASIDE, "", clause.tokens[place + 1 :])
        if behind is not None and behind.lead == tags.BECAUSE and not behind.is_apart:
            rest.opening, rest.tokens = behind.opening, [*rest.tokens, *behind.tokens]
        if not rest.says_phrase("beating") or clause.is_question:
            continue
        is_plain = not rest.has(*_OPEN) and _speaks_of_leader(scene, scene.view, rest.tokens)
        how = clause.tokens[place]._replace(value="cheapest")
        clause.tokens = [*clause.tokens[:place], how]
        clause.act = Act.TALK if not is_plain else Act.ORDER if _talks(clause) else clause.act


def _talks(clause: Clause) -> bool:
    return clause.act is Act.TALK


def _is_lowest(token: Token) -> bool:
    return token.kind == "HOW" and token.value in _LOWEST


def _speaks_of_leader(scene: OrderScene, view: WizardView, tokens: Sequence[Token]) -> bool:
    """Whether nobody is named, or only the player whose trick it is."""
    names = [name.casefold().split()[0] for name in scene.names]
    named = {one.written.casefold() for one in tokens if is_name(one)}
    named |= {one.written.casefold() for one in tokens} & set(names)
    ahead = names[view.ahead : view.ahead + 1] if view.ahead is not None else []
    return named <= set(ahead)
