"""The steps that the grammar makes of a text, tried in the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.rules.protocol import OrderError
from games.words.positions.game_words import GameWords, words_of
from games.words.positions.scene import MOST_CANDIDATES, Option, OrderScene
from games.words.results import (
    MOST_CHOICES,
    Branch,
    NotUnderstood,
    Question,
    Result,
    Understood,
)
from games.words.speech.grammar import Alternative, OrderClause, Step


@dataclass(slots=True)
class StepOptions:
    """What one step may mean, alternative by alternative.

    `is_told_apart` says that the writer set it behind the one before ("then", a further step).
    """

    options: list[Option]
    is_told_apart: bool


def step_options(scene: OrderScene, parts: Sequence[tuple[Step, ...]]) -> list[StepOptions]:
    """The steps with, for each alternative, the orders that it may mean."""
    game = words_of(scene.rules.key)
    every = [step for part in parts for step in part]
    if scene.kind in game.one_order and all(len(step) == 1 for step in every):
        parts = [((tuple(clause for step in every for clause in step[0]),),)]
    found: list[StepOptions] = []
    for part in parts:
        for index, step in enumerate(part):
            scene.ahead = _likeliest(found)
            found.append(StepOptions([], is_told_apart=index > 0))
            before: OrderClause | None = None
            for alternative in step:
                before = _add_alternative(game, scene, alternative, found, before)
    scene.ahead = ()
    return found


def _likeliest(steps: Sequence[StepOptions]) -> tuple[str, ...]:
    return tuple(option.texts[0] for step in steps for option in step.options[:1] if option.texts)


def _add_alternative(
    game: GameWords,
    scene: OrderScene,
    alternative: Alternative,
    found: list[StepOptions],
    before: OrderClause | None,
) -> OrderClause | None:
    """Add an alternative to the last step; of several orders in it the later are further steps."""
    for index, clause in enumerate(game.merged(alternative, scene)):
        if index and _repeats(clause, before):
            continue
        if index:
            scene.ahead = _likeliest(found)
        option = game.option(clause, scene, None if index else before)
        if index and option.texts and option.texts == found[-1].options[-1].texts:
            continue  # "draw a card from the deck": the same said twice is one order
        if index:
            found.append(StepOptions([], is_told_apart=False))
            before = None
        found[-1].options.append(option)
        inherits = not clause.verb and before is not None
        before = clause._replace(verb=before.verb) if inherits and before is not None else clause
    return before


def _repeats(clause: OrderClause, before: OrderClause | None) -> bool:
    """Whether a clause only says the verb of the one before it again: "form no family"."""
    if before is None or clause.things or clause.final or not clause.verb:
        return False
    return clause.verb.lstrip("-") == before.verb.lstrip("-")


def tried(scene: OrderScene, steps: Sequence[StepOptions], unread: tuple[str, ...]) -> Result:
    """What the steps come to; `unread` are the words to name where they come to nothing."""
    return _left(scene, steps, unread) if scene.is_later else _tried(scene, steps, unread)


def _tried(scene: OrderScene, steps: Sequence[StepOptions], unread: tuple[str, ...]) -> Result:
    """The first step as a legal order, the later ones as they will be read in their time."""
    lost = [option for step in steps[1:] for option in step.options if not option.texts]
    if lost or not steps[0].options[0].texts:
        read = [option.texts[0] for option in steps[0].options if option.texts]
        return NotUnderstood(read=" or ".join(read), unread=unread)
    refused: list[OrderError] = []
    for option in steps[0].options:
        is_misread = any(error.code in _MISCOUNTED for error in refused)
        fits = legal_ways(scene, option, refused)
        if fits and is_misread:
            break  # what was said first is none of the table's doing: it may be read wrongly
        if fits:
            rivals = _rivals(scene, steps[1:])
            if rivals and set(rivals) != set(fits):
                return Question(tuple(dict.fromkeys((*fits, *rivals)))[:MOST_CHOICES])
            rest = [step for step in steps[1:] if not (rivals and not step.is_told_apart)]
            result = _with_later(fits, scene, rest)
            before = steps[0].options[: steps[0].options.index(option)]
            branches = tuple(Branch(one.texts[0], "refused") for one in before if one.texts)
            return replace(result, branches=branches) if isinstance(result, Understood) else result
    texts = [option.texts[0] for option in steps[0].options if option.texts]
    if len(texts) < len(steps[0].options):
        return NotUnderstood(read=" or ".join(texts), unread=unread)
    return NotUnderstood(read=" or ".join(texts), refusal=refused[0])


_MISCOUNTED = ("wrong-payment", "order-form")


def _rivals(scene: OrderScene, later: Sequence[StepOptions]) -> list[str]:
    """Orders for the open decision among the later steps, where none was told apart from it."""
    found: list[str] = []
    for step in later:
        if step.is_told_apart:
            break
        for option in step.options:
            found.extend(legal_ways(scene, option, []))
    return found


def _left(scene: OrderScene, steps: Sequence[StepOptions], unread: tuple[str, ...]) -> Result:
    """Steps for decisions to come: what is legal then is seen then."""
    if any(not option.texts for step in steps for option in step.options):
        return NotUnderstood(unread=unread)
    return _with_later([""], scene, steps)


def legal_ways(scene: OrderScene, option: Option, refused: list[OrderError]) -> list[str]:
    """The legal orders among these; why the others are none is added to `refused`."""
    fits: dict[str, None] = {}
    for text in option.texts:
        tried = scene.tried(text)
        if isinstance(tried, str):
            fits[tried] = None
        elif getattr(tried, "candidates", ()):
            fits.update(dict.fromkeys(tried.candidates))  # type: ignore[attr-defined]
        else:
            refused.append(tried)
    return list(fits)


def _is_same(step: StepOptions, before: StepOptions) -> bool:
    """Whether two steps both only say the same verb."""
    every = [text for option in (*step.options, *before.options) for text in option.texts]
    return len(set(every)) == 1 and " " not in every[0]


def _only_ends(scene: OrderScene, text: str, step: StepOptions) -> bool:
    """Whether a step only says that this is all, where the order before it already ends."""
    stages = words_of(scene.rules.key).stages
    every = {one for option in step.options for one in option.texts}
    verb = text.partition(" ")[0]
    is_last = "done" not in stages or stages.get(verb) == stages["done"]
    return every == {"done"} and verb != "done" and is_last


def _with_later(texts: list[str], scene: OrderScene, later: Sequence[StepOptions]) -> Result:
    """The order if there is one way to mean it, else the question which."""
    for step, before in zip(later, (None, *later), strict=False):
        if before is not None and _is_same(step, before):
            continue  # "trek … twee kaarten"
        if texts[0] and _only_ends(scene, texts[0], step):
            continue  # "the family and then that's it"
        if any(option.texts[0].split()[0] not in scene.rules.verbs for option in step.options):
            return NotUnderstood(read=texts[0], unread=(step.options[0].texts[0],))
        ways = [""]
        for option in step.options:
            ways = [f"{way} or {text}" if way else text for way in ways for text in option.texts]
            ways = ways[:MOST_CANDIDATES]
        if ways != texts:  # "yellow … then yellow": said twice
            texts = [f"{text}; {way}" if text else way for text in texts for way in ways]
    if len(texts) == 1:
        return Understood(texts[0])
    return Question(tuple(texts[:MOST_CANDIDATES]))
