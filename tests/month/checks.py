"""What must hold of a simulated month, each counted, with the first of what does not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.db.models import Count, F, Q

from games.models import InboundMail, Match, Order, OutboundMail, Phase
from games.rules.record import check_seed, read_record, verify
from games.rules.record_form import RecordError
from games.rules.registry import rules_for
from games.selectors import record_line
from games.services.match_verification import verify_match
from tests.month.ledger import Form, Ledger, Meant
from tests.month.run import Month

MOST_SHOWN = 5
Out, In = OutboundMail.Status, InboundMail.Status


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold: of how many things it was asked, and where it does not."""

    what: str
    counted: int
    problems: list[str] = field(default_factory=list)
    failures: int = 0

    @property
    def holds(self) -> bool:
        return not self.failures


def checks_of(month: Month) -> list[Check]:
    """Everything that is promised of a month, in the database that it was played in."""
    watch = month.watch
    return [
        _check("every match has ended", Match.objects.count(), _unended()),
        _check("every record replays and keeps what was committed to", *_replayed()),
        _check("a phase has one result, and one order of each seat", *_phases_once()),
        _check("no order was lost", *_lost(month.ledger)),
        _check("no order is in the journal that nobody wrote", *_invented(month.ledger)),
        _check("nothing is left for later that nobody wrote", *_invented_steps(month.ledger)),
        _check("every mail in has its verdict", InboundMail.objects.count(), _unread(month.ledger)),
        _check("every mail out has come to an end", *_unsettled(watch.taken)),
        _check("no mail came twice", len(watch.taken), watch.doubled),
        _check("no mail to an address that has stopped", len(watch.taken), watch.to_stopped),
        _check("nobody has mail about another's seat", len(watch.taken), watch.strangers),
        _check("subjects tell nothing: one for each match", *_subjects(month)),
        _check("no reminder after an order", *_needless_reminders()),
        _check("the end is told once", *_ends_told()),
    ]


def _check(what: str, counted: int, problems: Iterable[str]) -> Check:
    found = list(problems)
    return Check(what, counted, found[:MOST_SHOWN], len(found))


def _unended() -> list[str]:
    rows = Match.objects.exclude(status=Match.Status.FINISHED)
    return [f"{match} is {match.status}: {match.fault}" for match in rows]


def _replayed() -> tuple[int, list[str]]:
    ended = list(Match.objects.filter(status=Match.Status.FINISHED))
    return len(ended), [f"{match}: {fault}" for match in ended for fault in _faults(match)]


def _faults(match: Match) -> Iterator[str]:
    for check in verify_match(match):
        if not check.holds:
            yield check.problem
    if match.adjudicated_for:
        return
    rules = rules_for(match.game, match.rules_version)
    try:
        record = read_record(record_line(match))
        verify(rules, record)
        check_seed(rules, record)
    except RecordError as error:
        yield f"the referee: {error}"


def _phases_once() -> tuple[int, list[str]]:
    problems = []
    rows = Phase.objects.filter(number__gt=0).annotate(given=Count("orders"))
    closed: Counter[int] = Counter()
    for row in rows.filter(closed_at__isnull=False).iterator():
        closed[row.match_id] += 1
        if row.given != len(row.awaited):
            problems.append(f"{row}: {row.given} orders for {len(row.awaited)} seats")
    last = dict(Match.objects.values_list("pk", "phase_number"))
    left = Counter(rows.filter(closed_at=None).values_list("match_id", flat=True))
    problems += [
        f"match {pk}: {closed[pk]} results, {left[pk]} open phases up to phase {number}"
        for pk, number in last.items()
        if closed[pk] + left[pk] != number
    ]
    return sum(closed.values()), problems


def _lost(ledger: Ledger) -> tuple[int, list[str]]:
    """The last order that came in time must be the journal's. What was written in words counts
    only if it was understood; a number and notation must be."""
    given = {
        (order.player_id, order.phase.number): order
        for order in Order.objects.select_related("phase").iterator()
    }
    counted, problems = 0, []
    for decision, every in ledger.of_decision.items():
        in_time = sorted((one for one in every if one.in_time), key=lambda one: one.arrived)
        counted += len(in_time)
        wanted, is_sure = _wanted(in_time)
        order = given.get(decision)
        is_there = order is not None and order.source == Order.Source.MAIL and order.text in wanted
        if is_sure and not is_there:
            found = f"{order.text} ({order.source})" if order is not None else "nothing"
            problems.append(f"player and phase {decision}: {sorted(wanted)} became {found}")
    return counted, problems


