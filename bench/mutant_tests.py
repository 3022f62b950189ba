"""Runs tests for `mutants.py`: traced, to know which test runs which line; or in an order, each in its time.

It is a process of its own, started in the copy of the project that has the mutant: `mutant_tests.py trace
FILE TESTS…` writes to a file what it found, `mutant_tests.py run FILE TESTS…` reads from one what to do.
"""

import faulthandler
import json
import signal
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

SOURCE = Path("src/ludoteca")
QUIET = ["-q", "-p", "no:cacheprovider"]


class Tracer:
    """Notes how long each test takes, whether it fails, and which lines it runs in this process."""

    def __init__(self) -> None:
        self.lines = coverage.Coverage(None, config_file=False, include=[f"{SOURCE.absolute()}/*"])
        self.took: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Note the lines and the time of one test."""
        self.lines.switch_context(item.nodeid)
        began = time.monotonic()
        result = yield
        self.took[item.nodeid] = time.monotonic() - began
        self.lines.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure, of its set-up too."""
        if report.failed:
            self.failed.add(report.nodeid)

    def found(self) -> dict[str, Any]:
        """What was noted; the tests of a line as places in the list of all."""
        data, places = self.lines.get_data(), {name: at for at, name in enumerate(self.took)}
        ran = dict[str, dict[int, list[int]]]()
        for path in data.measured_files():
            ran[str(Path(path).relative_to(Path.cwd()))] = {
                line: [places[name] for name in names if name in places]
                for line, names in data.contexts_by_lineno(path).items()
            }
        return {"took": self.took, "failed": sorted(self.failed), "ran": ran}


class Ordered:
    """Runs tests in an order, tests that are new with the mutant first, and ends the process if one hangs."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.limits: dict[str, float] = plan["limits"]
        self.rank = {name: at for at, name in enumerate(self.limits)}
        self.without, self.grace = set(plan["without"]), plan["grace"]
        self.begun = Path(plan["begun"])
        self.guard(self.grace)

    def guard(self, seconds: float) -> None:
        """From now on so many seconds are left, whatever the program does: a signal would wait for Python."""
        faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the tests in order."""
        kept = [item for item in items if item.nodeid not in self.without]
        items[:] = sorted(kept, key=lambda item: self.rank.get(item.nodeid, -1))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Tell which test runs, and give it its time."""
        self.begun.write_text(item.nodeid, "utf-8")
        self.guard(self.limits.get(item.nodeid, self.grace))
        return (yield)

    def pytest_sessionfinish(self) -> None:
        """Give the end its time, where threads and processes are waited for."""
        self.guard(self.grace)


def main(task: str, file: str, *tests: str) -> int:
    """Trace or run; the status is pytest's."""
    for each in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
        signal.signal(each, signal.SIG_DFL)  # whoever started us may ignore some, and tests send them
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if task == "run":
        plan = json.loads(Path(file).read_text("utf-8"))
        return int(pytest.main([*QUIET, "-x", *tests], [Ordered(plan)]))
    tracer = Tracer()
    tracer.lines.start()
    status = int(pytest.main([*QUIET, *tests], [tracer]))
    tracer.lines.stop()
    Path(file).write_text(json.dumps(tracer.found()), "utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
