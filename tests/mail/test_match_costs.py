"""What a whole match by mail costs a reader: how many mails, and how many words."""

from __future__ import annotations

import pytest

from games.models import Match
from tests.mail.whole_matches import played_by_mail

pytestmark = pytest.mark.django_db(transaction=True)


def test_with_plans_wild_cards_for_three_is_half_the_mails_and_words() -> None:
    bag = played_by_mail("wild-cards", "it", seed="1", with_plans=True)
    assert bag.match.status == Match.Status.FINISHED
    mails, words = bag.of_a_seat()
    assert mails <= 20
    assert words <= 5_200
