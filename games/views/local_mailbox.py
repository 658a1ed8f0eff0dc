"""The local mailbox in the browser: every mail that the embedded service sends, and answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from games.common import clock
from games.mail import outbox
from games.mail.local_mailbox import preview, quotation, read_mail, send_reply
from games.models import InboundMail, LocalMail
from games.replies.message_parts import storable

P = ParamSpec("P")

PAGE = 50
MOST_ADDRESSES = 60
MOST_REPLY_CHARACTERS = 20_000
HTML_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
    "style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'"
)


def _only_embedded(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A service that sends real mail has no such pages; here they are the machine's own.

    Whoever asks from elsewhere, or through a proxy that nobody trusts, signs in as an operator: the
    mails hold everybody's codes and hands.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.LOCAL_MAILBOX:
            raise Http404
        if not _is_on_this_machine(request):
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not request.user.is_staff:
                raise Http404
        response = view(request, *args, **kwargs)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return guarded


def _is_on_this_machine(request: HttpRequest) -> bool:
    addresses = [request.META.get("REMOTE_ADDR", "")]
    passed_on = request.headers.get("X-Forwarded-For", "")
    if passed_on or "Forwarded" in request.headers:
        trusted = settings.TRUSTED_PROXIES
        addresses += passed_on.split(",")[-trusted:] if trusted else [""]
    return all(_is_loopback(address.strip()) for address in addresses)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@require_safe
@_only_embedded
def mailbox(request: HttpRequest) -> HttpResponse:
    """The newest mails, of one address or of all; `before` pages back."""
    # Who looks for a code to sign in must not wait until a worker has sent it.
    outbox.send_due()
    address = storable(request.GET.get("address", "")).strip().casefold()
    mails = LocalMail.objects.order_by("-pk")
    if address:
        mails = mails.filter(recipient=address)
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        mails = mails.filter(pk__lt=int(before))
    shown = list(mails[: PAGE + 1])
    addresses = (
        LocalMail.objects.values("recipient")
        .annotate(number=Count("pk"), newest=Max("pk"))
        .order_by("-newest")[:MOST_ADDRESSES]
    )
    context = {
        "mails": [(mail, preview(bytes(mail.raw))) for mail in shown[:PAGE]],
        "older": shown[PAGE - 1].pk if len(shown) > PAGE else None,
        "address": address,
        "addresses": addresses,
    }
    return render(request, "mailbox/list.html", context)


@require_safe
@_only_embedded
def mailbox_mail(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail: its text, its HTML in a frame that can do nothing, and the way to answer it."""
    mail = get_object_or_404(LocalMail, pk=pk)
    if mail.read_at is None:
        LocalMail.objects.filter(pk=pk).update(read_at=clock.now())
    context = {"mail": mail, "read": read_mail(bytes(mail.raw))}
    return render(request, "mailbox/mail.html", context)


@require_safe
@xframe_options_sameorigin
@_only_embedded
def mailbox_html(request: HttpRequest, pk: int) -> HttpResponse:
    """A mail's HTML for the frame: no scripts, nothing loaded, links in a window of their own."""
    html = read_mail(bytes(get_object_or_404(LocalMail, pk=pk).raw)).html
    if not html:
        raise Http404
    html = html.replace("<head>", '<head><base target="_blank">', 1)
    return HttpResponse(html, headers={"Content-Security-Policy": HTML_POLICY})


@require_safe
@_only_embedded
def mailbox_raw(request: HttpRequest, pk: int) -> HttpResponse:
    """A mail as it is on the wire."""
    raw = bytes(get_object_or_404(LocalMail, pk=pk).raw)
    return HttpResponse(raw, content_type="text/plain; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@_only_embedded
def mailbox_reply(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a mail: the answer comes in through the same door as any other."""
    mail = get_object_or_404(LocalMail, pk=pk)
    read = read_mail(bytes(mail.raw))
    if not read.reply_to or mail.is_reply:
        raise Http404
    if request.method == "POST":
        row = send_reply(mail, request.POST.get("text", "")[:MOST_REPLY_CHARACTERS])
        outbox.send_due()
        _say_what_came_of_it(request, row)
        return redirect(f"{reverse('mailbox')}?{urlencode({'address': mail.recipient})}")
    context = {"mail": mail, "read": read, "quotation": quotation(read)}
    return render(request, "mailbox/reply.html", context)


def _say_what_came_of_it(request: HttpRequest, row: InboundMail | None) -> None:
    if row is None or row.status == InboundMail.Status.IGNORED:
        messages.warning(request, gettext("Your reply was sent. It got no answer."))
    elif row.status == InboundMail.Status.TAKEN:
        messages.success(request, gettext("Your reply was sent and accepted."))
    elif row.status == InboundMail.Status.REFUSED:
        messages.warning(
            request, gettext("Your reply was sent, but not accepted: the newest mail says why.")
        )
    else:
        messages.success(request, gettext("Your reply was sent and will be read in a moment."))
