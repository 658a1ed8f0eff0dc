"""The site as an app: what browsers are told of it, and for whom they may keep its pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import cast
from tests.site.conftest import Browse

STATIC = Path(settings.BASE_DIR) / "games"


def test_the_manifest_is_one_that_a_device_can_install(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert "maskable" in {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert (STATIC / icon["src"].lstrip("/")).read_bytes().startswith(b"\x89PNG")
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").content.decode()


def test_the_service_worker_has_the_whole_site_and_is_asked_for_again(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    script = answer.content.decode()
    told = json.loads(script.partition("const SETTINGS = ")[2].partition(";\n")[0])
    assert told["offline"] == "/offline/"
    assert all(path.startswith("/static/") for path in told["assets"])
    etag = answer.headers["ETag"]
    assert client.get("/worker.js", headers={"If-None-Match": etag}).status_code == 304


def test_the_offline_page_is_nobody_s(browse: Browse) -> None:
    cast.running_match()
    page = browse("Anna").get("/offline/").content.decode()
    assert page == Client().get("/offline/").content.decode()
    assert "Anna" not in page


def test_each_page_says_for_whom_it_may_be_kept(browse: Browse) -> None:
    match = cast.running_match()
    path = reverse("match", kwargs={"code": match.code})
    kept = {name: browse(name).get(path).headers["X-Kept-For"] for name in ("Anna", "Bo", "")}
    assert kept[""] == "nobody"
    assert len(set(kept.values())) == 3
    assert browse("Anna").get("/profile/").headers["X-Kept-For"] == kept["Anna"]
    assert "nna" not in kept["Anna"]


def test_signing_out_has_the_browser_forget_everything(browse: Browse) -> None:
    anna = browse("Anna")
    answer = anna.post(reverse("account_logout"))
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in anna.get("/").headers
    assert anna.get("/").headers["X-Kept-For"] == "nobody"


@pytest.mark.parametrize("path", ["/worker.js", "/manifest.webmanifest", "/offline/"])
def test_what_every_browser_asks_for_costs_no_query(
    path: str, client: Client, django_assert_num_queries: object
) -> None:
    assert callable(django_assert_num_queries)
    with django_assert_num_queries(0):
        assert client.get(path).status_code == 200
