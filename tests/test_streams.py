"""The hub of streams: who is told, who is let go, and what it costs."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from games.common.live_news import key_owner, member_news
from tests.serving import wait_until
from wildcards_site.serving.streams import (
    MOST_FOR_ONE_KEY,
    MOST_FOR_ONE_OWNER,
    StreamHub,
    TooManyStreamsError,
)
from wildcards_site.serving.web_worker import holding_streams

HEAD = b"HTTP/1.1 200 OK\r\n\r\n"


@pytest.fixture
def hub() -> StreamHub:
    return StreamHub(most=20, news_url="")


@pytest.fixture
def pairs() -> Iterator[list[socket.socket]]:
    held: list[socket.socket] = []
    yield held
    for each in held:
        each.close()


def page_at(
    hub: StreamHub, pairs: list[socket.socket], *topics: str, owner: str = "u1"
) -> socket.socket:
    """A page that listens to these topics: the end that the browser has."""
    theirs, ours = socket.socketpair()
    theirs.settimeout(5)
    pairs.append(theirs)
    hub.hold(ours, HEAD, owner=owner, topics=frozenset(topics))
    assert theirs.recv(1000).startswith(HEAD + b"retry: ")
    return theirs


def test_a_stream_hears_its_own_topics_once_and_no_others(
    hub: StreamHub, pairs: list[socket.socket]
) -> None:
    anna = page_at(hub, pairs, "m1", "p1", "u1")
    bo = page_at(hub, pairs, "m2", owner="u2")
    hub.tell(["m1", "p1", "m3"])
    assert anna.recv(1000) == b"data: mp\n\n"
    bo.setblocking(False)
    with pytest.raises(BlockingIOError):
        bo.recv(1000)


def test_a_program_hears_which_match_has_changed_and_whether_it_awaits_it(
    hub: StreamHub, pairs: list[socket.socket]
) -> None:
    program = page_at(hub, pairs, "u7", owner=key_owner(1))
    page = page_at(hub, pairs, "u7", owner="u7")
    hub.tell([member_news(7, "abcd", awaits=True), member_news(8, "abcd", awaits=True), "m1"])
    hub.tell([member_news(7, "efgh", awaits=False)])
    assert page.recv(1000) == b"data: u\n\ndata: u\n\n"
    assert program.recv(1000) == (
        b'event: decision\ndata: {"match": "abcd"}\n\nevent: match\ndata: {"match": "efgh"}\n\n'
    )


def test_a_key_gets_few_streams(hub: StreamHub, pairs: list[socket.socket]) -> None:
    for _number in range(MOST_FOR_ONE_KEY):
        page_at(hub, pairs, "u7", owner=key_owner(1))
    with pytest.raises(TooManyStreamsError):
        hub.check_room(key_owner(1))
    hub.check_room(key_owner(2))
    hub.check_room("u7")


def test_a_page_that_reads_too_slowly_is_let_go_and_holds_nobody_up(
    hub: StreamHub, pairs: list[socket.socket]
) -> None:
    page_at(hub, pairs, "m1")
    other = page_at(hub, pairs, "m1", owner="u2")
    other.setblocking(False)
    for _number in range(200_000):
        hub.tell(["m1"])
        if len(hub) == 1:
            break
        other.recv(65536)
    assert len(hub) == 1
    hub.tell(["m1"])
    assert other.recv(65536).endswith(b"data: m\n\n")


def test_a_page_that_has_gone_is_forgotten(hub: StreamHub, pairs: list[socket.socket]) -> None:
    page_at(hub, pairs, "m1").close()

    def is_forgotten() -> bool:
        hub.look_after()
        return len(hub) == 0

    wait_until(is_forgotten, "the stream has ended")
    assert hub._by_topic == {}
    assert hub._owners == {}


def test_one_owner_gets_so_many_streams_and_others_still_get_theirs(
    hub: StreamHub, pairs: list[socket.socket]
) -> None:
    for _number in range(MOST_FOR_ONE_OWNER):
        page_at(hub, pairs, "m1")
    with pytest.raises(TooManyStreamsError):
        hub.check_room("u1")
    hub.check_room("u2")
    for number in range(20 - MOST_FOR_ONE_OWNER):
        page_at(hub, pairs, "m1", owner=f"u{number + 2}")
    with pytest.raises(TooManyStreamsError):
        hub.check_room("u99")


def test_every_stream_ends_some_time_so_that_the_right_to_it_is_asked_for_anew(
    hub: StreamHub, pairs: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wildcards_site.serving.streams.LONGEST_SECONDS", 0.0)
    page = page_at(hub, pairs, "m1")
    hub.look_after()
    assert page.recv(1000) == b""


def test_the_header_that_asks_for_a_stream_reaches_nobody(
    hub: StreamHub, pairs: list[socket.socket]
) -> None:
    theirs, ours = socket.socketpair()
    pairs.append(theirs)

    def application(_environ: object, start_response: object) -> list[bytes]:
        start_response("200 OK", [("X-Stream", "u1 m1"), ("X-Other", "stays")])  # type: ignore[operator]
        return [b""]

    with pytest.raises(StopIteration):
        holding_streams(application, hub)({"gunicorn.socket": ours}, lambda *_given: None)
    assert ours.fileno() == -1
    head = theirs.recv(1000)
    assert b"X-Other: stays" in head
    assert b"X-Stream" not in head


def test_where_there_is_no_room_the_page_is_told_to_come_back_later(hub: StreamHub) -> None:
    full = StreamHub(most=0, news_url="")
    answers: list[str] = []

    def application(_environ: object, start_response: object) -> list[bytes]:
        start_response("200 OK", [("X-Stream", "u1 m1")])  # type: ignore[operator]
        return [b""]

    body = holding_streams(application, full)(
        {"gunicorn.socket": None}, lambda status, _headers: answers.append(status)
    )
    assert json.loads(b"".join(body))["code"] == "too-many-streams"
    assert answers == ["503 Service Unavailable"]
