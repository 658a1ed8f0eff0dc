"""The tournaments as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


def parked_tournaments() -> int:
    """How many tournaments have stopped after a fault."""
    from tournaments.services.sweeping import parked_count

    return parked_count()


class TournamentsConfig(AppConfig):
    """Tournaments, ratings and what is told of finished matches."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Imported for what it registers: who listens to finished matches.
        from games.selectors.service_metrics import further_count
        from tournaments import receivers  # noqa: F401

        further_count("parked_tournaments", parked_tournaments)
