"""Streams of server-sent events that a web process holds: one thread for all of them.

A stream says that something may have changed, and the page asks for it by the usual views. Nothing
waits for a slow reader: what a socket does not take at once ends its stream, and the page asks now
and then until it has a new one. So a stream costs a socket and a few hundred bytes.
"""

import logging
import random
import select
import socket
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from redis.client import PubSub

from games.common.live_news import (
    AWAITS,
    CHANNEL,
    DETAIL,
    OF_KEYS,
    listen_here,
    news_server,
)

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 20.0
LONGEST_SECONDS = 900.0
"""A page that stays open asks for its stream anew: whoever may no longer see it then gets none."""

MOST_FOR_ONE_OWNER = 12
MOST_FOR_ONE_KEY = 3
PAUSE_SECONDS = 2.0
HEARTBEAT = b":\n\n"


class TooManyStreamsError(Exception):
    """This process, or this owner in it, holds as many as it may."""


@dataclass(eq=False, slots=True)
class Stream:
    """One page or program that listens: whose it is, for what, and until when."""

    socket: socket.socket
    owner: str
    topics: frozenset[str]
    ends_at: float
    heard_at: float = field(default_factory=time.monotonic)

    @property
    def is_of_program(self) -> bool:
        """Whether it is told which matches have changed; a page knows what it shows."""
        return self.owner.startswith(OF_KEYS)

    def send(self, data: bytes) -> bool:
        """Whether the socket took all of it at once."""
        self.heard_at = time.monotonic()
        try:
            return self.socket.send(data) == len(data)
        except OSError:
            return False


class StreamHub:
    """All streams of this process. `hold` is called by its threads, `tell` by the news."""

    def __init__(self, *, most: int, news_url: str) -> None:
        self._most = most
        self._news_url = news_url
        self._lock = threading.Lock()
        self._streams: set[Stream] = set()
        self._by_topic: dict[str, set[Stream]] = defaultdict(set)
        self._owners: Counter[str] = Counter()
        self._thread: threading.Thread | None = None
        self._listening = threading.Event()

    def __len__(self) -> int:
        return len(self._streams)

    def check_room(self, owner: str) -> None:
        """Raises TooManyStreamsError where one more of this owner's has no place."""
        with self._lock:
            most = MOST_FOR_ONE_KEY if owner.startswith(OF_KEYS) else MOST_FOR_ONE_OWNER
            if len(self._streams) >= self._most or self._owners.get(owner, 0) >= most:
                raise TooManyStreamsError

    def hold(
        self, connection: socket.socket, head: bytes, *, owner: str, topics: frozenset[str]
    ) -> None:
        """Answer with `head` and keep the connection, which is the hub's from now on."""
        self._start()
        connection.setblocking(False)
        # Not all at one moment, or a thousand pages would come back together.
        lives = LONGEST_SECONDS * random.uniform(0.8, 1.0)  # noqa: S311
        stream = Stream(connection, owner, topics, time.monotonic() + lives)
        with self._lock:
            self._streams.add(stream)
            self._owners[owner] += 1
            for topic in topics:
                self._by_topic[topic].add(stream)
            if not stream.send(head + b"retry: %d\n\n" % random.randint(1000, 4000)):  # noqa: S311
                self._end(stream)

    def tell(self, topics: Sequence[str]) -> None:
        """Tell everybody who listens to one of these, once each."""
        told: dict[Stream, set[str]] = defaultdict(set)
        with self._lock:
            for news in topics:
                topic, _, detail = news.partition(DETAIL)
                for stream in self._by_topic.get(topic, ()):
                    told[stream].add(detail if stream.is_of_program else topic[0])
            for stream, words in told.items():
                if not stream.send(_message(stream, words)):
                    self._end(stream)

    def look_after(self) -> None:
        """End the streams whose page has gone or whose time is over; remind the others of us."""
        now = time.monotonic()
        with self._lock:
            over = self._hung_up() | {each for each in self._streams if each.ends_at <= now}
            silent = [each for each in self._streams if each.heard_at + HEARTBEAT_SECONDS <= now]
            over |= {stream for stream in silent if not stream.send(HEARTBEAT)}
            for stream in over:
                self._end(stream)

    def end_all(self) -> None:
        """Let go of every stream: their pages go back to asking."""
        with self._lock:
            for stream in list(self._streams):
                self._end(stream)

    def _start(self) -> None:
        """The thread is started with the first stream: after gunicorn has forked."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="streams", daemon=True)
                self._thread.start()
        # What happens after a page has begun to listen must reach it.
        self._listening.wait(PAUSE_SECONDS)

    def _hung_up(self) -> set[Stream]:
        # A page never writes to its stream: one that can be read has been closed.
        poll = select.poll()
        by_number = {stream.socket.fileno(): stream for stream in self._streams}
        for number in by_number:
            poll.register(number, select.POLLIN | select.POLLHUP)
        return {by_number[number] for number, _event in poll.poll(0)}

    def _end(self, stream: Stream) -> None:
        if stream not in self._streams:
            return
        self._streams.remove(stream)
        self._owners[stream.owner] -= 1
        if not self._owners[stream.owner]:
            del self._owners[stream.owner]
        for topic in stream.topics:
            self._by_topic[topic].discard(stream)
            if not self._by_topic[topic]:
                del self._by_topic[topic]
        with suppress(OSError):
            stream.socket.close()

    def _run(self) -> None:
        if not self._news_url:
            listen_here(self.tell)
        while True:
            try:
                self._listen()
            except Exception as error:
                logger.warning("streams end: no news come", extra={"fault": type(error).__name__})
                self._listening.clear()
                self.end_all()
                time.sleep(PAUSE_SECONDS)

    def _listen(self) -> None:
        """Pass the news on until their server fails."""
        if not self._news_url:
            self._listening.set()
            while True:
                time.sleep(1.0)
                self.look_after()
        with PubSub(news_server().connection_pool, ignore_subscribe_messages=True) as news:
            news.subscribe(CHANNEL)
            news.get_message(timeout=1.0)
            self._listening.set()
            looked_at = time.monotonic()
            while True:
                message = news.get_message(timeout=1.0)
                if message is not None:
                    self.tell(message["data"].decode("ascii").split(" "))
                if time.monotonic() - looked_at >= 1.0:
                    looked_at = time.monotonic()
                    self.look_after()


def _message(stream: Stream, words: set[str]) -> bytes:
    """What has changed: letters for a page, an event a match for a program."""
    if not stream.is_of_program:
        return b"data: %s\n\n" % "".join(sorted(words)).encode()
    return "".join(
        f"event: {'decision' if word.endswith(AWAITS) else 'match'}\n"
        f'data: {{"match": "{word.removesuffix(AWAITS)}"}}\n\n'
        for word in sorted(words)
    ).encode()
