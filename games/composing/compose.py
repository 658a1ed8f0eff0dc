"""The mails that go out: for each kind one function, which finds what its three templates say.

Everything told comes from `games.selectors` as the addressee may see it. Subjects are the same for
all mails of a match, so that they stay one thread, and hold names only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games import selectors
from games.common.links import without_links
from games.composing import command_answers, contexts, digests, messages, moot, several
from games.composing.kinds import composer_of
from games.composing.prefetching import Background
from games.models import Invitation, Match, OutboundMail
from games.replies.reply_addresses import digest_address, reply_address
from games.selectors import Situation

Kind = OutboundMail.Kind
Context = dict[str, object]


def message_ids_store(rows: Sequence[OutboundMail]) -> None:
    """Give rows their Message-IDs before the first try, so that every further try has the same."""
    new = [row for row in rows if not row.message_id]
    for row in new:
        row.message_id = messages.new_message_id()
    OutboundMail.objects.bulk_update(new, ["message_id"])


def message_for(
    row: OutboundMail, background: Background | None = None
) -> EmailMultiAlternatives | None:
    """The mail that this row asks for, worded from what is true now in the addressee's language
    and zone; None if its reason has gone.

    `background` was read for this row among others. A chunk takes its time: whether it still holds
    is looked up just before it is told, and where it does not the row is read anew.
    """
    known = background
    if known is None or not known.is_current(row):
        known = Background([row])
    if moot.is_moot(row, known):
        return None
    if row.kind == Kind.ACCOUNT:
        said = messages.Words(row.payload["subject"], row.payload["text"], "")
        return messages.message_of(row, said, reply_to="")
    composer = composer_of(row)
    if composer is not None:
        with _manner_of(row):
            name, context = composer.compose(row)
            return messages.message_of(row, _words(name, row, context), reply_to="")
    if row.kind == Kind.DIGEST:
        return _digest(row, known)
    # A situation names the bots at its table in the language of the moment.
    with _manner_of(row):
        situation = known.situations.of(row.player_id) if row.player_id is not None else None
        written = _WRITERS[Kind(row.kind)](row, situation)
        return _message(row, written) if written is not None else None


def _message(row: OutboundMail, context: Context) -> EmailMultiAlternatives:
    name = Kind(row.kind).value.replace("-", "_")
    said = _words(name, row, context)
    phase = context.get("reply_phase")
    reply_to = str(context.get("reply_to") or "")
    if row.player_id is not None and isinstance(phase, int):
        reply_to = reply_address(row.player_id, phase)
    return messages.message_of(row, said, reply_to=reply_to)


def _words(name: str, row: OutboundMail, context: Context) -> messages.Words:
    return messages.words(name, context, with_html=row.member is None or row.member.wants_html)


def _digest(row: OutboundMail, known: Background) -> EmailMultiAlternatives | None:
    """All that waits for the member in one mail; one thing alone as its own mail."""
    contents = digests.contents_of(row, known)
    if not contents.fresh:
        return None
    with _manner_of(row):
        alone = contents.alone
        if alone is not None:
            alone.message_id, alone.address = row.message_id, row.address
            situation = known.situations.of(alone.player_id or 0)
            context = _WRITERS[Kind(alone.kind)](alone, situation)
            return _message(alone, context) if context is not None else None
        context = digests.context_of(row, contents, known)
        if row.member_id is not None:
            context["reply_to"] = digest_address(row.member_id, row.pk)
        return _message(row, context)


@contextmanager
def _manner_of(row: OutboundMail) -> Iterator[None]:
    zone = row.member.time_zone if row.member is not None else "UTC"
    try:
        info = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        info = ZoneInfo("UTC")
    language = row.member.language if row.member is not None else row.language
    with translation.override(language), timezone.override(info):
        yield


def _decision(row: OutboundMail, situation: Situation | None) -> Context | None:
    assert situation is not None
    table = situation.table
    if table.decision is None or table.own_order is not None:
        return None
    if situation.phase_number != row.phase_number:
        return None
    return {
        **contexts.common(row, situation.table),
        **contexts.position(situation),
        **contexts.question(situation),
        "reply_phase": row.phase_number,
    }


def _receipt(row: OutboundMail, situation: Situation | None) -> Context | None:
    if situation is None:
        return None
    return {
        **contexts.common(row, situation.table),
        **contexts.receipt(row.payload, situation.table),
        "reply_phase": row.phase_number,
    }


def _refusal(row: OutboundMail, situation: Situation | None) -> Context | None:
    if situation is None:
        return {**contexts.common(row, None), **contexts.refusal(row.payload)}
    context = {
        **contexts.common(row, situation.table),
        **contexts.refusal(row.payload),
        "reply_phase": row.phase_number,
    }
    if situation.table.match.is_over or situation.table.view is None:
        return context
    context |= contexts.position(situation)
    if situation.table.decision is not None:
        context |= contexts.question(situation)
        context["choices"] = contexts.linked_orders(situation, row.payload.get("choices", ()))
        context["reply_phase"] = situation.phase_number
    return context


def _answer(row: OutboundMail, situation: Situation | None) -> Context | None:
    """What a command did: its words, then whatever it asked to see."""
    if "items" in row.payload:
        return several.context_of(row)
    if situation is None:
        return None
    code, params = str(row.payload.get("code", "")), dict(row.payload.get("params") or {})
    table = situation.table
    context: Context = {**contexts.common(row, table), "reply_phase": situation.phase_number}
    if code in {"hand", "log"}:
        context |= contexts.hand(table) if code == "hand" else contexts.log(situation, params)
        params |= {"cards": context.get("cards"), "lines": context.get("log_lines")}
    context["paragraphs"] = command_answers.told(code, params)
    context["commands"] = command_answers.taught_commands() if code == "help" else []
    context["taken_back"] = [params["text"], *params["steps"]] if code == "withdrawn" else []
    if table.match.is_over or table.view is None:
        return context
    if code == "show":
        context |= contexts.position(situation)
    if code in _ASKING_AGAIN and table.decision is not None:
        context |= contexts.question(situation)
    return context


_ASKING_AGAIN = frozenset(
    ("help", "show", "hand", "withdrawn", "no-order", "readiness-refused", "done", "wait")
)
"""Answers below which stands what is asked now."""


def _test(row: OutboundMail, _situation: Situation | None) -> Context | None:
    if row.member is None:
        return None
    return {
        **contexts.common(row, None),
        "confirm_link": messages.address_link(row.member.pk, row.address),
        "reply_to": digest_address(row.member.pk, row.pk),
    }


def _seat_kept(row: OutboundMail, situation: Situation | None) -> Context | None:
    assert situation is not None
    context = contexts.common(row, situation.table)
    context["reply_phase"] = situation.phase_number
    if situation.table.decision is not None:
        context |= contexts.question(situation)
    return context


def _news(row: OutboundMail, situation: Situation | None) -> Context | None:
    if row.match is None:
        return None
    table = situation.table if situation is not None else selectors.table(row.match, None)
    names = {name: row.payload.get(name, "") for name in ("by", "former", "reason")}
    return {**contexts.common(row, table), **names}


def _started(row: OutboundMail, situation: Situation | None) -> Context | None:
    context = _news(row, situation)
    if context is None or situation is None:
        return context
    return context | contexts.position(situation)


def _finished(row: OutboundMail, situation: Situation | None) -> Context | None:
    if situation is None:
        return None
    return {
        **contexts.common(row, situation.table),
        **contexts.position(situation),
        **contexts.ending(situation.table),
    }


def _invitation(row: OutboundMail, _situation: Situation | None) -> Context | None:
    invitation = (
        Invitation.objects.select_related("match").filter(pk=row.payload.get("invitation")).first()
    )
    if invitation is None:
        return None
    match: Match = invitation.match
    table = selectors.table(match, None)
    common = contexts.common(row, table)
    # Nothing that people have named leads anywhere: whoever is invited may not know them.
    named = {name: without_links(str(common[name])) for name in ("match_title", "names")}
    return {
        **common,
        **named,
        "by": without_links(str(row.payload.get("by", ""))),
        "seats": match.seats,
        "phase_time_words": contexts.duration(match.phase_time),
        "invitation_link": messages.site_link("invitation", token=invitation.token),
        "rules_link": messages.site_link("rules", game=match.game),
    }


_WRITERS: dict[OutboundMail.Kind, Callable[[OutboundMail, Situation | None], Context | None]] = {
    Kind.DECISION: _decision,
    Kind.REMINDER: _decision,
    Kind.RECEIPT: _receipt,
    Kind.REFUSAL: _refusal,
    Kind.INVITATION: _invitation,
    Kind.STARTED: _started,
    Kind.FINISHED: _finished,
    Kind.PARKED: _news,
    Kind.CANCELLED: _news,
    Kind.SEAT_KEPT: _seat_kept,
    Kind.SEAT_TAKEN: _news,
    Kind.ANSWER: _answer,
    Kind.TEST: _test,
}
