from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported for what they register: system checks, and what providers' webhooks call.
        from games import checks  # noqa: F401
        from games.mail import receivers  # noqa: F401
