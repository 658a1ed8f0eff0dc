"""What a simulated month came to, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet

from games.models import InboundMail, Match, Order, OutboundMail, Player
from tests.bench.figures import percentile
from tests.month.ledger import Form, Ledger
from tests.month.run import Month

Kind, Status = OutboundMail.Kind, OutboundMail.Status
ASKING = (Kind.DECISION, Kind.REMINDER, Kind.SEAT_KEPT)
DAY_SECONDS = 86400


class Asked(NamedTuple):
    """How often the seats of a game are asked, all of them or some."""

    seats: int
    questions: int
    decisions: int

    @property
    def each_seat(self) -> float:
        """Questions to a seat on the average."""
        return self.questions / max(self.seats, 1)

    @property
    def each_decision(self) -> float:
        """Questions for each decision that was not a bot's and had a choice, however it was made.

        Matches last longer or shorter by chance, in which this makes no difference.
        """
        return self.questions / max(self.decisions, 1)


class AskedInGame(NamedTuple):
    """How often a game asks people who would leave orders for later, and the others."""

    planners: Asked
    others: Asked

    @property
    def each_seat(self) -> float:
        """Questions to a seat on the average."""
        seats = self.planners.seats + self.others.seats
        return (self.planners.questions + self.others.questions) / max(seats, 1)


@dataclass(frozen=True, slots=True)
class Counts:
    """Figures of one month. Mails out are those that a server took, by kind; a digest is one."""

    seats: int
    seated: int
    substitutes: int
    mails_out: dict[str, int]
    not_sent: dict[str, int]
    asked: int
    asked_by_game: dict[str, AskedInGame]
    mails_by_game: dict[str, float]
    words_by_game: dict[str, float]
    mails_in: dict[str, int]
    copies: int
    verdicts: dict[str, int]
    orders: dict[str, int]
    words: dict[str, int]
    days: dict[str, float]
    adjudicated: int

    @property
    def sent(self) -> int:
        return sum(self.mails_out.values())

    @property
    def mails_per_question(self) -> float:
        """All mails that went out, for each decision that somebody was asked for."""
        return self.sent / max(self.asked, 1)


def counts_of(month: Month) -> Counts:
    """Read from the database that the month was played in."""
    rows = OutboundMail.objects.all()
    came = Q(status=Status.SENT) | Q(status=Status.FAILED, error__startswith="bounced")
    lengths = [
        (match.finished_at - match.started_at).total_seconds() / DAY_SECONDS
        for match in Match.objects.all()
        if match.finished_at is not None and match.started_at is not None
    ]
    asked = set(
        rows.filter(kind__in=ASKING, sent_at__isnull=False, player__isnull=False)
        .values_list("player_id", "phase_number", "match__game")
        .distinct()
    )
    return Counts(
        seats=Player.objects.count(),
        seated=month.seated,
        substitutes=sum(month.watch.substitutions.values()),
        mails_out=_by(rows.filter(came), "kind"),
        not_sent=_by(rows.exclude(came).exclude(status=Status.COLLECTED), "status"),
        asked=len(asked),
        asked_by_game=_by_game(asked, month.planned_seats),
        mails_by_game=_each_seat(month.watch.mails),
        words_by_game=_each_seat(month.watch.words),
        mails_in=dict(month.ledger.kinds),
        copies=month.ledger.dropped,
        verdicts=_by(InboundMail.objects.all(), "verdict"),
        orders=_by(Order.objects.all(), "source"),
        words=_words(month.ledger),
        days={
            "half": median(lengths) if lengths else 0.0,
            "nine in ten": percentile(lengths, 90),
            "all": max(lengths, default=0.0),
        },
        adjudicated=Match.objects.exclude(adjudicated_for="").count(),
    )


def _by(rows: QuerySet[Any], name: str) -> dict[str, int]:
    counted = rows.order_by().values_list(name).annotate(number=Count("pk"))
    return {str(value): number for value, number in counted.order_by("-number")}


def _by_game(
    asked: Collection[tuple[int | None, int | None, str]], planned_seats: Collection[int]
) -> dict[str, AskedInGame]:
    questions = Counter(player for player, _phase, _game in asked)
    undecided = (Order.Source.BOT, Order.Source.FORCED)
    rows = Order.objects.exclude(source__in=undecided).values_list("player_id", flat=True)
    decisions = Counter(rows)
    seats: dict[str, tuple[list[int], list[int]]] = {}
    for player, game in Player.objects.values_list("pk", "match__game"):
        seats.setdefault(game, ([], []))[player not in planned_seats].append(player)
    return {
        game: AskedInGame(
            *(
                Asked(
                    len(players),
                    sum(questions[player] for player in players),
                    sum(decisions[player] for player in players),
                )
                for players in found
            )
        )
        for game, found in sorted(seats.items())
    }


def _each_seat(counted: Counter[int]) -> dict[str, float]:
    """What was counted by match, for a seat of each game on the average."""
    games = dict(Match.objects.values_list("pk", "game"))
    seats = Counter(Player.objects.values_list("match__game", flat=True))
    sums: Counter[str] = Counter()
    for match_id, number in counted.items():
        sums[games[match_id]] += number
    return {game: sums[game] / number for game, number in sorted(seats.items())}


def _words(ledger: Ledger) -> dict[str, int]:
    """What became of orders in words that came in time, by the verdict on their mail."""
    rows = InboundMail.objects.in_bulk(list(ledger.rows.values()))
    found: Counter[str] = Counter()
    for message_id, meant in ledger.meant.items():
        if len(meant) == 1 and meant[0].form is Form.WORDS and meant[0].in_time:
            found[rows[ledger.rows[message_id]].verdict] += 1
    return dict(found.most_common())
