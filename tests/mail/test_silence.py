"""A reminder names what is played for who stays silent, and tells nobody else."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.common import clock
from games.models import Member, OutboundMail, StandingOrder
from games.presentation import presentation_for
from games.rules.configurations import configurations
from games.rules.registry import GAMES
from tests.cast import awaited, default_text, running_match
from tests.mail.post import body
from tests.mail.test_letters import row_of

pytestmark = pytest.mark.django_db
Kind = OutboundMail.Kind
DEFAULT = "If you don’t move, we play a safe default: %(move)s."
LEFT = "If you don’t move, we play what you left for a missed deadline: %(move)s."


@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_reminder_names_its_readers_own_safe_default(game: str, language: str) -> None:
    options = next(one for one in configurations(GAMES[game].rules) if one.seats == 2).options
    match = running_match("Anna", "Bo", game=game, options=options.as_mapping())
    Member.objects.update(language=language)
    for who in awaited(match):
        reminder = " ".join(body(row_of(who, Kind.REMINDER)).split())
        with translation.override(language):
            move = presentation_for(game).order_in_words(default_text(who))
            assert gettext(DEFAULT) % {"move": move} in reminder


def test_what_was_left_for_a_missed_deadline_is_named_instead() -> None:
    who = awaited(match := running_match())[0]
    StandingOrder.objects.create(
        player=who,
        kind=StandingOrder.Kind.MISSED,
        round=match.round,
        position=1,
        text="bid R",
        given_at=clock.now(),
    )
    reminder = " ".join(body(row_of(who, Kind.REMINDER)).split())
    move = presentation_for(match.game).order_in_words("bid R")
    assert LEFT % {"move": move} in reminder
