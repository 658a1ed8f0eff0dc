"""A digest: what waits for one member, put together when it is sent, the nearest deadline first.

Of each match stands what is asked, the hand, the table and the last of what has happened: all that
is needed to decide by mail alone. What was answered meanwhile drops out. Questions that an earlier
digest has told and that are still open stand below, in short. One thing alone goes out as the mail
that it would have been.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.composing.contexts import MatchScene
from games.letters.account import DigestLetter
from games.letters.letter import Context, is_moot, letter_of
from games.letters.matches import DecisionLetter
from games.letters.outbox_prefetch import Prefetched
from games.letters.talk import TalkLetter
from games.models import OutboundMail
from games.models.row_updates import update_rows
from games.replies.reply_addresses import reply_address

Status = OutboundMail.Status

MOST_WHOLE_SECTIONS = 12
"""So many matches are shown with hand and table; of more, the question alone."""

MOST_RECAP_LINES = 12
"""So much of what has happened stands in a section."""


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


def contents_of(digest: OutboundMail, known: Prefetched) -> Contents:
    """What is to be told now. The digest's payload is made to say so: which rows, and which match
    and phase an answer to each section is for."""
    rows = known.collected(digest)
    moot_rows = [row for row in rows if is_moot(row, known)]
    gone = {row.pk for row in moot_rows}
    live = [row for row in rows if row.pk not in gone]
    contents = Contents(
        fresh=[row for row in live if row.sent_at is None],
        still_open=[row for row in live if row.sent_at is not None],
        moot=[row for row in moot_rows if row.sent_at is None],
    )
    digest.payload = DigestLetter(
        told=tuple(row.pk for row in contents.fresh),
        moot=tuple(row.pk for row in contents.moot),
        sections={
            row.match.code: (row.player_id, row.phase_number)
            for row in live
            if row.match is not None
            and row.player_id is not None
            and row.phase_number is not None
            and row.kind == DecisionLetter.kind
        },
    ).payload()
    return contents


def store_payload(digest: OutboundMail) -> None:
    """Keep what the digest tells, before it is sent: answers to it are read by that."""
    update_rows([digest], ["payload"])


def settle(digest: OutboundMail, sent_at: datetime | None) -> None:
    """After the digest was sent, or withdrawn where `sent_at` is None: mark what it was made of."""
    letter = DigestLetter.of(digest)
    waiting = OutboundMail.objects.filter(status=Status.COLLECTED, sent_at=None)
    if letter.moot:
        waiting.filter(pk__in=letter.moot).update(status=Status.WITHDRAWN)
    if sent_at is not None:
        waiting.filter(pk__in=letter.told).update(sent_at=sent_at, message_id=digest.message_id)


def give_up(digest: OutboundMail, status: str, why: str) -> None:
    """After a digest that was never sent: what waited for it, or for one before, ends like it."""
    left = OutboundMail.objects.filter(member=digest.member_id, status=Status.COLLECTED)
    left.filter(sent_at=None, due_at__lte=digest.due_at).update(status=status, error=why)


def scenes_of(contents: Contents, known: Prefetched) -> list[MatchScene]:
    """What is told, in its order. What was said at a table stands with the first word about it."""
    rows = [*contents.fresh, *contents.still_open]
    questions = {row.player_id for row in rows if row.kind == DecisionLetter.kind}
    told: set[int | None] = set()
    scenes = []
    for row in rows:
        is_talk = row.kind == TalkLetter.kind
        if is_talk and row.player_id in questions | told:
            continue
        goes_along = row.kind == DecisionLetter.kind or row.player_id not in questions
        talk = known.talk(row.player_id) if goes_along and row.player_id not in told else ()
        told.update([row.player_id] if talk else [])
        situation = known.situations.of(row.player_id or 0)
        is_brief = known.knows_how(row.player_id)
        told_miss = known.miss_told(row.player_id)
        scenes.append(MatchScene(row, situation, talk, is_brief=is_brief, miss_told=told_miss))
    return scenes


def context_of(
    scenes: Sequence[MatchScene], receipts_of: Callable[[MatchScene], list[Context]]
) -> Context:
    """What the three templates of a digest say, beside what every mail says."""
    sections: list[Context] = []
    news: list[Context] = []
    for scene in scenes:
        row = scene.row
        if row.kind != DecisionLetter.kind:
            if words := letter_of(row).headline(scene):
                news.append(scene.heading() | scene.said() | {"words": words})
        elif scene.table.decision is not None:
            is_whole = row.sent_at is None and len(sections) < MOST_WHOLE_SECTIONS
            sections.append(_section(scene, is_whole=is_whole) | {"receipts": receipts_of(scene)})
    return {"has_marker": True, "sections": sections, "news": news, "number": len(sections)}


def newest_told(scenes: Sequence[MatchScene]) -> dict[int, int]:
    """By player, the newest message that a mail with these scenes tells."""
    return {
        scene.row.player_id: scene.talk[-1].id
        for scene in scenes
        if scene.talk and scene.row.player_id is not None
    }


def _section(scene: MatchScene, *, is_whole: bool) -> Context:
    row = scene.row
    section = scene.heading() | scene.asked() | scene.said() | {"is_whole": is_whole}
    if is_whole:
        section |= scene.position(MOST_RECAP_LINES)
    section["address"] = reply_address(row.player_id or 0, row.phase_number or 0)
    return section
