"""The tournaments as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments, ratings and what is told of finished matches."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Imported for what it registers: who listens to finished matches.
        from tournaments import receivers  # noqa: F401
