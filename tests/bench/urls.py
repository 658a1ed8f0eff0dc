"""The site's addresses with the floors' pages beside them, while a benchmark runs."""

from django.urls import include, path

from tests.bench.orders import bare_order_view
from tests.bench.page import reference_page

urlpatterns = [
    path("bench/order/", bare_order_view),
    path("bench/page/", reference_page),
    path("", include("wildcards_site.urls")),
]
