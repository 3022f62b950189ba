"""Every sentence a player may read has its Spanish, with the same blanks, compiled."""

import re

import pytest

from ludoteca import locale as languages

from .catalogue import collected, compiled, po_path, read


@pytest.mark.parametrize("code", [code for code in languages.LANGUAGES if code != "en"])
class TestCatalogue:
    def test_nothing_is_missing_fuzzy_or_left_over(self, code: str) -> None:
        catalogue, wanted = read(code), {message.id for message in collected() if message.id}
        assert {message.id for message in catalogue if message.id} == wanted
        assert [
            message.id for message in catalogue if message.id and (message.fuzzy or not message.string)
        ] == []
        assert not catalogue.obsolete

    def test_blanks_are_the_same_in_both_languages(self, code: str) -> None:
        for message in read(code):
            blanks = r"\{\w+\}|%\(\w+\)\w|%\w"
            assert sorted(set(re.findall(blanks, str(message.id)))) == sorted(
                set(re.findall(blanks, str(message.string)))
            )

    def test_the_compiled_catalogue_is_current(self, code: str) -> None:
        assert po_path(code).with_suffix(".mo").read_bytes() == compiled(read(code)), "run make messages"
