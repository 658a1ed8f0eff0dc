"""Learns likelihoods from phrases: a conditional logit over each text's candidates, by AdaGrad
(Duchi and others, JMLR 2011), and over its results boosted trees of when to trust them (Friedman,
Annals of Statistics 2001).

The same phrases give the same weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.rules.registry import rules_for
from games.words.learning.phrases import PhraseInPlace, Place, state_at
from games.words.learnt_weights import STEPS
from games.words.lexicon.sentences import Sentence
from games.words.likelihood.candidates import BUCKETS, NOTHING, Candidate, Features, candidates
from games.words.likelihood.judge import to_be_judged
from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.likelihoods import OrderWeights, Split
from games.words.likelihood.signs import likeliest, signs
from games.words.positions.scene import OrderScene
from games.words.results import Result, Understood
from games.words.understanding import understand

ROUNDS = 12
RATES = (0.03, 0.003)
"""How fast features are learnt, and the pairs of a word and an attribute."""

FOLDS = 4
"""Each part of the phrases is judged by what the others taught, to learn when to trust that."""

_TREES = 200
TREE_RATE = 0.08

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


class LearntText(NamedTuple):
    """A text's candidates as arrays, and which of them is meant; -1 where none of them is."""

    place: str
    text: JudgedText
    orders: tuple[str, ...]
    meant: int
    buckets: Places
    """Of each different part of the candidates, one after the other."""
    part_starts: Places
    parts: Places
    """Of each candidate, one after the other, as numbers of the different parts."""
    starts: Places

    def means(self, order: str) -> bool:
        """Whether this candidate is what is meant."""
        return self.meant >= 0 and order == self.orders[self.meant]


def example(place: Place, phrase: PhraseInPlace) -> LearntText | None:
    """A phrase with its candidates; None for one whose reading needs no judge."""
    found: list[tuple[OrderScene, JudgedText]] = []

    def watch(
        scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], result: Result
    ) -> Result:
        text = to_be_judged(scene, parts, languages, result)
        if text is not None:
            found.append((scene, text))
        return result

    rules, languages = rules_for(place.game), [phrase.language]
    understand(
        rules, state_at(place), place.seat, phrase.text, languages, (), place.names, judge=watch
    )
    if not found:
        return None
    scene, text = found[0]
    return _arrayed(place.id, text, candidates(scene, text), phrase.meant)


def _arrayed(
    place: str, text: JudgedText, found: Sequence[Candidate], meant: Sequence[str]
) -> LearntText:
    orders = tuple(one.order for one in found)
    wanted = NOTHING if not meant else meant[0] if len(meant) == 1 else None
    different: dict[Features, int] = {}
    parts = [
        different.setdefault(part, len(different)) for one in found for part in one.parts if part
    ]
    sizes = [len([part for part in one.parts if part]) for one in found]
    return LearntText(
        place,
        text,
        orders,
        orders.index(wanted) if wanted in orders else -1,
        np.fromiter((bucket for part in different for bucket in part), np.int64),
        _starts([len(part) for part in different]),
        np.array(parts, np.int64),
        _starts(sizes),
    )


def _starts(sizes: Sequence[int]) -> Places:
    return np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)


def _shares(weights: Numbers, one: LearntText) -> Numbers:
    """How likely each candidate is."""
    sums = np.add.reduceat(weights[one.buckets], one.part_starts)
    totals = np.add.reduceat(sums[one.parts], one.starts)
    shares: Numbers = np.exp(totals - totals.max())
    shares /= shares.sum()
    return shares


