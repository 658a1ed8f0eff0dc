"""The mail providers that work with the packages of the lock file."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Provider:
    """A provider whose webhooks work with the packages of the lock file.

    `needs` are its settings without which no mail goes out or in, without their ANYMAIL_ prefix.
    """

    view_prefix: str
    needs: tuple[str, ...]


PROVIDERS: dict[str, Provider] = {
    "amazon_ses": Provider("AmazonSES", ()),
    "brevo": Provider("Brevo", ("BREVO_API_KEY",)),
    "mailersend": Provider(
        "MailerSend",
        ("MAILERSEND_API_TOKEN", "MAILERSEND_SIGNING_SECRET", "MAILERSEND_INBOUND_SECRET"),
    ),
    "mailgun": Provider("Mailgun", ("MAILGUN_API_KEY",)),
    "mailjet": Provider("Mailjet", ("MAILJET_API_KEY", "MAILJET_SECRET_KEY")),
    "postal": Provider("Postal", ("POSTAL_API_KEY", "POSTAL_API_URL", "POSTAL_WEBHOOK_KEY")),
    "postmark": Provider("Postmark", ("POSTMARK_SERVER_TOKEN",)),
    "resend": Provider("Resend", ("RESEND_API_KEY",)),
    "sendgrid": Provider("SendGrid", ("SENDGRID_API_KEY",)),
    "sparkpost": Provider("SparkPost", ("SPARKPOST_API_KEY",)),
}
