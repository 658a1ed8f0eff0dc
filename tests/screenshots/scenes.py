"""What is photographed: every page, and a match of each game in each of its phases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse

from games.models import Match, Member, Order
from games.rules.playout import Dice, ask_bot
from games.rules.registry import GAMES, bots_for, rules_for
from games.selectors import table
from games.selectors.quick_matches import PACES
from games.services.demo_data import DEMO_NAMES, ensure_demo, ensure_demo_member, play_out
from games.services.guests import start_practice
from games.services.missed_deadlines import SUBSTITUTE_BOT
from games.services.orders import submit_order
from games.services.quick_pairing import pair_quickly
from games.services.talk import say_at_table
from games.services.talk_moderation import report_message
from tournaments.models import Tournament

MOST_DECISIONS = 60
"""After so many decisions of one player a phase that has not come is not waited for."""


class Scene(NamedTuple):
    """One page: a name for its files, the address, and whether a member looks or a visitor."""

    name: str
    path: str
    is_member: bool = True


def looker() -> Member:
    """Who looks at the pages of members."""
    return ensure_demo_member(DEMO_NAMES[0])


def scenes() -> Iterator[Scene]:
    """Everything to be seen, made on the way: demo matches, and the tables in their phases."""
    ensure_demo()
    yield from visitor_pages()
    yield from member_pages()
    yield from _tournament_pages()
    for game in GAMES:
        yield from _game_pages(game)
        yield from phases(game)


def visitor_pages() -> Iterator[Scene]:
    names = ["home", "account_login", "account_signup", "lobby", "tournaments", "ratings"]
    names += ["histories", "rules-index", "help-mail", "notation", "credits", "privacy", "api-docs"]
    names += ["shortcuts", "ratings-how"]
    for name in names:
        yield Scene(f"visitor-{name}", reverse(name), is_member=False)
    yield Scene("visitor-missing", "/nothing/here/", is_member=False)


def member_pages() -> Iterator[Scene]:
    names = ["home", "lobby", "match-new", "profile", "profile-calendar", "keys", "data-erase"]
    names += ["tournaments", "tournament-new", "ratings", "ratings-how", "histories", "mailbox"]
    names += ["people", "channels"]
    for name in names:
        yield Scene(f"member-{name}", reverse(name))
    waiting = Match.objects.filter(status=Match.Status.OPEN).first()
    if waiting is not None:
        yield Scene("match-waiting", reverse("match", kwargs={"code": waiting.code}))
    yield Scene("member-page", reverse("member", kwargs={"member": looker().pk}))
    yield from _company_pages()


def _company_pages() -> Iterator[Scene]:
    """Others: a profile, an invitation's share, what is said at a table, and a quick match."""
    other = ensure_demo_member(DEMO_NAMES[1])
    yield Scene("member-other", reverse("member", kwargs={"member": other.pk}))
    tables = Match.objects.filter(status=Match.Status.RUNNING, has_talk=True)
    shared = tables.filter(players__member=looker()).filter(players__member=other)
    if (match := shared.order_by("-seating").first()) is not None:
        said = say_at_table(player=match.players.get(member=other), text="Well played! Who’s next?")
        report_message(member=looker(), message=said)
        yield Scene("table-talk", reverse("match-talk", kwargs={"code": match.code}))
        if match.seating == Match.Seating.GIVEN:
            yield Scene("talk-reports", reverse("talk-reports"))
    pace = next(iter(PACES))
    quick = pair_quickly(member=looker(), game=next(iter(GAMES)), pace=pace)
    yield Scene("quick-match", reverse("match", kwargs={"code": quick.code}))


def _tournament_pages() -> Iterator[Scene]:
    names = ("tournament", "tournament-standings", "tournament-cross", "tournament-log")
    for place, row in enumerate(Tournament.objects.exclude(started_at=None)[:3], 1):
        for name in names:
            yield Scene(f"{name}-{place}", reverse(name, kwargs={"code": row.code}))


def _game_pages(game: str) -> Iterator[Scene]:
    yield Scene(f"{game}-rules", reverse("rules", kwargs={"game": game}), is_member=False)
    if GAMES[game].load_lesson() is not None:
        yield Scene(f"{game}-lesson", reverse("lesson", kwargs={"game": game}), is_member=False)
        first = reverse("lesson-step", kwargs={"game": game, "number": 1})
        yield Scene(f"{game}-lesson-step", first, is_member=False)
        end = reverse("lesson-end", kwargs={"game": game})
        yield Scene(f"{game}-lesson-end", end, is_member=False)
    tried = start_practice(member=looker(), game=game, title="")
    yield Scene(f"{game}-what-if", reverse("match-what-if", kwargs={"code": tried.code}))
    match = start_practice(member=looker(), game=game, title="")
    play_out(match)
    where = {"code": match.code}
    yield Scene(f"{game}-over", reverse("match", kwargs=where))
    yield Scene(f"{game}-replay", reverse("match-replay-step", kwargs=where | {"number": 9}))
    yield Scene(f"{game}-review", reverse("match-review-seat", kwargs=where | {"number": 1}))


def phases(game: str) -> Iterator[Scene]:
    """A match for each phase in which the looker is asked, left as it stands there."""
    seen: set[str] = set()
    while (match := _match_asking_something_else(game, seen)) is not None:
        seen.add(match.phase_name)
        yield Scene(f"{game}-{match.phase_name}", reverse("match", kwargs={"code": match.code}))


def _match_asking_something_else(game: str, seen: set[str]) -> Match | None:
    match = start_practice(member=looker(), game=game, title="")
    for number in range(MOST_DECISIONS):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            return None
        if match.phase_name not in seen and _is_asked(match):
            return match
        _decide(match, number)
    return None


def _is_asked(match: Match) -> bool:
    return table(match, match.players.get(member=looker())).decision is not None


def _decide(match: Match, number: int) -> None:
    """The looker orders what a bot would."""
    player = match.players.select_related("match", "member").get(member=looker())
    rules = rules_for(match.game, match.rules_version)
    dice = Dice(match.seed, f"picture-{number}")
    bot = bots_for(match.game)[SUBSTITUTE_BOT]
    order = ask_bot(rules, bot, rules.decode(match.state), player.own_seat, dice)
    submit_order(player=player, text=rules.format_order(order), source=Order.Source.WEB)
