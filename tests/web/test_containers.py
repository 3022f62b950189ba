"""What Containerfile and compose.yaml say, done without containers: the same words and surroundings."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

from support.command import run
from support.paths import ROOT
from support.postgres import Postgres
from support.web_server import free_port, started

STEPS = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", "")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")


def steps(kind: str) -> list[str]:
    """What the Containerfile's steps of a kind say."""
    return re.findall(rf"^{kind} +(.*)$", STEPS, re.MULTILINE)


def surroundings(root: Path | None = None) -> dict[str, str]:
    """The environment of the image, with its folders below another root."""
    said = dict(word.split("=", 1) for line in steps("ENV") for word in line.split())
    return {
        name: f"{root}{value}" if root and value.startswith("/") else value for name, value in said.items()
    }


def words_of(command: str) -> list[str]:
    program, *words = json.loads(command)
    assert program == "ludoteca"
    return list(map(str, words))


async def is_ready(port: int) -> bool:
    def ask() -> bool:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
            return bool(answer.status == 200)

    return await asyncio.to_thread(ask)


def test_what_is_copied_is_all_that_pip_needs_and_no_more(tmp_path: Path) -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    copied = [rule[1:] for rule in rules if rule.startswith("!")]
    assert rules[0] == "*"
    for name in copied:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    pip = [sys.executable, "-m", "pip", "wheel", *quiet, "--wheel-dir", tmp_path / "dist", tmp_path]
    subprocess.run(pip, check=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    tracked = {path.relative_to(source).as_posix() for path in (source / "ludoteca").rglob("*.*")}
    assert {name for name in tracked if "__pycache__" not in name and Path(source / name).is_file()} <= names


def test_what_pip_installs_there_is() -> None:
    extras = re.findall(r'pip install [^&]*"/source\[([\w,]+)\]"', STEPS)
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert len(extras) == 1
    assert set(extras[0].split(",")) <= set(known)


def test_what_is_compiled_ahead_is_in_no_volume() -> None:
    """An older image's kernels would hide those of this one: a volume is filled once."""
    assert "ludoteca prepare" in steps("RUN")
    assert run("prepare", "--help").returncode == 0
    kept, home = surroundings()["NUMBA_CACHE_DIR"], surroundings()["LUDOTECA_HOME"]
    assert steps("VOLUME") == [home]
    assert not kept.startswith(home)
    assert f"mkdir {home} {kept} && chown ludoteca {home} {kept}" in STEPS


async def test_the_image_serves_and_keeps_rooms_in_its_volume(tmp_path: Path) -> None:
    (command,), port = steps("CMD"), free_port()
    words = words_of(command)
    assert words[words.index("--port") + 1] == steps("EXPOSE")[0]
    async with started(words, port, **surroundings(tmp_path)):
        assert await is_ready(port)
    (volume,) = steps("VOLUME")
    assert Path(f"{tmp_path}{volume}/rooms.sqlite3").is_file()


async def test_the_servers_of_compose_serve_and_their_command_has_no_password(
    postgres: Postgres, tmp_path: Path
) -> None:
    (command,), port = re.findall(r"command: (\[.*\])", COMPOSE), free_port()
    words = words_of(command)
    address = "--database=postgresql://ludoteca@database/ludoteca"
    words[words.index(address)] = f"--database={postgres.fresh()}"
    assert f"--port={steps('EXPOSE')[0]}" in words
    async with started(words, port, **surroundings(tmp_path), PGPASSWORD="secret"):
        assert await is_ready(port)


def test_compose_builds_from_the_file_that_there_is_and_says_the_password_to_nobody_else() -> None:
    assert "dockerfile: Containerfile" in COMPOSE, "Docker looks for a Dockerfile"
    said = [line.strip() for line in COMPOSE.splitlines() if "LUDOTECA_PASSWORD" in line]
    assert [line.split(":")[0] for line in said] == ["POSTGRES_PASSWORD", "PGPASSWORD"]
