"""Notifications: the browsers, chats and programs that a member is told by, and their logs."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from games.channels.web_push import is_available, public_key
from games.common.errors import MatchError
from games.forms.channels import CHANNEL_FORMS, ChannelEventsForm, ChannelForm
from games.letters.channel_targets import BadTargetError, ProgramTarget, PushTarget
from games.models import Channel, Member
from games.services.channels import (
    add_channel,
    change_events,
    member_channel,
    remove_channel,
    renew_secret,
    restart_channel,
    try_channel,
)
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import in_member_zone, signed_in

SHOWN_DELIVERIES = 50
PUSH_DIGEST = "push_digest"
"""In a session: which of the member's channels this browser is."""


@require_safe
@login_required
@in_member_zone
def channels(request: HttpRequest) -> HttpResponse:
    """Where the member is told things, and forms for more."""
    return _page(request)


def _page(
    request: HttpRequest, form: ChannelForm | None = None, *, secret: str = "", status: int = 200
) -> HttpResponse:
    forms = [made() for made in CHANNEL_FORMS.values()]
    if form is not None:
        forms = [form if one.kind == form.kind else one for one in forms]
    member = signed_in(request)
    context = {
        "channels": Channel.objects.filter(member=member),
        "this_browser": request.session.get(PUSH_DIGEST, ""),
        "forms": forms,
        "failed": form.kind if form is not None else "",
        "push_key": public_key() if is_available() else "",
        "secret": secret,
    }
    return render(request, "games/channels.html", context, status=status)


@posted_from("channels")
@login_required
@in_member_zone
def channel_add(request: HttpRequest, kind: str) -> HttpResponse:
    """Add a chat or a program, and try it at once; a program's secret is shown in this answer."""
    if kind not in CHANNEL_FORMS:
        raise Http404
    form = CHANNEL_FORMS[kind](request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        new = add_channel(
            member=signed_in(request),
            target=form.target,
            name=form.text("name"),
            events=form.cleaned_data["events"],
        )
        try_channel(new.channel)
    except MatchError as error:
        form.add_error(None, refusal(error))
        return _page(request, form, status=422)
    if isinstance(form.target, ProgramTarget):
        return _page(request, secret=form.target.secret)
    messages.success(request, gettext("Added. A test is on its way."))
    return redirect("channel", channel_id=new.channel.pk)


@posted_from("channels")
@login_required
def channel_push(request: HttpRequest) -> HttpResponse:
    """This browser has subscribed. 204, or 422 with what was wrong; for the page's script."""
    fields = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    try:
        target = PushTarget(**fields)
        channel = add_channel(
            member=signed_in(request), target=target, name=request.POST.get("name", "")
        ).channel
    except BadTargetError as error:
        return JsonResponse({"error": error.field}, status=422)
    except MatchError as error:
        return JsonResponse({"error": refusal(error)}, status=422)
    request.session[PUSH_DIGEST] = channel.secret_digest
    return HttpResponse(status=204)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
def channel_page(request: HttpRequest, channel_id: int) -> HttpResponse:
    """One channel: how it does, what it is told, and the last that it was told."""
    channel = _own(request, channel_id)
    form = ChannelEventsForm(channel, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        change_events(channel, form.cleaned_data["events"])
        messages.success(request, gettext("Saved."))
        return redirect("channel", channel_id=channel.pk)
    return _channel(request, channel, form)


def _channel(
    request: HttpRequest, channel: Channel, form: ChannelEventsForm, secret: str = ""
) -> HttpResponse:
    context = {
        "channel": channel,
        "form": form,
        "deliveries": channel.deliveries.order_by("-id")[:SHOWN_DELIVERIES],
        "secret": secret,
    }
    return render(request, "games/channel.html", context, status=422 if form.errors else 200)


@posted_from("channel", "channel_id")
@login_required
def channel_test(request: HttpRequest, channel_id: int) -> HttpResponse:
    """Send a test there; one that was stopped is set going again."""
    channel = _own(request, channel_id)
    try:
        if channel.stopped_at is not None:
            restart_channel(channel)
        try_channel(channel)
    except MatchError as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, gettext("A test is on its way. The result appears below."))
    return redirect("channel", channel_id=channel.pk)


@posted_from("channel", "channel_id")
@login_required
@in_member_zone
def channel_secret(request: HttpRequest, channel_id: int) -> HttpResponse:
    """A new secret for a program, shown in this answer, which is the only time."""
    channel = _own(request, channel_id)
    try:
        secret = renew_secret(channel)
    except MatchError as error:
        messages.error(request, refusal(error))
        return redirect("channel", channel_id=channel.pk)
    return _channel(request, channel, ChannelEventsForm(channel), secret)


@posted_from("channels")
@login_required
def channel_end(request: HttpRequest, channel_id: int) -> HttpResponse:
    """Nothing is told there any more."""
    channel = _own(request, channel_id)
    remove_channel(channel)
    if request.session.get(PUSH_DIGEST) == channel.secret_digest:
        del request.session[PUSH_DIGEST]
    words = gettext("“%(name)s” gets no more notifications.") % {"name": channel.name}
    messages.success(request, words)
    return redirect("channels")


def forget_this_browser(request: HttpRequest, member: Member) -> None:
    """The member signs out here: who uses the browser next is not told of their matches."""
    digest = request.session.get(PUSH_DIGEST, "")
    if not digest:
        return
    for channel in Channel.objects.filter(member=member, secret_digest=digest):
        remove_channel(channel)


def _own(request: HttpRequest, channel_id: int) -> Channel:
    try:
        return member_channel(signed_in(request), channel_id)
    except Channel.DoesNotExist as error:
        raise Http404 from error
