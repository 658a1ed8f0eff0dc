"""The pages of an account that are not allauth's own; they come before allauth's."""

from __future__ import annotations

from allauth.account.views import signup
from django.urls import path

from games.views.name_conflicts import answer_again_if_taken
from games.views.reauthentication import ProveByCodeView
from games.views.sign_in import ConfirmCodeView

urlpatterns = [
    # Half a joining is none: the member, the address and its mail are written together.
    path("signup/", answer_again_if_taken(signup), name="account_signup"),
    path("prove/", ProveByCodeView.as_view(), name="prove-by-code"),
    path("login/code/confirm/", ConfirmCodeView.as_view(), name="account_confirm_login_code"),
]
