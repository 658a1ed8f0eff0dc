"""The tournaments as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments, ratings and what is told of finished matches."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Imported for what they register: tasks, and who listens to finished matches.
        from games.composing.kinds import register
        from games.selectors.service_metrics import further_count
        from tournaments import rating_tasks, receivers, tasks  # noqa: F401
        from tournaments.mail.composer import TournamentComposer
        from tournaments.services.letters import KIND
        from tournaments.services.sweeping import parked_count

        register(KIND, TournamentComposer())
        further_count("parked_tournaments", parked_count)
