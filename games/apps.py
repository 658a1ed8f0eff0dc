"""The app of the games: its signals are connected when Django is ready."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported for what they register: system checks, what signing in and what webhooks call.
        from games import checks, receivers, security_log  # noqa: F401
        from games.mail import webhooks as mail_receivers  # noqa: F401

        security_log.connect()
