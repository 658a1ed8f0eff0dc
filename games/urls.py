"""Every address of the site, readable and short enough to be typed from a mail."""

from __future__ import annotations

from django.urls import include, path, re_path

from games.api import api, documentation
from games.views import (
    calendars,
    clock_deeds,
    home,
    keys,
    languages,
    lobby,
    match,
    new,
    pages,
    probes,
    profile,
    replay,
    seat,
    substitutes,
)

match_patterns = [
    path("", match.match_page, name="match"),
    path("pulse/", match.match_pulse, name="match-pulse"),
    path("log/", match.match_log, name="match-log"),
    path("order/", match.order_give, name="match-order"),
    path("order/back/", match.order_take_back, name="match-order-back"),
    path("standing/clear/", match.standing_clear, name="match-standing-clear"),
    path("ready/", clock_deeds.readiness_give, name="match-ready"),
    path("missed/", clock_deeds.missed_leave, name="match-missed"),
    path("seat/<int:number>/", substitutes.seat_page, name="match-seat"),
    path("join/", lobby.match_join, name="match-join"),
    path("contribution/", lobby.contribution_set, name="match-contribution"),
    path("leave/", lobby.match_leave, name="match-leave"),
    path("invite/", lobby.match_invite, name="match-invite"),
    path("bots/", lobby.match_add_bot, name="match-add-bot"),
    path("start/", lobby.match_start, name="match-start"),
    path("cancel/", lobby.match_cancel, name="match-cancel"),
    path("resign/", seat.seat_resign, name="match-resign"),
    path("return/", seat.seat_return, name="match-return"),
    path("replay/", replay.replay_first, name="match-replay"),
    path("replay/<int:number>/", replay.replay_step, name="match-replay-step"),
    path("record/", replay.match_record, name="match-record"),
    path("chance/", replay.match_chance, name="match-chance"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("new/", new.match_new, name="match-new"),
    path("practice/", new.practice, name="practice"),
    re_path(r"^matches/(?P<code>[a-zA-Z0-9]{4,12})/", include(match_patterns)),
    re_path(r"^invitations/(?P<token>[\w-]{8,64})/$", lobby.invitation, name="invitation"),
    path("profile/", profile.profile, name="profile"),
    path("profile/calendar/", calendars.calendar, name="profile-calendar"),
    path("profile/absences/", calendars.absence_add, name="absence-add"),
    path("profile/absences/<int:absence_id>/end/", calendars.absence_end, name="absence-end"),
    path("profile/keys/", keys.keys, name="keys"),
    path("profile/keys/<int:key_id>/end/", keys.key_end, name="key-end"),
    path("rules/", pages.rules_index, name="rules-index"),
    path("rules/<slug:game>/", pages.rules, name="rules"),
    path("notation/", pages.notation, name="notation"),
    path("language/", languages.language_choose, name="set_language"),
    path("help/mail/", pages.help_mail, name="help-mail"),
    path("credits/", pages.whose, name="credits"),
    path("privacy/", pages.privacy, name="privacy"),
    path("ready", probes.ready, name="ready"),
    path("metrics", probes.metrics, name="metrics"),
    path("robots.txt", pages.robots, name="robots"),
    path("favicon.ico", pages.favicon, name="favicon"),
    path("api/docs/", documentation.documentation, name="api-docs"),
    path("api/", api.urls),
    path("", include("games.mail.urls")),
]
