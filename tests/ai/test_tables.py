"""Files that come with the package: trusted, and missed with a sentence."""

import pytest

pytest.importorskip("numpy")

from ludoteca.ai import tables
from ludoteca.ai.fuga import weights
from ludoteca.core import LudotecaError


def test_an_installation_that_lacks_a_file_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LudotecaError, match=r"lacks its file no\.json"):
        tables.shipped("ludoteca.ai.fuga", "no.json")
    monkeypatch.setattr(weights, "shipped", lambda package, _name: tables.shipped(package, "no.json"))
    weights._kept.cache_clear()
    try:
        with pytest.raises(LudotecaError, match="install it again"):
            weights.weights_for(9)
    finally:
        weights._kept.cache_clear()
