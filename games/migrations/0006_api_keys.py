"""Keys for programs and the addresses of calendars are kept as hashes. Those in use keep working."""

import hashlib

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ROWS_AT_A_TIME = 500


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def hash_tokens(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Member = apps.get_model("games", "Member")
    ApiKey = apps.get_model("games", "ApiKey")
    rows = Member.objects.order_by("pk").values_list("pk", "api_token", "calendar_token")
    for pk, api_token, calendar_token in list(rows):
        Member.objects.filter(pk=pk).update(calendar_digest=digest(calendar_token))
        ApiKey.objects.create(
            member_id=pk,
            name="Key of the profile",
            beginning=api_token[:4],
            digest=digest(api_token),
            scopes=["read", "play", "organise"],
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0009_forced_plays")]

    operations = [
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("beginning", models.CharField(help_text="How the key begins, to tell it from others.", max_length=10)),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, help_text="Noted once an hour at most.", null=True)),
                ("member", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="api_keys", to=settings.AUTH_USER_MODEL)),
            ],
            options={"verbose_name": "key for programs", "ordering": ("created_at", "pk")},
        ),
        migrations.AddField(
            "member",
            "calendar_number",
            models.PositiveIntegerField(default=1, editable=False, help_text="The calendar's addresses before this one are gone."),
        ),
        migrations.AddField(
            "member",
            "calendar_digest",
            models.CharField(editable=False, help_text="Hash of an address from before addresses were signed.", max_length=64, null=True, unique=True),
        ),
        migrations.RunPython(hash_tokens, migrations.RunPython.noop),
    ]
