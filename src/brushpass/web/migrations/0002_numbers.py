from typing import Any

from django.db import migrations, models


def wait_for_numbers(apps: Any, _editor: Any) -> None:
    """Tables that have not begun yet are dealt with numbers, as new ones are."""
    apps.get_model("web", "Table").objects.filter(began__isnull=True).update(numbers={})


class Migration(migrations.Migration):
    dependencies = [("web", "0001_tables")]

    operations = [
        migrations.AddField("Table", "numbers", models.JSONField(default=None, null=True)),
        migrations.AlterField("Table", "numbers", models.JSONField(default=dict, null=True)),
        migrations.RunPython(wait_for_numbers, migrations.RunPython.noop),
    ]
