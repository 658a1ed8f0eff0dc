"""The addresses of the local mailbox, and of what mails link to."""

from __future__ import annotations

from django.urls import path, re_path

from games.views import (
    calendar,
    delivery,
    mailbox,
    no_invitations,
    order_link,
    unsubscribe,
    wishes,
)

urlpatterns = [
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", mailbox.mailbox_mail, name="mailbox-mail"),
    path("mailbox/<int:pk>/html/", mailbox.mailbox_html, name="mailbox-html"),
    path("mailbox/<int:pk>/raw/", mailbox.mailbox_raw, name="mailbox-raw"),
    path("mailbox/<int:pk>/reply/", mailbox.mailbox_reply, name="mailbox-reply"),
    re_path(r"^matches/(?P<code>[a-zA-Z0-9]{4,12})/mail/$", wishes.match_mail, name="match-mail"),
    path("profile/mail-test/", delivery.address_test, name="address-test"),
    path("mail/works/<str:token>/", delivery.address_works, name="address-works"),
    re_path(r"^calendar/(?P<token>[\w-]{8,64})\.ics$", calendar.calendar, name="calendar"),
    path("profile/calendar-address/", calendar.calendar_renew, name="calendar-renew"),
    path("o/<str:token>/<path:text>", order_link.order_link, name="order-link"),
    path("no-invitations/<str:token>/", no_invitations.no_invitations, name="no-invitations"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
]
