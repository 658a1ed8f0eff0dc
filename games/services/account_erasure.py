"""Erasing a member: what others need stands under "former member", everything else goes.

The account's row stays, since matches and ratings hang on it, with nothing of the person in it.
"""

from __future__ import annotations

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Q

from games.common import clock
from games.common.errors import MatchError
from games.common.signals import member_erasing, member_leaving
from games.models import (
    AddressHealth,
    InboundMail,
    Invitation,
    LocalMail,
    Match,
    Member,
    OrderQuestion,
    OutboundMail,
    Player,
    PrivateNote,
    RefusedAddress,
    StandingOrder,
    TableMessage,
)
from games.models.former_members import former_name
from games.rules.commitment import contribution_erased
from games.selectors.invitation_optouts import addressee
from games.selectors.related_rows import rows_of_member
from games.services.anonymization import CHUNK, PersonalWords, scrub_rows
from games.services.matches import cancel_match, leave_match, resign_player
from games.services.notes import forget_notes

KEPT = frozenset(
    (
        "tournaments.Rating",
        "tournaments.RatingChange",
        "tournaments.RatingRefund",
        "tournaments.PlayedMatch",
        "tournaments.Reliability",
    )
)
"""Rows that hang on a member and stay: figures that other people's figures follow from.

Whatever else would go with the member's row, of whichever application, is deleted."""


def erase_member(*, member: Member) -> None:
    """Erase the member for good; done twice, or after it was interrupted, it comes out the same.

    Running seats are given up, so that bots keep them and substitutes may sit down; open matches
    are left, or called off by their host; invitations are withdrawn; tournaments are left.
    """
    Member.objects.filter(pk=member.pk).update(mail_level=Member.MailLevel.NONE, wants_news=False)
    member.refresh_from_db()
    _leave_matches(member)
    member_leaving.send(sender=Member, member=member)
    _end_sessions(member)
    with transaction.atomic():
        words = PersonalWords(member.name, _addresses_of(member), f"former member {member.pk}")
        _erase_mails(member, words)
        _scrub_matches(member, words)
        forget_notes(member)
        member_erasing.send(sender=Member, member=member, words=words)
        _scrub_admin_log(member, words)
        _erase_relations(member)
        _empty_row(member)


def _addresses_of(member: Member) -> set[str]:
    """The present address and those that are still known from before."""
    own = EmailAddress.objects.filter(user=member).values_list("email", flat=True)
    written_to = OutboundMail.objects.filter(member=member).values_list("address", flat=True)
    return {member.email, *own, *written_to.distinct()}


def _leave_matches(member: Member) -> None:
    """Each in its own transaction: no two matches are locked at once."""
    Invitation.objects.filter(invited_by=member, player=None).delete()
    for player in Player.objects.filter(member=member).select_related("match"):
        match = player.match
        try:
            if match.status == Match.Status.OPEN and match.created_by_id == member.pk:
                cancel_match(member=member, match=match)
            elif match.status == Match.Status.OPEN:
                leave_match(member=member, match=match)
            elif not match.is_over:
                resign_player(player=player)
        except MatchError as refusal:
            # It began, ended or was given up meanwhile.
            if refusal.code not in {"not-open", "not-in", "not-running", "already-resigned"}:
                raise


def _end_sessions(member: Member) -> None:
    """Sign out everywhere: a session says whose it is only inside."""
    if not settings.SESSION_ENGINE.endswith("db"):
        return
    for session in Session.objects.iterator(CHUNK):
        if session.get_decoded().get("_auth_user_id") == str(member.pk):
            session.delete()


