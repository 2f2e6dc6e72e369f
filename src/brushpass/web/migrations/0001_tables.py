import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import brushpass.dealer
import brushpass.web.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=24)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default=brushpass.web.models.new_key, max_length=32, unique=True
                    ),
                ),
                ("game", models.CharField(max_length=16)),
                ("terms", models.JSONField()),
                ("seed", models.CharField(default=brushpass.dealer.new_seed, max_length=64)),
                ("made", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("touched", models.DateTimeField(auto_now=True, db_index=True)),
                ("began", models.DateTimeField(null=True)),
                ("ended", models.JSONField(null=True)),
                ("clocks", models.JSONField(null=True)),
                ("asked", models.JSONField(default=list)),
                (
                    "maker",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.player"
                    ),
                ),
                (
                    "next",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="before",
                        to="web.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("after", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=8)),
                ("name", models.CharField(max_length=24)),
                ("bot", models.CharField(max_length=16, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="web.player"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seatings",
                        to="web.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("key", models.CharField(max_length=40)),
                ("text", models.CharField(max_length=200)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="marks",
                        to="web.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("table"), models.F("seat"), models.F("key"), name="one_mark_a_key"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Action",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("words", models.TextField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("own", models.CharField(max_length=40, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="actions",
                        to="web.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("table"), models.F("number"), name="one_action_a_number"
                    ),
                    models.UniqueConstraint(
                        models.F("table"), models.F("seat"), models.F("own"), name="an_action_once"
                    ),
                ],
            },
        ),
    ]
