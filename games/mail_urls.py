"""The addresses of the local mailbox, and of what mails link to."""

from __future__ import annotations

from django.urls import path, re_path

from games.views import (
    address_test,
    calendar_feed,
    invitation_optout,
    local_mailbox,
    match_mail_settings,
    order_link,
    unsubscribe,
)

urlpatterns = [
    path("mailbox/", local_mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", local_mailbox.mailbox_mail, name="mailbox-mail"),
    path("mailbox/<int:pk>/html/", local_mailbox.mailbox_html, name="mailbox-html"),
    path("mailbox/<int:pk>/raw/", local_mailbox.mailbox_raw, name="mailbox-raw"),
    path("mailbox/<int:pk>/reply/", local_mailbox.mailbox_reply, name="mailbox-reply"),
    re_path(
        r"^matches/(?P<code>[a-zA-Z0-9]{4,12})/mail/$",
        match_mail_settings.match_mail,
        name="match-mail",
    ),
    path("profile/mail-test/", address_test.address_test, name="address-test"),
    path("mail/works/<str:token>/", address_test.address_works, name="address-works"),
    re_path(r"^calendar/(?P<token>[\w-]{8,64})\.ics$", calendar_feed.calendar, name="calendar"),
    path("profile/calendar-address/", calendar_feed.renew_calendar, name="calendar-renew"),
    path("o/<str:token>/<path:text>", order_link.order_link, name="order-link"),
    path("no-invitations/<str:token>/", invitation_optout.no_invitations, name="no-invitations"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
]
