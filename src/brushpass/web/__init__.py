"""The table in the browser: one Django project, thin over the games (extra `web`)."""
