"""The virtual players have names, faces and a stated strength."""

from __future__ import annotations

import pytest
from django import forms

from games.forms.member_names import clean_member_name
from games.models import Member
from games.selectors.bot_personas import BOT_NAMES, NAMES_BY_STYLE, bots_at_table
from games.selectors.match_tables import table
from games.services.matches import add_bot, fill_with_bots, join_match
from games.templatetags.bots import bot_face
from tests.cast import member, open_match

pytestmark = pytest.mark.django_db


def test_bots_keep_their_names_when_the_seats_are_drawn() -> None:
    match = open_match("Anna", seats=4)
    add_bot(member=member("Anna"), match=match, bot="random")
    add_bot(member=member("Anna"), match=match)
    before = {bot.name for bot in bots_at_table(match.players.all()).values()}
    assert before == {NAMES_BY_STYLE["random"][0], NAMES_BY_STYLE["steady"][0]}
    fill_with_bots(member=member("Anna"), match=match)
    match.refresh_from_db()
    names = table(match, None).names
    assert set(names) == {"Anna", *before, NAMES_BY_STYLE["steady"][1]}


def test_no_bot_is_called_like_a_person_at_the_table() -> None:
    first, second = NAMES_BY_STYLE["steady"][:2]
    Member.objects.create_user("old@example.org", first.upper())
    match = open_match("Anna", seats=4)
    join_match(member=Member.objects.get(email="old@example.org"), match=match)
    add_bot(member=member("Anna"), match=match)
    assert table(match, None).names == ("Anna", first.upper(), second)


@pytest.mark.parametrize("name", BOT_NAMES)
def test_no_member_may_take_the_name_of_a_bot(name: str) -> None:
    with pytest.raises(forms.ValidationError):
        clean_member_name(name.upper())


def test_every_bot_has_a_face_of_its_own_and_people_have_none() -> None:
    assert len({bot_face(name) for name in BOT_NAMES}) == len(BOT_NAMES)
    assert bot_face("Anna") == ""


def test_bots_of_one_style_are_told_apart() -> None:
    match = open_match("Anna", seats=5)
    players = [add_bot(member=member("Anna"), match=match) for _ in range(4)]
    names = [bot.name for bot in bots_at_table(players).values()]
    assert names == list(NAMES_BY_STYLE["steady"][:4])
