"""The operator's pages work, and hold nothing that would tell a hand, an order or a key."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.models import (
    Absence,
    AddressHealth,
    ApiKey,
    DeliveryEvent,
    InboundMail,
    Invitation,
    Match,
    Member,
    Order,
    OutboundMail,
    Phase,
    StandingOrder,
    Substitution,
)
from tests import cast
from tests.site.tournament_rows import stated
from tournaments.models import Entry, PairingSeat, Tournament
from wildcards_site import urls  # noqa: F401  they register the operator's pages

SECRET_FIELDS = {
    Match: {"state", "seed", "server_seed", "invitation_token", "fault"},
    Phase: {"events", "shuffles"},
    Member: {"calendar_digest", "password"},
    Invitation: {"token"},
    OutboundMail: {"payload"},
    InboundMail: {"raw", "recipient", "verdicts"},
    Tournament: {"seed", "server_seed", "invitation_token", "fault"},
    Entry: {"contribution"},
    Absence: set(),
    Substitution: set(),
    DeliveryEvent: set(),
    AddressHealth: set(),
}
HISTORY = [
    Absence,
    Substitution,
    DeliveryEvent,
    AddressHealth,
    *(model for model in apps.get_app_config("tournaments").get_models() if model != PairingSeat),
]


SECRET_ANYWHERE = {"events", "shuffles", "server_seed", "seed", "raw", "payload", "token"}
"""Names of fields that are secret wherever they stand."""


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    client.force_login(Member.objects.create_superuser("root@example.org", "Operator"))
    return client


def test_orders_are_not_in_the_admin_at_all() -> None:
    assert not admin.site.is_registered(Order)
    assert not admin.site.is_registered(StandingOrder)


@pytest.mark.parametrize("model", SECRET_FIELDS)
def test_no_form_of_the_admin_shows_a_secret(model: type[Match]) -> None:
    shown = set(admin.site.get_model_admin(model).fields or ())
    assert shown
    assert not shown & SECRET_FIELDS[model]


@pytest.mark.parametrize("model", HISTORY, ids=lambda model: str(model._meta.label))
def test_history_is_listed_and_nobody_edits_it(model: type[Model], operator: Client) -> None:
    shown = admin.site.get_model_admin(model)
    assert not set(shown.fields or ()) & SECRET_ANYWHERE
    name = f"{model._meta.app_label}_{model._meta.model_name}"
    assert operator.get(reverse(f"admin:{name}_changelist")).status_code == 200
    assert operator.get(reverse(f"admin:{name}_add")).status_code == 403


def test_a_tournament_looked_at_by_the_operator_tells_no_seed_and_no_link(
    operator: Client,
) -> None:
    cup = stated("swiss", seed="ab" * 32)
    entry = Entry.objects.create(
        tournament=cup, member=cast.member("Anna"), contribution="Anna's luck of the day"
    )
    for name, pk in (("tournament", cup.pk), ("entry", entry.pk)):
        for path in (
            reverse(f"admin:tournaments_{name}_changelist"),
            reverse(f"admin:tournaments_{name}_change", args=[pk]),
        ):
            page = operator.get(path).content.decode()
            assert "Spring Cup" in page
            for secret in (cup.server_seed, cup.seed, cup.invitation_token, "luck of the day"):
                assert secret not in page, path


def test_a_running_match_looked_at_by_the_operator_tells_no_card(operator: Client) -> None:
    match = cast.running_match()
    cast.order(cast.player(match, "Bo"), "bid R; take lion or take peacock")
    InboundMail.objects.create(
        dedupe_key="one",
        source="smtp",
        recipient="g.1-1.secretsecret@reply.example",
        raw=b"bid F3 in the raw",
        received_at=clock.now(),
    )
    match.refresh_from_db()
    bos_key = cast.key("Bo")
    rows = {
        "match": match.pk,
        "phase": match.phases.get(closed_at=None).pk,
        "inboundmail": InboundMail.objects.get().pk,
        "member": cast.member("Bo").pk,
    }
    for name, pk in rows.items():
        for path in (
            reverse(f"admin:games_{name}_changelist"),
            reverse(f"admin:games_{name}_change", args=[pk]),
        ):
            response = operator.get(path)
            assert response.status_code == 200, path
            page = response.content.decode()
            for secret in (
                match.server_seed,
                match.seed,
                match.invitation_token,
                "take lion or take peacock",
                "bid F3 in the raw",
                "secretsecret",
                ApiKey.objects.get().digest,
                bos_key,
            ):
                assert secret not in page, path


def test_members_and_visitors_do_not_get_in(db: None) -> None:
    client = Client()
    client.force_login(cast.member("Mallory"))
    for browser in (client, Client()):
        assert browser.get("/admin/games/match/").status_code == 302
