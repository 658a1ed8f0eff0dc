"""A finished match: the outcome with its sums, every step with all hands, the record, the proof."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.urls import reverse

from games.models import Match
from games.rules.commitment import mixed_seed
from games.services.matches import fill_with_bots, resign_player
from tests import cast
from tests.site.conftest import Browse


@pytest.fixture
def finished() -> Match:
    """A public match that bots have played to its end."""
    match = cast.open_match("Anna", title="Sunday")
    fill_with_bots(member=cast.member("Anna"), match=match)
    resign_player(player=cast.player(match, "Anna"))
    from games.services.phases import advance_match

    advance_match(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def path(name: str, match: Match, **more: object) -> str:
    return reverse(name, kwargs={"code": match.code, **more})


def test_everybody_sees_the_outcome_with_its_sums(finished: Match, browse: Browse) -> None:
    for who in ("Anna", "Mallory", ""):
        page = browse(who).get(path("match", finished)).content.decode()
        assert "The match is over" in page
        assert finished.outcome is not None
        for score in finished.outcome["scores"]:
            assert f"<strong>{score}</strong>" in page


def test_every_step_can_be_opened_and_leads_to_the_next(finished: Match, browse: Browse) -> None:
    client = browse("")
    first = client.get(path("match-replay", finished), follow=True)
    assert first.redirect_chain[-1][0] == path("match-replay-step", finished, number=0)
    steps = finished.phases.filter(closed_at__isnull=False).count()
    for number in (0, 1, steps // 2, steps - 1):
        page = client.get(path("match-replay-step", finished, number=number)).content.decode()
        assert f"Step {number} of {steps - 1}" in page
        assert "All hands" in page
        following = path("match-replay-step", finished, number=number + 1)
        assert (following in page) is (number < steps - 1)
    beyond = path("match-replay-step", finished, number=steps)
    assert client.get(beyond).status_code == 404


def test_the_record_is_one_line_to_keep(finished: Match, browse: Browse) -> None:
    response = browse("").get(path("match-record", finished))
    assert response.headers["Content-Disposition"].endswith(f'{finished.code}.jsonl"')
    (line,) = response.content.decode().splitlines()
    record = json.loads(line)
    assert record["game"] == "wild-cards"
    assert finished.outcome is not None
    assert record["outcome"]["scores"] == finished.outcome["scores"]


def test_what_the_proof_page_shows_is_enough_to_check_it(finished: Match, browse: Browse) -> None:
    page = browse("").get(path("match-chance", finished)).content.decode()
    lines = (
        "card match commitment 1",
        f"match {finished.code}",
        "game wild-cards",
        f"rules {finished.rules_version}",
        "attempt 1",
        f"seed {finished.server_seed}",
    )
    committed = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    texts = [row.contribution for row in finished.players.order_by("seat")]
    assert finished.server_seed in page
    assert committed in page
    assert mixed_seed(finished.server_seed, texts) in page
    assert "could tell a player" in page


def test_a_finished_private_match_stays_private(finished: Match, browse: Browse) -> None:
    Match.objects.filter(pk=finished.pk).update(is_public=False)
    step = path("match-replay-step", finished, number=1)
    assert browse("Anna").get(step).status_code == 200
    for who in ("Mallory", ""):
        assert browse(who).get(step).status_code == 404
