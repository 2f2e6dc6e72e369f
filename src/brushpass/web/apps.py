"""The Django app that the table in the browser is."""

from django.apps import AppConfig


class Web(AppConfig):
    """Everything lies in this one app."""

    name = "brushpass.web"
    label = "web"
