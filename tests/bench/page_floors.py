"""The floors of pages: who asks and the same rows by Django's plain means, in a small template."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine, Template

from games.common.countries import country_choices
from games.forms.members import time_zone_choices
from games.models import (
    AddressHealth,
    DeadlineChange,
    Invitation,
    Match,
    MatchWatch,
    Member,
    Order,
    Phase,
    Player,
    PrivateNote,
    StandingOrder,
    TableMessage,
)
from games.views.request_helpers import member_of

JOURNAL = 12
TALK = 40
TEMPLATE = Template(
    "<!doctype html><title>{{ title }}</title><h1>{{ title }}</h1><ul>"
    "{% for line in lines %}<li>{{ line.0 }} <b>{{ line.1 }}</b></li>{% endfor %}</ul>",
    engine=Engine(),
)


def fair_match_page(request: HttpRequest, code: str) -> HttpResponse:
    """What a match's page shows its player or a visitor, read as the tutorial would."""
    member = member_of(request)
    match = Match.objects.select_related("created_by").get(code=code)
    players = list(match.players.select_related("member"))
    viewer = next((one for one in players if member and one.member_id == member.pk), None)
    opened = Phase.objects.get(match=match, closed_at=None)
    orders = list(Order.objects.filter(phase=opened))
    closed = list(match.phases.exclude(closed_at=None).order_by("-number")[:JOURNAL])
    ledger = list(DeadlineChange.objects.filter(phase=opened).select_related("by"))
    lines: list[tuple[object, object]] = [(one.seat, one.member) for one in players]
    lines += [(phase.number, phase.closed_at) for phase in closed]
    lines += [(change.changed_at, change.new_deadline_at) for change in ledger]
    if viewer is not None and member is not None:
        lines += _of_player(viewer, players)
        lines += [(order.seat, order.text) for order in orders if order.player_id == viewer.pk]
        watching = MatchWatch.objects.filter(match=match).count()
        lines.append(("watching", watching))
    return small_page(code, lines)


def _of_player(viewer: Player, players: Iterable[Player]) -> list[tuple[object, object]]:
    """What only a player's page has."""
    member, people = viewer.member, [one.member_id for one in players]
    standing = StandingOrder.objects.filter(player=viewer)
    talk = TableMessage.objects.filter(match=viewer.match_id).select_related("member")
    notes = PrivateNote.objects.filter(
        Q(match=viewer.match_id) | Q(about__in=people), writer=member
    )
    waiting = Player.objects.filter(member=member, match__status=Match.Status.RUNNING)
    troubled = AddressHealth.objects.filter(
        address__in=[one.member.email for one in players if one.member]
    )
    return [
        *((step.position, step.text) for step in standing),
        *((said.member.name, said.text) for said in talk.order_by("-id")[:TALK]),
        *((note.pk, note.text) for note in notes),
        ("waiting", waiting.count()),
        *((one.address, one.state) for one in troubled),
    ]


def fair_home(request: HttpRequest, what: str) -> HttpResponse:
    """A member's matches (`home`), or those to join and to watch (`lobby`), with who plays them."""
    member = member_of(request)
    assert member is not None
    mine = Match.objects.filter(players__member=member)
    if what == "home":
        listed = list(mine.filter(status=Match.Status.RUNNING).order_by("deadline_at")[:200])
    else:
        public = Match.objects.filter(is_public=True)
        listed = list(public.filter(status=Match.Status.OPEN).order_by("-created_at")[:50])
        listed += public.filter(status=Match.Status.RUNNING).order_by("-started_at")[:20]
    players = Player.objects.filter(match__in=listed).select_related("member")
    phases = list(Phase.objects.filter(match__in=listed, closed_at=None))
    orders = Order.objects.filter(phase__in=phases)
    invited = Invitation.objects.filter(email__iexact=member.email).select_related("match")
    waiting = Player.objects.filter(member=member, match__status=Match.Status.RUNNING)
    over = mine.filter(status=Match.Status.FINISHED).order_by("-finished_at")[:100]
    lines: list[tuple[object, object]] = [(match.code, match.deadline_at) for match in listed]
    lines += [(one.match_id, one.member) for one in players]
    lines += [(order.phase_id, order.seat) for order in orders]
    lines += [(one.match.code, one.email) for one in invited]
    lines += [(match.code, match.finished_at) for match in over]
    lines += [(watch.match.code, watch.since) for watch in _watched(member)]
    return small_page(what, [*lines, ("waiting", waiting.count())])


def _watched(member: Member) -> QuerySet[MatchWatch]:
    return MatchWatch.objects.filter(member=member).select_related("match")


def fair_profile(request: HttpRequest) -> HttpResponse:
    """A member's settings, and all that can be chosen from."""
    member = member_of(request)
    assert member is not None
    row = Member.objects.get(pk=member.pk)
    health = AddressHealth.objects.filter(address=row.email).first()
    waiting = Player.objects.filter(member=member, match__status=Match.Status.RUNNING).count()
    lines: list[tuple[object, object]] = [("waiting", waiting), (row.email, health)]
    lines += [(field.name, getattr(row, field.attname)) for field in row._meta.concrete_fields]
    return small_page(row.name, [*lines, *time_zone_choices(), *country_choices()])


def one_select(request: HttpRequest, code: str) -> HttpResponse:
    """Who asks, and one row by its key."""
    member_of(request)
    return HttpResponse(Match.objects.get(code=code).status)


def small_page(title: str, lines: list[tuple[object, object]]) -> HttpResponse:
    """The lines in a list."""
    return HttpResponse(TEMPLATE.render(Context({"title": title, "lines": lines})))
