"""Addresses that only take a form, opened like a page: they lead somewhere, and change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from django.urls import URLPattern, URLResolver, resolve

import games.urls
import tournaments.urls
from tests import cast
from tests.site.conftest import Browse
from tests.sizes import few

WRITTEN = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
VALUES = {
    "number": "1", "absence_id": "1", "key_id": "1", "channel_id": "1", "pk": "1",
    "member": "1", "other": "1",
    "action": "start", "code": "abcdefg", "game": "wizard", "pool": "wizard", "slug": "spring",
}  # fmt: skip


def paths(found: Iterable[object], before: str = "/") -> Iterator[str]:
    """A path for every address of a URL conf, those of included ones as well."""
    for one in found:
        assert isinstance(one, URLPattern | URLResolver)
        if isinstance(one, URLResolver) and one.app_name == "ninja":
            continue
        written = WRITTEN.sub(lambda hit: VALUES.get(hit[1] or hit[2], "x" * 12), str(one.pattern))
        path = before + written.lstrip("^").rstrip("$").replace("\\.", ".")
        if isinstance(one, URLPattern):
            yield path
        else:
            yield from paths(one.url_patterns, path)


PROBES = {"/ready", "/metrics"}
EVERY = sorted({*paths(games.urls.urlpatterns), *paths(tournaments.urls.urlpatterns)} - PROBES)


def test_the_walk_finds_the_addresses_of_both_parts() -> None:
    assert {"/matches/abcdefg/order/", "/tournaments/abcdefg/enter/", "/practice/"} <= {*EVERY}


@pytest.mark.parametrize("path", few(EVERY, 50))
def test_no_address_is_a_blank_page_for_who_opens_it(path: str, browse: Browse) -> None:
    """Where this fails, the view needs `posted_from` in the place of `require_POST`."""
    cast.member("Anna")
    answer = browse("Anna").get(path)
    # A stream of events is for scripts; a server that has none to give says so without a page.
    nothing = {204} if path.endswith("/events/") else set()
    assert answer.status_code in {200, 301, 302, 401, 404} | nothing
    form_page = getattr(resolve(path).func, "takes_forms_of", "")
    if form_page:
        assert answer.status_code == 302
        assert resolve(answer.headers["Location"].partition("#")[0]).url_name == form_page


@pytest.mark.parametrize("name", ["Anna", "Mallory", ""])
def test_an_order_that_is_opened_again_leads_to_its_match(name: str, browse: Browse) -> None:
    match = cast.running_match()
    answer = browse(name).get(f"/matches/{match.code}/order/")
    assert answer.headers["Location"] == f"/matches/{match.code}/#order"
    refused = browse("Anna").put(f"/matches/{match.code}/order/")
    assert refused.status_code == 405
