"""The documents of the pages and their files."""

import io
import json
import re
from html import unescape

import httpx
import pytest
from babel.messages.extract import extract
from starlette.applications import Starlette

from ludoteca.core import OVER, GameId
from ludoteca.locale import LANGUAGES
from ludoteca.looks.vector import BOX
from ludoteca.web import lists, shell
from ludoteca.web.messages import NAME, VERSION

from support import icons
from support.catalogue import KEYWORDS, OPTIONS
from support.memory_store import MemoryStore


def visit(root: str = "") -> httpx.AsyncClient:
    app = httpx.ASGITransport(Starlette(routes=shell.routes()), root_path=root)
    return httpx.AsyncClient(transport=app, base_url="http://play.example")


@pytest.fixture
def client() -> httpx.AsyncClient:
    return visit()


class TestDocuments:
    @pytest.mark.parametrize("path", ["/", "/r/k7p2mq4x", "/rules/oca", "/me"])
    @pytest.mark.parametrize("code", ["en", "es"])
    async def test_every_page_says_its_language_and_needs_no_inline_script_or_style(
        self, client: httpx.AsyncClient, path: str, code: str
    ) -> None:
        answer = await client.get(path, params={"lang": code})
        assert answer.status_code == 200
        assert f'<html lang="{code}"' in answer.text
        assert answer.headers["content-language"] == code
        assert "<style" not in answer.text
        assert "style=" not in answer.text
        assert re.findall(r"<script(?![^>]* src=)", answer.text) == []
        assert "<noscript>" in answer.text

    @pytest.mark.parametrize(
        ("query", "cookie", "accepted", "code"),
        [
            ("es", "en", "en", "es"),
            ("", "es", "en", "es"),
            ("", "", "es-AR,en;q=0.5", "es"),
            ("", "", "en;q=0.4,es;q=0.9", "es"),
            ("", "", "fr,de;q=nan?", "en"),
            ("xx", "yy", "", "en"),
        ],
    )
    async def test_the_language_is_that_of_the_address_the_cookie_or_the_browser(
        self, client: httpx.AsyncClient, query: str, cookie: str, accepted: str, code: str
    ) -> None:
        client.cookies.set("lang", cookie)
        answer = await client.get("/", params={"lang": query}, headers={"accept-language": accepted})
        assert answer.headers["content-language"] == code

    async def test_what_a_cookie_says_is_taken_only_if_we_know_it(self, client: httpx.AsyncClient) -> None:
        client.cookies.set("theme", "dark")
        client.cookies.set("palette", "x%22onload")
        page = (await client.get("/")).text
        assert 'data-theme="dark"' in page
        assert 'data-palette="normal"' in page

    async def test_a_room_name_is_no_markup(self, client: httpx.AsyncClient) -> None:
        page = (await client.get("/r/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")).text
        assert "<script>alert" not in page

    async def test_behind_a_path_every_address_starts_with_it(self) -> None:
        client = visit("/games")
        page = (await client.get("/games/")).text
        links = re.findall(r'(?:href|src|data-root|data-turn)="([^"]*)"', page)
        assert len(links) > 10
        assert [link for link in links if not link.startswith("/games")] == []

    async def test_a_page_is_told_what_the_server_knows_in_its_language(
        self, client: httpx.AsyncClient
    ) -> None:
        page = (await client.get("/r/x", params={"lang": "es"})).text
        found = re.search(r'data-facts="([^"]*)"', page)
        assert found is not None
        facts = json.loads(unescape(found[1]))
        assert list(facts["languages"]) == list(LANGUAGES)
        assert facts["palettes"]["contrast"] == "alto contraste"
        numbers = [facts[key] for key in ("version", "over", "box", "longest_name")]
        assert numbers == [VERSION, OVER, BOX, NAME]

    def test_no_script_writes_down_what_it_is_told(self) -> None:
        written = re.compile(
            r"(?:BOX|VERSION|OVER) = -?\d|viewBox: \"0 0 \d|player [!=]== -2|maxlength: \d|protan"
        )
        scripts = [file.plain.decode() for name, file in shell.files().items() if name.endswith(".js")]
        assert [found for source in scripts for found in written.findall(source)] == []

    async def test_an_unknown_game_has_no_rules(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("/rules/chess")).status_code == 404


