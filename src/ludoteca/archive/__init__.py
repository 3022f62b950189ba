"""What is remembered: games with every move, statistics, daily boards; import and export."""

from ludoteca.archive.entry import Entry
from ludoteca.archive.errors import ArchiveError
from ludoteca.archive.kept import Kept
from ludoteca.archive.statistics import Statistics
from ludoteca.archive.store import Archive

__all__ = ["Archive", "ArchiveError", "Entry", "Kept", "Statistics"]
