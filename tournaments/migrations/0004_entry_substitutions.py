from django.db import migrations


class Migration(migrations.Migration):
    """The model has a name of its own; its table keeps the one that it has."""

    dependencies = [
        ("tournaments", "0003_plain_words"),
    ]

    operations = [
        migrations.AlterModelTable("substitution", "tournaments_substitution"),
        migrations.RenameModel("Substitution", "EntrySubstitution"),
    ]
