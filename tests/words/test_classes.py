"""What each class of phrase comes to, by game and language."""

from __future__ import annotations

import pytest

from games.words import Question, Understood
from tests.words.reading import read
from tests.words.score import outcome, table


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wild-cards", "bid", "en", "forest 3, if you'd be so kind", "bid F3"),
        ("wild-cards", "bid", "it", "foresta 3, se per voi va bene", "bid F3"),
        ("wild-cards", "bid", "es", "bosque 3, si no os parece mal", "bid F3"),
        ("wild-cards", "bid", "nl", "bos 3, als het u belieft", "bid F3"),
        ("wizard", "play", "en", "yellow is Bruno's, ergo red 12", "play R12"),
        ("wizard", "play", "es", "descártame el rojo 12, por favor", "play R12"),
        ("wizard", "trump", "nl", "mijn blauwe zijn niks, rood dan maar", "trump R"),
        ("wizard", "bid", "it", "poche briscole e solo il 13 è sicuro: una", "bid 1"),
        ("emu-ranchers", "first", "en", "aces are gold: hatch it", "hatch AS"),
        (
            "emu-ranchers",
            "act",
            "es",
            "la corona no sirve, así que fuera",
            "discard CY",
        ),
    ],
)
def test_politeness_and_reasons_leave_an_order_as_it_is(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == Understood(order)


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "out"),
    [
        ("wizard", "play", "en", "anything but the jester", "play N"),
        ("wizard", "play", "it", "tutto tranne il giullare", "play N"),
        ("wizard", "play", "es", "cualquiera menos el bufón", "play N"),
        ("wizard", "play", "nl", "alles behalve de nar", "play N"),
        ("wild-cards", "bid", "en", "not forest 3", "bid F3"),
    ],
)
def test_what_is_not_meant_is_asked_back_as_what_remains(
    game: str, place: str, language: str, text: str, out: str
) -> None:
    result = read(game, place, language, text)
    assert isinstance(result, Question)
    assert out not in result.choices


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wild-cards", "bid", "es", "el comodín me lo guardo, bosque 2", "bid F2"),
        ("wild-cards", "take-free", "es", "paso, no me interesa el leon", "pass"),
        ("wizard", "lead", "en", "keep the reds, play my green", "play G13"),
        ("wizard", "play", "es", "el doce no, el once", "play R11"),
        ("emu-ranchers", "first", "en", "don't hatch the crown, hatch the ace", "hatch AS"),
        ("cubirds", "family", "it", "tengo i tucani, famiglia di gazze", "family magpie"),
        ("wild-cards", "take-one", "it", "il suricato lo lascio, leone con M2", "take lion M2"),
        ("emu-ranchers", "act", "en", "don't discard the X, the crown", "discard CY"),
        ("wild-cards", "bid", "nl", "liever F1 dan F3", "bid F1"),
    ],
)
def test_what_is_kept_or_denied_beside_an_order_only_says_what_it_is_not(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == Understood(order)


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [
        ("nl", "ik geef mijn twee savannes voor de pauw", "take peacock S1 S1"),
        ("es", "doy las dos sabanas por el pavo real", "take peacock S1 S1"),
        ("nl", "de leeuw in ruil voor de twee savannes", "take lion S1 S1"),
    ],
)
def test_what_is_given_for_an_animal_is_its_payment(language: str, text: str, order: str) -> None:
    assert read("wild-cards", "take", language, text) == Understood(order)


