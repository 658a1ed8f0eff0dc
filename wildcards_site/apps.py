"""The app of the site itself."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The house: its system checks and `manage.py serve`."""

    name = "wildcards_site"

    def ready(self) -> None:
        from wildcards_site import checks  # noqa: F401  (registers them)
