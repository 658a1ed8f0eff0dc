"""Members and matches to look around with: what `manage.py serve --demo` starts from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.common import clock
from games.common.signals import demo_made
from games.models import Match, Member, Order, Player
from games.rules.game import AnyRules
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Bot
from games.rules.registry import GAMES, bots_for, rules_for
from games.selectors import table
from games.services.matches import add_bot, create_match, fill_with_bots, join_match
from games.services.missed_deadlines import SUBSTITUTE_BOT
from games.services.orders import Receipt, submit_order
from games.services.phases import advance_play
from games.services.running_matches import RunningMatch, lock_match, running

MAIN_GAME = "wild-cards"
MOST_SEATS = 4
DEMO_DOMAIN = "demo.example"
DEMO_NAMES = ("Anna", "Bruno", "Chiara", "Daan")


@dataclass(frozen=True, slots=True)
class Demo:
    """What there is: the member to sign in as first, the others, and how many matches."""

    first: Member
    others: tuple[Member, ...]
    matches: int


def ensure_demo(progress: Callable[[str], None] = lambda _title: None) -> Demo:
    """Create the demo members and matches unless they are there; says each match's title.

    The members speak the active language, and the titles are in it.
    """
    members = [ensure_demo_member(name) for name in DEMO_NAMES]
    anna, bruno, chiara, daan = members
    mine = Match.objects.filter(created_by__in=members)
    if not mine.exists():
        for title, build in _matches(anna, bruno, chiara, daan):
            progress(title)
            with transaction.atomic():
                match = build()
                Match.objects.filter(pk=match.pk).update(title=title)
    demo_made.send(sender=Demo, progress=progress)
    return Demo(anna, tuple(members[1:]), mine.filter(seating=Match.Seating.DRAWN).count())


def _matches(
    anna: Member, bruno: Member, chiara: Member, daan: Member
) -> list[tuple[str, Callable[[], Match]]]:
    others = [game.rules for key, game in GAMES.items() if key != MAIN_GAME]
    return [
        (_("Anna against two bots"), lambda: _practice(anna)),
        (_("Three at a table by mail"), lambda: _by_mail(anna, [bruno, chiara])),
        (_("Two and Leo"), lambda: _with_leo(anna, bruno)),
        (_("The first edition, four seats"), lambda: _first_edition(anna, [chiara])),
        (_("A finished match to replay"), lambda: _play_to_its_end(anna, [bruno, daan])),
        (_("A free seat"), lambda: _open(daan)),
        *((rules.name, partial(_other_game, rules, anna, bruno)) for rules in others),
    ]


def ensure_demo_member(name: str) -> Member:
    address = f"{name.lower()}@{DEMO_DOMAIN}"
    member = Member.objects.filter(email=address).first()
    if member is not None:
        return member
    free = f"{name} (demo)" if Member.objects.named_alike(name).exists() else name
    language = get_language() or settings.LANGUAGE_CODE
    member = Member.objects.create_user(
        address, free, is_demo=True, time_zone="Europe/Rome", language=language
    )
    # Nobody reads that address: without this row the sign-in would ask for it to be confirmed.
    EmailAddress.objects.create(user=member, email=address, verified=True, primary=True)
    return member


def _create(host: Member, seats: int, *, game: str = MAIN_GAME, **options: object) -> Match:
    return create_match(
        member=host,
        game=game,
        options=options,
        seats=seats,
        phase_time=timedelta(days=2),
        contribution="demo",
    )


def _join_all(match: Match, guests: Sequence[Member]) -> None:
    for guest in guests:
        join_match(member=guest, match=match, contribution=f"from {guest.name}")


def _practice(host: Member) -> Match:
    match = _create(host, 3, edition="2022")
    fill_with_bots(member=host, match=match)
    _play_on(match, phases=6)
    return match


def _by_mail(host: Member, guests: Sequence[Member]) -> Match:
    match = _create(host, 3, edition="2022")
    _join_all(match, guests)
    _play_on(match, phases=9)
    return match


def _with_leo(host: Member, guest: Member) -> Match:
    match = _create(host, 2, edition="2022", leo=True)
    _join_all(match, [guest])
    return match


def _first_edition(host: Member, guests: Sequence[Member]) -> Match:
    match = _create(host, 4, edition="2020")
    _join_all(match, guests)
    add_bot(member=host, match=match, bot="random")
    add_bot(member=host, match=match)
    _play_on(match, phases=4)
    return match


def _play_to_its_end(host: Member, guests: Sequence[Member]) -> Match:
    match = _create(host, 4, edition="2022")
    _join_all(match, guests)
    fill_with_bots(member=host, match=match)
    _play_on(match, phases=1000)
    return match


def _other_game(rules: AnyRules, host: Member, guest: Member) -> Match:
    """Two people, and bots where there is room for more, well into a match with plain options."""
    seats = min(MOST_SEATS, rules.table_sizes[-1])
    match = _create(host, seats, game=rules.key)
    _join_all(match, [guest])
    if seats > 2:
        fill_with_bots(member=host, match=match)
    _play_on(match, phases=12)
    return match


def _open(host: Member) -> Match:
    return _create(host, 3, edition="2022")


def _play_on(match: Match, *, phases: int) -> None:
    """Have the people at the table order what a bot would, for so many of their phases."""
    bot = bots_for(match.game)[SUBSTITUTE_BOT]
    for number in range(phases):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            return
        dice = Dice(match.seed, f"demo-{number}")
        for player in _awaited(match):
            if _order_as(bot, match, player, dice).closed:
                break


def play_out(match: Match) -> None:
    """Have the people at the table play the match to its end, in one go."""
    bot = bots_for(match.game)[SUBSTITUTE_BOT]
    with transaction.atomic():
        locked = lock_match(match.pk)
        now = clock.now()
        with running(locked) as play:
            while locked.status == Match.Status.RUNNING:
                for seat in play.missing:
                    dice = Dice(locked.seed, f"demo-{locked.phase_number}-{seat}")
                    order = ask_bot(play.rules, bot, play.state, seat, dice)
                    _give_order(play, seat, play.rules.format_order(order), now)
                advance_play(play, now)


def _give_order(play: RunningMatch, seat: int, text: str, now: datetime) -> None:
    row = Order(
        phase=play.row,
        player=play.players[seat],
        seat=seat,
        text=text,
        source=Order.Source.WEB,
        received_at=now,
        first_received_at=now,
    )
    play.players[seat].ordered_phase = play.row.number
    play.orders[seat] = row
    play.new.orders.append(row)


def _awaited(match: Match) -> list[Player]:
    """The people who still owe an order."""
    rows = match.players.select_related("match", "member").filter(bot="").order_by("seat")
    return [row for row in rows if _owes(match, row)]


def _owes(match: Match, player: Player) -> bool:
    seen = table(match, player)
    return seen.decision is not None and seen.own_order is None


def _order_as(bot: Bot, match: Match, player: Player, dice: Dice) -> Receipt:
    """Order in the player's name what the bot would."""
    rules = rules_for(match.game, match.rules_version)
    order = ask_bot(rules, bot, rules.decode(match.state), player.own_seat, dice)
    return submit_order(player=player, text=rules.format_order(order), source=Order.Source.WEB)
