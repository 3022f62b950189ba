"""What is installed beside us, read from the folders that packages leave for that.

importlib.metadata tells the same, but imports the email package first, which takes longer than our rules.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LONGEST: Final = 1_000_000  # bytes of entry points


def version_of(package: str) -> str:
    """The version of an installed package; nothing where there is none.

    >>> version_of("no_such_package")
    ''
    """
    for folder in _folders():
        name, _dash, version = os.path.basename(folder).removesuffix(".dist-info").partition("-")
        if name == package and version:
            return version
    if find_spec(package) is None:
        return ""
    from importlib import metadata  # installed in some other way

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def offered(group: str) -> list[EntryPoint]:
    """What other packages offer under a group of entry points, in order of their names; of a package that is
    there twice what is found first, and nothing of one whose own records are damaged."""
    mark = group.encode()
    found: dict[str, list[EntryPoint]] = {}
    for folder in _folders():
        package = os.path.basename(folder).partition("-")[0]
        if package not in found and mark in _told(folder):
            found[package] = _entries(folder, group)
    if any(os.path.isfile(place) for place in sys.path):  # an archive, into which only importlib looks
        from importlib.metadata import entry_points

        found[""] = list(entry_points(group=group))
    every = {(entry.name, entry.value): entry for entries in found.values() for entry in entries}
    return [every[key] for key in sorted(every)]


def loaded(entry: EntryPoint) -> object:
    """What an entry point names; what its package prints meanwhile is no answer of ours."""
    with redirect_stdout(sys.stderr):
        return entry.load()


def _entries(folder: str, group: str) -> list[EntryPoint]:
    from importlib.metadata import Distribution

    try:
        return list(Distribution.at(folder).entry_points.select(group=group))
    except Exception:  # whatever importlib makes of them
        return []


def _folders() -> Iterator[str]:
    """The folders in which installed packages say what they are."""
    for place in sys.path:
        try:
            with os.scandir(place or os.curdir) as entries:
                yield from (each.path for each in entries if each.name.endswith((".dist-info", ".egg-info")))
        except OSError:  # no folder, such as a zip file
            continue


def _told(folder: str) -> bytes:
    """The entry points of one package, as it wrote them down, if that is a file that can be one."""
    path = os.path.join(folder, "entry_points.txt")
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return b""
        with open(path, "rb") as lines:
            return lines.read(LONGEST)
    except OSError:
        return b""
