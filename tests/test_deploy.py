"""What lies in deploy/: there is no engine here to build it, so its parts are tried one by one."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import venv
from pathlib import Path

import pytest

from tests.web.server import Server

ROOT = Path(__file__).resolve().parent.parent
RECIPE = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
UNIT = (ROOT / "deploy" / "brushpass@.service").read_text("utf-8")
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")


def steps(word: str) -> list[str]:
    """What follows a word of the recipe, with lines that go on."""
    joined = RECIPE.replace("\\\n", " ")
    return re.findall(rf"^{word} (.*)$", joined, re.MULTILINE)


def environment() -> dict[str, str]:
    return dict(each.split("=", 1) for line in steps("ENV") for each in shlex.split(line))


def test_the_image_has_a_python_that_we_support() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    low = re.fullmatch(r">=3\.(\d+)", wanted["requires-python"])
    assert low is not None
    versions = re.findall(r"^FROM \S+/python:3\.(\d+)-slim", RECIPE, re.MULTILINE)
    assert len(versions) == 2
    assert all(int(version) >= int(low[1]) for version in versions)


def test_its_settings_are_those_that_the_page_explains() -> None:
    ours = {name for name in environment() if name.startswith("BRUSHPASS")}
    ours |= set(re.findall(r"(BRUSHPASS_\w+)=", UNIT))
    assert {"BRUSHPASS_DATA", "BRUSHPASS_LOG"} <= ours
    assert all(f"`{name}`" in PAGE for name in ours)


def test_every_setting_that_the_server_reads_is_explained() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("web/**/*.py"))
    read = set(re.findall(r"environ(?:\.get\(|\[)\"([A-Z_]+)\"", source))
    missing = {name for name in read if name.startswith("BRUSHPASS")} - set(
        re.findall(r"`(BRUSHPASS_\w+)`", PAGE)
    )
    assert not missing


def test_its_command_and_its_health_check_work(tmp_path: Path) -> None:
    """The port and the folder are others here; all else is as the recipe says."""
    (command,), (check,) = steps("CMD"), steps("HEALTHCHECK")
    assert json.loads(command)[:2] == ["brushpass", "serve"]
    asks = json.loads(check.split("CMD ", 1)[1])
    with Server(tmp_path) as server:
        program = asks[2].replace(":8777/", f":{server.port}/")
        done = subprocess.run([sys.executable, "-c", program], timeout=30, check=False)
        assert done.returncode == 0
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode != 0, "nobody is there any more"


@pytest.mark.long
def test_the_image_can_be_made_step_by_step(tmp_path: Path) -> None:
    """The steps that need no engine: an environment, the package with its extra, the command."""
    (run, user) = steps("RUN")
    made = tmp_path / "brushpass"
    assert "useradd --system" in user
    assert run.startswith("python -m venv /opt/brushpass && /opt/brushpass/bin/pip install ")
    source = tmp_path / "source"
    kept = shutil.ignore_patterns(".git", ".venv*", ".data", "*_cache", "__pycache__")
    shutil.copytree(ROOT, source, ignore=kept)
    venv.create(made, with_pip=True)
    for step in run.split(" && ")[1:]:
        words = [
            word.replace("/opt/brushpass", str(made)).replace("/source", str(source))
            for word in shlex.split(step)
        ]
        subprocess.run(words, check=True, timeout=500)
    data = tmp_path / "data"
    command = [str(made / "bin" / "brushpass"), *json.loads(steps("CMD")[0])[1:]]
    command[command.index("8777")] = "0"
    names = {**environment(), "PATH": f"{made / 'bin'}:/usr/bin:/bin", "BRUSHPASS_DATA": str(data)}
    with subprocess.Popen(command, env=names, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://localhost:(\d+)/", server.stdout.readline())
            assert found is not None
            with urllib.request.urlopen(f"http://127.0.0.1:{found[1]}/health/ready") as answer:
                assert answer.read() == b"ready\n"
        finally:
            server.terminate()
    assert (data / "tables.sqlite3").is_file()


SYSTEMD = shutil.which("systemd-analyze")


@pytest.mark.skipif(SYSTEMD is None, reason="needs systemd-analyze: Debian's package `systemd`")
def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    unit = tmp_path / "brushpass@8777.service"
    unit.write_text(UNIT.replace("/opt/brushpass/bin/brushpass", sys.executable), "utf-8")
    done = subprocess.run(
        [str(SYSTEMD), "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if "brushpass" in line]
    assert not ours
    words = re.search(r"^ExecStart=\S+ (.*)$", UNIT, re.MULTILINE)
    assert words is not None
    assert words[1].split()[0] == "serve"
