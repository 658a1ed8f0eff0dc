"""Private notes: written and read by one member, and by nobody else in any way."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.common.errors import MatchError
from games.models import Match, PrivateNote
from games.services import notes
from games.services.account_erasure import erase_member
from games.services.account_export import export_member
from tests import cast
from tests.site.conftest import Browse, made_private

WORDS = "Bo always bids high <after> a refill"


def page(client: Client, match: Match) -> str:
    return client.get(reverse("match", kwargs={"code": match.code})).content.decode()


def note_on(client: Client, match: Match, text: str, **headers: str) -> str:
    path = reverse("match-note", kwargs={"code": match.code})
    answer = client.post(path, {"text": text}, follow=True, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_note_on_a_match_is_shown_to_its_writer_alone(browse: Browse) -> None:
    match = cast.running_match()
    told = note_on(browse("Anna"), match, WORDS)
    assert "Only you can read it" in told
    assert "Bo always bids high &lt;after&gt; a refill" in page(browse("Anna"), match)
    for who in ("Bo", "Carla", "Mallory", ""):
        assert "always bids high" not in page(browse(who), match)


def test_the_notes_are_folded_and_their_form_stays_in_place_with_the_script(
    browse: Browse,
) -> None:
    match = cast.running_match()
    part = note_on(browse("Anna"), match, WORDS, **{"X-Part": "yes"})
    assert part.lstrip().startswith("<form")
    assert "Saved. Only you can read it." in part
    assert "<details" in page(browse("Anna"), match)
    assert '<details class="sheet" id="notes">' in page(browse("Anna"), match)


def test_an_empty_text_removes_the_note(browse: Browse) -> None:
    match = cast.running_match()
    note_on(browse("Anna"), match, WORDS)
    assert "Note deleted" in note_on(browse("Anna"), match, "  \n ")
    assert not PrivateNote.objects.exists()


def test_a_note_on_an_opponent_stands_on_their_page_and_beside_the_table(browse: Browse) -> None:
    match, bo = cast.running_match(), cast.member("Bo")
    path = reverse("member-note", kwargs={"member": bo.pk})
    browse("Anna").post(path, {"text": WORDS})
    about = reverse("member", kwargs={"member": bo.pk})
    assert "always bids high" in browse("Anna").get(about).content.decode()
    assert "On Bo" in page(browse("Anna"), match)
    for who in ("Bo", "Carla", ""):
        assert "always bids high" not in browse(who).get(about).content.decode()
        assert "always bids high" not in page(browse(who), match)


def test_there_is_no_note_on_oneself_and_none_without_an_account(browse: Browse) -> None:
    anna, match = cast.member("Anna"), cast.running_match()
    own = reverse("member-note", kwargs={"member": anna.pk})
    assert browse("Anna").post(own, {"text": WORDS}).status_code == 404
    with pytest.raises(MatchError, match="note-about-yourself"):
        notes.write_member_note(writer=anna, about=anna, text=WORDS)
    path = reverse("match-note", kwargs={"code": match.code})
    assert "login" in browse("").post(path, {"text": WORDS}).headers["Location"]
    assert not PrivateNote.objects.exists()


def test_nobody_notes_on_a_match_that_they_may_not_see(browse: Browse) -> None:
    match = made_private(cast.running_match())
    path = reverse("match-note", kwargs={"code": match.code})
    assert browse("Mallory").post(path, {"text": WORDS}).status_code == 404


def test_a_note_that_is_too_long_is_refused_and_given_back(browse: Browse) -> None:
    match = cast.running_match()
    note_on(browse("Anna"), match, WORDS)
    long = "x" * (notes.LONGEST_NOTE + 1)
    part = note_on(browse("Anna"), match, long, **{"X-Part": "yes"})
    assert "4000 characters at most" in part
    assert long in part
    assert "4000 characters at most" in note_on(browse("Anna"), match, long)
    assert PrivateNote.objects.get().text == WORDS


def test_line_ends_and_control_characters_are_put_right() -> None:
    anna, match = cast.member("Anna"), cast.running_match()
    kept = notes.write_match_note(writer=anna, match=match, text=" a\r\nb\x00\x1bc\td ")
    assert kept is not None
    assert kept.text == "a\nbc\td"


def test_no_more_notes_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NOTES", 1)
    anna, match = cast.member("Anna"), cast.running_match()
    notes.write_match_note(writer=anna, match=match, text="one")
    notes.write_match_note(writer=anna, match=match, text="one, again")
    with pytest.raises(MatchError, match="too-many-notes"):
        notes.write_member_note(writer=anna, about=cast.member("Bo"), text="two")


def test_the_export_has_ones_own_notes_and_no_others() -> None:
    anna, bo, match = cast.member("Anna"), cast.member("Bo"), cast.running_match()
    notes.write_match_note(writer=anna, match=match, text="about the match")
    notes.write_member_note(writer=anna, about=bo, text="about the member")
    own = "".join(export_member(anna))
    assert "about the match" in own
    assert "about the member" in own
    for other in (bo, cast.member("Carla")):
        exported = "".join(export_member(other))
        assert "about the match" not in exported
        assert "about the member" not in exported


def test_erasing_takes_ones_notes_and_those_about_one() -> None:
    anna, bo, match = cast.member("Anna"), cast.member("Bo"), cast.running_match()
    notes.write_match_note(writer=anna, match=match, text="mine")
    notes.write_member_note(writer=anna, about=bo, text="about Bo")
    notes.write_match_note(writer=cast.member("Carla"), match=match, text="Bo bids high")
    erase_member(member=bo)
    assert not PrivateNote.objects.filter(about__isnull=False).exists()
    assert "Bo" not in PrivateNote.objects.get(writer__name="Carla").text
    erase_member(member=anna)
    assert [note.writer.name for note in PrivateNote.objects.all()] == ["Carla"]


def test_a_line_can_be_put_below_a_note() -> None:
    anna, match = cast.member("Anna"), cast.running_match()
    notes.add_to_match_note(writer=anna, match=match, line="first")
    note = notes.add_to_match_note(writer=anna, match=match, line="second")
    assert note is not None
    assert note.text == "first\n\nsecond"
