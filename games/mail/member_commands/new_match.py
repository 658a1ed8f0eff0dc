"""What a line says of a match to be opened: the game, the seats, the clock, who is invited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.errors import NotVisibleError
from games.forms.matches import USUAL_SEATS
from games.forms.time_controls import PRESETS, USUAL_PRESET
from games.letters.member_commands import UnclearRequestError
from games.mail.member_commands.finding import MOST_NAME_WORDS, game_named, games_named
from games.mail.member_commands.match_options import (
    Value,
    is_option,
    options_for,
    options_named,
)
from games.replies.command_words import numbered, plain_words, words_of
from games.replies.member_words import member_words
from games.replies.named_requests import ADDRESS, RequestLine, languages, named_in
from games.replies.own_names import without_polite_end
from games.rules.game import AnyRules
from games.rules.registry import GAMES
from games.services.time_controls import Terms

MOST_TITLE = 60
MOST_INVITED = 10

_QUOTED = re.compile(r"[\"“”„«]([^\"“”„«»]{1,60})[\"“”»]")
_LISTED = re.compile(r"[,;&\n]|\s(?:and|e|ed|y|en)\s")
_SENTENCE_END = re.compile(r"[.!?](?:\s+|$)")
_CAPITAL_NAME = re.compile(
    r"[^\W\d_a-zß-öø-ÿ][\w'’-]*(?: (?:d[aei] |van |de )*[^\W\d_a-zß-öø-ÿ][\w'’-]*){0,3}"
)
UNITS = {
    "weeks": timedelta(weeks=1),
    "days": timedelta(days=1),
    "hours": timedelta(hours=1),
    "minutes": timedelta(minutes=1),
}


_COUNTED_BEHIND = re.compile(r"\s+(?:for|with|by|per|con|in|para|de|voor|met)\s+\d.*$")
_MOST_BOTS = 99


class MatchWanted(NamedTuple):
    """A match as somebody wants it; what they did not say is usual."""

    game: str
    seats: int
    options: dict[str, object]
    named_options: Mapping[str, Value]
    phase_time: timedelta
    terms: Terms
    is_public: bool
    bots: int
    title: str
    invited: str


def match_wanted(argument: str) -> MatchWanted:
    """What the argument asks for. Raises UnclearRequestError where no game is named, or for so many
    players as it is not played by."""
    game = game_named(argument)
    written, (argument, invited, partners) = argument, _people_apart(argument, game)
    title = title_in(argument)
    rest = argument.replace(title, " ") if title else argument
    _check_is_one_match(rest, written)
    game = game_named(rest)
    if not game:
        raise UnclearRequestError(
            _("Which game? Write its name behind the words."),
            tuple(one.rules.name for one in GAMES.values()),
        )
    rules, (named, said) = GAMES[game].rules, options_named(game, rest)
    bots = _bots(said)
    seats = _seats(said, rules, bots, partners)
    if invited and bots < _MOST_BOTS and bots > seats - 2:
        raise UnclearRequestError(_no_seat_left(seats, bots))
    return MatchWanted(
        game=game,
        seats=seats,
        options=options_for(rules, seats, named),
        named_options=named,
        phase_time=_phase_time(said),
        terms=Terms(time_bank=PRESETS[USUAL_PRESET].time_bank),
        is_public=not any(f" {one} " in f" {said} " for one in words_of("match", "private")),
        bots=min(bots, seats - 1),
        title=title[:MOST_TITLE],
        invited=", ".join(invited),
    )


def _check_is_one_match(text: str, written: str) -> None:
    """Raises NotVisibleError where a tournament is asked for, which is no match, and
    UnclearRequestError where matches of several games are."""
    if _is_tournament(text):
        raise NotVisibleError("no-match")
    games = games_named(text)
    if len(games) > 1:
        told = _("Nothing was opened yet: you name %(games)s, and a match is of one game. Write a "
                 "line for each match, or reply with the one you want.")  # fmt: skip
        names = ", ".join(GAMES[one].rules.name for one in games)
        raise UnclearRequestError(told % {"games": names}, missing=written)


def _is_tournament(text: str) -> bool:
    """Whether a text names a tournament before any match."""
    line = RequestLine(text)

    def first(family: str) -> int:
        named = [one for language in languages() for one in named_in(line, family, language)]
        return min((line.said.find(f" {one} ") for one in named), default=len(line.said))

    return first("tournament") < first("match")


def _no_seat_left(seats: int, bots: int) -> str:
    told = ngettext(
        "With you and %(count)d bot a table for %(seats)d is full, and you want to invite people. "
        "For how many players shall it be?",
        "With you and %(count)d bots a table for %(seats)d is full, and you want to invite people. "
        "For how many players shall it be?",
        bots,
    )
    return told % {"count": bots, "seats": seats}


def _people_apart(argument: str, game: str) -> tuple[str, list[str], int]:
    """The argument without whom it names behind “and invite” and “with”; these, and how many of
    them are to be played with, whoever else is."""
    argument, invited = _named_behind(argument, words_of("match", "invite"))
    with_words = (*member_words("with"), *words_of("match", "against"))
    argument, partners = _named_behind(argument, with_words, is_sure=False, game=game)
    addresses = ADDRESS.findall(argument)
    people = list(dict.fromkeys((*invited, *partners, *addresses)))
    return ADDRESS.sub(" ", argument), people, len(partners)


def _named_behind(
    text: str, phrases: Sequence[str], *, is_sure: bool = True, game: str = ""
) -> tuple[str, list[str]]:
    """The text without the people that it names behind the first of these phrases, up to the end
    of the sentence, and these."""
    for phrase in phrases:
        spaced = phrase.replace(" ", "[ ]+")
        found = re.search(rf"(?:^|(?<=[\s,;])){spaced}\s+", text, re.IGNORECASE)
        if found is None:
            continue
        behind, *further = _SENTENCE_END.split(text[found.end() :], maxsplit=1)
        people, rest = people_apart(behind, is_sure=is_sure, game=game)
        if people:
            return " ".join((text[: found.start()], rest, *further)), people
    return text, []


def people_apart(text: str, *, is_sure: bool = True, game: str = "") -> tuple[list[str], str]:
    """Whom a list names, by address or name, and what else stands in it: bots, and how long a
    turn is. Where it is not `is_sure` that people are named, only who looks so is one, and not
    what the game is played with, as Leo."""
    people: list[str] = []
    rest: list[str] = []
    for part in _LISTED.split(text):
        bare = part.strip(" .!?\"'“”")
        addresses = ADDRESS.findall(bare)
        named = _CAPITAL_NAME.match(bare)
        if addresses:
            people += addresses
            rest.append(ADDRESS.sub(" ", bare))
        elif named is not None and not game_named(named[0]) and not is_option(game, named[0]):
            people.append(named[0])
            rest.append(bare[named.end() :])
        elif is_sure and bare and not _is_of_match(bare):
            people.append(without_polite_end(bare))
        else:
            rest.append(bare)
    return people, ", ".join(rest)


def _is_of_match(text: str) -> bool:
    """Whether a text says how many play or how long, or is more than a name."""
    said = plain_words(text).split()
    counted = ("players", "bots", *UNITS)
    is_counted = any(word in words_of("match", name) for name in counted for word in said)
    return is_counted or any(sign.isdecimal() for sign in text) or len(said) > MOST_NAME_WORDS


def title_in(argument: str) -> str:
    """What something new is to be called; "" where that is not said."""
    quoted = _QUOTED.search(argument)
    if quoted is not None:
        return quoted[1].strip()
    for phrase in words_of("match", "called"):
        found = re.search(rf"\s{phrase}\s+([^,;.]+)", argument, re.IGNORECASE)
        if found is not None:
            return _COUNTED_BEHIND.sub("", found[1]).strip()
    return ""


def number_of(word: str) -> int | None:
    """What a word counts; None for one that counts nothing."""
    if word.isdecimal() and len(word) < 4:
        return int(word)
    return dict(numbered("match", "numbers")).get(word)


def _bots(said: str) -> int:
    """How many bots there are to be: "2 bots", "against a bot"; more than any table seats for plain
    "against bots"."""
    words = ["", *said.split()]
    places = [i for i, word in enumerate(words) if word in words_of("match", "bots")]
    if not places:
        return 0
    before = words[places[0] - 1]
    if before in words_of("match", "one"):
        return 1
    return number_of(before) or (_MOST_BOTS if _is_against_bots(said) else 0)


def _is_against_bots(said: str) -> bool:
    """Whether bots are to be all that is played against, and no number of players is said."""
    words = said.split()
    against = words_of("match", "against")
    return any(
        word in against and set(words[i + 1 : i + 3]) & set(words_of("match", "bots"))
        for i, word in enumerate(words)
    )


def counted(said: str, what: str, section: str = "match") -> int:
    """How many there are to be: "2 bots"."""
    words = said.split()
    for number, thing in pairwise(words):
        count = number_of(number)
        if thing in words_of(section, what) and count is not None:
            return count
    return 0


def _phase_time(said: str) -> timedelta:
    words = said.split()
    for number, unit in pairwise(words):
        count = 1 if number in words_of("match", "one") else number_of(number)
        for name, length in UNITS.items():
            if count is not None and unit in words_of("match", name):
                return count * length
    return PRESETS[USUAL_PRESET].phase_time


def _seats(said: str, rules: AnyRules, bots: int, partners: int) -> int:
    """For how many, where nothing says so for those who are named or else as usual."""
    sizes = list(rules.table_sizes)
    wanted = counted(said, "players") or _after_for(said)
    if not wanted and _is_against_bots(said) and bots < _MOST_BOTS:
        return min((size for size in sizes if size > bots), default=sizes[-1])
    if not wanted and partners and bots < _MOST_BOTS:
        return min((size for size in sizes if size > partners + bots), default=sizes[-1])
    if not wanted:
        usual = min(sizes, key=lambda size: abs(size - USUAL_SEATS))
        return max(usual, min(bots + 1, sizes[-1])) if bots < _MOST_BOTS else usual
    if wanted not in sizes:
        raise UnclearRequestError(
            _("%(game)s is played by %(least)s to %(most)s players, not by %(wanted)s.")
            % {"game": rules.name, "least": sizes[0], "most": sizes[-1], "wanted": wanted}
        )
    return wanted


def _after_for(said: str) -> int:
    """The number behind the last "for" that counts players: no length of time and no bots."""
    words = [*said.split(), "", ""]
    counted = {one for name in (*UNITS, "bots") for one in words_of("match", name)}
    found = 0
    for before, number, thing in zip(words, words[1:], words[2:], strict=False):
        count = number_of(number)
        is_article = number in words_of("match", "one")
        if before in words_of("match", "for") and count is not None and not is_article:
            found = found if thing in counted else count
    return found
