"""Mails say why the deadline is what it is: to whose absence it is as "you", while it is so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.common import clock
from games.models import Match, Member, OutboundMail, Player
from games.services.absences import declare_absence, end_absence
from games.services.time_controls import Terms
from tests.cast import member, player, running_match
from tests.mail.post import body

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "it", "es", "nl")
OWN = "The deadline is later because you announced days away."
OTHERS = "The deadline is later because %(name)s announced days away."
OWN_BACK = "The deadline is earlier again because you’re back."


def question_to(who: Player) -> str:
    return body(OutboundMail.objects.filter(player=who, kind="decision").latest("pk"))


def said(language: str, words: str) -> str:
    with translation.override(language):
        return gettext(words) % {"name": "Anna", "names": "Anna"}


def table_in(language: str) -> tuple[Player, Player]:
    for name in ("Anna", "Bo", "Carla"):
        Member.objects.filter(pk=member(name).pk).update(language=language)
    match = running_match(terms=Terms(respects_absences=True))
    return player(match, "Anna"), player(match, "Bo")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_announced_days_is_spoken_to_and_the_others_told_of_them(language: str) -> None:
    anna, bo = table_in(language)
    today = clock.now().date()
    absence = declare_absence(member("Anna"), today, today + timedelta(days=5))

    paragraphs = question_to(anna).split("\n\n")
    assert said(language, OWN) in [" ".join(one.split()) for one in paragraphs]
    assert said(language, OTHERS) not in " ".join(question_to(anna).split())
    assert said(language, OTHERS) in " ".join(question_to(bo).split())

    end_absence(member("Anna"), absence)

    text = " ".join(question_to(anna).split())
    assert said(language, OWN) not in text
    assert said(language, OWN_BACK) in text
    assert said(language, OTHERS) not in " ".join(question_to(bo).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_days_announced_before_the_turn_began_are_told_until_their_end(language: str) -> None:
    today = clock.now().date()
    absence = declare_absence(member("Anna"), today, today + timedelta(days=5))
    anna, bo = table_in(language)
    own = said(language, "The days away that you announced don’t count towards the deadline.")
    others = said(language, "Days away announced by %(names)s don’t count towards the deadline.")

    assert own in " ".join(question_to(anna).split())
    assert "Anna " not in own
    assert others in " ".join(question_to(bo).split())

    end_absence(member("Anna"), absence)

    assert own not in " ".join(question_to(anna).split())
    assert others not in " ".join(question_to(bo).split())


def test_nothing_is_said_of_an_absence_that_moved_nothing() -> None:
    anna, _bo = table_in("en")
    Match.objects.filter(pk=anna.match_id).update(respects_absences=False)
    today = clock.now().date()
    declare_absence(member("Anna"), today, today + timedelta(days=5))
    assert "days away" not in question_to(anna)
