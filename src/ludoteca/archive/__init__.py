"""What is remembered: games with every move, statistics, daily boards."""

from ludoteca.archive.archive import Archive
from ludoteca.archive.entry import Entry, Help
from ludoteca.archive.errors import ArchiveError, BusyError
from ludoteca.archive.kept import Kept
from ludoteca.archive.statistics import Statistics

__all__ = ["Archive", "ArchiveError", "BusyError", "Entry", "Help", "Kept", "Statistics"]
