"""The languages we speak."""

import pytest

from ludoteca.core import (
    GameId,
    LudotecaError,
    OptionError,
)
from ludoteca.core.words import _, speaking
from ludoteca.games import begin
from ludoteca.locale import language, translator


class TestLanguage:
    @pytest.mark.parametrize(
        ("environ", "code"),
        [
            ({}, "en"),
            ({"LANG": "es_AR.UTF-8"}, "es"),
            ({"LANG": "fr_FR.UTF-8"}, "en"),
            ({"LANG": "es_ES", "LC_MESSAGES": "en_GB"}, "en"),
            ({"LANG": "en_GB", "LC_ALL": "es"}, "es"),
            ({"LANG": "fr_FR", "LANGUAGE": "fr:es"}, "es"),
            ({"LANG": "C", "LANGUAGE": "es"}, "en"),
        ],
    )
    def test_the_environment_says_which(self, environ: dict[str, str], code: str) -> None:
        assert language(environ) == code

    def test_english_and_what_we_do_not_speak_stay_as_written(self) -> None:
        for code in ("en", "fr"):
            assert translator(code).gettext("You win") == "You win"
            assert translator(code).ngettext("{count} peg", "{count} pegs", 2) == "{count} pegs"
        assert translator("es").gettext("You win") != "You win"

    def test_errors_speak_the_language_they_are_made_in(self) -> None:
        with speaking(translator("es")), pytest.raises(OptionError, match="No hay ningún juego"):
            begin("ajedrez")
        assert _("You win") == "You win"

    def test_no_control_character_reaches_a_terminal_through_an_error(self) -> None:
        with pytest.raises(LudotecaError) as caught:
            GameId.parse("\x1b[2J\x07")
        assert str(caught.value).isprintable()
