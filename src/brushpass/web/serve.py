"""`brushpass serve`: sets up what is missing, serves, opens the browser, and says where."""

import fcntl
import logging
import os
import socket
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCAL = ("localhost", "127.0.0.1", "[::1]")


def serve(host: str, port: int, data: Path | None, *, browser: bool) -> int:
    """Serve until interrupted."""
    began = time.monotonic()
    settle(data)
    if "BRUSHPASS_HOSTS" not in os.environ:
        os.environ["BRUSHPASS_HOSTS"] = ",".join(_hosts(host))
    listening = _listen(host, port)
    if listening is None:
        print(f"Port {port} on {host} is taken. Another one: brushpass serve --port {port + 1}")
        return 1
    prepare()

    import uvicorn

    from brushpass.web.asgi import application

    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host  # noqa: S104 - compared
    address = f"http://{shown}:{listening.getsockname()[1]}/"

    class Server(uvicorn.Server):
        """Says where it is as soon as it can be reached."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            seconds = time.monotonic() - began
            print(
                f"brushpass is at {address} (ready in {seconds:.1f} s; Ctrl-C stops it)", flush=True
            )
            if browser:
                _open(address)

    config = uvicorn.Config(
        application,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        ws_max_size=65_536,
        ws_per_message_deflate=False,  # frames are small; it took as much memory as the tables
        ws_ping_interval=20,
        ws_ping_timeout=20,
    )
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    Server(config).run(sockets=[listening])
    return 0


def settle(data: Path | None) -> Path:
    """Say where everything is kept, before anything asks."""
    if data is None:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        data = Path(os.environ.get("BRUSHPASS_DATA") or home / "brushpass")
    os.environ["BRUSHPASS_DATA"] = str(data.resolve())
    os.environ["DJANGO_SETTINGS_MODULE"] = "brushpass.web.settings"
    return data


def prepare() -> None:
    """Bring the database and the static files up to date; quick where they are. Of processes that
    start together one does it, and the others wait.
    """
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
    django.setup(set_prefix=False)
    with (settings.DATA / "starting").open("w") as ours, _alone():
        fcntl.flock(ours, fcntl.LOCK_EX)
        call_command("migrate", verbosity=0, interactive=False)
        call_command("clearsessions")
        stamp = settings.STATIC_ROOT / "stamp"
        wanted = _static_stamp(settings.HERE / "static")
        if not stamp.is_file() or stamp.read_text() != wanted:
            call_command("collectstatic", verbosity=0, interactive=False, clear=True)
            stamp.write_text(wanted)


STARTING = 0x62727573
"""The number of PostgreSQL's lock for those who bring the database up to date."""


@contextmanager
def _alone() -> Iterator[None]:
    """While nobody else does this, on any machine."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield  # the tables lie in the folder, as the lock does
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [STARTING])
    try:
        yield
    finally:
        connection.close()  # which gives the lock back


def _static_stamp(folder: Path) -> str:
    """What the collected files were made from."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return "\n".join(
        f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files
    )


def _hosts(host: str) -> list[str]:
    """The names under which this machine may be asked for."""
    if host in ("127.0.0.1", "localhost", "::1"):
        return list(LOCAL)
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared
        return [*LOCAL, host]
    name = socket.gethostname()
    found = {*LOCAL, name, f"{name}.local"}
    try:
        found.update(str(each[4][0]) for each in socket.getaddrinfo(name, None, socket.AF_INET))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing; tells our own address
            found.add(probe.getsockname()[0])
    except OSError:
        pass
    return sorted(found)


def _listen(host: str, port: int) -> socket.socket | None:
    """A socket of our own, so that a taken port is said in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        return None
    listening.set_inheritable(True)
    return listening


def _open(address: str) -> None:
    """Open the browser where there is a screen; never wait for it."""
    import sys

    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not screen:
        return
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
