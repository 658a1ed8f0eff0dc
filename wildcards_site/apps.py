from collections.abc import Sequence

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig
from django.core import checks


class SiteConfig(AppConfig):
    """The house: its system checks and `manage.py serve`."""

    name = "wildcards_site"

    def ready(self) -> None:
        from wildcards_site import checks  # noqa: F401  (registers them)


class AdminConfig(SimpleAdminConfig):
    """The admin, whose pages are loaded by the addresses and checks that want them.

    Django's own loads them, and all that they stand on, for every command.
    """

    def ready(self) -> None:
        checks.register(_check_admin, checks.Tags.admin)


def _check_admin(
    app_configs: Sequence[AppConfig] | None, **options: object
) -> list[checks.CheckMessage]:
    from django.contrib import admin
    from django.contrib.admin.checks import check_admin_app, check_dependencies

    admin.autodiscover()
    found: list[checks.CheckMessage] = [*check_dependencies(app_configs=app_configs, **options)]
    return found + check_admin_app(app_configs=app_configs, **options)