class TestFiles:
    async def test_files_are_kept_for_ever_under_their_digest_and_packed(
        self, client: httpx.AsyncClient
    ) -> None:
        for name, file in shell.files().items():
            answer = await client.get(f"/static/{shell.digest()}/{name}")
            assert answer.headers["content-type"] == file.type
            assert answer.headers["content-encoding"] == "gzip"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.content == file.plain
        plain = await client.get(f"/static/{shell.digest()}/room.js", headers={"accept-encoding": ""})
        assert "content-encoding" not in plain.headers

    async def test_an_old_digest_is_not_kept(self, client: httpx.AsyncClient) -> None:
        assert (await client.get("/static/0123/room.js")).headers["cache-control"] == "no-cache"

    @pytest.mark.parametrize(
        "path", ["/static/x/..%2Fshell.py", "/static/x/none.js", "/words/xx.js", "/words/es"]
    )
    async def test_nothing_else_is_sent(self, client: httpx.AsyncClient, path: str) -> None:
        assert (await client.get(path)).status_code == 404

    def test_each_module_that_a_page_imports_is_asked_for_at_once(self) -> None:
        for script in ("room.js", "lobby.js", "me.js", "rules.js"):
            for name in shell.modules(script):
                source = shell.files()[name].plain.decode()
                assert set(re.findall(r'"\./(\w+\.js)"', source)) <= set(shell.modules(script))


class TestSentences:
    def test_the_sentences_of_scripts_are_those_that_the_catalogue_collects(self) -> None:
        scripts = [file.plain for name, file in shell.files().items() if name.endswith(".js")]
        assert len(scripts) > 15
        for source in scripts:
            found = extract("javascript", io.BytesIO(source), keywords=KEYWORDS, options=OPTIONS["**.js"])
            collected = {message for _line, message, _comments, _context in found}
            assert {(one, many) if many else one for one, many in shell.marked(source.decode())} == collected

    async def test_a_language_has_its_sentences_and_the_words_of_moves(
        self, client: httpx.AsyncClient
    ) -> None:
        script = (await client.get(f"/words/es.{shell.digest()}.js")).text
        assert '"Undo": "Deshacer"' in script
        assert '"{count} move": ["{count} jugada", "{count} jugadas"]' in script
        assert '"roll": ' in script
        assert "ludoteca play" not in script


class TestInstalled:
    async def test_under_a_path_the_app_is_that_path_and_its_icons_are_there(self) -> None:
        client = visit("/games")
        told = (await client.get("/games/manifest.webmanifest", params={"lang": "es"})).json()
        assert told["id"] == told["start_url"] == told["scope"] == "/games/"
        assert told["description"].startswith("Cinco")
        assert [icon.get("purpose") for icon in told["icons"]] == [None, "maskable", "any maskable"]
        for icon in told["icons"]:
            answer = await client.get(icon["src"])
            assert answer.headers["content-type"] == icon["type"]
        page = (await client.get("/games/")).text
        [touch] = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)"', page)
        assert (await client.get(touch)).content.startswith(b"\x89PNG")

    def test_the_icons_are_drawn_from_the_one_that_all_browsers_show(self) -> None:
        svg = icons.square(shell.files()["icon.svg"].plain.decode())
        assert shell.files()["mask.svg"].plain.decode() == svg
        assert icons.lines_of(shell.files()["touch.png"].plain) == icons.rows(svg)

    async def test_the_worker_is_another_one_when_a_file_is_and_has_what_it_keeps(self) -> None:
        client = visit("/games")
        answer = await client.get("/games/worker.js", params={"lang": "es"})
        assert answer.headers["cache-control"] == "no-cache"
        known = json.loads(answer.text.partition("\n")[0].removeprefix("const SHELL = ").removesuffix(";"))
        assert known["digest"] == shell.digest()
        assert "Sin conexión" in (await client.get(known["offline"])).text
        page = (await client.get(known["offline"])).text
        needed = re.findall(
            r'<(?:link rel="(?:stylesheet|modulepreload|icon)"|script[^>]*) (?:href|src)="([^"]+)"', page
        )
        assert set(needed) == set(known["files"])
        for path in known["files"]:
            assert "immutable" in (await client.get(path)).headers["cache-control"]


class TestLists:
    async def test_no_page_has_to_take_an_id_apart_to_know_todays_options(self) -> None:
        for game in (await lists.lobby(MemoryStore(), ""))["games"]:
            assert game["daily_options"] == GameId.parse(game["daily"]).options
