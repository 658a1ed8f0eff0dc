from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import checks  # noqa: F401  (registers them)
        from games.mail import receivers  # noqa: F401  (connects them)
