"""Making a match: creating, inviting, joining, filling up, and giving up a seat."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.common.links import has_link
from games.common.task_queue import enqueue_match, enqueue_outbox
from games.letters.invitations import InvitationLetter
from games.letters.matches import CancelledLetter
from games.models import Invitation, Match, Member, OutboundMail, Phase, Player
from games.rules.game import AnyRules
from games.rules.protocol import Options, SetupError
from games.rules.registry import UnknownGameError, bots_for, rules_for
from games.services import notices
from games.services.bot_accounts import check_bot_may_sit
from games.services.digest_scheduling import write_notices
from games.services.game_pauses import check_not_paused
from games.services.match_news import publish_match
from games.services.match_start import deal_match
from games.services.missed_deadlines import SUBSTITUTE_BOT
from games.services.new_matches import drawn_server_seed, new_match
from games.services.quotas import Deed, spend_invitations, spend_quota
from games.services.running_matches import lock_match
from games.services.time_controls import USUAL_TERMS, Terms, check_terms

MOST_CONTRIBUTED = 64
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
MOST_INVITATIONS = 20
MOST_OPEN_MATCHES = 20
"""Matches of one member that wait for players at one time."""


class TableManners(TypedDict, total=False):
    """How people meet at a table: fields of Match, which say what each means, and its defaults."""

    waiting_policy: str
    has_talk: bool
    shows_talk: bool
    delays_spectators: bool
    is_quick: bool
    bot_accounts: str


def create_match(  # noqa: PLR0913  the terms of a match, all by keyword
    *,
    member: Member,
    game: str,
    options: Mapping[str, object],
    seats: int,
    phase_time: timedelta,
    is_public: bool = True,
    title: str = "",
    contribution: str = "",
    terms: Terms = USUAL_TERMS,
    is_practice: bool = False,
    **manners: Unpack[TableManners],
) -> Match:
    """Open a match with its creator in the first place; one for a single person starts at once.

    Practice is private and unrated, for one member against bots; nothing about it is mailed.

    The commitment to the server's seed is published with it, before anybody else can join.
    Raises MatchError with `unknown-game`, `bad-setup` (params: the rules' code), `bad-clock`,
    `bad-bank`, `bad-misses`, `bad-reveal`, `link-in-title`, `too-many-open`, `quota-match`,
    `game-paused` (params: words), `no-bot-accounts`.
    """
    rules, chosen = _check_setup(game, options, seats)
    _check_manners(game, phase_time, terms, title)
    with transaction.atomic():
        _spend_room(member)
        match = new_match(
            rules,
            chosen,
            seats,
            title=title,
            is_public=is_public and not is_practice,
            is_practice=is_practice,
            is_rated=not is_practice,
            created_by=member,
            phase_time=phase_time,
            server_seed=drawn_server_seed(),
            **terms.as_fields(),
            **manners,
        )
        match.save(force_insert=True)
        _take_place(match, member=member, contribution=contribution)
        _start_if_full(match)
    return match


def _check_manners(game: str, phase_time: timedelta, terms: Terms, title: str) -> None:
    check_not_paused(game)
    check_terms(phase_time, terms)
    if has_link(title):
        raise MatchError("link-in-title")


def _spend_room(member: Member) -> None:
    """Count one more match of the member's. Raises MatchError where there are enough."""
    waiting = Match.objects.filter(created_by=member, status=Match.Status.OPEN).count()
    if waiting >= MOST_OPEN_MATCHES:
        raise MatchError("too-many-open", most=MOST_OPEN_MATCHES)
    spend_quota(member, Deed.MATCH)


def _check_setup(game: str, options: Mapping[str, object], seats: int) -> tuple[AnyRules, Options]:
    try:
        rules = rules_for(game)
        chosen = rules.options.from_mapping(options)
        rules.check(seats, chosen)
    except UnknownGameError as error:
        raise MatchError("unknown-game", game=game) from error
    except SetupError as error:
        raise MatchError("bad-setup", reason=error.code, **error.params) from error
    return rules, chosen


def join_match(*, member: Member, match: Match, contribution: str = "", token: str = "") -> Player:
    """Take a free place; the match starts with the last one.

    Raises MatchError with `not-open`, `already-in`, `full`, `no-bot-accounts` for a bot account
    where the table takes none, or `not-invited` for a private match
    without an invitation (its link's token, or one sent to the member's address).
    """
    with transaction.atomic():
        locked = lock_match(match.pk)
        _check_open(locked)
        invitation = _invitation_for(locked, member, token)
        players = list(locked.players.order_by("id"))
        if any(player.member_id == member.pk for player in players):
            raise MatchError("already-in")
        if len(players) >= locked.seats:
            raise MatchError("full")
        player = _take_place(locked, member=member, contribution=contribution)
        if invitation is not None:
            Invitation.objects.filter(pk=invitation.pk).update(player=player)
        _start_if_full(locked)
    return player


def _invitation_for(match: Match, member: Member, token: str) -> Invitation | None:
    """The member's invitation, if any. Raises MatchError for a private match without one."""
    invitations = match.invitations.filter(player=None)
    invitation = invitations.filter(token=token).first() if token else None
    invitation = invitation or invitations.filter(email__iexact=member.email).first()
    holds_link = bool(token) and secrets.compare_digest(token, match.invitation_token)
    if not match.is_public and invitation is None and not holds_link:
        raise MatchError("not-invited")
    return invitation


def set_contribution(*, player: Player, text: str) -> None:
    """Change what a player adds to the match's chance, until it starts (`not-open` after that).

    The host's first words come together with the server's commitment; words given here come after
    it, so that the server cannot have chosen its seed to fit them.
    """
    with transaction.atomic():
        _check_open(lock_match(player.match_id))
        Player.objects.filter(pk=player.pk).update(contribution=_printable(text))


def leave_match(*, member: Member, match: Match) -> None:
    """Give a place back before the start; the host cancels instead (`host-leaves`), but at a quick
    match is followed by whoever has waited longest."""
    with transaction.atomic():
        locked = lock_match(match.pk)
        _check_open(locked)
        if locked.created_by_id == member.pk and not _has_heir(locked, member):
            raise MatchError("host-leaves")
        deleted, _rows = locked.players.filter(member=member).delete()
        if not deleted:
            raise MatchError("not-in")
        publish_match(locked)


def _has_heir(match: Match, host: Member) -> bool:
    """Whether somebody else waits at a quick match, who is the host from now on."""
    others = match.players.filter(member__isnull=False).exclude(member=host).order_by("id")
    heir = others.first() if match.is_quick else None
    if heir is not None:
        match.created_by_id = heir.member_id
        match.save(update_fields=["created_by"])
    return heir is not None


def add_bot(*, member: Member, match: Match, bot: str = SUBSTITUTE_BOT) -> Player:
    """The host seats a bot. Raises `not-host`, `not-open`, `full`, `unknown-bot`."""
    with transaction.atomic():
        locked = _lock_as_host(match, member)
        if bot not in bots_for(locked.game):
            raise MatchError("unknown-bot", bot=bot, known=sorted(bots_for(locked.game)))
        if locked.players.count() >= locked.seats:
            raise MatchError("full")
        player = _take_place(locked, bot=bot)
        _start_if_full(locked)
    return player


def fill_with_bots(*, member: Member, match: Match, bot: str = SUBSTITUTE_BOT) -> Match:
    """The host seats bots in every free place, which starts the match."""
    with transaction.atomic():
        locked = _lock_as_host(match, member)
        if bot not in bots_for(locked.game):
            raise MatchError("unknown-bot", bot=bot, known=sorted(bots_for(locked.game)))
        for _place in range(locked.seats - locked.players.count()):
            _take_place(locked, bot=bot)
        _start_if_full(locked)
    return locked


def cancel_match(*, member: Member, match: Match) -> None:
    """The host calls the match off before the start; who had joined is told."""
    with transaction.atomic():
        locked = _lock_as_host(match, member)
        locked.status = Match.Status.CANCELLED
        locked.finished_at = now = clock.now()
        locked.save(update_fields=["status", "finished_at"])
        publish_match(locked)
        others = locked.players.select_related("member").exclude(member=member)
        write_notices(notices.table_notices(CancelledLetter(by=member.name), locked, others, now))


def invite_to_match(*, member: Member, match: Match, addresses: Sequence[str]) -> list[Invitation]:
    """Mail an invitation to each address; one already invited is not written to again.

    An address whose reader wants none, or has had enough today, keeps the offer of a seat without a
    mail: `is_mailed` says so, and not why. Any player of the match may invite. Raises `not-in`,
    `not-open`, `bad-address` (params: which), `too-many-invitations`, and what
    `quotas.spend_invitations` raises.
    """
    wanted = list(
        dict.fromkeys(address.strip().lower() for address in addresses if address.strip())
    )
    for address in wanted:
        _check_address(address)
    with transaction.atomic():
        locked = lock_match(match.pk)
        _check_open(locked)
        if not locked.players.filter(member=member).exists():
            raise MatchError("not-in")
        known = set(locked.invitations.values_list("email", flat=True))
        new = [address for address in wanted if address not in known]
        if len(known) + len(new) > MOST_INVITATIONS:
            raise MatchError("too-many-invitations", most=MOST_INVITATIONS)
        mailed = spend_invitations(member, new)
        rows = [
            Invitation.objects.create(
                match=locked, email=address, invited_by=member, is_mailed=address in mailed
            )
            for address in new
        ]
        OutboundMail.objects.bulk_create(
            [invitation_mail(row, member) for row in rows if row.is_mailed]
        )
    enqueue_outbox()
    return rows


def invitation_mail(invitation: Invitation, host: Member) -> OutboundMail:
    """The mail that offers the seat, not saved yet."""
    guest = Member.objects.filter(email__iexact=invitation.email).first()
    return notices.notice(
        InvitationLetter(invitation=invitation.pk, by=host.name),
        notices.Recipient(invitation.email, (guest or host).language, guest),
        key=f"invitation:{invitation.pk}",
        at=clock.now(),
        match=invitation.match,
    )


def _check_address(address: str) -> None:
    try:
        validate_email(address)
    except ValidationError as error:
        raise MatchError("bad-address", address=address[:100]) from error


def decline_invitation(*, token: str) -> Invitation:
    """Say no to an invitation. Raises MatchError `no-invitation`; saying it twice is fine."""
    with transaction.atomic():
        invitation = (
            Invitation.objects.select_related("match").filter(token=token, player=None).first()
        )
        if invitation is None:
            raise MatchError("no-invitation")
        if invitation.declined_at is None:
            invitation.declined_at = clock.now()
            invitation.save(update_fields=["declined_at"])
    return invitation


def resign_player(*, player: Player) -> None:
    """Give the seat up for good: a bot plays it on, until somebody else takes it.

    Raises MatchError with `not-running` or `already-resigned`.
    """
    with transaction.atomic():
        match = lock_match(player.match_id)
        if match.status not in {Match.Status.RUNNING, Match.Status.PARKED}:
            raise MatchError("not-running")
        row = Player.objects.select_related("member").get(pk=player.pk)
        if row.resigned_at is not None:
            raise MatchError("already-resigned")
        row.resigned_at = now = clock.now()
        row.bot = row.bot or SUBSTITUTE_BOT
        row.away_since = row.away_since or now
        row.save(update_fields=["resigned_at", "bot", "away_since"])
        publish_match(match)
        others = match.players.select_related("member")
        write_notices(notices.seat_left_notices(match, others, row, now, is_for_good=True))
        if match.status == Match.Status.RUNNING:
            match.phases.filter(Phase.OPEN).update(wake_at=now)
        enqueue_match(match.pk)


def return_player(*, player: Player) -> None:
    """Take the seat back from the bot that kept it.

    Raises MatchError with `already-resigned`, `seat-taken` or `not-running`.
    """
    with transaction.atomic():
        match = lock_match(player.match_id)
        if match.status not in {Match.Status.RUNNING, Match.Status.PARKED}:
            raise MatchError("not-running")
        row = Player.objects.get(pk=player.pk)
        if row.member_id != player.member_id:
            raise MatchError("seat-taken")
        if row.resigned_at is not None:
            raise MatchError("already-resigned")
        row.bot, row.missed_in_a_row, row.away_since = "", 0, None
        row.save(update_fields=["bot", "missed_in_a_row", "away_since"])
        publish_match(match)


def _lock_as_host(match: Match, member: Member) -> Match:
    locked = lock_match(match.pk)
    if locked.created_by_id != member.pk:
        raise MatchError("not-host")
    _check_open(locked)
    return locked


def _check_open(match: Match) -> None:
    if match.status != Match.Status.OPEN:
        raise MatchError("not-open")


def _take_place(
    match: Match, *, member: Member | None = None, bot: str = "", contribution: str = ""
) -> Player:
    if member is not None:
        check_bot_may_sit(match, member)
    publish_match(match)
    return Player.objects.create(
        match=match,
        member=member,
        bot=bot,
        contribution=_printable(contribution),
        joined_at=clock.now(),
    )


def _printable(contribution: str) -> str:
    return _CONTROL.sub("", contribution)[:MOST_CONTRIBUTED]


def _start_if_full(match: Match) -> None:
    players = list(match.players.select_related("member").order_by("id"))
    if len(players) == match.seats:
        check_not_paused(match.game)
        deal_match(match, players)
        enqueue_outbox()
