"""The page on which organisers and operators look after what is said at tables."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.common.errors import MatchError
from games.models import Member, TableMessage, TalkRuling
from games.selectors.talk_reports import (
    looks_after_talk,
    open_reports,
    rulings_of,
    silences_of,
)
from games.services import talk_moderation
from games.templatetags.site import span
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import in_member_zone, signed_in


@require_safe
@login_required
@in_member_zone
def reports(request: HttpRequest) -> HttpResponse:
    """What was reported, the silences that hold, and the log."""
    member = signed_in(request)
    if not looks_after_talk(member):
        raise Http404
    context = {
        "reported": open_reports(member),
        "silences": silences_of(member),
        "rulings": rulings_of(member),
        "times": [(time.days, span(time)) for time in talk_moderation.SILENCES],
    }
    return render(request, "games/talk_reports.html", context)


@posted_from("talk-reports")
@login_required
def rule_on_message(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Hide it, show it again, silence its author, or find nothing wrong."""
    by = signed_in(request)
    message = get_object_or_404(
        TableMessage.objects.select_related("match", "member"),
        pk=number,
        match__code=code.lower(),
    )
    if not talk_moderation.may_moderate(message.match, by):
        raise Http404
    try:
        _rule(request, by, message)
    except MatchError as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, gettext("Done, and logged."))
    return redirect("talk-reports")


def _rule(request: HttpRequest, by: Member, message: TableMessage) -> None:
    reason = request.POST.get("reason", "")
    match request.POST.get("ruling"):
        case "hide":
            talk_moderation.hide_message(by=by, message=message, reason=reason)
        case "show":
            talk_moderation.show_message(by=by, message=message, reason=reason)
        case "silence":
            days = request.POST.get("days", "")
            time = timedelta(days=int(days) if days.isascii() and days.isdigit() else 0)
            talk_moderation.silence_member(by=by, message=message, time=time, reason=reason)
        case _:
            talk_moderation.dismiss_reports(by=by, message=message, reason=reason)


@posted_from("talk-reports")
@login_required
def lift_silence(request: HttpRequest, number: int) -> HttpResponse:
    """Let somebody talk again."""
    by = signed_in(request)
    ruling = get_object_or_404(TalkRuling.objects.select_related("match", "about"), pk=number)
    if not talk_moderation.may_moderate(ruling.match, by):
        raise Http404
    talk_moderation.lift_silence(by=by, ruling=ruling)
    messages.success(request, gettext("Done, and logged."))
    return redirect("talk-reports")
