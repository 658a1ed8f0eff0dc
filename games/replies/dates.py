"""Days as people write them in a mail: "until 5 Dec", "dal 3 al 10 dicembre", "2026-12-03"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from games.replies.command_words import folded, numbered, plain_words, short_months, words_of

LONGEST_AHEAD = timedelta(days=60)
MOST_CHARACTERS = 120
_MOST_OF_SENTENCE = 300

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})$")
_FIGURES = re.compile(r"(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2,4}))?\.?$")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|e|ste|de|o|a)?[.,]?$")
_PIECE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|\d+[a-z]*|[a-z]+|[-–—]"
)


class DatesError(Exception):
    """Words that name no days to be away. `code`: `dates-missing`, `dates-unclear`, `dates-past`,
    `dates-too-far` or `dates-backwards`; `params` say what was read."""

    def __init__(self, code: str, /, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(code)


class Days(NamedTuple):
    """The first and the last day, both included."""

    first: date
    last: date


class _Day(NamedTuple):
    """A day as far as it was written."""

    day: int
    month: int | None = None
    year: int | None = None


_UNTIL, _FROM = "until", "from"


def read_days(text: str, today: date, language: str = "en") -> Days:
    """The days that this text names, both included. Raises DatesError.

    "until" a day begins today; a day alone is that day; a day without a year is the one that is
    nearest. Figures as in 5/12 are day and month, except in English, where they mean either.
    """
    if len(text) > MOST_CHARACTERS:
        raise DatesError("dates-unclear", text=text[:MOST_CHARACTERS])
    signs = list(_signs(text, today, language))
    if not any(not isinstance(sign, str) for sign in signs):
        code = "dates-unclear" if text.strip() else "dates-missing"
        raise DatesError(code, text=text)
    return _checked(*_ends(signs, today, text), today)


def days_part(text: str, today: date, language: str = "en") -> str:
    """The first part of a sentence that surely names days, as `read_days` takes it: “until the 9th
    of May” of “I'm in hospital until the 9th of May”. Empty where none does."""
    pieces = _PIECE.findall(_with_marks(text[:_MOST_OF_SENTENCE]))
    position = 0
    while position < len(pieces):
        first, signs = position, []
        while position < len(pieces):
            length, sign = _sign_or_none(pieces, position, today, language)
            if length == 0:
                break
            signs.append(sign)
            position += length
        if _is_sure(signs):
            return " ".join(pieces[first:position])
        position += position < len(pieces)
    return ""


def _sign_or_none(
    pieces: list[str], position: int, today: date, language: str
) -> tuple[int, str | date | _Day | None]:
    try:
        return _sign_at(pieces, position, today, language)
    except DatesError:
        return 0, None


def _is_sure(signs: Sequence[str | date | _Day | None]) -> bool:
    """Whether these are days and no other numbers: “3 days” are none."""
    days = [sign for sign in signs if isinstance(sign, date | _Day)]
    is_whole = any(isinstance(day, date) or day.month is not None for day in days)
    return is_whole or (bool(days) and _UNTIL in signs and _FROM in signs)


def _ends(signs: list[str | date | _Day], today: date, text: str) -> tuple[date, date]:
    days = [sign for sign in signs if not isinstance(sign, str)]
    if len(days) == 2:
        last = _whole(_behind(days[1], days[0]), today, text)
        first = _before(days[0], last, today, text)
        if isinstance(days[1], date) and last < first:
            last += timedelta(days=7)  # from Friday to Monday
        return first, last
    if len(days) != 1:
        raise DatesError("dates-unclear", text=text)
    day = _whole(days[0], today, text)
    if _UNTIL in signs:
        return today, day
    if _FROM in signs:
        raise DatesError("dates-missing", text=text)
    return day, day


def _behind(written: date | _Day, first: date | _Day) -> date | _Day:
    """The last day, in the month of the first or the next where only that one's is written."""
    if isinstance(written, date) or written.month is not None:
        return written
    if first.month is None or written.day < first.day:
        return written
    return _Day(written.day, first.month, first.year)


def _before(written: date | _Day, last: date, today: date, text: str) -> date:
    """The first day, whose month and year may only be written with the last one's."""
    if isinstance(written, date):
        return written
    if written.month is None:
        written = _Day(written.day, last.month, last.year)
    elif written.year is None:
        year = last.year if (written.month, written.day) <= (last.month, last.day) else -1
        written = _Day(written.day, written.month, year if year > 0 else last.year - 1)
    return _whole(written, today, text)


def _whole(written: date | _Day, today: date, text: str) -> date:
    if isinstance(written, date):
        return written
    day, month, year = written
    if month is None:
        month, year = _next_month_with(day, today)
    years = [year] if year is not None else [today.year - 1, today.year, today.year + 1]
    found = []
    for one in years:
        try:
            found.append(date(one, month, day))
        except ValueError:
            continue
    if not found:
        raise DatesError("dates-unclear", text=text)
    return min(found, key=lambda one: abs(one - today))


