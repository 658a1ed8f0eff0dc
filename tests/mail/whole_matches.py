"""Whole matches played by mail in simulated time, for what they cost a reader."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from games.common import clock
from games.mail import inbound, outbox
from games.models import Match, Member, OutboundMail, Phase, Player, ServicePulse
from games.replies.reply_addresses import ReplyTarget, parse_reply_address
from games.rules.commitment import new_server_seed
from games.rules.playout import Dice, ask_bot
from games.rules.registry import bots_for, rules_for
from games.services import deadline_sweep
from games.services.preseated_matches import PreseatedMatch, create_preseated_matches
from tests.month.answers import offered_plan, plan_said
from tests.month.letters import Letter, Program, reply_to
from tests.month.post import Post

BEGINS = datetime(2026, 1, 5, 9, tzinfo=UTC)
NAMES = ("Anna", "Bo", "Carla", "Dirk", "Elena", "Femke")
MOST_LOOKS = 4_000
OPTIONS = {"wild-cards": {"edition": "2022"}}
SEATS = {"emu-ranchers": 2}


@dataclass
class Postbag:
    """All mails of a match, by their readers' addresses."""

    match: Match
    mails: dict[str, list[Letter]] = field(default_factory=dict)

    def of_a_seat(self) -> tuple[float, float]:
        """The mails and words of a seat, on the average."""
        seats = len(self.mails)
        mails = sum(len(letters) for letters in self.mails.values())
        words = sum(len(one.text.split()) for letters in self.mails.values() for one in letters)
        return mails / seats, words / seats


def played_by_mail(
    game: str, language: str, *, seed: str, hours: float = 0.0, with_plans: bool = False
) -> Postbag:
    """A match between people who all decide as the steady bot would, in notation. Each answers
    within so many hours; with none, all do at once."""
    bag = Postbag(_begun(game, language, seed, SEATS.get(game, 3)))
    fresh: list[Letter] = []
    chance = random.Random(seed)

    def take(letter: Letter) -> None:
        bag.mails.setdefault(letter.to, []).append(letter)
        fresh.append(letter)

    now = BEGINS
    waiting: list[tuple[datetime, Letter]] = []
    with Post(take, lambda _address: False).open():
        for _look in range(MOST_LOOKS):
            with clock.simulated(now):
                # Between two moments the sweep has looked every few seconds and found nothing.
                ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": now})
                while outbox.send_due():
                    pass
                waiting += [
                    (now + timedelta(hours=chance.uniform(0, hours), seconds=20), one)
                    for one in fresh
                ]
                fresh.clear()
                for _due, letter in [one for one in waiting if one[0] <= now]:
                    _answer(letter, language, now, with_plans=with_plans)
                waiting = [one for one in waiting if one[0] > now]
                while inbound.process_pending():
                    pass
                deadline_sweep.sweep_due()
            bag.match.refresh_from_db()
            upcoming = [due for due, _letter in waiting] + _due_mails()
            opened = bag.match.phases.filter(Phase.OPEN).exclude(wake_at=None)
            upcoming += [row.wake_at + timedelta(seconds=3) for row in opened if row.wake_at]
            if not upcoming:
                break
            now = max(min(upcoming), now + timedelta(seconds=1))
    return bag


def _begun(game: str, language: str, seed: str, seats: int) -> Match:
    with clock.simulated(BEGINS):
        members = []
        for name in NAMES[:seats]:
            address = f"{name.lower()}.{game}.{language}.{seed}@example.org"
            members.append(Member.objects.create_user(address, name, language=language))
        rules = rules_for(game)
        wanted = PreseatedMatch(
            game=game,
            options=OPTIONS.get(game, {}),
            members=members,
            contributions=[f"{seed}/{seat}" for seat in range(seats)],
            server_seed=new_server_seed(random.Random(seed).randbytes(32)),
            phase_time=timedelta(days=2),
            host=members[0],
        )
        assert rules.key == game
        return create_preseated_matches([wanted])[0]


def _due_mails() -> list[datetime]:
    queued = OutboundMail.objects.filter(status=OutboundMail.Status.QUEUED)
    return list(queued.order_by("due_at").values_list("due_at", flat=True)[:1])


def _answer(letter: Letter, language: str, now: datetime, *, with_plans: bool) -> None:
    target = parse_reply_address(letter.reply_to) if letter.reply_to else None
    if not isinstance(target, ReplyTarget):
        return
    player = Player.objects.select_related("match", "member").get(pk=target.player_id)
    said = decided(player, target.phase_number)
    if said is None or player.member is None:
        return
    if with_plans and offered_plan(player, letter.text):
        said = plan_said(player, target.phase_number)
    reply = reply_to(
        letter, said, name=player.member.name, language=language, program=Program.WEBMAIL, at=now
    )
    inbound.accept_raw(
        raw=reply.raw, recipient=reply.recipient, envelope_sender=letter.to, source="lmtp"
    )


def decided(player: Player, phase: int) -> str | None:
    """The steady bot's order in notation; None where the seat is not asked, or has ordered."""
    match = player.match
    rules = rules_for(match.game, match.rules_version)
    if match.status != Match.Status.RUNNING or match.phase_number != phase:
        return None
    state = rules.decode(match.state)
    opened = rules.phase(state)
    if opened is None or player.seat is None or player.seat not in opened.awaited:
        return None
    given = match.phases.get(number=phase).orders.filter(seat=player.seat)
    if given.exists():
        return None
    dice = Dice(match.seed, f"person-{phase}-{player.seat}")
    return rules.format_order(
        ask_bot(rules, bots_for(match.game)["steady"], state, player.seat, dice)
    )
