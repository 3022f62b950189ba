"""The one decorator's care for what was compiled before."""

import os
from pathlib import Path

from ludoteca.kernels.compile import forget_stale


def test_what_was_compiled_before_any_kernel_changed_is_dropped(tmp_path: Path) -> None:
    """A kernel's own file need not have changed: one that it imports may have."""
    (tmp_path / "__pycache__").mkdir()
    times = {
        "caller.py": 100,
        "called.py": 300,
        "__pycache__/caller.one.nbi": 200,
        "__pycache__/called.two.nbi": 400,
        "__pycache__/caller.pyc": 200,
    }
    for name, time in times.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time, time))
    forget_stale(tmp_path)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert left == set(times) - {"__pycache__/caller.one.nbi"}
