"""A match is opened with the options that its line names, by the names that the site has."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.letters.member_commands import UnclearRequestError
from games.mail.member_commands.match_options import option_words
from games.mail.member_commands.new_match import match_wanted
from games.models import Match, Member
from games.presentation import presentation_for
from games.rules.registry import GAMES
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to

LANGUAGES = ("en", "it", "es", "nl")

NAMED: list[tuple[str, int, dict[str, object]]] = [
    ("Wild Cards with Leo for 3", 3, {"leo": True}),
    ("una partita Wild Cards con Leo per 3", 3, {"leo": True}),
    ("una partida de Wild Cards con Leo para 3", 3, {"leo": True}),
    ("een potje Wild Cards met Leo voor 3", 3, {"leo": True}),
    ("Wild Cards without Leo for 3", 3, {"leo": False}),
    ("Wild Cards per 3 senza Leo", 3, {"leo": False}),
    ("Wild Cards for 3, 2020 edition", 3, {"edition": "2020"}),
    ("Wild Cards, edizione 2020, per 4", 4, {"edition": "2020"}),
    ("Wild Cards edición 2020 para 4", 4, {"edition": "2020"}),
    ("Wild Cards editie 2022 voor 4", 4, {"edition": "2022"}),
    ("Wizard for 4 with the dark wizard", 4, {"dark_wizard": True}),
    ("Wizard per 4, Stregone Oscuro, chiaroveggenza", 4,
     {"dark_wizard": True, "clairvoyance": True}),
    ("Wizard para 4, a ciegas", 4, {"bidding": "blind"}),
    ("Wizard voor 4, monochroom en open som", 4, {"monochrome": True, "uneven": True}),
    ("Wizard for 4 with hidden bids", 4, {"bidding": "hidden"}),
    ("Emu Ranchers for 2, 2 years, with the four Pawns and the Excuse", 2,
     {"years": 2, "deck": "pawns", "excuse": True}),
    ("Emu Ranchers para 2 sin la Excusa, 1 año", 2, {"years": 1, "excuse": False}),
    ("Open a match of Wizard for 4", 4, {}),
    ("apri una partita di Wizard per 4", 4, {}),
]  # fmt: skip


@pytest.mark.parametrize(("argument", "seats", "named"), NAMED)
def test_an_option_is_understood_by_its_name_and_is_nobody_to_invite(
    argument: str, seats: int, named: dict[str, object]
) -> None:
    wanted = match_wanted(argument)
    assert (wanted.seats, wanted.named_options, wanted.invited) == (seats, named, "")
    assert named.items() <= wanted.options.items()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_of_every_game_is_understood_by_its_own_label(language: str) -> None:
    for game in GAMES.values():
        for field in game.rules.option_fields:
            if field.values != (False, True):
                continue
            with translation.override(language):
                label = presentation_for(game.rules.key).option_label(field.name)
            wanted = match_wanted(f"{game.rules.name}, {label}")
            assert wanted.options[field.name] is True, label
            assert wanted.invited == ""


def test_a_person_beside_leo_is_invited_and_leo_elsewhere_is_a_person() -> None:
    assert match_wanted("Wild Cards with Leo and Bo").invited == "Bo"
    assert match_wanted("Wizard with Leo for 4").invited == "Leo"
    assert match_wanted("Wild Cards for 3 and invite Leo").invited == "Leo"


@pytest.mark.parametrize(
    "argument",
    ["Wild Cards 2020 with Leo for 3", "Wild Cards with Leo for 5", "Wizard for 6, monochrome"],
)
def test_options_that_do_not_go_together_are_told_and_nothing_is_opened(argument: str) -> None:
    with pytest.raises(UnclearRequestError):
        match_wanted(argument)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_confirmation_names_what_was_understood(language: str) -> None:
    Member.objects.filter(pk=member("Anna").pk).update(language=language)
    start = asked(member("Anna").email, "settings")
    told = plain(to(start.to[0], reply(start, "open a match of Wild Cards with Leo for 3")))
    made = Match.objects.get()
    assert (made.options["leo"], made.seats) == (True, 3)
    with translation.override(language):
        (words,) = option_words("wild-cards", made.options, {})
    assert words in " ".join(told.split())
    assert "Leo" in words
