"""What words were read as is judged by how likely it is meant: learnt from what people wrote."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

from games.rules.registry import rules_for
from games.words import NotUnderstood, Question, Understood, understand
from games.words.learning.phrases import (
    PhraseInPlace,
    Place,
    content,
    phrases,
    places,
    state_at,
)
from games.words.learning.training import TREE_RATE, copied_tree, example, judgements, trained
from games.words.learnt_weights import digest_of
from games.words.lexicon.sentences import sentences
from games.words.lexicon.vocabulary import LANGUAGES
from games.words.likelihood.candidates import NOTHING, candidates
from games.words.likelihood.judge import Judge, judged, unjudged
from games.words.likelihood.judged_text import judged_text
from games.words.likelihood.likelihoods import leaf_of, likelihoods, trained_weights
from games.words.positions.scene import OrderScene
from games.words.reading_words import in_order
from games.words.results import Result
from tests.words.kept_aside import UNSEEN, outcome
from tests.words.reading import positions


def said(phrase: PhraseInPlace, place: Place, judge: Judge) -> Result:
    rules, state = rules_for(place.game), state_at(place)
    text, languages = phrase.text, [phrase.language]
    return understand(rules, state, place.seat, text, languages, (), place.names, judge)


def read(game: str, name: str, text: str, judge: Judge = judged) -> Result:
    position = positions()[game, name]
    rules = rules_for(game)
    return understand(rules, position.state, position.seat, text, ["en"], judge=judge)


def test_the_weights_are_those_of_the_phrases_of_today() -> None:
    told = "run manage.py trainphrases after a change of the phrases"
    assert trained_weights().digest == digest_of(content()), told


def test_no_phrase_that_is_kept_aside_was_learnt_from() -> None:
    """But for what anybody writes: "0", "Dichiaro quattro prese"."""
    learnt = {one.text for one in phrases()}
    kept = [one.text for one in phrases(UNSEEN / "phrases.jsonl")]
    assert [text for text in kept if text in learnt and len(text) > 40] == []


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.long)], ids=["few", "all"])
def test_more_is_right_and_less_is_wrong_than_without_a_judge(step: int) -> None:
    """Of every ninth place, or of all in `make long`."""
    known = places(UNSEEN / "places.jsonl")
    chosen = sorted(known)[::step]
    every = [one for one in phrases(UNSEEN / "phrases.jsonl") if one.place in chosen]
    counts = {
        judge: Counter(outcome(one, said(one, known[one.place], judge)) for one in every)
        for judge in (judged, unjudged)
    }
    assert counts[judged]["right"] >= counts[unjudged]["right"]
    assert counts[judged]["wrong"] <= counts[unjudged]["wrong"] <= len(every) / 12
    assert counts[judged]["right"] >= 0.6 * len(every)


def test_what_is_said_last_and_better_counts() -> None:
    text = "Forest 3! Oh no, what am I doing, that one is far too good. Let me put forest 1 there"
    result = read("wild-cards", "bid", text)
    assert result in (Understood("bid F1"), Question(("bid F1",)), Question(("bid F1", "bid F3")))


def test_an_order_that_is_hardly_meant_is_asked_back() -> None:
    text = "My neighbour whispers: forest 3. She knows nothing about birds, mind"
    assert not isinstance(read("wild-cards", "bid", text), Understood)


def test_what_hangs_on_something_that_nobody_can_see_is_never_sealed_by_likelihood() -> None:
    for text in ("forest 3 if the next card is an ibex", "if Bruno has a wild card, forest 3"):
        assert not isinstance(read("wild-cards", "bid", text), Understood)


@pytest.mark.parametrize(
    ("game", "name", "text", "denied"),
    [
        ("wizard", "play", "anything but the jester", "play N"),
        ("wild-cards", "bid", "not forest 3", "bid F3"),
        ("wild-cards", "bid", "I'll hold on to my forests", "bid F3"),
    ],
)
def test_what_is_denied_is_not_offered(game: str, name: str, text: str, denied: str) -> None:
    found = read(game, name, text)
    assert isinstance(found, Question)
    assert denied not in found.choices


def test_what_the_table_decides_stays_decided() -> None:
    found = read("wild-cards", "bid", "is there an eagle? if so forest 3, otherwise refill")
    assert isinstance(found, Understood)
    assert found.branches


@pytest.mark.parametrize(
    "text", ["bid F3", "forest 3", "what lovely weather", "forget it", "", "?"]
)
def test_what_is_plain_or_says_nothing_stays_as_it_was_read(text: str) -> None:
    found, plain = read("wild-cards", "bid", text), read("wild-cards", "bid", text, unjudged)
    if isinstance(plain, Understood):
        assert found == plain
    else:
        assert isinstance(found, NotUnderstood) == isinstance(plain, NotUnderstood)


def test_what_the_rules_refuse_is_asked_back_where_another_order_is_likely_meant() -> None:
    found = read("wild-cards", "bid", "forest 9, my highest one")
    assert isinstance(found, Question)
    assert found.choices[0] == "bid F3"
    assert isinstance(read("wild-cards", "bid", "let it be the mountain three"), NotUnderstood)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_players_say_to_each_other_orders_nothing_and_is_seldom_asked_back(
    language: str,
) -> None:
    talk = tomllib.loads((Path(__file__).parent / "talk.toml").read_text("utf-8"))[language]
    found = [
        (game, name, text, understand(rules_for(game), here.state, here.seat, text, [language]))
        for (game, name), here in positions().items()
        for text in talk
    ]
    assert [one for one in found if isinstance(one[-1], Understood)] == []
    asked = [one for one in found if isinstance(one[-1], Question)]
    assert len(asked) <= len(found) / 10, asked


def test_thanks_below_an_order_leave_it_as_it_was_read() -> None:
    position = positions()["wild-cards", "reveal"]
    rules, text = rules_for("wild-cards"), "maak bos 1 je bod\n\nBedankt en veel plezier"
    found = understand(rules, position.state, position.seat, text, ["nl"])
    assert found == Understood("reveal F1")


def test_what_is_likely_adds_up_to_one_and_nothing_is_among_it() -> None:
    position = positions()["wizard", "play"]
    scene = OrderScene.of(rules_for("wizard"), position.state, position.seat)
    parts, languages = sentences("the red seven, or no: the red twelve"), in_order(["en"])
    text = judged_text(scene, parts, languages, Question(("play R7", "play R12")))
    likely = likelihoods(candidates(scene, text))
    assert sum(likely.values()) == pytest.approx(1)
    assert {NOTHING, *scene.legal()} <= set(likely)
    assert max(likely, key=likely.__getitem__) == "play R12"


def test_training_gives_the_same_weights_each_time_and_judges_each_phrase_unseen() -> None:
    known = places()
    few = sorted(known)[:6]
    found = [example(known[one.place], one) for one in phrases() if one.place in few]
    examples = [one for one in found if one is not None]
    assert {len(examples)} == {len(list(judgements(examples)))}
    assert len(examples) > 60
    assert msgspec.msgpack.encode(trained(examples, "")) == msgspec.msgpack.encode(
        trained(examples, "")
    )


def test_a_copied_tree_leads_to_the_leaves_that_scikit_learn_finds() -> None:
    # Every process that collects tests would wait for it at the top.
    from sklearn.ensemble import GradientBoostingClassifier

    chance = np.random.default_rng(1)
    rows = (chance.integers(0, 100, (400, 3)) / 100).astype(np.float32)
    boosted = GradientBoostingClassifier(
        init="zero", n_estimators=20, learning_rate=TREE_RATE, random_state=0
    ).fit(rows, rows[:, 0] * rows[:, 1] > 0.3)
    names = ["odds", "ahead", "words"]
    trees = [copied_tree(one.tree_, names, 0) for one in boosted.estimators_[:, 0]]
    sums = [
        sum(leaf_of(tree, dict(zip(names, row, strict=True))) for tree in trees)
        for row in rows.astype(float)
    ]
    assert sums == pytest.approx(boosted.decision_function(rows), abs=0.01)
