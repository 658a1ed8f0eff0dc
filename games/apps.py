"""The app of the games: its signals are connected when Django is ready."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from allauth.account.signals import email_changed
        from allauth.mfa.signals import authenticator_added

        # Imported for what they register: system checks, what signing in and what webhooks call.
        from games import checks, receivers, security_log  # noqa: F401
        from games.mail import webhooks as mail_receivers  # noqa: F401
        from games.views.passkeys import on_passkey_added
        from games.views.sessions import on_email_changed

        email_changed.connect(on_email_changed)
        authenticator_added.connect(on_passkey_added)
        security_log.connect()