def _erase_mails(member: Member, words: PersonalWords) -> None:
    to_them = _any_case("address", words.addresses)
    OutboundMail.objects.filter(to_them | Q(member=member)).delete()
    Invitation.objects.filter(_any_case("email", words.addresses)).delete()
    AddressHealth.objects.filter(_any_case("address", words.addresses)).delete()
    digests = [addressee(address) for address in words.addresses]
    RefusedAddress.objects.filter(digest__in=digests).delete()
    own = Q(member=member) | _any_case("envelope_sender", words.addresses)
    beside = Q(match__players__member=member, is_emptied=False)
    _empty_inbound(InboundMail.objects.filter(own).values_list("pk", flat=True))
    quoting = InboundMail.objects.filter(beside).exclude(status=InboundMail.Status.PENDING)
    _empty_inbound(
        [
            row.pk
            for row in quoting.only("pk", "raw").distinct().iterator(CHUNK)
            if words.are_in_mail(bytes(row.raw))
        ]
    )
    LocalMail.objects.filter(_any_case("recipient", words.addresses)).delete()
    for mail in LocalMail.objects.only("pk", "raw", "subject").iterator(CHUNK):
        if words.are_in_mail(bytes(mail.raw)) or words.out_of(mail.subject) != mail.subject:
            LocalMail.objects.filter(pk=mail.pk).delete()


def _empty_inbound(ids: Collection[int]) -> None:
    rows = InboundMail.objects.filter(pk__in=list(ids))
    rows.filter(status=InboundMail.Status.PENDING).update(status=InboundMail.Status.IGNORED)
    rows.update(
        raw=b"", recipient="", envelope_sender="", verdicts={}, is_emptied=True, member=None
    )


def _scrub_matches(member: Member, words: PersonalWords) -> None:
    players = Player.objects.filter(member=member)
    StandingOrder.objects.filter(player__in=players).delete()
    OrderQuestion.objects.filter(player__in=players).delete()
    own = list(players.only("pk", "contribution"))
    for player in own:
        player.contribution = contribution_erased(player.contribution)
        player.mail_level, player.resign_asked_at = "", None
    Player.objects.bulk_update(
        own, ["contribution", "mail_level", "resign_asked_at"], batch_size=CHUNK
    )
    matches = Match.objects.filter(
        Q(players__member=member)
        | Q(created_by=member)
        | Q(players__substitutions__former_member=member)
    )
    ids = list(matches.values_list("pk", flat=True).distinct())
    scrub_rows(PrivateNote.objects.filter(match__in=ids), ["text"], words)
    scrub_rows(Match.objects.filter(pk__in=ids), ["title", "event_name", "fault"], words)
    scrub_rows(TableMessage.objects.filter(match__in=ids), ["text", "hidden_reason"], words)
    naming = Q(match__in=ids) | Q(payload__by=member.name) | Q(payload__former=member.name)
    scrub_rows(OutboundMail.objects.filter(naming), ["payload", "error"], words)


def _scrub_admin_log(member: Member, words: PersonalWords) -> None:
    kind = ContentType.objects.get_for_model(Member)
    about = AdminEntry.objects.filter(content_type=kind, object_id=str(member.pk))
    about.update(object_repr=f"former member {member.pk}", change_message="")
    scrub_rows(AdminEntry.objects.all(), ["object_repr", "change_message"], words)


def _erase_relations(member: Member) -> None:
    """Delete what would go with the row, whatever application it belongs to."""
    for relation, rows in rows_of_member(member):
        goes = getattr(relation, "on_delete", None) is models.CASCADE
        if goes and rows.model._meta.label not in KEPT:
            rows.delete()
    for many in Member._meta.many_to_many:
        getattr(member, many.name).clear()


def _empty_row(member: Member) -> None:
    now = clock.now()
    values: dict[str, object] = {}
    for field in Member._meta.concrete_fields:
        if field.primary_key:
            continue
        if field.null:
            values[field.name] = None
        elif field.has_default():
            values[field.name] = field.get_default()
        elif field.unique:
            values[field.name] = former_name(member.pk)
        else:
            values[field.name] = ""
    values |= {
        "email": f"former-{member.pk}@erased.invalid",
        "password": "!",
        "mail_level": Member.MailLevel.NONE,
        "is_active": False,
        "is_listed": False,
        "joined_at": now,
        "erased_at": now,
    }
    Member.objects.filter(pk=member.pk).update(**values)
    member.refresh_from_db()


def _any_case(field: str, addresses: Collection[str]) -> Q:
    wanted = Q(pk__in=[])
    for address in addresses:
        wanted |= Q(**{f"{field}__iexact": address})
    return wanted
