"""How well replies are taken apart, counted: `python -m tests.mail.reading [0|1]`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple

from games.replies.reply_lines import Reply
from games.replies.reply_parser import read_reply
from tests.mail.made_replies import MadeReply, half

PLANTED = "bid F1"


class Count(NamedTuple):
    """Of so many replies this many were left exactly their writer's lines; the names of others."""

    replies: int
    exact: int
    failed: tuple[str, ...]


def counted(replies: Iterable[MadeReply]) -> Count:
    """Read each as it is."""
    replies = list(replies)
    failed = [reply.name for reply in replies if kept(read_reply(written(reply))) != gold(reply)]
    return Count(len(replies), len(replies) - len(failed), tuple(failed))


def written(reply: MadeReply) -> str:
    return "\n".join(reply.lines)


def gold(reply: MadeReply) -> list[str]:
    return [line.strip() for line in reply.gold]


def kept(reply: Reply) -> list[str]:
    return [line.strip() for line in reply.kept if line.strip()]


def planted(replies: Iterable[MadeReply]) -> Iterable[tuple[str, str]]:
    """Each reply with an old order at each place that is not its writer's."""
    for reply in replies:
        for place in reply.left_out:
            lines = (*reply.lines[:place], PLANTED, *reply.lines[place:])
            yield f"{reply.name}@{place}", "\n".join(lines)


def main() -> None:
    which = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    count = counted(half(which))
    texts = list(planted(half(which)))
    found = [name for name, text in texts if PLANTED in read_reply(text).certain]
    leaked = [name for name, text in texts if PLANTED in read_reply(text).own]
    sys.stdout.write(f"{count.exact} of {count.replies} exact; of {len(texts)} old orders planted "
                     f"{len(found)} would be acted on, {len(leaked)} are left\n")  # fmt: skip
    if which == 0 or "-v" in sys.argv:
        sys.stdout.write("\n".join([*count.failed[:60], "", *found[:60]]) + "\n")


if __name__ == "__main__":
    main()