def _learnt(examples: Sequence[LearntText]) -> Numbers:
    """The weights under which what is meant is likeliest, the mean of the last rounds."""
    chance = random.Random(0)  # noqa: S311 # the same each time
    rates = np.repeat(RATES, BUCKETS)
    weights, squares, mean = np.zeros_like(rates), np.full_like(rates, 1e-2), np.zeros_like(rates)
    known = [one for one in examples if one.meant >= 0]
    for number in range(ROUNDS):
        chance.shuffle(known)
        for one in known:
            misses = _shares(weights, one)
            misses[one.meant] -= 1
            ends = np.append(one.starts[1:], len(one.parts))
            by_part = np.bincount(
                one.parts, np.repeat(misses, ends - one.starts), len(one.part_starts)
            )
            part_ends = np.append(one.part_starts[1:], len(one.buckets))
            slopes = np.repeat(by_part, part_ends - one.part_starts)
            buckets, inverse = np.unique(one.buckets, return_inverse=True)
            slope = np.bincount(inverse, slopes)
            squares[buckets] += slope * slope
            weights[buckets] -= rates[buckets] * slope / np.sqrt(squares[buckets])
        if number >= ROUNDS // 2:
            mean += weights / (ROUNDS - ROUNDS // 2)
    return mean


class Judgement(NamedTuple):
    """An example and how likely its candidates were to one who had never seen it."""

    example: LearntText
    likely: dict[str, float]

    @property
    def weighed(self) -> tuple[str, ...]:
        """The orders that may be trusted: the likeliest, and what was read."""
        read = self.example.text.result
        found = (likeliest(self.likely), *([read.text] if isinstance(read, Understood) else ()))
        return tuple(one for one in dict.fromkeys(found) if one != NOTHING)


def judgements(
    examples: Sequence[LearntText], advance: Callable[[str], None] = lambda _said: None
) -> Iterator[Judgement]:
    """Each example as judged by what those of other places taught."""
    places = sorted({one.place for one in examples})
    random.Random(1).shuffle(places)  # noqa: S311 # the same each time
    for fold in range(FOLDS):
        kept = frozenset(places[fold::FOLDS])
        weights = _learnt([one for one in examples if one.place not in kept])
        advance(f"part {fold + 1} of {FOLDS} is judged by the others")
        for one in examples:
            if one.place in kept:
                yield Judgement(one, _likelihoods(weights, one))


def _likelihoods(weights: Numbers, one: LearntText) -> dict[str, float]:
    return dict(zip(one.orders, _shares(weights, one).tolist(), strict=True))


def trained(
    examples: Sequence[LearntText], digest: str, advance: Callable[[str], None] = lambda _said: None
) -> OrderWeights:
    """The weights for these examples; `advance` is called with what is done."""
    trees = _trust_trees(list(judgements(examples, advance)))
    weights = _learnt(examples).reshape(len(RATES), BUCKETS)
    most = np.abs(weights).max(axis=1).clip(1e-9)
    steps = np.rint(weights / most[:, None] * STEPS).astype(np.int8).tobytes()
    games = sorted({one.text.game for one in examples})
    return OrderWeights(digest, (most / STEPS).tolist(), steps, trees, games)


def _trust_trees(judged: Sequence[Judgement]) -> list[Split | float]:
    """Trees whose leaves add up to the log-odds that a judgement with these signs is right."""
    # Only who learns anew needs it: a server has no scikit-learn.
    from sklearn.ensemble import GradientBoostingClassifier

    told = [(one, order) for one in judged for order in one.weighed]
    rows = [signs(one.example.text, one.likely, order) for one, order in told]
    names = sorted({name for row in rows for name in row})
    matrix = np.array([[row.get(name, 0.0) for name in names] for row in rows], np.float32)
    right = np.array([one.example.means(order) for one, order in told])
    boosted = GradientBoostingClassifier(
        init="zero", n_estimators=_TREES, learning_rate=TREE_RATE, max_depth=None,
        max_leaf_nodes=16, min_samples_leaf=150, subsample=0.6, max_features=0.4, random_state=0,
    )  # fmt: skip
    boosted.fit(matrix, right)
    return [copied_tree(one.tree_, names, 0) for one in boosted.estimators_[:, 0]]


def copied_tree(grown: Any, names: Sequence[str], node: int) -> Split | float:
    """A tree of scikit-learn from this node on, as it is kept; `names` are those of its columns."""
    if grown.children_left[node] < 0:
        return round(float(grown.value[node, 0, 0]) * TREE_RATE, 4)
    return Split(
        names[grown.feature[node]],
        round(float(grown.threshold[node]), 4),
        copied_tree(grown, names, grown.children_left[node]),
        copied_tree(grown, names, grown.children_right[node]),
    )
