from django.db import migrations
from django.db.models import Count, Q

TITLES = ("Practice", "Allenamento", "Práctica", "Oefenpartij")


def mark_practice(apps, schema_editor):
    """What was opened by the button "Practice" was an ordinary private match against bots."""
    Match = apps.get_model("games", "Match")
    alone = (
        Match.objects.filter(is_public=False, title__in=TITLES, event_path="", status="running")
        .annotate(
            people=Count("players", filter=Q(players__member__isnull=False)),
            offered=Count("invitations"),
        )
        .filter(people=1, offered=0)
    )
    Match.objects.filter(pk__in=list(alone.values_list("pk", flat=True))).update(
        is_practice=True, is_rated=False
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0012_presence_and_channels")]

    operations = [migrations.RunPython(mark_practice, migrations.RunPython.noop)]
