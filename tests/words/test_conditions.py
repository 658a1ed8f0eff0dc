"""Conditions on what lies open are decided when read; those on what is hidden are asked about."""

from __future__ import annotations

import pytest

from games.catalogue.wizard.rules.view import WizardView
from games.rules.registry import rules_for
from games.words import Branch, NotUnderstood, Question, Understood, understand
from games.words.learning.phrases import places, state_at
from tests.words.reading import positions, read

LAY = [  # row 1: duck, 3 magpies, toucan; row 2: magpie, duck, warbler
    ("en", "if there's an owl in row 2 owl row 2 left, otherwise toucan row 1 left", "toucan 1"),
    ("it", "se nella fila 2 c'è un'anatra metto lì la mia a sinistra", "duck 2"),
    (
        "es",
        "si en la fila 1 hay búhos pongo los búhos ahí, si no el tucán a la izquierda",
        "toucan 1",
    ),
    (
        "nl",
        "als er een uil in rij 1 ligt uil rij 1 links, anders toekan links in rij 1",
        "toucan 1",
    ),
    ("en", "if row 1 has more than two magpies my duck on its left. If not, row 2 left", "duck 1"),
    ("it", "se la fila 2 ha almeno tre gazze anatra lì a sinistra, se no in fila 1", "duck 1"),
    ("es", "si la fila 1 acaba en tucán el tucán ahí a la izquierda, si no el pato", "toucan 1"),
    (
        "nl",
        "als rij 1 eindigt op een toekan de eend daar links, anders toekan rij 1 links",
        "duck 1",
    ),
]
DRAW = [  # an ace of leaves lies open
    ("en", "if there's an ace on the discard pile I take it, if not the deck", "draw discard"),
    ("it", "se lo scarto è una foglia lo prendo, sennò dal mazzo", "draw discard"),
    ("es", "si la carta del descarte es un 5 me la llevo y si no robo del mazo", "draw deck"),
    ("nl", "als de bovenste een 9 is dan pak ik die, anders van de trekstapel", "draw deck"),
    ("en", "only the discard if it's lower than a 3, otherwise from the deck", "draw discard"),
    ("es", "si en el mazo quedan menos de diez cartas el as; si quedan más, del mazo", "draw deck"),
    ("en", "If that's a crown on the pile I want it. Otherwise off the deck", "draw deck"),
    ("it", "sopra agli scarti c'è ancora l'asso? allora lo prendo", "draw discard"),
    ("es", "si es un as lo cojo, si es otra cosa del mazo", "draw discard"),
    (
        "nl",
        "als het een kroon is pak ik hem, als het iets anders is van de trekstapel",
        "draw deck",
    ),
]
ACT = [  # birds: 1 of waves from the ace and the pawn, 2 of moons and suns from the 9
    ("en", "if bird 2 can still go either way the 5 on it, otherwise discard the 4", "grow 5SV 2"),
    (
        "it",
        "se sull'uccello 2 ci sono ancora nodi ci metto il 4, altrimenti scarto il 4",
        "discard 4YK",
    ),
    ("es", "si el 8 no cabe en el ave 1 lo descarto; si cabe, ponlo ahí", "grow 8VL 1"),
    ("nl", "als vogel 2 nog zonnen heeft de 5 daarop, anders gooi ik de 2 weg", "grow 5SV 2"),
]
WONDERING = [
    ("cubirds", "lay", "en", "if I put the toucan left of row 1, do I get anything?"),
    ("cubirds", "family", "it", "ma se faccio i tucani poi posso fare anche le gazze?"),
    ("emu-ranchers", "draw", "es", "¿si cojo el as se entera Anna?"),
    ("cubirds", "draw", "nl", "als ik trek, mag ik dan daarna nog een familie?"),
]
HIDDEN = [
    ("cubirds", "draw", "en", "draw if Bo is holding ducks, otherwise don't"),
    ("cubirds", "draw", "es", "si la próxima carta del mazo es un loro robo, si no me planto"),
    ("emu-ranchers", "draw", "it", "se la prossima del mazo è un asso mazzo, se no gli scarti"),
    ("emu-ranchers", "draw", "nl", "als mijn buur de kroon heeft de stapel, anders de aflegstapel"),
]


@pytest.mark.parametrize(("language", "text", "where"), LAY)
def test_what_lies_in_the_rows_decides_what_is_laid(language: str, text: str, where: str) -> None:
    assert read("cubirds", "lay", language, text) == Understood(f"lay {where} left")


@pytest.mark.parametrize(("language", "text", "order"), DRAW)
def test_the_card_that_lies_open_decides_what_is_drawn(
    language: str, text: str, order: str
) -> None:
    assert read("emu-ranchers", "draw", language, text) == Understood(order)


