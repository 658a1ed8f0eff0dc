"""Orders that are described and not named: "my lowest trump", "the ones I've got three of", "one
more than Anna", "what takes all three ducks".

Every description is a filter of the legal orders, by what the position says of each; where one
order is left and every word was read, it is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.words.descriptions.described_bids import by_bids, by_colour
from games.words.descriptions.described_things import (
    by_count,
    by_extreme,
    by_place,
    is_by_bird,
)
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token, lex
from games.words.lexicon.said import SpokenWords
from games.words.lexicon.sentences import Sentence
from games.words.lexicon.vocabulary import LANGUAGES
from games.words.positions.evidence import atoms
from games.words.positions.facts import Facts
from games.words.positions.game_words import words_of
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.results import MOST_CHOICES, Question, Result, Understood

SECTION = "descriptions"
_MOST_WORDS = 24
_CARDS = ("COLOUR", "HABITAT", "SUIT", "RANK", "CODE", "SPECIAL", "ANIMAL")


@dataclass(slots=True)
class Described:
    """What is left of the legal orders, and by how many descriptions."""

    scene: OrderScene
    said: SpokenWords
    facts: Facts
    left: list[str]
    number: int = 0
    named: list[Token] = field(default_factory=list)

    def keep(self, fits: Callable[[str], bool]) -> None:
        """Keep the orders that fit; a description that none fits leaves none."""
        self.left = [text for text in self.left if fits(text)]
        self.number += 1


def fitting(scene: OrderScene, sentences: Sequence[Sentence], language: str) -> Result | None:
    """The order, or the few, that fit what a game's own descriptions say; None where none do."""
    words = [word for sentence in sentences for word in sentence.words]
    is_asked = any(sentence.is_question for sentence in sentences)
    if scene.is_later or is_asked or len(words) > _MOST_WORDS or not scene.legal():
        return None
    game = words_of(scene.rules.key)
    found = tuple(game.described(scene, game.facts(scene), words, language))
    if len(found) == 1:
        return Understood(found[0])
    return Question(found) if 0 < len(found) <= MOST_CHOICES else None


def described(scene: OrderScene, sentences: Sequence[Sentence], language: str) -> Result | None:
    """The order that a text describes, or the few; None where it describes none."""
    fit = fitting(scene, sentences, language)
    return fit if fit is not None else _narrowed(scene, sentences, language)


def _narrowed(scene: OrderScene, sentences: Sequence[Sentence], language: str) -> Result | None:
    """What is left of the legal orders when all descriptions have been heard."""
    words = [word for sentence in sentences for word in sentence.words]
    legal = scene.legal()
    if scene.is_later or not legal or len(words) > _MOST_WORDS or len(legal) >= MOST_LEGAL:
        return None
    languages = (language, *(one for one in LANGUAGES if one != language))
    lexed = lex(scene.rules.key, [Sentence(words)], languages)[0]
    said = SpokenWords.of(lexed, [word.plain for word in words], language, SECTION)
    single = [text for text in legal if _is_single(text)]
    is_open = len(single) < len(legal)  # several cards may be given at once
    if is_open and (said.says("not") or any(token.kind == "ALL" for token in said.tokens)):
        return None
    found = Described(scene, said, words_of(scene.rules.key).facts(scene), single)
    things = (by_count, by_place, by_extreme)  # how many there are, where it lies, what it is worth
    for narrow in (by_bids, by_colour, _by_verb, _by_names, _by_bird, *things):
        if found.left:
            narrow(found)
    said.says("idle", "mine", "holding", "something")
    said.take(token for token in said.tokens if token.kind == tags.FILLER)
    if not found.number or not found.left or said.left():
        return None
    if is_open and scene.kind == "take":
        return None
    choices = tuple(found.left)
    if len(choices) == 1:
        return Understood(choices[0])
    return Question(choices) if len(choices) <= MOST_CHOICES else None


def _is_single(text: str) -> bool:
    """Whether an order gives at most one card."""
    return sum(any(map(str.isupper, word)) for word in text.split()) <= 1


def _by_verb(found: Described) -> None:
    """What is said to be done, where the decision knows it."""
    spoken = words_of(found.scene.rules.key).spoken_verbs
    verbs = {token.value for token in found.said.tokens if token.kind == tags.VERB}
    heads = {text.split()[0] for text in found.left}
    meant = {verb for verb in heads if verb in verbs or spoken.get(verb) in verbs}
    if meant:
        found.left = [text for text in found.left if text.split()[0] in meant]
    found.said.take(token for token in found.said.tokens if token.kind == tags.VERB)


def _by_names(found: Described) -> None:
    """The cards and things that are named in part, or said not to be meant."""
    places = found.said.places("not")
    read = found.said.read
    suits = [t for t in found.said.tokens if t.kind in _CARDS and t.place not in read]
    found.named = suits
    if found.said.says("trumps") and getattr(found.scene.view, "trump", None):
        trump = found.scene.view.trump
        found.keep(lambda text: text.split()[-1][:1] == trump and len(text.split()[-1]) > 1)
    denied = [token for token in suits if places and token.place > places[0]] or suits
    if suits and places:
        found.keep(lambda text: not any(token.value in atoms(text) for token in denied))
    if found.said.says("numbered"):
        found.keep(
            lambda text: any(map(str.isdigit, text.split(" ", 2)[1])) if " " in text else False
        )
    found.said.take(suits)
    suits = [token for token in suits if not places or token not in denied]
    if suits:
        birds = [t for t in suits if t.kind == "SUIT" and _is_of_bird(found.said, t)]
        named = {token.value for token in suits if token not in birds}
        found.left = [text for text in found.left if named <= atoms(text)]
        if birds:
            numbers = _birds_with(found.scene, birds)
            found.left = [text for text in found.left if text.split()[-1] in numbers]


def _is_of_bird(said: SpokenWords, suit: Token) -> bool:
    """Whether a suit says which bird is meant: "the leaves bird", "al pájaro de las hojas"."""
    birds = [token for token in said.tokens if token.kind == "BIRD"]
    return any(0 <= suit.place - bird.end <= 2 or bird.place == suit.end for bird in birds)


def _birds_with(scene: OrderScene, suits: Sequence[Token]) -> set[str]:
    named = {token.value for token in suits}
    birds = scene.view.players[scene.seat].birds
    return {str(bird.number) for bird in birds if named <= set(bird.suits)}


def _by_bird(found: Described) -> None:
    """Which bird is to grow: its number, the middle one, the one that stands worst."""
    parts = found.facts.parts.get("birds")
    if parts is None or not any(text.startswith("grow") for text in found.left):
        return
    points = parts[found.scene.seat]
    bird: int | None = None
    tokens = [token for token in found.said.tokens if token.kind != tags.FILLER]
    for index, token in enumerate(tokens):
        beside = [*tokens[index + 1 : index + 2], *tokens[max(index - 1, 0) : index]]
        for other in beside if token.kind == "BIRD" else ():
            if other.kind in (tags.NUMBER, tags.ORDINAL) and 0 < int(other.value) <= len(points):
                bird = int(other.value)
                found.said.take([token, other])
    middle = [i for i in found.said.places("middle") if is_by_bird(found.said, i)]
    if middle and len(points) % 2:
        bird = len(points) // 2 + 1
    for name, pick in (("worst bird", min), ("best bird", max)):
        if found.said.says(name) and points.count(pick(points)) == 1:
            bird = points.index(pick(points)) + 1
    if bird is not None:
        found.left = [t for t in found.left if t.startswith("grow") and t.split()[-1] == str(bird)]
        found.number += bool(middle)
