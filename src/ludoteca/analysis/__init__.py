"""The truth about a game under way: the analyst, and the process that thinks beside a screen."""

from ludoteca.analysis.analyst import Analyst
from ludoteca.analysis.truth import Truth

__all__ = ["Analyst", "Truth"]