def test_why_this_of_two_orders_was_taken_is_told_in_the_writers_words() -> None:
    decided = read("emu-ranchers", "draw", "it", "Se c'è un 5 sugli scarti lo prendo, sennò mazzo")
    assert isinstance(decided, Understood)
    assert decided.branches == (Branch("c'è un 5 sugli scarti", "fails"),)
    second = read("cubirds", "lay", "en", "flamingo row 2 left, or if I can't the owl there")
    assert isinstance(second, Understood)
    assert second.branches == (Branch("lay flamingo 2 left", "refused"),)


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [
        ("en", "if I have at least two robins I draw, otherwise I don't", "draw"),
        ("it", "se ho almeno 4 pettirossi pesco, altrimenti no", "stay"),
        ("es", "si tengo más de un petirrojo robo, si no no", "draw"),
        ("nl", "als ik minstens drie roodborstjes heb trek ik, anders niet", "stay"),
    ],
)
def test_the_own_hand_decides_whether_cards_are_drawn(language: str, text: str, order: str) -> None:
    assert read("cubirds", "draw", language, text) == Understood(order)


@pytest.mark.parametrize(
    ("language", "text", "card"),
    [
        ("en", "forest 3 only if at least ten cards are left in the deck, else forest 2", "F3"),
        ("en", "I bid F3 if there are more than two cards left in the deck, else I bid F2", "F3"),
        ("en", "I bid F3 if there are at least 60 cards left in the deck, else I bid F2", "F2"),
        ("nl", "ik bied F3 als er minstens tien kaarten op de stapel liggen, anders F2", "F3"),
    ],
)
def test_the_cards_of_the_deck_are_counted_and_not_those_just_ordered(
    language: str, text: str, card: str
) -> None:
    assert read("wild-cards", "bid", language, text) == Understood(f"bid {card}")


@pytest.mark.parametrize(("game", "place", "language", "text"), HIDDEN)
def test_nothing_is_ordered_on_what_nobody_can_see(
    game: str, place: str, language: str, text: str
) -> None:
    assert not isinstance(read(game, place, language, text), Understood)


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [
        ("en", "draw... hmm no, rather not", "stay"),
        ("it", "pesco. anzi no", "stay"),
        ("es", "robo... bah no, mejor no", "stay"),
        ("nl", "trekken. of nee, toch maar niet", "stay"),
        ("en", "nope, not drawing", "stay"),
        ("nl", "nee geen kaarten", "stay"),
    ],
)
def test_a_no_behind_one_of_two_deeds_is_the_other(language: str, text: str, order: str) -> None:
    assert read("cubirds", "draw", language, text) == Understood(order)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I'd rather keep the toucans and magpies for now"),
        ("it", "i tucani e le gazze me li tengo"),
        ("es", "prefiero guardarme los tucanes y las urracas"),
        ("nl", "de toekans en eksters hou ik nog even"),
    ],
)
def test_who_keeps_all_that_may_be_a_family_forms_none(language: str, text: str) -> None:
    assert read("cubirds", "family", language, text) == Understood("done")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "hold on to the toucans"),
        ("it", "i tucani me li tengo"),
        ("es", "me guardo los tucanes"),
        ("nl", "ik hou de toekans nog even"),
    ],
)
def test_who_keeps_one_family_of_two_is_asked(language: str, text: str) -> None:
    assert not isinstance(read("cubirds", "family", language, text), Understood)


@pytest.mark.parametrize(("game", "place", "language", "text"), WONDERING)
def test_a_question_what_would_follow_is_no_order(
    game: str, place: str, language: str, text: str
) -> None:
    assert isinstance(read(game, place, language, text), NotUnderstood)


MARKET = [  # lion and peacock lie there; F1 F2 F3 S1 S1 M1 W3 are held
    ("en", "is there an eagle? if so forest 3, otherwise refill", "bid R"),
    ("it", "c'è il leone? se sì foresta 3, se no rifornimento", "bid F3"),
    ("es", "¿hay un águila? si es así bosque 3, si no montaña 1", "bid M1"),
    ("nl", "ligt er een leeuw? zo ja bos 3, zo nee bergen 1", "bid F3"),
    ("en", "the lion's out, so if that's right forest 3", "bid F3"),
    ("en", "lion's there, isn't it? then forest 3", "bid F3"),
    ("it", "se non ci sono aquile rifornimento, altrimenti foresta 3", "bid R"),
    ("en", "if i have a forest 4 then that, otherwise M1", "bid M1"),
    ("es", "si tengo dos sabanas sabana 1, si no bosque 1", "bid S1"),
    ("en", "refill if I've more than 8 cards, otherwise forest 3", "bid F3"),
]


