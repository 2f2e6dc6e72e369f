"""`make` sets everything up by itself, wherever there is a Python with pip."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tools import venv

ROOT = Path(__file__).resolve().parent.parent

PYPROJECT = """\
[build-system]
requires = {requires}
build-backend = "{build-backend}"

[project]
name = "brushpass"
version = "0.1.0"

[project.optional-dependencies]
dev = []
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a set-up fetches from a package index, fetched once for all of these tests."""
    folder = tmp_path_factory.mktemp("wheels")
    wanted = [*build_system()["requires"], "editables", venv.VIRTUALENV]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder), *wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"no package index to be reached: {done.stderr[-500:]}")
    return folder


class Checkout:
    """A small copy of the project, and an index that holds only what `wheels` does."""

    def __init__(self, place: Path, wheels: Path | None) -> None:
        self.place = place
        self.wheels = wheels
        (place / "src" / "brushpass").mkdir(parents=True)
        (place / "src" / "brushpass" / "__init__.py").touch()
        (place / "pyproject.toml").write_text(PYPROJECT.format(**build_system()))
        shutil.copytree(ROOT / "tools", place / "tools")

    def set_up(self, pythonpath: Path | None = None) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels or "")}
        if pythonpath is not None:
            environment["PYTHONPATH"] = str(pythonpath)
        command = [sys.executable, "tools/venv.py", ".venv", "dev"]
        return subprocess.run(
            command, cwd=self.place, env=environment, capture_output=True, text=True, check=False
        )

    @property
    def stamp(self) -> Path:
        return self.place / ".venv" / "brushpass-stamp.json"

    def works(self) -> bool:
        """Whether the environment's Python finds the project and its own pip."""
        python = self.place / ".venv" / "bin" / "python"
        done = subprocess.run([python, "-c", "import brushpass, pip"], cwd="/", check=False)
        return done.returncode == 0


def build_system() -> dict[str, list[str]]:
    """How the project itself is built."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        table: dict[str, list[str]] = tomllib.load(file)["build-system"]
    return table


def without(folder: Path, *modules: str) -> Path:
    """A folder for PYTHONPATH that makes a Python seem to lack these modules."""
    folder.mkdir()
    for module in modules:
        (folder / f"{module}.py").write_text("raise ImportError('the distribution left this out')")
    return folder


class TestSettingUp:
    def test_it_is_done_once_and_then_neither_takes_time_nor_asks_an_index(
        self, tmp_path: Path, wheels: Path
    ) -> None:
        checkout = Checkout(tmp_path, wheels)
        first = checkout.set_up()
        assert first.returncode == 0, first.stderr
        assert checkout.works()
        assert "done once" in first.stderr

        checkout.wheels = None  # offline from now on
        before = checkout.stamp.stat().st_mtime_ns
        began = time.monotonic()
        second = checkout.set_up()
        assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
        assert time.monotonic() - began < 5
        assert checkout.stamp.stat().st_mtime_ns == before

    def test_an_interrupted_one_is_begun_anew(self, tmp_path: Path, wheels: Path) -> None:
        checkout = Checkout(tmp_path, wheels)
        half = checkout.place / ".venv" / "bin" / "python"
        half.parent.mkdir(parents=True)
        half.write_text("written to here and no fur")
        done = checkout.set_up()
        assert done.returncode == 0, done.stderr
        assert checkout.works()

    def test_one_that_fails_says_why_and_does_not_count_as_done(self, tmp_path: Path) -> None:
        checkout = Checkout(tmp_path / "checkout", None)
        failed = checkout.set_up(pythonpath=without(tmp_path / "fake", "ensurepip"))
        assert failed.returncode != 0
        assert "Set-up failed: pip install" in failed.stderr
        assert not checkout.stamp.exists()
        assert not list(checkout.place.glob(".venv-tools-*/virtualenv"))

    def test_a_python_without_ensurepip_gets_virtualenv_in_the_folder(
        self, tmp_path: Path, wheels: Path
    ) -> None:
        checkout = Checkout(tmp_path / "checkout", wheels)
        done = checkout.set_up(pythonpath=without(tmp_path / "fake", "ensurepip"))
        assert done.returncode == 0, done.stderr
        assert "virtualenv will" in done.stderr
        assert checkout.works()
        assert list(checkout.place.glob(".venv-tools-*/virtualenv"))

    def test_a_python_with_neither_ensurepip_nor_pip_is_told_what_it_lacks(
        self, tmp_path: Path
    ) -> None:
        fake = without(tmp_path / "fake", "ensurepip", "pip")
        done = Checkout(tmp_path / "checkout", None).set_up(pythonpath=fake)
        assert done.returncode != 0
        assert "has neither ensurepip nor pip" in done.stderr


class TestTheStamp:
    """An environment is kept as long as nothing it was made from has changed."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = tmp_path / ".venv"
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").touch()
        return folder

    def test_a_complete_environment_is_kept(self, folder: Path) -> None:
        stamp = folder / "stamp.json"
        venv.write_stamp(stamp, venv.identity(folder), ["dev"])
        assert venv.stamped_extras(stamp, venv.identity(folder)) == ["dev"]

    @pytest.mark.parametrize("changed", ["place", "python", "project"])
    def test_another_place_python_or_list_of_packages_makes_it_anew(
        self, folder: Path, changed: str
    ) -> None:
        stamp = folder / "stamp.json"
        venv.write_stamp(stamp, {**venv.identity(folder), changed: "another"}, ["dev"])
        assert venv.stamped_extras(stamp, venv.identity(folder)) is None

    def test_a_python_that_is_gone_makes_it_anew(self, folder: Path) -> None:
        stamp = folder / "stamp.json"
        venv.write_stamp(stamp, venv.identity(folder), ["dev"])
        (folder / "bin" / "python").unlink()
        assert venv.stamped_extras(stamp, venv.identity(folder)) is None

    @pytest.mark.parametrize("text", ["", "{", json.dumps({"extras": ["dev"]})])
    def test_a_stamp_that_says_less_counts_for_nothing(self, folder: Path, text: str) -> None:
        stamp = folder / "stamp.json"
        stamp.write_text(text)
        assert venv.stamped_extras(stamp, venv.identity(folder)) is None

    def test_settings_of_the_linters_may_change_without_a_reinstall(self, tmp_path: Path) -> None:
        pyproject = tmp_path / "pyproject.toml"
        pyproject.write_text("[project]\nname = 'x'\n")
        before = venv.project_digest(pyproject)
        pyproject.write_text("[project]\nname = 'x'\n[tool.ruff]\nline-length = 80\n")
        assert venv.project_digest(pyproject) == before
        pyproject.write_text("[project]\nname = 'x'\ndependencies = ['y']\n")
        assert venv.project_digest(pyproject) != before


