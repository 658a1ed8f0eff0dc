"""The addresses of tournaments and ratings, short enough to be typed from a mail."""

from __future__ import annotations

from django.urls import include, path, re_path
from django.views.decorators.http import conditional_page
from django.views.generic import RedirectView

from tournaments.views import (
    downloads,
    embedding,
    entering,
    feeds,
    figures,
    histories,
    members,
    organiser_desk,
    organiser_tools,
    ratings,
    series,
    standings_pages,
    tournament_creation,
    tournament_pages,
)

tournament_patterns = [
    path("", tournament_pages.tournament, name="tournament"),
    path("standings/", standings_pages.standings, name="tournament-standings"),
    path("cross/", standings_pages.cross, name="tournament-cross"),
    path("bracket/", standings_pages.bracket, name="tournament-bracket"),
    path("rounds/<int:number>/", standings_pages.round_page, name="tournament-round"),
    path("entries/<int:number>/", standings_pages.entry_page, name="tournament-entry"),
    path("log/", tournament_pages.log, name="tournament-log"),
    path("standings.csv", downloads.csv_file, name="tournament-csv"),
    path("standings.json", downloads.json_file, name="tournament-json"),
    path("report.trf", downloads.trf_file, name="tournament-trf"),
    path("embed/", embedding.embed, name="tournament-embed"),
    path("feed.atom", conditional_page(feeds.TournamentFeed()), name="tournament-feed"),
    path("enter/", entering.enter, name="tournament-enter"),
    path("check-in/", entering.check_in, name="tournament-check-in"),
    path("withdraw/", entering.withdraw, name="tournament-withdraw"),
    path("decline/", entering.decline, name="tournament-decline"),
    path("entries/<int:number>/take/", entering.take_over, name="tournament-take"),
    path("sit-out/", entering.sit_out, name="tournament-sit-out"),
    path("office/<slug:answer>/", entering.answer_office, name="tournament-office"),
    path("manage/", organiser_desk.manage, name="tournament-manage"),
    path("manage/again/", organiser_desk.again, name="tournament-again"),
    path("manage/terms/", tournament_creation.change, name="tournament-change"),
    path("manage/<slug:action>/", organiser_tools.act, name="tournament-act"),
]

urlpatterns = [
    path("tournaments/", tournament_pages.tournaments, name="tournaments"),
    path("tournaments/new/", tournament_creation.tournament_new, name="tournament-new"),
    path("histories/", histories.histories_page, name="histories"),
    path(
        "finished/",
        RedirectView.as_view(pattern_name="histories", permanent=True, query_string=True),
    ),
    path(
        "histories/<path:name>/feed.atom", conditional_page(feeds.PlayerFeed()), name="player-feed"
    ),
    path("series/<slug:slug>/", series.series, name="series"),
    re_path(r"^tournaments/(?P<code>[a-zA-Z0-9]{4,12})/", include(tournament_patterns)),
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/how/", ratings.how, name="ratings-how"),
    path("ratings/members/<int:member>/", members.member_page, name="member"),
    path(
        "ratings/members/<int:member>/against/<int:other>/",
        members.head_to_head,
        name="head-to-head",
    ),
    re_path(
        r"^ratings/members/(?P<member>\d+)/(?P<pool>[a-z-]+(?:/\w+)?)/$",
        members.rating_history,
        name="rating-history",
    ),
    re_path(
        r"^ratings/(?P<pool>[a-z-]+(?:/\w+)?)/figures/$", figures.pool_figures, name="pool-figures"
    ),
    re_path(r"^ratings/(?P<pool>[a-z-]+(?:/\w+)?)/$", ratings.leaderboard, name="leaderboard"),
]