@pytest.mark.parametrize(
    ("game", "place", "language", "text"),
    [
        ("emu-ranchers", "act", "es", "descarto"),
        ("emu-ranchers", "act", "it", "qualcosa sull'uccello 1"),
        ("emu-ranchers", "first", "es", "el 4"),
        ("cubirds", "lay", "nl", "rij 2 rechts"),
        ("wild-cards", "take-one", "en", "meerkat for me"),
    ],
)
def test_an_order_that_leaves_something_out_is_asked_about_with_what_completes_it(
    game: str, place: str, language: str, text: str
) -> None:
    result = read(game, place, language, text)
    assert isinstance(result, Question)
    assert len(result.choices) > 1


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wizard", "bid", "es", "dooos 😬", "bid 2"),
        ("cubirds", "family", "nl", "ekstersfamilie", "family magpie"),
        ("wild-cards", "bid", "nl", "B3!!", "bid F3"),
        (
            "cubirds",
            "lay",
            "en",
            "robin left on 3 or, if dull, right on 4",
            "lay robin 3 left",
        ),
        ("emu-ranchers", "first", "es", "¿me incubas el 2 por favor?", "hatch 2MK"),
    ],
)
def test_words_that_phones_and_languages_run_together_are_known(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    result = read(game, place, language, text)
    assert isinstance(result, Understood)
    assert result.text == order


def test_a_correction_of_the_side_keeps_the_birds() -> None:
    corrected = read("cubirds", "lay", "en", "robin row 3 left, no right.")
    assert corrected == Understood("lay robin 3 right")


def test_a_no_that_is_followed_by_words_of_every_day_is_asked_about() -> None:
    text = "draw\nactually no, i would like that as well"
    assert not isinstance(read("cubirds", "draw", "en", text), Understood)


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wizard", "trump", "es", "triunfo rojo y dos bazas", "trump R; bid 2"),
        ("emu-ranchers", "first", "nl", "De twee van manen wordt mijn eerste vogel.", "hatch 2MK"),
        ("cubirds", "lay", "nl", "uil 3l", "lay owl 3 left"),
        ("wizard", "bid", "it", "rosso alto e briscola alta fanno due", "bid 2"),
        ("emu-ranchers", "first", "es", "La corona de dragones va al descarte", "discard CY"),
        ("emu-ranchers", "act", "it", "Getto via la Scusa e ci vediamo domani", "discard X"),
        ("cubirds", "family", "en", "magpie family, that's all", "family magpie"),
        ("cubirds", "lay", "nl", "dan pak ik de eend: eksters rechts van 2", "lay magpie 2 right"),
        ("wild-cards", "refill", "es", "me guardo los bosques y tiro la montaña", "refill M2"),
        ("wild-cards", "bid", "en", "S1. then lion, else nothing", "bid S1; take lion or pass"),
    ],
)
def test_each_part_of_a_text_is_what_it_can_be_in_the_position(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    result = read(game, place, language, text)
    assert isinstance(result, Understood)
    assert result.text == order


@pytest.mark.parametrize(
    ("game", "place", "language", "text"),
    [
        ("wild-cards", "bid", "es", "seguro que Anna puja bosque 3"),
        ("wild-cards", "bid", "nl", "bos 2 had ik vorige keer en toen verloor ik"),
        ("wizard", "bid", "en", "can't be 2, can it"),
        ("wild-cards", "bid", "en", "everyone knows I have the F3"),
        ("wizard", "trump", "it", "qualsiasi ma non il verde"),
        ("cubirds", "draw", "en", "if the top card is a robin then draw"),
        ("cubirds", "family", "en", "magpies next turn"),
        ("emu-ranchers", "act", "en", "8 on bird 1 would kill it"),
        ("wizard", "play", "it", "il 12 sarebbe una follia"),
        ("wizard", "play", "nl", "de 12 zou dom zijn"),
        ("emu-ranchers", "act", "es", "el 8 en el ave 1 la mataría"),
        ("wild-cards", "take", "en", "lion, S1 + S1, unless the rules say I must pay less"),
    ],
)
def test_what_others_do_or_what_was_or_cannot_be_is_never_an_order(
    game: str, place: str, language: str, text: str
) -> None:
    assert not isinstance(read(game, place, language, text), Understood)


def test_a_correction_of_the_animal_keeps_the_payment() -> None:
    corrected = read("wild-cards", "take", "en", "peacock S1 S1. no the lion")
    assert corrected == Understood("take lion S1 S1")


def test_an_order_that_hangs_on_something_unknown_is_asked_about() -> None:
    text = "F3 if the cat's with me, else F2"
    assert not isinstance(read("wild-cards", "bid", "en", text), Understood)


@pytest.mark.parametrize("text", ["red 12 if Bruno leads yellow", "si Bruno juega azul rojo 12"])
def test_an_order_that_hangs_on_what_others_do_is_asked_back(text: str) -> None:
    assert not isinstance(read("wizard", "play", "es", text), Understood)


def test_an_order_that_was_not_meant_is_counted_apart() -> None:
    assert outcome({"order": "bid 2"}, {"order": "bid 2"}) == "right"
    assert outcome({"order": "bid 2"}, {"order": "bid 3"}) == "wrong"
    assert outcome({"none": "chat"}, {"ask": ["bid 3"]}) == "asked"
    assert outcome({"ask": ["bid 2", "bid 3"]}, {"none": "not-now"}) == "refused"
    phrase: dict[str, object] = {"class": "plain", "language": "en", "game": "wizard"}
    assert any("100.0%" in line for line in table([(phrase, "right")]))
