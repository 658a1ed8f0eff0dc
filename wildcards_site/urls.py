from django.contrib import admin
from django.urls import include, path

from wildcards_site.health import health

urlpatterns = [
    path("health", health, name="health"),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("anymail/", include("anymail.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