@pytest.mark.parametrize(("language", "text", "meant"), MARKET)
def test_a_question_that_is_answered_by_the_market_or_the_hand_is_decided(
    language: str, text: str, meant: str
) -> None:
    result = read("wild-cards", "bid", language, text)

    assert isinstance(result, Understood)
    assert result.text == meant


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "if anyone has a wizard the jester, otherwise red 7"),
        ("nl", "als iemand een tovenaar heeft de nar, anders rood 7"),
        ("en", "if Anna holds the red 13 then red 7, otherwise red 12"),
    ],
)
def test_what_others_hold_decides_nothing(language: str, text: str) -> None:
    assert not isinstance(read("wizard", "play", language, text), Understood)


@pytest.mark.parametrize(("language", "text", "order"), ACT)
def test_the_writers_own_birds_decide_what_they_are_given(
    language: str, text: str, order: str
) -> None:
    assert read("emu-ranchers", "act", language, text) == Understood(order)


NAMES = ("Anna", "Bruno", "Carla")
PEOPLE = [  # hand R7 R11 R12 B5 B11 N; R3 was led and nobody has laid a wizard
    ("en", "if Anna is winning red 12, otherwise red 7"),
    ("it", "se sta vincendo Anna il rosso 12, altrimenti il rosso 7"),
    ("es", "si va ganando Anna el rojo 12, si no el rojo 7"),
    ("nl", "als Anna voor ligt dan rood 12, anders rood 7"),
    ("en", "if nobody has played a wizard in this trick yet red 12, otherwise red 7"),
    ("it", "se nella presa c'è già un mago il rosso 7, altrimenti il rosso 12"),
    ("es", "si ya hay un mago en la baza el rojo 7, si no el rojo 12"),
    ("nl", "als er al een tovenaar in de slag ligt rood 7, anders rood 12"),
]


@pytest.mark.parametrize(("language", "text"), PEOPLE)
def test_what_a_condition_says_of_the_trick_is_seen(language: str, text: str) -> None:
    position = positions()["wizard", "play"]
    view = rules_for("wizard").view(position.state, position.seat)
    assert isinstance(view, WizardView)
    names = ["Anna" if seat == view.ahead else "Bruno" for seat in range(view.seats)]
    result = read("wizard", "play", language, text, names)
    assert isinstance(result, Understood)
    assert result.text == "play R12"
    assert result.branches


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "if Dora is winning red 12, otherwise red 7"),
        ("it", "se Bruno ha un mago il rosso 12, altrimenti il rosso 7"),
        ("es", "si Bruno y Carla van a pasar el rojo 12, si no el rojo 7"),
        ("nl", "als Carla nog rood heeft rood 12, anders rood 7"),
    ],
)
def test_what_nobody_sees_of_others_is_asked_back(language: str, text: str) -> None:
    result = read("wizard", "play", language, text, NAMES)
    assert not isinstance(result, Understood)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "red 13 if I've still got one, otherwise red 12"),
        ("it", "il rosso 13 se ce l'ho ancora, altrimenti il rosso 12"),
        ("es", "el rojo 13 si me queda alguno, y si no el rojo 12"),
        ("nl", "rood 13, en als ik geen rood 13 heb dan rood 12"),
        ("nl", "als ik nog een tovenaar heb die, en anders rood 12"),
        ("en", "I play red 13, or if I haven't got one the red 12"),
    ],
)
def test_what_is_ordered_if_one_has_it_is_ordered_if_it_can_be(language: str, text: str) -> None:
    result = read("wizard", "play", language, text)
    assert isinstance(result, Understood)
    assert result.text == "play R12"


def test_a_condition_on_the_virtual_player_is_decided_though_only_people_are_named() -> None:
    place = places()["43-7nl-4"]
    assert len(place.names) == place.seats == 2
    rules, state = rules_for(place.game), state_at(place)
    for text in (
        "If Leo bid higher than me, pass; otherwise M4",
        "M4, unless Leo bid more than me",
    ):
        found = understand(rules, state, place.seat, text, ["en"], names=place.names)
        assert found == Understood("pay M4"), text


def test_a_condition_on_somebody_without_a_name_is_asked_about() -> None:
    place = places()["43-7nl-4"]
    text = "Mocht Leo hoger geboden hebben dan ik, dan pas ik; zo niet, dan leg ik M4 bij."
    rules, state = rules_for(place.game), state_at(place)
    found = understand(rules, state, place.seat, text, ["nl"], names=["Anna"])
    assert isinstance(found, Question)
