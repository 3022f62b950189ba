"""Ludoteca: five classic board games, played, proved and measured from one source of rules."""

__version__ = "0.1.0"
