"""Every sentence a player may read has its Spanish, with the same blanks, compiled."""

import ast
import re

import pytest

from ludoteca import locale as languages

from support.catalogue import SOURCE, collected, compiled, is_translated, po_path, read


@pytest.mark.parametrize("code", [code for code in languages.LANGUAGES if code != "en"])
class TestCatalogue:
    def test_nothing_is_missing_fuzzy_or_left_over(self, code: str) -> None:
        catalogue, wanted = read(code), {message.id for message in collected() if message.id}
        assert {message.id for message in catalogue if message.id} == wanted
        unfit = [message for message in catalogue if message.fuzzy or not is_translated(message)]
        assert [message.id for message in unfit if message.id] == []
        assert not catalogue.obsolete

    def test_blanks_are_the_same_in_both_languages(self, code: str) -> None:
        for message in read(code):
            blanks = r"\{\w+\}|%\(\w+\)\w|%\w"
            pair = message.id, message.string
            ids, strings = pair if message.pluralizable else ([each] for each in pair)
            wanted = {blank for each in ids for blank in re.findall(blanks, str(each))}
            for each in strings:
                assert set(re.findall(blanks, str(each))) == wanted

    def test_the_compiled_catalogue_is_current(self, code: str) -> None:
        assert po_path(code).with_suffix(".mo").read_bytes() == compiled(read(code)), "run make messages"


def test_no_sentence_hides_inside_an_f_string() -> None:
    """Before Python 3.12 the collector does not see it there."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                calls = [leaf for leaf in ast.walk(node) if isinstance(leaf, ast.Call)]
                said = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id in ("_", "N_")]
                assert not [c for c in said if isinstance(c.args[0], ast.Constant)], path
