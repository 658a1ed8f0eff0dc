"""Names at the table: no two are taken for each other, and none for the service."""

from __future__ import annotations

import threading
import unicodedata
from contextlib import suppress
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from games.forms import member_names
from games.forms.member_names import clean_member_name
from games.models import Member
from games.models.lookalikes import KEPT_APART, name_look, name_skeleton
from games.services.account_erasure import erase_member
from tests import cast
from tests.site.conftest import Browse

TWINS_OF_ANNABEL = {
    "in full width": "Ａｎｎａｂｅｌ",
    "with a Cyrillic letter": "Аnnabel",
    "in mathematical letters": "𝐀𝐧𝐧𝐚𝐛𝐞𝐥",
    "in another case": "ANNABEL",
    "with a digit for a letter": "Annabe1",
    "with a capital I for an l": "AnnabeI",
    "with a bar for an l": "Annabe|",
    "in accents put together otherwise": unicodedata.normalize("NFD", "Annabel"),
}


def joined(browse: Browse, name: str) -> str:
    """What the page says to somebody who wants to join under this name."""
    values = {"email": "zoe@example.org", "name": name, "language": "en", "time_zone": "UTC"}
    return browse("").post(reverse("account_signup"), values, follow=True).content.decode()


@pytest.mark.parametrize("name", TWINS_OF_ANNABEL.values(), ids=TWINS_OF_ANNABEL)
def test_a_name_that_looks_like_a_members_is_refused(name: str, browse: Browse) -> None:
    cast.member("Annabel")
    assert "field-errors" in joined(browse, name) or "errorlist" in joined(browse, name)
    assert not Member.objects.filter(email="zoe@example.org").exists()


def test_the_refusal_names_the_name_that_it_looks_like(browse: Browse) -> None:
    cast.member("Annabel")
    assert "too similar to “Annabel”" in joined(browse, "Annabe1")


@pytest.mark.django_db(transaction=True)
def test_of_two_look_alikes_who_join_at_one_instant_the_later_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both forms are found valid before either name is stored, where the database lets them."""
    both_valid = threading.Barrier(2)
    refuse_taken = member_names._refuse_taken

    def wait_for_the_other(name: str, but: Member | None) -> None:
        refuse_taken(name, but)
        with suppress(threading.BrokenBarrierError):
            both_valid.wait(timeout=2)

    monkeypatch.setattr(member_names, "_refuse_taken", wait_for_the_other)
    answers: list[tuple[int, bytes]] = []

    def join(number: int, name: str) -> None:
        values = {"name": name, "email": f"a{number}@example.org"}
        values |= {"language": "en", "time_zone": "UTC"}
        answer = Client().post(reverse("account_signup"), values)
        answers.append((answer.status_code, answer.content))
        connection.close()

    threads = [
        threading.Thread(target=join, args=pair) for pair in enumerate(("Annabel", "Annabe1"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for status, _content in answers) == [200, 302]
    assert any(b"This name is too similar to" in content for _status, content in answers)
    assert Member.objects.count() == 1


@pytest.mark.parametrize("name", TWINS_OF_ANNABEL.values(), ids=TWINS_OF_ANNABEL)
def test_the_database_refuses_a_look_alike_whoever_stores_it(name: str) -> None:
    cast.member("Annabel")
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create_user("twin@example.org", name)
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.bulk_create([Member(email="twin@example.org", name=name)])
    bo = cast.member("Bo")
    bo.name = name
    with pytest.raises(IntegrityError), transaction.atomic():
        bo.save(update_fields=["name"])


@pytest.mark.parametrize("pair", [("Zoe", "Zoë"), ("Mel", "Mei"), ("Ali", "All"), ("Jan", "Ján")])
def test_names_that_people_tell_apart_live_side_by_side(pair: tuple[str, str]) -> None:
    cast.member(pair[0])
    assert clean_member_name(pair[1]) == pair[1]


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Admin", "ADMIN", "аdmin", "ａｄｍｉｎ", "admin2", "The Operator", "a d m i n"),
        *("Moderator", "m0derator", "Postmaster", "Support Team", "Random bot", "Bot 1", "Leo"),
        *("Wild Cards", "WildCards", "Amministratore", "Administración", "Beheerder", "bot"),
    ],
)
def test_no_name_speaks_for_the_service(name: str, browse: Browse) -> None:
    assert "errorlist" in joined(browse, name)
    assert not Member.objects.filter(email="zoe@example.org").exists()


@pytest.mark.parametrize("name", ["Leonie", "Admira", "Botticelli", "Robotnik", "Modesta", "Leo P"])
def test_a_name_that_only_begins_like_an_office_is_free(name: str) -> None:
    assert clean_member_name(name) == name


@pytest.mark.parametrize("name", ["Mаrta", "Mapтa", "Αnna", "Ꭺnna"])
def test_a_name_in_scripts_that_nobody_mixes_is_refused(name: str, browse: Browse) -> None:
    assert "mixes alphabets" in joined(browse, name)


@pytest.mark.parametrize(
    "name",
    ["Марта", "Μάρθα", "田中 Ken", "김민수", "さくら", "مريم", "שרה", "José María", "O'Hara 3"],
)
def test_a_name_in_one_script_or_in_those_written_together_is_free(name: str) -> None:
    assert clean_member_name(name) == name


def test_a_member_keeps_a_name_that_would_be_refused_today(browse: Browse) -> None:
    operator = Member.objects.create_user("root@example.org", "Admin")
    assert clean_member_name("Admin", but=operator) == "Admin"


def test_members_whose_names_clash_already_keep_them_and_can_be_stored() -> None:
    anna, twin = cast.member("Anna"), cast.member("Twin")
    Member.objects.filter(pk=twin.pk).update(name="Аnna")
    for row in (anna, twin):
        Member.objects.filter(pk=row.pk).update(name_skeleton=f"x{row.pk}", name_look=f"x{row.pk}")
    editor = connection.SchemaEditorClass(connection)
    import_module("games.migrations.0006_names").fill(apps, editor)
    anna.refresh_from_db()
    twin.refresh_from_db()
    assert (anna.name, anna.name_skeleton, anna.name_look) == ("Anna", "anna", "Anna")
    assert (twin.name, twin.name_skeleton) == ("Аnna", f"anna{KEPT_APART}{twin.pk}")
    twin.save()
    assert Member.objects.get(pk=twin.pk).name_skeleton == f"anna{KEPT_APART}{twin.pk}"
    anna.name = "Berta"
    anna.save()
    assert list(Member.objects.named_alike("anna")) == [twin]


def test_the_skeleton_of_any_character_is_bounded() -> None:
    longest = "\ufdfa" * 32
    assert len(name_skeleton(longest)) <= 255
    assert len(name_look(longest)) <= 255


def test_an_erased_member_leaves_no_look_of_their_name() -> None:
    anna = cast.member("Annabel")
    erase_member(member=anna)
    row = Member.objects.values("name", "name_skeleton", "name_look").get(pk=anna.pk)
    assert not [text for text in row.values() if "annab" in str(text).casefold()]
    assert clean_member_name("Annabe1") == "Annabe1"
