"""The floors of pages: who asks and the same rows by Django's plain means, in a small template."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine, Template

from games.models import (
    AddressHealth,
    DeadlineChange,
    Match,
    MatchWatch,
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


def small_page(title: str, lines: list[tuple[object, object]]) -> HttpResponse:
    """The lines in a list."""
    return HttpResponse(TEMPLATE.render(Context({"title": title, "lines": lines})))