def _next_month_with(day: int, today: date) -> tuple[int, int]:
    """The month of the next such day of a month."""
    if day >= today.day:
        return today.month, today.year
    return (today.month + 1, today.year) if today.month < 12 else (1, today.year + 1)


def _checked(first: date, last: date, today: date) -> Days:
    if last < today:
        raise DatesError("dates-past", last=last)
    if last < first:
        raise DatesError("dates-backwards", first=first, last=last)
    if last - today > LONGEST_AHEAD:
        raise DatesError("dates-too-far", last=last, most=LONGEST_AHEAD.days)
    return Days(max(first, today), last)


def _signs(text: str, today: date, language: str) -> Iterator[str | date | _Day]:
    """The days in this text, and the words `until` and `from`. Raises DatesError for others."""
    pieces = _PIECE.findall(_with_marks(text))
    position = 0
    while position < len(pieces):
        length, sign = _sign_at(pieces, position, today, language)
        if length == 0:
            raise DatesError("dates-unclear", text=text)
        if sign is not None:
            yield sign
        position += length


def _with_marks(text: str) -> str:
    return folded(text).replace("t/m", " tot ").replace("t.m.", " tot ")


def _sign_at(
    pieces: list[str], position: int, today: date, language: str
) -> tuple[int, str | date | _Day | None]:
    """How many pieces from here are one sign, and which; 0 where nothing is understood."""
    piece = pieces[position]
    if piece in "-–—":
        return 1, _UNTIL
    if piece[0].isdecimal():
        return _day_at(pieces, position, language)
    month = _month(piece)
    if month is not None:
        return _month_first(pieces, position, month)
    for name in (_UNTIL, _FROM, "today", "tomorrow", "filler"):
        length = _phrase(pieces, position, words_of("dates", name))
        if length:
            ahead = {"today": today, "tomorrow": today + timedelta(days=1), "filler": None}
            return length, ahead.get(name, name)
    weekday = _place(piece, numbered("dates", "weekdays"))
    if weekday is not None:
        return 1, today + timedelta(days=(weekday - 1 - today.weekday()) % 7)
    return 0, None


def _day_at(
    pieces: list[str], position: int, language: str
) -> tuple[int, str | date | _Day | None]:
    piece = pieces[position]
    if found := _ISO.match(piece):
        year, month, day = map(int, found.groups())
        return 1, _Day(day, month, year)
    if found := _FIGURES.match(piece):
        return 1, _of_figures(int(found[1]), int(found[2]), found[3], language, piece)
    found = _DAY.match(piece)
    if found is None:
        return 0, None
    day, length = int(found[1]), 1
    length += _phrase(pieces, position + length, words_of("dates", "filler"))
    month_at = pieces[position + length] if position + length < len(pieces) else ""
    month_named = _month(month_at)
    if month_named is None:
        return 1, _Day(day)
    length += 1
    year_at, used = _year(pieces, position + length)
    return length + used, _Day(day, month_named, year_at)


def _month_first(
    pieces: list[str], position: int, month: int
) -> tuple[int, str | date | _Day | None]:
    """December 5, as well as December 5 2026."""
    if position + 1 >= len(pieces) or (found := _DAY.match(pieces[position + 1])) is None:
        return 0, None
    year, used = _year(pieces, position + 2)
    return 2 + used, _Day(int(found[1]), month, year)


def _of_figures(first: int, second: int, year: str | None, language: str, piece: str) -> _Day:
    if language == "en" and first <= 12 and second <= 12 and first != second:
        raise DatesError("dates-unclear", text=piece)
    day, month = (second, first) if second > 12 else (first, second)
    number = int(year) if year else None
    return _Day(day, month, number + 2000 if number is not None and number < 100 else number)


def _year(pieces: list[str], position: int) -> tuple[int | None, int]:
    """The year at this place and how many pieces it takes."""
    used = _phrase(pieces, position, words_of("dates", "filler"))
    for skipped in (0, used):
        at = position + skipped
        if at < len(pieces) and re.fullmatch(r"20\d\d", pieces[at]):
            return int(pieces[at]), skipped + 1
    return None, 0


def _phrase(pieces: list[str], position: int, words: tuple[str, ...]) -> int:
    for word in words:
        parts = word.split()
        if pieces[position : position + len(parts)] == parts:
            return len(parts)
    return 0


def _month(piece: str) -> int | None:
    piece = plain_words(piece)
    if piece in short_months():
        return short_months()[piece]
    return _place(piece, numbered("dates", "months"))


def _place(piece: str, words: tuple[tuple[str, int], ...]) -> int | None:
    """The place of the words that begin so, at least three letters; None if there are several."""
    if len(piece) < 3:
        return None
    places = {place for word, place in words if word.startswith(piece)}
    return places.pop() if len(places) == 1 else None
