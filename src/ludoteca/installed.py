"""What is installed beside us, read from the folders that packages leave for that.

importlib.metadata tells the same, but imports the email package first, which takes longer than our rules.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


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
    """What other packages offer under a group of entry points, in order of their names."""
    archives = (os.path.isfile(place) for place in sys.path)  # only importlib.metadata looks into these
    if not (any(group.encode() in _told(folder) for folder in _folders()) or any(archives)):
        return []
    from importlib.metadata import entry_points

    return sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))


def _folders() -> Iterator[str]:
    """The folders in which installed packages say what they are."""
    for place in sys.path:
        try:
            with os.scandir(place or os.curdir) as entries:
                yield from (each.path for each in entries if each.name.endswith((".dist-info", ".egg-info")))
        except OSError:  # no folder, such as a zip file
            continue


def _told(folder: str) -> bytes:
    """The entry points of one package, as it wrote them down."""
    try:
        with open(os.path.join(folder, "entry_points.txt"), "rb") as lines:
            return lines.read()
    except OSError:
        return b""
