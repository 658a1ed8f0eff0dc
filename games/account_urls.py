"""The pages of an account that are not allauth's own; they come before allauth's."""

from __future__ import annotations

from django.urls import path

from games.views.reauthentication import ProveByCodeView
from games.views.signing_in import ConfirmCodeView

urlpatterns = [
    path("prove/", ProveByCodeView.as_view(), name="prove-by-code"),
    path("login/code/confirm/", ConfirmCodeView.as_view(), name="account_confirm_login_code"),
]
