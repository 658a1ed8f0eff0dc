"""Table talk: reading it, saying something, and not hearing somebody."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.common import clock
from games.common.errors import MatchError
from games.models import Member, Player, TableMessage
from games.selectors.talk import (
    MOST_ON_ONE_PAGE,
    MOST_SHOWN,
    TableTalk,
    others_at_table,
    told_to,
)
from games.selectors.talk import table_talk as read_talk
from games.services import following, talk, talk_moderation
from games.views.refusals import refusal
from games.views.request_helpers import in_member_zone, member_post, own_player, signed_in

Context = dict[str, object]


def talk_context(
    player: Player | None,
    most: int = MOST_SHOWN,
    *,
    member: Member | None = None,
    shown: TableTalk | None = None,
) -> Context:
    """What the talk's part of a page shows to this player; nothing to anybody else.

    What it shows counts as seen. `member` is the player's, `shown` the talk, where they are read
    already.
    """
    if player is not None and member is not None and member.pk == player.member_id:
        player.member = member
    if player is None or player.member is None:
        return {}
    if player.match.is_practice or not player.match.has_talk:
        return {}
    shown = shown or read_talk(player, most)
    if shown.newest > player.talk_seen:
        talk.mark_talk_seen(player.pk, shown.newest)
    return {
        "talk": shown,
        "talk_player": player,
        "talk_levels": Member.TalkLevel.choices,
        "is_talk_off": player.wanted_talk == Member.TalkLevel.NONE,
        "talk_most": TableMessage._meta.get_field("text").max_length,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
def table_talk(request: HttpRequest, code: str) -> HttpResponse:
    """The whole thread, or one more message from the form."""
    player = own_player(request, code)
    if request.method != "POST":
        return _thread(request, player)
    text = request.POST.get("text", "")
    try:
        talk.say_at_table(
            player=player,
            text=text,
            is_meant="meant" in request.POST,
            only_to=request.POST.get("to", ""),
        )
    except MatchError as error:
        return _thread(request, player, text=text, error=error)
    messages.success(request, gettext("Sent. The others read it here or with their next mail."))
    return redirect(reverse("match", kwargs={"code": player.match.code}) + "#talk")


def _thread(
    request: HttpRequest, player: Player, *, text: str = "", error: MatchError | None = None
) -> HttpResponse:
    context = {
        **talk_context(player, MOST_ON_ONE_PAGE),
        "match": player.match,
        "player": player,
        "is_whole": True,
        "now": clock.now(),
        "talk_text": text,
        "talk_to": request.POST.get("to", ""),
        "talk_readers": () if player.match.event_path else others_at_table(player),
        "talk_error": refusal(error) if error is not None else "",
        "asks_whether_meant": error is not None and error.code == "talk-like-order",
    }
    return render(request, "games/talk.html", context, status=422 if error is not None else 200)


@member_post
def choose_talk(request: HttpRequest, code: str) -> HttpResponse:
    """How the player hears of this match's talk."""
    player = own_player(request, code)
    talk.choose_match_talk(player=player, level=request.POST.get("level", ""))
    messages.success(request, gettext("Saved."))
    return redirect("match", code=player.match.code)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
def report_message(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Ask whether, and then why, a message is to be reported."""
    player = own_player(request, code)
    message = _message(player, number)
    if request.method == "POST":
        try:
            talk_moderation.report_message(
                member=signed_in(request), message=message, reason=request.POST.get("reason", "")
            )
        except MatchError as error:
            messages.error(request, refusal(error))
        else:
            messages.success(request, gettext("Reported. Somebody will take a look."))
        return redirect("match", code=player.match.code)
    context = {"match": player.match, "message": message}
    return render(request, "games/talk_report.html", context)


@member_post
def mute_author(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Hear nothing more of who said this."""
    player = own_player(request, code)
    author = _message(player, number).member
    following.mute_member(member=signed_in(request), other=author)
    words = gettext("You no longer see what %(name)s says. You can undo this on your people page.")
    messages.success(request, words % {"name": author.name})
    return redirect("match", code=player.match.code)


def _message(player: Player, number: int) -> TableMessage:
    """A message at the player's own table. Raises Http404."""
    found = (
        TableMessage.objects.select_related("member", "match")
        .filter(told_to(player.member_id), match=player.match_id, pk=number, hidden_at=None)
        .first()
    )
    if found is None:
        raise Http404
    return found
