"""Table talk on the match page: who reads it, who writes it, and what is not passed on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from games.common import clock
from games.common.errors import MatchError
from games.models import Match, Member, Order, Player, TableMessage
from games.services import talk
from games.services.following import block_member, mute_member
from games.services.quotas import LIMITS, Deed
from tests import cast
from tests.site.conftest import Browse


@pytest.fixture
def match() -> Match:
    return cast.running_match()


def page(browse: Browse, who: str, match: Match) -> str:
    response = browse(who).get(reverse("match", kwargs={"code": match.code}))
    return response.content.decode()


def say(browse: Browse, who: str, match: Match, text: str, **more: str) -> int:
    path = reverse("match-talk", kwargs={"code": match.code})
    return browse(who).post(path, {"text": text, **more}).status_code


def said(match: Match) -> list[str]:
    return list(match.messages.order_by("pk").values_list("text", flat=True))


def test_what_a_player_says_the_others_at_the_table_read(browse: Browse, match: Match) -> None:
    assert say(browse, "Bo", match, "Good luck, everybody") == 302

    for name in ("Anna", "Bo", "Carla"):
        assert "Good luck, everybody" in page(browse, name, match)


@pytest.mark.parametrize("who", ["Mallory", ""])
def test_nobody_else_reads_or_writes_it(browse: Browse, match: Match, who: str) -> None:
    say(browse, "Bo", match, "Between us")

    assert "Between us" not in page(browse, who, match)
    assert "talk-text" not in page(browse, who, match)
    assert say(browse, who, match, "Hello from outside") in {302, 404}
    assert said(match) == ["Between us"]
    thread = browse(who).get(reverse("match-talk", kwargs={"code": match.code}))
    assert thread.status_code in {302, 404}


def test_what_is_new_is_marked_once(browse: Browse, match: Match) -> None:
    say(browse, "Bo", match, "Look at this")

    assert "1 new" in page(browse, "Anna", match)
    assert "1 new" not in page(browse, "Anna", match)
    assert "1 new" not in page(browse, "Bo", match)


def test_an_order_in_the_wrong_box_is_not_told(browse: Browse, match: Match) -> None:
    anna = cast.awaited(match)[0]
    text = cast.legal_texts(anna)[0]
    name = anna.name

    assert say(browse, name, match, text) == 422
    assert say(browse, name, match, f"{text}; {text}") == 422

    assert said(match) == []
    assert Order.objects.filter(player=anna).count() == 0
    assert say(browse, name, match, text, meant="on") == 302
    assert said(match) == [text]


def test_words_that_would_be_taken_as_an_order_are_asked_about_too(
    browse: Browse, match: Match
) -> None:
    asked = cast.awaited(match)[0]
    words = f"I would like to bid my {cast.legal_texts(asked)[0].split()[-1]}"
    response = browse(asked.name).post(
        reverse("match-talk", kwargs={"code": match.code}), {"text": words}
    )
    assert response.status_code == 422
    assert 'name="meant"' in response.content.decode()
    assert words in response.content.decode()


def test_signs_that_cannot_be_seen_and_markup_do_no_harm(browse: Browse, match: Match) -> None:
    say(browse, "Bo", match, "a\u202eb\u200bc\x00\x07\n\n<b>bold</b> <img src=x onerror=alert(1)>")

    assert said(match) == ["abc <b>bold</b> <img src=x onerror=alert(1)>"]
    html = page(browse, "Anna", match)
    assert "<b>bold" not in html
    assert "<img src=x" not in html


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e\n", "x" * 501])
def test_nothing_and_too_much_are_refused(browse: Browse, match: Match, text: str) -> None:
    assert say(browse, "Bo", match, text) == 422
    assert said(match) == []


def test_addresses_of_newcomers_are_no_links(browse: Browse, match: Match) -> None:
    say(browse, "Bo", match, "See https://example.org/cards for more")
    assert 'href="https://example.org' not in page(browse, "Anna", match)

    long_ago = clock.now() - timedelta(days=30)
    Member.objects.filter(name="Bo").update(joined_at=long_ago)
    html = page(browse, "Anna", match)
    assert '<a href="https://example.org/cards" rel="nofollow">' in html


def test_a_minute_holds_only_so_many_messages(match: Match) -> None:
    bo = cast.player(match, "Bo")
    most = LIMITS[Deed.TALK][0].most
    for number in range(most):
        talk.say_at_table(player=bo, text=f"number {number}", is_meant=True)
    with pytest.raises(MatchError) as refused:
        talk.say_at_table(player=bo, text="one more", is_meant=True)
    assert refused.value.code == "quota-talk"
    assert len(said(match)) == most


def test_the_same_words_again_are_said_once(browse: Browse, match: Match) -> None:
    say(browse, "Bo", match, "Well played")
    say(browse, "Bo", match, "Well  played ")
    assert said(match) == ["Well played"]


@pytest.mark.parametrize("turn_away", [mute_member, block_member])
def test_whom_one_mutes_or_blocks_one_does_not_hear(
    browse: Browse, match: Match, turn_away: object
) -> None:
    say(browse, "Bo", match, "Blah blah")
    turn_away(member=cast.member("Anna"), other=cast.member("Bo"))  # type: ignore[operator]

    assert "Blah blah" not in page(browse, "Anna", match)
    assert "Blah blah" in page(browse, "Carla", match)


def test_muting_from_a_message_needs_no_script(browse: Browse, match: Match) -> None:
    say(browse, "Bo", match, "Blah blah")
    path = reverse(
        "match-talk-mute", kwargs={"code": match.code, "number": match.messages.get().pk}
    )
    assert path in page(browse, "Anna", match)
    browse("Anna").post(path)
    assert "Blah blah" not in page(browse, "Anna", match)
    assert browse("Mallory").post(path).status_code == 404


def test_who_wants_no_talk_neither_reads_nor_writes(browse: Browse, match: Match) -> None:
    say(browse, "Bo", match, "Are you there?")
    path = reverse("match-talk-choose", kwargs={"code": match.code})
    browse("Anna").post(path, {"level": "none"})

    assert "Are you there?" not in page(browse, "Anna", match)
    assert say(browse, "Anna", match, "No") == 422
    browse("Anna").post(path, {"level": ""})
    assert "Are you there?" in page(browse, "Anna", match)


def test_a_quiet_match_has_no_talk(browse: Browse, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(has_talk=False)

    assert "talk-text" not in page(browse, "Anna", match)
    assert say(browse, "Anna", match, "Hello?") == 422
    assert said(match) == []


def test_talk_ends_a_while_after_the_match(match: Match) -> None:
    bo = cast.player(match, "Bo")
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=clock.now())
    talk.say_at_table(player=bo, text="Thanks for the game")
    ended = clock.now() - talk.AFTER_THE_END - timedelta(days=1)
    Match.objects.filter(pk=match.pk).update(finished_at=ended)
    with pytest.raises(MatchError, match="talk-over"):
        talk.say_at_table(player=bo, text="Still there?")


def test_a_substitute_is_told_nothing_of_what_was_said_before_by_mail(match: Match) -> None:
    from games.selectors.talk import untold_talk
    from games.services.substitutes import take_seat

    talk.say_at_table(player=cast.player(match, "Bo"), text="Early words")
    carla = cast.player(match, "Carla")
    Player.objects.filter(pk=carla.pk).update(bot="steady", away_since=clock.now())
    carla.refresh_from_db()
    take_seat(member=cast.member("Dirk"), player=carla)

    assert untold_talk([cast.player(match, "Dirk")]).get(carla.pk, ()) == ()


def test_the_page_takes_one_more_query_with_talk_however_long(browse: Browse, match: Match) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def queries() -> int:
        client = browse("Anna")
        path = reverse("match", kwargs={"code": match.code})
        for _time in range(2):  # what is new is told once
            client.get(path)
        with CaptureQueriesContext(connection) as found:
            client.get(path)
        return len(found)

    before = queries()
    bo = cast.player(match, "Bo")
    assert bo.member is not None
    TableMessage.objects.bulk_create(
        TableMessage(match=match, player=bo, member=bo.member, text=f"words {number}")
        for number in range(200)
    )
    assert queries() == before + 1
