"""The addresses of the local mailbox and of the one-click unsubscription."""

from __future__ import annotations

from django.urls import path

from games.views import mailbox, unsubscribe

urlpatterns = [
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", mailbox.mailbox_mail, name="mailbox-mail"),
    path("mailbox/<int:pk>/html/", mailbox.mailbox_html, name="mailbox-html"),
    path("mailbox/<int:pk>/raw/", mailbox.mailbox_raw, name="mailbox-raw"),
    path("mailbox/<int:pk>/reply/", mailbox.mailbox_reply, name="mailbox-reply"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
]
