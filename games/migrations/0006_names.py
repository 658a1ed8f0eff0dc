"""What each member's name looks like is kept, so that no two names are taken for each other.

Names that clash already stay: the later member's skeleton gets an end that tells it apart.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import games.models.lookalikes
from games.models.lookalikes import KEPT_APART, name_look, name_skeleton

ROWS_AT_A_TIME = 500


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Member = apps.get_model("games", "Member")
    seen: dict[str, set[str]] = {"name_skeleton": set(), "name_look": set()}
    rows = []
    for row in Member.objects.only("pk", "name").order_by("pk").iterator(ROWS_AT_A_TIME):
        for field, look in (("name_skeleton", name_skeleton), ("name_look", name_look)):
            value = look(row.name)
            value = f"{value}{KEPT_APART}{row.pk}" if value in seen[field] else value
            seen[field].add(value)
            setattr(row, field, value)
        rows.append(row)
    # In one statement each, not by bulk_update: that would ask the fields for their own values.
    for row in rows:
        Member.objects.filter(pk=row.pk).update(
            name_skeleton=row.name_skeleton, name_look=row.name_look
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0003_deadline_moved_for_mail")]

    operations = [
        migrations.AddField(
            "member", "name_skeleton", games.models.lookalikes.LookField(null=True, default=None)
        ),
        migrations.AddField(
            "member", "name_look", games.models.lookalikes.LookField(null=True, default=None)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField("member", "name_skeleton", games.models.lookalikes.LookField()),
        migrations.AlterField("member", "name_look", games.models.lookalikes.LookField()),
    ]
