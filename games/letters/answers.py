"""Letters that answer a mail which came in: a receipt, a refusal, or what came of a command."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import selectors
from games.common.date_words import duration, moment
from games.letters.command_outcomes import outcome_of
from games.letters.letter import Attached, Context, Kind, Letter, MailScene
from games.letters.mail_commands import taught_commands
from games.letters.outbox_prefetch import Prefetched
from games.letters.yes_or_no import numbered
from games.models import Order, OutboundMail, Player
from games.selectors import MatchSummary, MatchTable


class SeatAnswerLetter(Letter):
    """The answer for one seat, of its own or among those to a reply to a digest."""

    is_answer = True
    is_always_sent = True
    answered_by_order = True
    said: list[str] = msgspec.field(default_factory=list)
    """What of the mail the others at the table read, and why not all that was meant for them."""

    unsaid: str = ""

    def said_back(self) -> Context:
        """What was said, for the writer to see as others do."""
        return {"said": self.said, "unsaid": self.unsaid}

    @abstractmethod
    def part(self, scene: MailScene) -> Context | None:
        """What it says among others; None if its reason has gone."""

    def told_on_top(self, scene: MailScene) -> list[Context]:
        """What it says at the top of another mail about the same match."""
        told = self.part(scene)
        return [] if told is None else [told | self.said_back()]


class ReceiptLetter(SeatAnswerLetter):
    """An order that was taken, as it was understood, while it stands: of one that was changed or
    taken back since only that is told which no other mail tells."""

    kind = Kind.RECEIPT
    tells_next = True
    text: str = ""
    phase: int | None = None
    version: int = 1
    replaced: str | None = ""
    standing: list[str] = msgspec.field(default_factory=list)
    corrections: list[tuple[str, str]] = msgspec.field(default_factory=list)
    aside: list[str] = msgspec.field(default_factory=list)
    branches: list[tuple[str, str]] = msgspec.field(default_factory=list)
    """Why this order of several was taken: `holds`, `fails` or `refused`, and of what."""

    closed: bool = False
    waiting: int | None = None
    received_at: str = ""

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        if row.player_id is None or not known.situations.has(row.player_id):
            return False
        stands = self._stands(known.situations.sealed(row.player_id, self.phase or 0))
        return not (stands or self.standing or self.is_owed)

    @property
    def is_owed(self) -> bool:
        """Whether it tells what the order does not: what was read otherwise than it was written,
        and what the others were told."""
        return bool(self.corrections or self.aside or self.said or self.unsaid)

    def context(self, scene: MailScene) -> Context | None:
        if scene.situation is None:
            return None
        sealed = scene.situation.sealed(self.phase or 0)
        stands = self._stands(sealed)
        later = self.standing if stands else self._still_standing(scene.situation.table)
        if not (stands or later or self.is_owed):
            return None
        received = datetime.fromisoformat(self.received_at) if self.received_at else None
        return {
            "order": scene.order_shown(self.text),
            "order_words": scene.order_words(self.text) if self.text else "",
            "has_gone": bool(self.text) and not stands,
            "has_moved": sealed is not None,
            "version": self.version if stands else 0,
            "replaced": scene.order_shown(self.replaced or ""),
            "later": [scene.order_shown(line) for line in later],
            "corrections": self.corrections,
            "aside": self.aside,
            "branches": [scene.branch_words(*one) for one in self.branches] if stands else [],
            "closed": self.closed,
            "received": _received_words(received) if received else "",
            **(self._outlook(scene) if stands and not self.closed else {}),
        }

    def _outlook(self, scene: MailScene) -> Context:
        """What comes next, while the phase is open that the order is for."""
        table = scene.situation.table if scene.situation is not None else None
        if table is None or table.waiting is None or self.phase != table.match.phase_number:
            return {}
        match, own, count = table.match, _own(table), table.waiting.count
        return {
            "is_open": True,
            "waiting": table.waiting.awaited - count if count is not None else None,
            "awaited_names": ", ".join(scene.awaited_names(self.phase)),
            "ready": own.readiness if own.readiness_phase == self.phase else "",
            "reveal": match.reveal_policy,
            "revise_words": duration(match.revise_time),
            "has_banks": bool(match.time_bank),
            **scene.deadline(),
        }

    def _stands(self, sealed: Order | None) -> bool:
        """Whether this is the order that is sealed: an equal one that came later has a receipt of
        its own, or was given where its taking was seen."""
        if not self.text or not self.received_at:
            return bool(self.text)
        came = datetime.fromisoformat(self.received_at)
        return sealed is not None and (sealed.text, sealed.received_at) == (self.text, came)

    def _still_standing(self, table: MatchTable) -> list[str]:
        kept = {selectors.standing_line(step) for step in table.standing}
        return [line for line in self.standing if line in kept]

    def part(self, scene: MailScene) -> Context | None:
        told = self.context(scene)
        return {"receipt": told} if told is not None else None


def _received_words(at: datetime) -> str:
    local, utc = timezone.localtime(at), at.astimezone(UTC)
    said = {
        "local": date_format(local, _("j M, H:i:s")),
        "received_zone": timezone.get_current_timezone_name(),
        "utc": date_format(utc, "H:i:s"),
    }
    if local.utcoffset() == utc.utcoffset():
        return _("Received %(local)s (%(received_zone)s).") % said
    return _("Received %(local)s (%(received_zone)s), that is %(utc)s UTC.") % said


class RefusalLetter(SeatAnswerLetter):
    """Why a mail was not taken, and the lines that it was read from."""

    kind = Kind.REFUSAL
    code: str = ""
    words: str = ""
    quoted: str = ""
    choices: list[str] = msgspec.field(default_factory=list)

    def _why(self) -> Context:
        return {"why": self.words, "quoted": self.quoted.splitlines()}

    def context(self, scene: MailScene) -> Context | None:
        situation = scene.situation
        if situation is None or situation.table.match.is_over or situation.table.view is None:
            return self._why()
        shown = self._why() | scene.position()
        if situation.table.decision is not None:
            shown |= scene.question()
            linked = scene.linked_orders(self.choices)
            shown["choices"] = [(scene.order_shown(text), link) for text, link in linked]
        return shown

    def part(self, scene: MailScene) -> Context:
        situation = scene.situation
        if situation is None or situation.table.decision is None:
            return self._why()
        shown = self._why() | {"examples": scene.question()["examples"]}
        if self.code == "phase-closed":
            position = scene.position()
            shown |= {"board": position["board"], "board_blocks": position["board_blocks"]}
        return shown

    def answered_phase(self, scene: MailScene) -> int | None:
        table = scene.situation.table if scene.situation is not None else None
        is_asked = table is not None and table.view is not None and table.decision is not None
        if is_asked and scene.situation is not None and not scene.situation.table.match.is_over:
            return scene.situation.phase_number
        return scene.row.phase_number


class _Item(msgspec.Struct):
    """Of one answer among several: its kind, and the player for whom it is."""

    kind: str
    player: int = 0


def answer_item(letter: SeatAnswerLetter, player: Player | None) -> dict[str, object]:
    """One answer as it is kept among several; without a player it is about none of the matches."""
    whose = {"match": player.match.code, "player": player.pk} if player is not None else {}
    return {**letter.payload(), "kind": str(letter.kind), **whose}


class AnswerLetter(SeatAnswerLetter):
    """What came of a command for one seat; or, with `items`, all that several replies, or one about
    several matches, came to. `sections` are the matches that an answer to it may be about: by code
    the player and the phase that is asked, made anew when it is sent."""

    kind = Kind.ANSWER
    code: str = ""
    params: dict[str, object] = msgspec.field(default_factory=dict)
    items: list[dict[str, object]] = msgspec.field(default_factory=list)
    sections: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    at: str = ""
    is_receipt: bool = False
    """Tells first that a move is in, and asks for no yes or no."""

    about: str = ""
    """The code of the only match or tournament that the mail which it answers named."""

    answered_by_member = True

    def context(self, scene: MailScene) -> Context | None:
        if self.items:
            return self._several(scene)
        if scene.situation is None:
            return None
        shown, table = self.part(scene), scene.situation.table
        is_open = not table.match.is_over and table.view is not None
        if is_open and table.decision is not None and outcome_of(self.code, self.params).asks_again:
            shown |= _untold(scene.question(), shown)
        return shown

    def part(self, scene: MailScene) -> Context:
        outcome = outcome_of(self.code, self.params)
        shown = outcome.shows(scene) if scene.situation is not None else {}
        paragraphs = [words for words in outcome.paragraphs(shown) if words]
        if self.at and outcome.is_told_as_it_was:
            paragraphs.append(_as_of(self.at))
        return {
            **shown,
            "subject": outcome.subject(paragraphs),
            "is_question": outcome.is_question,
            "paragraphs": paragraphs,
            "listed": outcome.listed(),
            "taken_back": [scene.order_shown(one) for one in outcome.taken_back()],
            "commands": taught_commands() if outcome.teaches_commands else [],
        }

    @property
    def teaches(self) -> bool:
        return any(outcome_of(*one).teaches_commands for one in self.outcomes())

    @property
    def asks(self) -> bool:
        """Whether anything in it waits for a yes or no."""
        return any(outcome_of(*one).is_question for one in self.outcomes())

    def attached(self) -> list[Attached]:
        outcomes = [outcome_of(code, params) for code, params in self.outcomes()]
        return [one for outcome in outcomes for one in outcome.attached()]

    def outcomes(self) -> Iterator[tuple[str, dict[str, object]]]:
        """What came of each command that it answers: the code, and what that knows."""
        if self.code:
            yield self.code, self.params
        for item in self.items:
            if item["kind"] == self.kind:
                one = msgspec.convert(item, AnswerLetter)
                yield one.code, one.params

    def code_told_of(self, row: OutboundMail) -> str:
        return self.about or super().code_told_of(row)

    def note_answered(self, place: int) -> None:
        """Keep that what stands at this place of several outcomes was answered."""
        told = [item for item in self.items if item["kind"] == self.kind]
        params = msgspec.convert(told[place], AnswerLetter).params
        told[place]["params"] = {**params, "is_answered": True}

    def answered_phase(self, scene: MailScene) -> int | None:
        is_of_seat = scene.situation is not None and not self.items
        return scene.situation.phase_number if scene.situation and is_of_seat else None

    def answered_digest(self, row: OutboundMail) -> int | None:
        return row.pk if self.items or row.player_id is None else None

    def _several(self, scene: MailScene) -> Context | None:
        items = [msgspec.convert(item, _Item) for item in self.items]
        known = self._situations(scene.row, {item.player for item in items if item.player})
        by_code = {one.table.match.code: one for one in known.values()}
        scene.row.payload = msgspec.structs.replace(
            self, sections={code: _asked(one) for code, one in by_code.items() if _is_on(one)}
        ).payload()
        still_open = [scene.of(one) for one in by_code.values() if _is_waiting(one)]
        parts = list(self._parts(scene, items, known))
        if not parts:
            return None
        return {
            "has_marker": True,
            "subject": _subject(parts),
            "only_match": parts[0] if len({one.get("code") for one in parts}) == 1 else {},
            "items": parts,
            "open": [one.heading() | one.deadline() for one in still_open],
        }

    def told_on_top(self, scene: MailScene) -> list[Context]:
        if not self.items or scene.situation is None:
            return super().told_on_top(scene)
        items = [msgspec.convert(item, _Item) for item in self.items]
        return list(self._parts(scene, items, {item.player: scene.situation for item in items}))

    def _parts(
        self, scene: MailScene, items: list[_Item], known: dict[int, MatchSummary]
    ) -> Iterator[Context]:
        # A mail about one match has it in its subject.
        before = items[0].player if len({item.player for item in items}) == 1 else 0
        for item, content in zip(items, numbered(self.items), strict=True):
            one = scene.of(known.get(item.player))
            letter = msgspec.convert(content, _PART_OF[item.kind])
            part = letter.part(one)
            if part is None:
                continue
            is_same = {"is_same_match": item.player == before}
            yield one.heading() | is_same | part | letter.said_back()
            before = item.player

    def _situations(self, row: OutboundMail, players: set[int]) -> dict[int, MatchSummary]:
        """The member's own, and nobody else's, of the matches that were answered or are open."""
        mine = Player.objects.filter(member=row.member_id)
        rows = [*mine.filter(pk__in=players), *mine.filter(match__code__in=self.sections)]
        return {player.pk: selectors.match_summary(player) for player in rows}


def _untold(asked: Context, told: Context) -> Context:
    """What is asked, without the deadline and the move that the answer above it tells."""
    paragraphs, until = told["paragraphs"], str(asked.get("deadline_zoned") or "")
    assert isinstance(paragraphs, list)
    is_told = until and any(until in words for words in paragraphs)
    left = {"until": ""} if is_told else {}
    return asked | left | ({"own_order": ""} if told.get("own_move") else {})


def _as_of(written: str) -> str:
    at = timezone.localtime(datetime.fromisoformat(written))
    return _("As of %(moment)s.") % {"moment": moment(at)}


def _subject(parts: Sequence[Context]) -> str:
    """Which matches the answers are about; or else the question among them, or the first."""
    signs = dict.fromkeys(f"#{one['code']}" for one in parts if one.get("code"))
    if signs:
        return _("Your answers: %(signs)s") % {"signs": ", ".join(signs)}
    first = next((one for one in parts if one.get("is_question")), parts[0])
    return str(first.get("subject") or _("Your mail to the card table"))


def _asked(situation: MatchSummary) -> tuple[int, int]:
    """The player, and the phase that is open now."""
    return _own(situation.table).pk, situation.phase_number


def _own(table: MatchTable) -> Player:
    return next(row for row in table.players if row.seat == table.seat)


def _is_on(situation: MatchSummary) -> bool:
    return not situation.table.match.is_over and situation.table.seat is not None


def _is_waiting(situation: MatchSummary) -> bool:
    table = situation.table
    return _is_on(situation) and table.decision is not None and table.own_order is None


_PART_OF: dict[str, type[SeatAnswerLetter]] = {
    one.kind: one for one in (ReceiptLetter, RefusalLetter, AnswerLetter)
}
