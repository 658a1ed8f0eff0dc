"""A digest: what waits for one member, put together when it is sent, the nearest deadline first.

What was answered meanwhile drops out. Questions that an earlier digest has told and that are still
open stand below, in short. One thing alone goes out as the mail that it would have been.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.composing import contexts, messages, moot
from games.composing.prefetching import Background
from games.models import OutboundMail
from games.presentation import presentation_for
from games.presentation.words import paragraph
from games.replies.reply_addresses import reply_address
from games.selectors import Situation, Table

Kind = OutboundMail.Kind
Status = OutboundMail.Status
Context = dict[str, object]

MOST_WHOLE_SECTIONS = 12
"""So many matches are shown with their table; of more, the question alone."""

MOST_RECAP_LINES = 12


@dataclass(frozen=True, slots=True)
class Contents:
    """What a digest will tell: `fresh` for the first time, `open` once more in short."""

    fresh: list[OutboundMail]
    still_open: list[OutboundMail]
    moot: list[OutboundMail]

    @property
    def alone(self) -> OutboundMail | None:
        """The one thing that there is to tell, if it is one."""
        return self.fresh[0] if len(self.fresh) == 1 and not self.still_open else None


def contents_of(digest: OutboundMail, known: Background) -> Contents:
    """What is to be told now. The digest's payload is made to say so: which rows, and which match
    and phase an answer to each section is for."""
    rows = known.collected(digest)
    moot_rows = [row for row in rows if moot.is_moot(row, known)]
    gone = {row.pk for row in moot_rows}
    live = [row for row in rows if row.pk not in gone]
    contents = Contents(
        fresh=[row for row in live if row.sent_at is None],
        still_open=[row for row in live if row.sent_at is not None],
        moot=[row for row in moot_rows if row.sent_at is None],
    )
    digest.payload = {
        "told": [row.pk for row in contents.fresh],
        "moot": [row.pk for row in contents.moot],
        "sections": {
            row.match.code: [row.player_id, row.phase_number]
            for row in live
            if row.match is not None and row.kind == Kind.DECISION
        },
    }
    return contents


def payload_store(digest: OutboundMail) -> None:
    """Keep what the digest tells, before it is sent: answers to it are read by that."""
    OutboundMail.objects.filter(pk=digest.pk).update(payload=digest.payload)


def settle(digest: OutboundMail, sent_at: datetime | None) -> None:
    """After the digest was sent, or withdrawn where `sent_at` is None: mark what it was made of."""
    waiting = OutboundMail.objects.filter(status=Status.COLLECTED, sent_at=None)
    waiting.filter(pk__in=digest.payload.get("moot", ())).update(status=Status.WITHDRAWN)
    if sent_at is not None:
        waiting.filter(pk__in=digest.payload.get("told", ())).update(
            sent_at=sent_at, message_id=digest.message_id
        )


def context_of(digest: OutboundMail, contents: Contents, known: Background) -> Context:
    """What the three templates of a digest say."""
    sections: list[Context] = []
    news: list[Context] = []
    for row in [*contents.fresh, *contents.still_open]:
        situation = known.situations.of(row.player_id or 0)
        if row.kind != Kind.DECISION:
            news.append(_news(row, situation.table))
        elif situation.table.decision is not None:
            is_whole = row.sent_at is None and len(sections) < MOST_WHOLE_SECTIONS
            sections.append(_section(row, situation, is_whole=is_whole))
    return {
        **contexts.common(digest, None),
        "has_marker": True,
        "sections": sections,
        "news": news,
        "number": len(sections),
    }


def _section(row: OutboundMail, situation: Situation, *, is_whole: bool) -> Context:
    section = {**_heading(situation.table), **contexts.question(situation), "is_whole": is_whole}
    if is_whole:
        section |= contexts.position(situation)
        recap = list(section["recap"])  # type: ignore[call-overload]
        section |= {
            "recap": recap[-MOST_RECAP_LINES:],
            "recap_is_cut": section["recap_is_cut"] or len(recap) > MOST_RECAP_LINES,
        }
    section["address"] = reply_address(row.player_id or 0, row.phase_number or 0)
    return section


def _heading(table: Table) -> Context:
    return {
        "code": table.match.code,
        "game_name": table.rules.name,
        "names": ", ".join(table.names[: len(table.players)]),
        "match_link": messages.site_link("match", code=table.match.code),
    }


def _news(row: OutboundMail, table: Table) -> Context:
    words = {
        Kind.STARTED: _("The match has begun."),
        Kind.CANCELLED: _("The match was cancelled."),
        Kind.SEAT_TAKEN: _("%(by)s plays on in the seat of %(former)s.")
        % {name: row.payload.get(name, "") for name in ("by", "former")},
    }.get(Kind(row.kind), "")
    if row.kind == Kind.FINISHED:
        outcome = table.outcome
        reason = presentation_for(table.match.game).reason(outcome.reason) if outcome else ""
        words = paragraph([_("The match is over."), reason])
    return {**_heading(table), "words": words}
