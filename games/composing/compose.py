"""The mails that go out, composed from what is true when they are sent.

Everything told comes from `games.selectors` as the addressee may see it. Subjects are the same for
all mails of a match, so that they stay one thread, and hold names only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC
from itertools import chain

from django.db.models import Max
from django.utils import timezone

from games.composing import digests, messages
from games.composing.contexts import MatchScene
from games.letters.account import AccountLetter, DigestLetter
from games.letters.answers import SeatAnswerLetter
from games.letters.letter import Context, Letter, is_moot, letter_of
from games.letters.outbox_prefetch import Prefetched
from games.models import OutboundMail
from games.presentation.words import speaking
from games.replies.reply_addresses import digest_address, offer_address, reply_address


def assign_message_ids(rows: Sequence[OutboundMail]) -> None:
    """Give rows their Message-IDs before the first try, so that every further try has the same."""
    new = [row for row in rows if not row.message_id]
    for row in new:
        row.message_id = messages.new_message_id()
    OutboundMail.objects.bulk_update(new, ["message_id"])
    _tell_mails_before(rows)


def _tell_mails_before(rows: Sequence[OutboundMail]) -> None:
    """Let each row know the id of the mail about its match that its reader got before."""
    players = {row.player_id for row in rows if row.player_id is not None}
    if not players:
        return
    sent = OutboundMail.objects.filter(player__in=players, status=OutboundMail.Status.SENT)
    newest = sent.exclude(message_id="").values("player").annotate(newest=Max("pk"))
    ids = dict(
        OutboundMail.objects.filter(pk__in=newest.values("newest")).values_list(
            "player_id", "message_id"
        )
    )
    for row in rows:
        row.mail_before = ids.get(row.player_id or 0, "")  # type: ignore[attr-defined]


def message_for(
    row: OutboundMail, background: Prefetched | None = None
) -> messages.ComposedMail | None:
    """The mail that this row asks for, worded from what is true now in the addressee's language
    and zone; None if its reason has gone. Raises LookupError for a row that no letter is for.

    `background` was read for this row among others. A chunk takes its time: whether it still holds
    is looked up just before it is told, and where it does not the row is read anew.
    """
    known = background
    if known is None or not known.is_current(row):
        known = Prefetched([row], held=background.held if background is not None else ())
    letter = letter_of(row)
    if is_moot(row, known):
        return None
    if isinstance(letter, AccountLetter):
        said = messages.RenderedMail(letter.subject, letter.text, "")
        return messages.message_of(row, letter, said, reply_to="")
    with _locale_of(row):
        if isinstance(letter, DigestLetter):
            return _digest(row, known)
        return _single(row, letter, known)


def _single(row: OutboundMail, letter: Letter, known: Prefetched) -> messages.ComposedMail | None:
    # A situation names the bots at its table in the language of the moment.
    situation = known.situations.of(row.player_id) if row.player_id is not None else None
    waiting = known.others_waiting(row) if letter.tells_next else 0
    is_brief = row.kind in _BRIEF and known.knows_how(row.player_id) and not letter.teaches
    told = known.miss_told(row.player_id)
    scene = MatchScene(row, situation, known.talk(row.player_id), waiting, is_brief, told)
    context = letter.context(scene)
    if context is None:
        return None
    receipts = _receipts_on_top(scene, known)
    context["receipts"] = [one for one in chain(*receipts.values()) if _says_more(one, scene)]
    message = _message(letter, scene, context)
    message.told_talk = digests.newest_told([scene])
    message.told_receipts = tuple(receipts)
    return message


_BRIEF = frozenset((
    OutboundMail.Kind.DECISION, OutboundMail.Kind.REMINDER, OutboundMail.Kind.RECEIPT,
    OutboundMail.Kind.FINISHED, OutboundMail.Kind.ANSWER,
))  # fmt: skip


def _receipts_on_top(scene: MatchScene, known: Prefetched) -> dict[int, list[Context]]:
    """By its row, each receipt as the mail that follows it tells it: what was understood, what was
    asked beside it, and no more; of an ended match not even the move, which is told with what came
    of it."""
    past: Context = {"order": "", "has_moved": True} if _is_over(scene) else {}
    told = {row.pk: _answer_of(row).told_on_top(scene) for row in known.receipts(scene.row)}
    return {
        pk: [_in_place(one) | {"is_joined": True} | past for one in parts]
        for pk, parts in told.items()
        if parts
    }


def _in_place(told: Context) -> Context:
    """What is told, a receipt with what it says itself."""
    receipt = told.get("receipt")
    return told | receipt if isinstance(receipt, dict) else told


def _answer_of(row: OutboundMail) -> SeatAnswerLetter:
    letter = letter_of(row)
    assert isinstance(letter, SeatAnswerLetter)
    return letter


def _is_over(scene: MatchScene) -> bool:
    return scene.row.kind == OutboundMail.Kind.FINISHED


def _says_more(receipt: Context, scene: MatchScene) -> bool:
    """Whether a receipt says more than that the move came, which the end of a match tells."""
    return not _is_over(scene) or any(map(receipt.get, _SAID_BESIDES))


_SAID_BESIDES = ("branches", "corrections", "aside", "said", "unsaid", "paragraphs")


def _message(letter: Letter, scene: MatchScene, context: Context) -> messages.ComposedMail:
    row = scene.row
    said_back = letter.said_back() if isinstance(letter, SeatAnswerLetter) else {}
    said = messages.words(
        letter.template(),
        scene.common() | said_back | context,
        with_html=row.member is None or row.member.wants_html,
    )
    message = messages.message_of(row, letter, said, reply_to=_reply_to(letter, scene))
    for name, text in letter.attached():
        message.attach(name, text, "text/plain")
    return message


def _reply_to(letter: Letter, scene: MatchScene) -> str:
    row = scene.row
    phase = letter.answered_phase(scene) if letter.answered_by_order else None
    if row.player_id is not None and phase is not None:
        return reply_address(row.player_id, phase)
    digest = letter.answered_digest(row)
    if row.member_id is not None and digest is not None:
        return digest_address(row.member_id, digest)
    return offer_address(row.pk) if letter.answered_by_yes else ""


def _digest(row: OutboundMail, known: Prefetched) -> messages.ComposedMail | None:
    """All that waits for the member in one mail; one thing alone as its own mail."""
    contents = digests.contents_of(row, known)
    if not contents.fresh:
        return None
    alone = contents.alone
    if alone is not None:
        alone.message_id, alone.address = row.message_id, row.address
        return _single(alone, letter_of(alone), known)
    scenes = digests.scenes_of(contents, known)
    receipts: dict[int, list[Context]] = {}

    def receipts_of(scene: MatchScene) -> list[Context]:
        found = _receipts_on_top(scene, known)
        receipts.update(found)
        return list(chain(*found.values()))

    context = digests.context_of(scenes, receipts_of)
    message = _message(letter_of(row), MatchScene(row, None), context)
    message.told_talk = digests.newest_told(scenes)
    message.told_receipts = tuple(receipts)
    return message


@contextmanager
def _locale_of(row: OutboundMail) -> Iterator[None]:
    zone = row.member.zone if row.member is not None else UTC
    language = row.member.language if row.member is not None else row.language
    with speaking(language), timezone.override(zone):
        yield