class TestFindingAPython:
    """The first that runs and is new enough, whatever it is called."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        """A PATH with a shell and its tools, and so far no Python."""
        folder = tmp_path / "bin"
        folder.mkdir()
        for tool in ("sh", "sed"):
            found = shutil.which(tool)
            assert found
            (folder / tool).symlink_to(found)
        return folder

    def find(self, path: Path, python: str = "") -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(path), "PYTHON": python}
        command = [ROOT / "tools" / "find-python"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def put(self, path: Path, name: str, script: str) -> None:
        (path / name).write_text(f"#!/bin/sh\n{script}\n")
        (path / name).chmod(0o755)

    def test_an_old_one_and_a_shim_without_a_python_are_passed_over(self, path: Path) -> None:
        self.put(path, "python3", "exit 1  # as a Python 3.9 answers our question")
        self.put(path, "python3.13", "echo 'shim: command not found' >&2; exit 127")
        self.put(path, "python3.12", f'exec "{sys.executable}" "$@"')
        found = self.find(path)
        assert found.returncode == 0
        base = subprocess.run(
            [found.stdout.strip(), "-c", "import sys; print(sys.base_prefix)"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert base.stdout.strip() == sys.base_prefix

    def test_the_one_that_is_named_is_taken(self, path: Path) -> None:
        assert self.find(path, python=sys.executable).returncode == 0

    def test_without_one_it_says_what_was_looked_for(self, path: Path) -> None:
        self.put(path, "python3", '[ "$1" = --version ] && echo "Python 3.9.18"; exit 1')
        found = self.find(path)
        assert found.returncode == 1
        assert found.stdout == ""
        assert "Python 3.11 or newer" in found.stderr
        for name in ("python3.13", "python3.12", "python3.11", "python"):
            assert f"{name}: not on the PATH" in found.stderr
        assert "(Python 3.9.18)" in found.stderr