def _wanted(in_time: list[Meant]) -> tuple[set[str], bool]:
    """The orders of which one must stand, and whether one must."""
    wanted: set[str] = set()
    for one in reversed(in_time):
        wanted.add(one.text)
        if one.form is not Form.WORDS:
            return wanted, True
    return wanted, False


def _invented(ledger: Ledger) -> tuple[int, list[str]]:
    """Also where words were understood as something else than they meant."""
    by_mail = Order.objects.filter(source=Order.Source.MAIL).select_related("phase")
    counted, problems = 0, []
    for order in by_mail.iterator():
        counted += 1
        meant = ledger.of_decision.get((order.player_id, order.phase.number), ())
        if order.text not in {one.text for one in meant}:
            written = ", ".join(f"{one.text} in {one.form}: {one.written}" for one in meant)
            problems.append(f"{order}: {order.text}; meant was {written or 'nothing'}")
    return counted, problems


def _invented_steps(ledger: Ledger) -> tuple[int, list[str]]:
    """Orders in words speak of the open decision alone: their receipts must tell of no more."""
    keys = {
        f"{OutboundMail.Kind.RECEIPT}:{ledger.rows[message_id]}": meant[0]
        for message_id, meant in ledger.meant.items()
        if len(meant) == 1 and meant[0].form is Form.WORDS
    }
    receipts = OutboundMail.objects.filter(kind=OutboundMail.Kind.RECEIPT)
    counted, problems = 0, []
    for row in receipts.iterator():
        meant = keys.get(row.dedupe_key)
        counted += meant is not None
        if meant is not None and (later := row.payload.get("standing")):
            problems.append(f"{meant.text}: {meant.written}; for later {later}")
    return counted, problems


def _unread(ledger: Ledger) -> Iterator[str]:
    for row in InboundMail.objects.filter(Q(status=In.PENDING) | Q(verdict="")):
        yield f"{row}: {row.status} {row.verdict}"
    stored = InboundMail.objects.count()
    copies = sum(count - 1 for count in ledger.handed_over.values())
    if stored != ledger.stored or ledger.dropped != copies:
        yield f"{stored} rows, {ledger.stored} stored; {ledger.dropped} dropped, {copies} copies"
    unexpected = InboundMail.objects.filter(verdict__in=("unreadable", "too-many", "too-large"))
    for row in unexpected:
        yield f"{row}: {row.verdict}"


def _unsettled(taken: set[str]) -> tuple[int, list[str]]:
    """Sent, told in a digest, withdrawn or failed with a reason; and what is noted as sent came."""
    rows = OutboundMail.objects.all()
    settled = (
        Q(status=Out.SENT, sent_at__isnull=False)
        | Q(status=Out.COLLECTED, sent_at__isnull=False)
        | Q(status=Out.WITHDRAWN)
        | (Q(status=Out.FAILED) & ~Q(error=""))
    )
    problems = [f"{row} is {row.status}" for row in rows.exclude(settled)]
    came = Q(status=Out.SENT) | Q(status=Out.FAILED, error__startswith="bounced")
    noted = set(rows.filter(came).values_list("message_id", flat=True))
    problems += [f"{one}: noted as sent or not, and otherwise in truth" for one in noted ^ taken]
    return rows.count(), problems


def _subjects(month: Month) -> tuple[int, list[str]]:
    """No subject of a match depends on its phase, on the kind of mail or on who reads it."""
    threads = month.watch.subjects
    return len(threads), [
        f"{thread}: {found}" for thread, found in threads.items() if len(found) > 1
    ]


def _needless_reminders() -> tuple[int, list[str]]:
    """A reminder is needless once an order of the player's own had been read."""
    sent = OutboundMail.objects.filter(kind=OutboundMail.Kind.REMINDER, status=Out.SENT)
    needless = sent.filter(
        player__orders__phase__number=F("phase_number"),
        player__orders__first_received_at__lt=F("sent_at"),
    )
    return sent.count(), [f"{row} to {row.address}" for row in needless]


def _ends_told() -> tuple[int, list[str]]:
    told: defaultdict[int | None, int] = defaultdict(int)
    kinds = OutboundMail.objects.filter(kind=OutboundMail.Kind.FINISHED)
    for player in kinds.filter(sent_at__isnull=False).values_list("player_id", flat=True):
        told[player] += 1
    return len(told), [
        f"player {player}: {times} times" for player, times in told.items() if times > 1
    ]
