"""The keys and addresses in the clear go, in a transaction after the one that hashed them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0006_api_keys")]

    operations = [
        migrations.RemoveField("member", "api_token"),
        migrations.RemoveField("member", "calendar_token"),
    ]
