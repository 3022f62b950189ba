"""Shared by every test: Hypothesis settings, and tools that a bare machine may lack."""

import os
import shutil

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ludoteca", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ludoteca")
pytest.register_assert_rewrite("ludoteca.testing", "support")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tool(name): needs a program from the system, such as tmux")


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores, since many tests wait for processes and terminals."""
    return (os.cpu_count() or 1) + 1


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A missing program skips its tests, in sight; where LUDOTECA_ALL_TOOLS is set it fails them."""
    for mark in item.iter_markers("tool"):
        (name,) = mark.args
        if shutil.which(name) is None:
            from support.tools import lack  # not above: its assertions are rewritten first

            lack(name)


@pytest.fixture(scope="session")
def _home(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("home"))


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch, _home: str) -> None:
    """No test depends on the language, colours or kept files of whoever runs it."""
    monkeypatch.setenv("LUDOTECA_HOME", _home)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLORTERM", "truecolor")
