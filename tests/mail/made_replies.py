"""Replies as mail programs, webmails and phones make them, in sixteen languages and in none.

Each is made of a few words by a person, and of what a program puts around them; what is to be left
is known. Half of them, told by a hash of their names, are kept unread while the reader is worked
at: `half(0)` is to be looked at, `half(1)` to be measured with.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec


class Tongue(msgspec.Struct, frozen=True):
    """What programs say in one language."""

    code: str
    gmail: str
    apple: str
    thunderbird: str
    name_first: str
    headers: tuple[str, str, str, str]
    divider: str
    forwarded: str
    phone: str
    program: str
    closing: str
    scanned: str
    words: tuple[str, ...]


class MadeReply(NamedTuple):
    """A reply, and the lines that are its writer's; `left_out` are the places in `lines` where an
    older order may stand and must not be found."""

    name: str
    lines: tuple[str, ...]
    gold: tuple[str, ...]
    left_out: tuple[int, ...]


WHO = "Vera Ludd <vera.ludd@mail.example.com>"
NAME = "Vera Ludd"
OLD = (
    "Hello there,", "", "the rehearsal has been moved to the small hall, please bring the blue",
    "folder and something to write with. Who drives?", "", "Yours,", "Vera",
)  # fmt: skip

_MADE = Path(__file__).parent / "made"
TONGUES = msgspec.convert(
    tomllib.loads((_MADE / "tongues.toml").read_text(encoding="utf-8"))["tongues"],
    tuple[Tongue, ...],
)


def made_replies() -> Iterator[MadeReply]:
    """All of them, the same every time."""
    for tongue in TONGUES:
        for number, said in enumerate(tongue.words):
            for program, below, signature in _programs(tongue):
                for place in ("top", "paragraphs", "signed"):
                    yield _top_posted(
                        f"{tongue.code}-{number}-{program}-{place}", said, below, signature, place
                    )
            for program, attribution in _quoting(tongue):
                name = f"{tongue.code}-{number}-{program}"
                yield _below(f"{name}-below", said, attribution)
                yield _between(f"{name}-inline", said, tongue.words[1 - number], attribution)
                yield _with_footer(f"{name}-footer", said, attribution, tongue)
                yield _greeted(f"{name}-greeted", said, attribution)
            yield from _parted_by_hand(f"{tongue.code}-{number}", tongue, number)
    yield from odd_replies()


def half(which: int) -> list[MadeReply]:
    """One half of them."""
    return [
        reply
        for reply in made_replies()
        if hashlib.sha256(reply.name.encode()).digest()[0] % 2 == which
    ]


def _programs(tongue: Tongue) -> Iterator[tuple[str, list[str], str]]:
    """Each program by its name, with what it puts below a reply, and how it signs."""
    marked = [f"> {line}".rstrip() for line in OLD]
    for program, attribution in _quoting(tongue):
        yield program, [*attribution, "", *marked], tongue.phone if "apple" in program else ""
        if "wrapped" in program or "thunderbird" in program:
            yield f"{program}-bare", [*attribution, "", *OLD], ""
    sender, sent, to, subject = tongue.headers
    block = [
        f"{sender}: {WHO}",
        f"{sent}: Saturday, 21 November 2026 11:23",
        f"{to}: Ann Oy <ann@mail.example.com>",
        f"{subject}: Re: Thursday",
    ]
    yield "outlook", [*block, "", *OLD], ""
    yield "outlook-rule", ["_" * 32, *block, "", *OLD], tongue.program
    yield "outlook-bold", [*map(_bold, block), "", *OLD], ""
    yield "outlook-dashed", [f"-----{tongue.divider}-----", *block, "", *OLD], ""
    short = [block[0], block[2], block[3], f"{sent}: 21.11.2026 11:23"]
    yield "express", [f"----- {tongue.divider} -----", *short, *marked], ""
    yield "samsung", [f"-------- {tongue.divider} --------", *block, "", *OLD], tongue.phone
    yield "forwarded", [f"---------- {tongue.forwarded} ---------", *block, "", *OLD], ""
    announced = tongue.apple.format(who=WHO, name=NAME).rstrip(" :：")
    yield "zoho", [f"---- {announced} ----", "", *OLD], ""
    first = tongue.gmail.format(who=WHO, name=NAME)
    yield "barred", [first, *(f"| {line}".rstrip() for line in OLD)], ""
    first = tongue.name_first.format(who=WHO, name=NAME)
    yield "initials", [first, *(f"VL> {line}".rstrip() for line in OLD)], ""
    yield "yahoo", [f"    {first}  ", " ", " " + OLD[0], *OLD[1:]], tongue.phone
    yield "lotus", [line.replace(": ", ":\t", 1) for line in (*short, "", *OLD)], ""
    yield "nothing", [], ""
    yield "marks-alone", marked, ""
    yield "scanned", [_SCANNER, tongue.scanned, _SCANNER, _ANCHOR, "", first, "", *marked], ""
    unknown = [f"{name[:1]}o{name[1:]}k" for name in tongue.headers]
    values = [WHO, "2026-11-21 11:23", "Ann Oy <ann@mail.example.com>", "Re: Thursday"]
    named = [f"{name}: {value}" for name, value in zip(unknown, values, strict=True)]
    yield "unknown-headers", [*named, "", *OLD], ""
    yield "unknown-verb", [f"21.11.2026 11:23, {WHO} smolo:", "", *OLD], ""
    yield "unknown-divider", [f"----- {tongue.divider[::-1]} -----", *named, "", *OLD], ""


def _bold(line: str) -> str:
    name, _colon, value = line.partition(":")
    return f"*{name.strip()}:*{value}"


def _quoting(tongue: Tongue) -> Iterator[tuple[str, list[str]]]:
    for program, form in (
        ("gmail", tongue.gmail), ("apple", tongue.apple), ("thunderbird", tongue.thunderbird),
        ("roundcube", tongue.name_first),
    ):  # fmt: skip
        line = form.format(who=WHO, name=NAME)
        yield program, [line]
        width = 60 if program != "roundcube" else 36
        wrapped = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
        if len(wrapped) > 1:
            yield f"{program}-wrapped", wrapped


_SCANNER = "<https://www.avast.com/sig-email?utm_medium=email&utm_source=link>"
_ANCHOR = "<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>"
_CONTACTS = ("Head Gardener", "St. Eve Ltd.", "Tel. +49 30 1234567")
_SIGNATURE = ("-- ", "Ann Oy", "Choir of St. Eve · +49 30 1234567")


def _top_posted(name: str, said: str, below: list[str], signature: str, place: str) -> MadeReply:
    own = [said] if place == "top" else [said, "", "1) one", "2) two", "", "Ann"]
    signed = ["", *_SIGNATURE] if place == "signed" else []
    signed += ["", signature] if signature else []
    lines = [*own, *signed, "", *below]
    return _made(name, lines, own, range(len(own) + 2, len(lines) + 1) if signed or below else ())


def _below(name: str, said: str, attribution: list[str]) -> MadeReply:
    marked = [f"> {line}".rstrip() for line in OLD]
    lines = [*attribution, *marked, "", said, "", "Ann"]
    return _made(name, lines, [*marked, said, "Ann"], ())


def _between(name: str, said: str, more: str, attribution: list[str]) -> MadeReply:
    first = [f"> {line}".rstrip() for line in OLD[:3]]
    second = [f"> {line}".rstrip() for line in OLD[3:4]]
    lines = [*attribution, "", *first, "", said, "", *second, "", more, "", "> Yours,", "> Vera"]
    own = [*first, said, *second, more]
    return _made(name, lines, own, range(len(lines) - 2, len(lines) + 1))


def _greeted(name: str, said: str, attribution: list[str]) -> MadeReply:
    """A greeting above, and the answer below the whole mail."""
    marked = [f"> {line}".rstrip() for line in OLD]
    lines = ["Vera,", "", *attribution, *marked, "", said]
    return _made(name, lines, ["Vera,", *marked, said], ())


def _parted_by_hand(name: str, tongue: Tongue, number: int) -> Iterator[MadeReply]:
    """What people write as programs do: lines between paragraphs, lists with the names of headers;
    and titles and numbers below a name, which are a signature."""
    said, more = tongue.words[number], tongue.words[1 - number]
    quoted = [
        "",
        tongue.gmail.format(who=WHO, name=NAME),
        "",
        *(f"> {line}" for line in OLD if line),
    ]
    for rule in ("***", "---", "====", "* * *"):
        own = [said, "", rule, "", more, "", rule, "", said]
        yield _made(f"{name}-{rule}", [*own, *quoted], own, ())
    sender, sent, to, subject = tongue.headers
    listed = [f"{sender}: Oslo", f"{to}: Bergen", f"{sent}: 10:30", f"{subject}: X"]
    own = [said, "", *listed, "", more]
    yield _made(f"{name}-listed", [*own, *quoted], own, ())
    own = [said, "", tongue.closing, "Ann Oy"]
    lines = [*own, *_CONTACTS, *quoted]
    yield _made(f"{name}-contacts", lines, own, range(len(own) + 4, len(lines) + 1))


def _with_footer(name: str, said: str, attribution: list[str], tongue: Tongue) -> MadeReply:
    marked = [f"> {line}".rstrip() for line in OLD]
    lines = [said, "", *attribution, *marked, "", "Ann Oy", tongue.phone]
    return _made(name, lines, [said], range(3, len(lines) + 1))


def _made(
    name: str, lines: list[str], gold: list[str], left_out: range | tuple[int, ...]
) -> MadeReply:
    return MadeReply(name, tuple(lines), tuple(line for line in gold if line), tuple(left_out))


def odd_replies() -> Iterator[MadeReply]:
    """Forms that we know one by one: lines that begin with `+` are their writer's, with `-` not."""
    content = (_MADE / "odd.txt").read_text(encoding="utf-8")
    content = re.sub(r"\\u([0-9a-f]{4})", lambda sign: chr(int(sign[1], 16)), content)
    for number, text in enumerate(content.split("\n%%%\n")):
        lines = text.strip("\n").split("\n")
        gold = [line[1:] for line in lines if line.startswith("+")]
        shown = [line[1:] for line in lines]
        cut = tuple(
            at + 1
            for at, line in enumerate(lines)
            if line.startswith("-") and lines[0].startswith("+")
        )
        yield MadeReply(f"odd-{number}", tuple(shown), tuple(one for one in gold if one), cut)
