"""What needs a hand: one page of the admin with every open trouble, and a button for each deed.

A deed is a POST with a reason, by somebody with its permission; one that cannot be taken back is
asked for again. Each is noted in the admin's log. Other apps add sections of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminLogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.common.errors import RefusalError
from games.models import AddressHealth, Alarm, InboundMail, Match, Member, OutboundMail, Player
from games.services import delivery
from games.services.alarms import alarm_words
from games.services.match_failures import resume_match
from games.services.operator_actions import call_off_match, move_deadline
from games.views.refusals import refusal
from games.views.request_helpers import signed_in

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PAGE = "admin:games_alarm_hand"
MOST_ROWS = 50
MOST_REASON = 200


@dataclass(frozen=True)
class ActionRequest:
    """A deed as it was asked for: to what, by whom, why; `until` where it takes a time."""

    by: Member
    reason: str
    row: int | None = None
    until: datetime | None = None

    @property
    def pk(self) -> int:
        """The one row that it is asked for. Raises Http404 where it is asked for all."""
        if self.row is None:
            raise Http404
        return self.row

    @property
    def time(self) -> datetime:
        """The time that was given with it. Raises Http404 where none was."""
        if self.until is None:
            raise Http404
        return self.until


@dataclass(frozen=True)
class OperatorAction:
    """Something that an operator can do about a trouble; `do` returns how many it was done to."""

    name: str
    label: StrOrPromise
    permission: str
    do: Callable[[ActionRequest], int]
    is_final: bool = False
    takes_time: bool = False


@dataclass(frozen=True)
class Row:
    """One trouble: `fault` is what only those may read who may mend it."""

    pk: int
    title: str
    words: str = ""
    since: datetime | None = None
    fault: str = ""
    evidence: str = ""
    """The address of a page with more."""


@dataclass(frozen=True)
class Section:
    """Troubles of one kind. `by_code` finds a row that is not listed; `all_deeds` take them all."""

    key: str
    title: StrOrPromise
    model: type[Model]
    rows: Callable[[Member], list[Row]]
    deeds: tuple[OperatorAction, ...] = ()
    all_deeds: tuple[OperatorAction, ...] = ()
    by_code: Callable[[str], int | None] | None = None


SECTIONS: list[Section] = []


def add_section(section: Section) -> None:
    """Put a further kind of trouble on the page; said once, when the application starts."""
    SECTIONS.append(section)


def hand(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """The page, or one deed of it. `context` is the admin site's own."""
    if request.method == "POST":
        return _act(request, context)
    member = signed_in(request)
    shown = [
        {
            "section": section,
            "rows": section.rows(member),
            "deeds": [one for one in section.deeds if member.has_perm(one.permission)],
            "all_deeds": [one for one in section.all_deeds if member.has_perm(one.permission)],
        }
        for section in SECTIONS
    ]
    answer = render(request, "admin/games/alarm/hand.html", {**context, "shown": shown})
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _act(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    section, deed = _asked(request)
    member = signed_in(request)
    if not member.has_perm(deed.permission):
        raise PermissionDenied
    try:
        act = _act_of(request, section, deed, member)
    except ValueError as error:
        messages.error(request, str(error))
        return redirect(PAGE)
    if deed.is_final and "confirmed" not in request.POST:
        return _ask_again(request, context, section, deed, act)
    try:
        done = deed.do(act)
    except RefusalError as error:
        messages.error(request, refusal(error))
    except ObjectDoesNotExist:
        messages.error(request, gettext("Somebody has already dealt with this."))
    else:
        _log(section, deed, act)
        messages.success(request, ngettext("Done: %(n)d.", "Done: %(n)d.", done) % {"n": done})
    return redirect(PAGE)


def _ask_again(
    request: HttpRequest,
    context: dict[str, object],
    section: Section,
    deed: OperatorAction,
    act: ActionRequest,
) -> HttpResponse:
    hidden = {"section": section.key, "deed": deed.name, "pk": act.row, "reason": act.reason}
    if act.until is not None:
        hidden["until"] = act.until.isoformat()
    what = section.model._default_manager.filter(pk=act.row).first()
    if what is None:
        raise Http404
    told = {"hidden": hidden, "deed": deed, "act": act, "what": what}
    return render(request, "admin/games/alarm/confirm.html", {**context, **told})


def _asked(request: HttpRequest) -> tuple[Section, OperatorAction]:
    for section in SECTIONS:
        if section.key == request.POST.get("section"):
            for deed in (*section.deeds, *section.all_deeds):
                if deed.name == request.POST.get("deed"):
                    return section, deed
    raise Http404


def _act_of(
    request: HttpRequest, section: Section, deed: OperatorAction, member: Member
) -> ActionRequest:
    """What is asked for. Raises ValueError with a sentence for the operator."""
    reason = request.POST.get("reason", "").replace("\0", "").strip()[:MOST_REASON]
    if not reason:
        raise ValueError(gettext("Give a reason: it is logged."))
    until = None
    if deed.takes_time:
        until = _time_of(request.POST.get("until", ""))
    if deed in section.all_deeds:
        return ActionRequest(member, reason)
    given = request.POST.get("pk", "")
    code = request.POST.get("code", "").strip().lower()[:20]
    pk = int(given) if given.isdecimal() and len(given) < 19 else None
    if pk is None and section.by_code is not None:
        pk = section.by_code(code)
    if pk is None:
        raise ValueError(gettext("Nothing has this code or number."))
    return ActionRequest(member, reason, pk, until)


def _time_of(text: str) -> datetime:
    try:
        found = parse_datetime(text.strip()[:40])
    except ValueError:
        found = None
    if found is None:
        raise ValueError(gettext("Give a time as in 2026-11-22T18:00; it is read as UTC."))
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _log(section: Section, deed: OperatorAction, act: ActionRequest) -> None:
    AdminLogEntry.objects.create(
        user_id=act.by.pk,
        content_type=ContentType.objects.get_for_model(section.model),
        object_id=str(act.row) if act.row is not None else None,
        object_repr=f"{section.model._meta.verbose_name} {act.row or '*'}"[:200],
        action_flag=CHANGE,
        change_message=f"{deed.name}: {act.reason}",
    )


# --- The sections of this app ------------------------------------------------------------------


def _alarms(_member: Member) -> list[Row]:
    rows = Alarm.objects.filter(cleared_at=None).exclude(raised_at=None)
    return [Row(row.pk, row.key, alarm_words(row), row.raised_at) for row in rows]


def _parked(member: Member) -> list[Row]:
    matches = list(Match.objects.filter(status=Match.Status.PARKED).order_by("pk")[:MOST_ROWS])
    # A fault may quote cards: not to who plays there.
    own = set(
        Player.objects.filter(match__in=matches, member=member).values_list("match_id", flat=True)
    )
    may_read = member.has_perm("games.change_match")
    return [
        Row(
            match.pk,
            str(match),
            match.title,
            match.deadline_at,
            match.fault if may_read and match.pk not in own else "",
        )
        for match in matches
    ]


def _resume(act: ActionRequest) -> int:
    resume_match(match_id=act.pk)
    return 1


def _resume_all(act: ActionRequest) -> int:
    ids = Match.objects.filter(status=Match.Status.PARKED).values_list("pk", flat=True)
    return sum(_resume(ActionRequest(act.by, act.reason, pk)) for pk in list(ids))


def _call_off(act: ActionRequest) -> int:
    call_off_match(match_id=act.pk, reason=act.reason)
    return 1


def _move(act: ActionRequest) -> int:
    move_deadline(match_id=act.pk, to=act.time, by=act.by, reason=act.reason)
    return 1


def _match_by_code(code: str) -> int | None:
    return Match.objects.filter(code=code).values_list("pk", flat=True).first()


def _failed_mails(_member: Member) -> list[Row]:
    rows = OutboundMail.objects.filter(status=OutboundMail.Status.FAILED).order_by("-pk")
    return [
        Row(row.pk, f"{row.get_kind_display()}: {row.address}", row.error[:200], row.due_at)
        for row in rows[:MOST_ROWS]
    ]


def _stopped_addresses(_member: Member) -> list[Row]:
    state = AddressHealth.State
    rows = AddressHealth.objects.filter(
        state__in=(state.STOPPED, state.BOUNCING, state.COMPLAINED)
    ).order_by("-trouble_at", "pk")
    return [
        Row(row.pk, row.address, f"{row.get_state_display()}: {row.trouble}", row.trouble_at)
        for row in rows[:MOST_ROWS]
    ]


def _free(act: ActionRequest) -> int:
    delivery.free_address(AddressHealth.objects.get(pk=act.pk).address)
    return 1


def _unreadable_mails(_member: Member) -> list[Row]:
    rows = InboundMail.objects.filter(verdict__startswith=UNREADABLE).order_by("-received_at")
    return [
        Row(row.pk, f"{row.source} {row.pk}", row.verdict, row.received_at)
        for row in rows[:MOST_ROWS]
    ]


UNREADABLE = "unreadable"


CALL_OFF = OperatorAction("call-off", _("Call off"), "games.change_match", _call_off, is_final=True)

for _section in (
    Section("alarms", _("Alarms"), Alarm, _alarms),
    Section(
        "matches",
        _("Matches on hold"),
        Match,
        _parked,
        (OperatorAction("resume", _("Resume"), "games.change_match", _resume), CALL_OFF),
        (OperatorAction("resume-all", _("Resume all"), "games.change_match", _resume_all),),
    ),
    Section(
        "mails",
        _("Mails that failed"),
        OutboundMail,
        _failed_mails,
        (
            OperatorAction(
                "send",
                _("Send again"),
                "games.change_outboundmail",
                lambda act: delivery.retry_mail(mail_id=act.pk),
            ),
        ),
        (
            OperatorAction(
                "send-all",
                _("Send all again"),
                "games.change_outboundmail",
                lambda _act: delivery.retry_mail(),
            ),
        ),
    ),
    Section(
        "addresses",
        _("Addresses that get no mail"),
        AddressHealth,
        _stopped_addresses,
        (OperatorAction("free", _("Send to it again"), "games.change_addresshealth", _free),),
        (
            OperatorAction(
                "free-all",
                _("Send to all again"),
                "games.change_addresshealth",
                lambda _act: delivery.free_addresses(),
            ),
        ),
    ),
    Section("inbound", _("Mails that could not be read"), InboundMail, _unreadable_mails),
    Section(
        "match",
        _("Any match, by its code"),
        Match,
        lambda _member: [],
        (
            OperatorAction(
                "move",
                _("Move the deadline"),
                "games.change_match",
                _move,
                is_final=True,
                takes_time=True,
            ),
            CALL_OFF,
        ),
        by_code=_match_by_code,
    ),
):
    add_section(_section)
