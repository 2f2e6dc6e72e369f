"""Make a folder hold a virtual environment with this project and one of its extras.

    python tools/venv.py .venv dev

Run by the Makefile before everything that needs more than the standard library. Nothing is
installed outside the project's folder, nothing is done when nothing has changed, and a set-up
that was interrupted is begun anew: the stamp that says "complete" is written last.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Fetched only where this Python cannot make a virtual environment by itself.
VIRTUALENV = "virtualenv>=20.26,<22"


class SetupError(Exception):
    """The environment could not be made; the message is for the person who ran make."""


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="where the environment lies, from the project's root")
    parser.add_argument("extra", help="the extra of pyproject.toml that it needs")
    arguments = parser.parse_args()
    try:
        ensure(ROOT / arguments.folder, arguments.extra)
    except SetupError as error:
        sys.exit(f"Set-up failed: {error}")
    except KeyboardInterrupt:
        sys.exit("Set-up interrupted; the next run begins it anew.")


def ensure(folder: Path, extra: str) -> None:
    """Make `folder` a complete environment with `extra`, keeping it if it is one already."""
    with locked(folder.with_name(folder.name + ".lock")):
        stamp = folder / "brushpass-stamp.json"
        wanted = identity(folder)
        extras = stamped_extras(stamp, wanted)
        if extras is not None and extra in extras:
            return
        say(f"Setting up {folder.name} ({extra}); this is done once.")
        if extras is None:
            remove(folder)
            create(folder)
            extras = []
        stamp.unlink(missing_ok=True)
        install(folder, extra)
        write_stamp(stamp, wanted, [*extras, extra])


# --- When is it complete? -------------------------------------------------------------------


def identity(folder: Path) -> dict[str, str]:
    """What an environment was made from; when any of it changes it is made anew.

    The place counts because scripts and the link to src/ hold absolute paths.
    """
    return {
        "place": str(folder),
        "python": f"{sys.base_prefix} {sys.version}",
        "project": project_digest(ROOT / "pyproject.toml"),
    }


def project_digest(pyproject: Path) -> str:
    """A digest of what is installed: the settings of linters may change without a reinstall."""
    tables = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    installed = {name: tables.get(name) for name in ("build-system", "project")}
    installed["hatch"] = tables.get("tool", {}).get("hatch")
    return hashlib.sha256(json.dumps(installed, sort_keys=True).encode()).hexdigest()


def stamped_extras(stamp: Path, wanted: dict[str, str]) -> list[str] | None:
    """The extras in a complete environment; None if it has to be made anew."""
    try:
        found = json.loads(stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not (stamp.parent / "bin" / "python").exists():  # a link to a Python that is gone
        return None
    extras = found.pop("extras", None)
    return extras if found == wanted else None


def write_stamp(stamp: Path, wanted: dict[str, str], extras: list[str]) -> None:
    """Say that the environment is complete, in one step."""
    draft = stamp.with_suffix(".draft")
    draft.write_text(json.dumps({**wanted, "extras": extras}, indent=2) + "\n", encoding="utf-8")
    draft.replace(stamp)


# --- Making one -----------------------------------------------------------------------------


def create(folder: Path) -> None:
    """An empty environment: by Python's own venv, or by virtualenv where that cannot."""
    if can_import("venv", "ensurepip"):
        done = run([sys.executable, "-m", "venv", str(folder)])
        if done.returncode == 0:
            return
    say("This Python's venv cannot do it alone; virtualenv will.")
    remove(folder)
    tools = virtualenv_folder()
    environment = {**os.environ, "PYTHONPATH": str(tools)}
    done = run(
        [sys.executable, "-m", "virtualenv", "--quiet", "--python", sys.executable, str(folder)],
        environment,
    )
    if done.returncode != 0:
        raise SetupError(f"virtualenv could not make {folder}.\n{done.stdout}")


def virtualenv_folder() -> Path:
    """A folder of the project that holds virtualenv, fetched with pip if it is not there yet."""
    tools = ROOT / f".venv-tools-{sys.version_info.major}.{sys.version_info.minor}"
    if tools.exists():
        return tools
    if not can_import("pip"):
        raise SetupError(
            f"{sys.executable} has neither ensurepip nor pip. Install one of them "
            "(on Debian: python3-venv or python3-pip), or name another Python with PYTHON=..."
        )
    draft = tools.with_name(tools.name + ".draft")
    remove(draft)
    pip([sys.executable], "install", "--target", str(draft), VIRTUALENV)
    draft.replace(tools)
    return tools


def install(folder: Path, extra: str) -> None:
    """The project, as a link to src/, and what the extra names."""
    pip([str(folder / "bin" / "python")], "install", "--editable", f"{ROOT}[{extra}]")


def pip(python: list[str], *arguments: str) -> None:
    """Run pip; what it says is shown only if it fails."""
    settings = {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        # A person's own settings that would keep pip out of the project's folder.
        "PIP_REQUIRE_VIRTUALENV": "0",
        "PIP_USER": "0",
    }
    done = run([*python, "-m", "pip", *arguments], {**os.environ, **settings})
    if done.returncode != 0:
        raise SetupError(f"pip {' '.join(arguments)}\n{done.stdout}")


# --- Small things ---------------------------------------------------------------------------


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """One set-up at a time: two commands begun together share what the first one makes."""
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up is under way; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def can_import(*modules: str) -> bool:
    """Whether this Python has these modules and they work."""
    attempt = run([sys.executable, "-c", "".join(f"import {name}\n" for name in modules)])
    return attempt.returncode == 0


def run(
    command: list[str], environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program of ours, its output kept for the case that it fails."""
    return subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def remove(folder: Path) -> None:
    """Remove a folder of ours, whether or not it is there."""
    if folder.exists():
        shutil.rmtree(folder)


def say(line: str) -> None:
    """Tell the person waiting, apart from what the command itself will print."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
