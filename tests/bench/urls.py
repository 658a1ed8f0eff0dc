"""The site's addresses with the floors' pages beside them, while a benchmark runs."""

from django.urls import include, path

from tests.bench.orders import fair_order_view
from tests.bench.page_floors import fair_home, fair_match_page, fair_profile, one_select
from tests.bench.tournament_floors import fair_tournament_page

urlpatterns = [
    path("bench/order/<str:code>/", fair_order_view),
    path("bench/tournament/<str:page>/<str:code>/", fair_tournament_page),
    path("bench/match/<str:code>/", fair_match_page),
    path("bench/list/<str:what>/", fair_home),
    path("bench/profile/", fair_profile),
    path("bench/one/<str:code>/", one_select),
    path("", include("wildcards_site.urls")),
]
