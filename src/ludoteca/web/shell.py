"""The pages: a small document for each, and the files that make them live, kept by browsers for ever."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ludoteca.core import OVER
from ludoteca.core.words import N_, speaking
from ludoteca.core.words import _ as say
from ludoteca.games import GAMES
from ludoteca.locale import LANGUAGES, translator
from ludoteca.looks.palette import PALETTES, TITLES
from ludoteca.looks.symbols import style_sheet
from ludoteca.looks.vector import BOX
from ludoteca.web.messages import NAME, ROOM, VERSION
from ludoteca.web.safety import SECRET

if TYPE_CHECKING:
    from starlette.requests import Request

TYPES: Final = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
FOREVER: Final = "public, max-age=31536000, immutable"
LOOKS: Final = "looks.css"  # for whatever has boards
BOARDS: Final = (LOOKS, "page.css", "board.css")
# What a person chose in the menu, each in a cookie of its name; the first is usual.
CHOICES: Final = {"theme": ("system", "light", "dark"), "palette": tuple(PALETTES), "motion": ("on", "off")}
LANGUAGE_NAMES: Final = dict(zip(LANGUAGES, ("English", "Español"), strict=True))  # each in its own words
ABOUT: Final = N_("Five classic board games to play, alone, against the computer or with a friend by a link.")
OFFLINE: Final = N_("No connection")
COMES_BACK: Final = N_(
    "As soon as there is one, this page comes back by itself. A game on the server stays as it is."
)
MISSING: Final = N_("There is no such page.")
OTHERS: Final = N_("Other games")
NEEDS_SCRIPT: Final = N_("These pages need JavaScript; the same games play in a terminal without it.")

_STRING: Final = r'"((?:[^"\\]|\\.)*)"'
_MARKED: Final = re.compile(rf"\b(?:N?_\(\s*{_STRING}|ngettext\(\s*{_STRING}\s*,\s*{_STRING})")

_IMPORTED: Final = re.compile(r'^(?:import|\} from|import .* from) "\./([\w.]+)";', re.MULTILINE)


class File(NamedTuple):
    """A file as it is sent."""

    plain: bytes
    packed: bytes
    type: str


def _file(content: bytes, kind: str) -> File:
    return File(content, gzip.compress(content, 9, mtime=0), TYPES[kind])


@cache
def files() -> dict[str, File]:
    """The files of the pages, by name, and the colours of all palettes as one more.

    >>> files()["icon.svg"].type
    'image/svg+xml'
    """
    folder = resources.files("ludoteca.web").joinpath("static")
    found = sorted((path for path in folder.iterdir() if "." in path.name), key=lambda path: path.name)
    kept = {path.name: _file(path.read_bytes(), path.name.rpartition(".")[2]) for path in found}
    return kept | {LOOKS: _file(style_sheet().encode(), "css")}


def marked(source: str) -> list[tuple[str, str]]:
    r"""The sentences that a script marks for translation, each with its plural, or ''.

    >>> marked('say(_("Undo")); ngettext("{count} move", "{count} moves", n)')
    [('Undo', ''), ('{count} move', '{count} moves')]
    """
    found = dict.fromkeys(match.groups(default="") for match in _MARKED.finditer(source))
    return [(json.loads(f'"{one or only}"'), json.loads(f'"{many}"')) for only, one, many in found]


@cache
def words(code: str) -> File:
    """A script with the sentences of our scripts, and the words of moves, in a language."""
    language, said = translator(code), dict[str, str | list[str]]()
    for file in files().values():
        if file.type == TYPES["js"]:
            for one, many in marked(file.plain.decode()):
                said[one] = (
                    [language.ngettext(one, many, n) for n in (1, 2)] if many else language.gettext(one)
                )
    said |= {word: language.gettext(word) for game in GAMES.values() for word in game().buttons}
    kept = {key: value for key, value in said.items() if value not in (key, [key, key])}
    text = f"export const SENTENCES = {json.dumps(kept, ensure_ascii=False, sort_keys=True)};\n"
    return _file(text.encode(), "js")


@cache
def digest() -> str:
    """A name of all files as they are: another one where a byte of theirs is another."""
    total = sha256()
    for name, file in files().items():
        total.update(f"{name} {len(file.plain)}\n".encode() + file.plain)
    for code in LANGUAGES:
        total.update(words(code).plain)
    return total.hexdigest()[:12]


@cache
def modules(script: str) -> tuple[str, ...]:
    """A script and all that it imports, so that a browser can ask for them at once."""
    found, waiting = list[str](), [script]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            waiting += _IMPORTED.findall(files()[name].plain.decode())
    return tuple(found)


def facts() -> str:
    """What the scripts have to know as the server does, in the language that is spoken now."""
    known = {
        "version": VERSION,
        "over": OVER,
        "box": BOX,
        "longest_name": NAME,
        "languages": LANGUAGE_NAMES,
        "palettes": {name: say(TITLES[name]) for name in PALETTES},
    }
    return json.dumps(known, ensure_ascii=False)


def language_of(request: Request) -> str:
    """The language that an address, a cookie or a browser asks for, English if we speak none of them."""
    accepted = request.headers.get("accept-language", "")
    listed = sorted((_weighed(each) for each in accepted.split(",")), key=lambda each: -each[1])
    asked = [request.query_params.get("lang", ""), request.cookies.get("lang", "")]
    asked += [code for code, weight in listed if weight > 0]
    return next((code[:2].lower() for code in asked if code[:2].lower() in LANGUAGES), "en")


def _weighed(accepted: str) -> tuple[str, float]:
    """A language that a browser accepts, and how gladly."""
    code, _semicolon, weight = accepted.strip().partition(";q=")
    try:
        return code, float(weight) if weight else 1.0
    except ValueError:
        return code, 0.0


def _roots(request: Request) -> tuple[str, str]:
    """Where the pages are, and their files."""
    root = request.scope.get("root_path", "").rstrip("/")
    return root, f"{root}/static/{digest()}"


def page(
    request: Request, script: str, styles: tuple[str, ...], title: str, *, main: str = "", **data: str
) -> HTMLResponse:
    """A page's document: all that is to be seen is made by its script, but for what is in `main` already."""
    code, (root, at) = language_of(request), _roots(request)
    chosen = {key: request.cookies.get(key, "") for key in CHOICES}
    look = {key: chosen[key] if chosen[key] in values else values[0] for key, values in CHOICES.items()}
    with speaking(translator(code)):
        about, script_needed, title, known = say(ABOUT), say(NEEDS_SCRIPT), say(title), facts()
    words_at = "" if code == "en" else f"{root}/words/{code}.{digest()}.js"
    html = {**look, "root": root, "words": words_at, "facts": known}
    heads = [f'<link rel="stylesheet" href="{at}/{style}">' for style in styles]
    heads += [f'<link rel="modulepreload" href="{at}/{name}">' for name in modules(script)]
    icon = f'<img src="{at}/icon.svg" alt="" width="24" height="24">'
    brand = f'<a class="brand" href="{root}/">{icon}Ludoteca</a>'
    document = f"""<!doctype html>
<html lang="{code}"{_attributes(html)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<meta name="description" content="{escape(about)}">
<meta name="theme-color" content="#f7f5f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#16181b" media="(prefers-color-scheme: dark)">
<link rel="icon" href="{at}/icon.svg" type="image/svg+xml" data-turn="{at}/turn.svg">
<link rel="apple-touch-icon" href="{at}/touch.png">
<link rel="manifest" href="{root}/manifest.webmanifest">
{chr(10).join(heads)}
<script type="module" src="{at}/{script}"></script>
</head>
<body{_attributes(data)}>
<header>{brand}</header>
<main id="main">{main}<noscript>{escape(script_needed)}</noscript></main>
</body>
</html>
"""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie", "Content-Language": code}
    return HTMLResponse(document, headers=headers)


def _attributes(data: dict[str, str]) -> str:
    return "".join(f' data-{key}="{escape(value)}"' for key, value in data.items() if value or key == "root")


async def lobby(request: Request) -> Response:
    """The room of games."""
    return page(request, "lobby.js", (*BOARDS, "lobby.css"), "Ludoteca")


async def room(request: Request) -> Response:
    """A room: to play, to watch, to look back."""
    key = request.path_params["room"]
    if len(key) > ROOM:
        return await missing(request)
    return page(request, "room.js", (*BOARDS, "room.css"), "Ludoteca", room=key)


async def rules(request: Request) -> Response:
    """The rules of a game."""
    game = request.path_params["game"]
    if game not in GAMES:
        return await missing(request)
    return page(request, "rules.js", (*BOARDS, "lobby.css"), GAMES[game].title, game=game)


async def mine(request: Request) -> Response:
    """One's own games."""
    return page(request, "me.js", (*BOARDS, "lobby.css"), N_("My games"), secret=SECRET.pattern)


async def offline(request: Request) -> Response:
    """What is shown without a network."""
    with speaking(translator(language_of(request))):
        main = f"<h1>{escape(say(OFFLINE))}</h1><p>{escape(say(COMES_BACK))}</p>"
    return page(request, "offline.js", ("page.css",), OFFLINE, main=main)


async def missing(request: Request) -> Response:
    """What is shown where there is nothing."""
    with speaking(translator(language_of(request))):
        back = f'<a href="{_roots(request)[0]}/">{escape(say(OTHERS))}</a>'
        main = f"<h1>{escape(say(MISSING))}</h1><p>{back}</p>"
    answer = page(request, "menu.js", ("page.css",), MISSING, main=main)
    answer.status_code = 404
    return answer


async def manifest(request: Request) -> Response:
    """What a telephone has to know to install the pages as an app."""
    root, at = _roots(request)
    with speaking(translator(language_of(request))):
        about = say(ABOUT)
    svg = {"sizes": "any", "type": TYPES["svg"]}
    told = {
        "id": f"{root}/",
        "name": "Ludoteca",
        "short_name": "Ludoteca",
        "description": about,
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": "#f7f5f0",
        "theme_color": "#0b5fae",
        "icons": [
            {"src": f"{at}/icon.svg", **svg},
            {"src": f"{at}/mask.svg", **svg, "purpose": "maskable"},
            {"src": f"{at}/touch.png", "sizes": "192x192", "type": TYPES["png"], "purpose": "any maskable"},
        ],
    }
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return JSONResponse(told, media_type="application/manifest+json", headers=headers)


async def worker(request: Request) -> Response:
    """The worker of these pages; another one with every change of a file."""
    root, at = _roots(request)
    known = {
        "digest": digest(),
        "offline": f"{root}/offline?lang={language_of(request)}",
        "files": [f"{at}/{name}" for name in ("page.css", "offline.js", "icon.svg")],
    }
    script = f"const SHELL = {json.dumps(known)};\n".encode() + files()["worker.js"].plain
    return sent(request, _file(script, "js"), fresh=False)


async def static(request: Request) -> Response:
    """A file of the pages; under an old digest it is sent too, but not to be kept."""
    file = files().get(request.path_params["path"])
    return sent(request, file, fresh=request.path_params["digest"] == digest())


async def icon(request: Request) -> Response:
    """The icon, for a browser that asks for one where no page says which."""
    return sent(request, files()["icon.svg"], fresh=False)


async def colours(request: Request) -> Response:
    """The colours of all palettes under an address that stays, for other programs."""
    return sent(request, files()[LOOKS], fresh=False)


async def sentences(request: Request) -> Response:
    """The sentences of a language."""
    code, _dot, rest = request.path_params["name"].partition(".")
    known = code in LANGUAGES and rest.endswith(".js")
    return sent(request, words(code) if known else None, fresh=rest == f"{digest()}.js")


def sent(request: Request, file: File | None, *, fresh: bool) -> Response:
    """A file as an answer, packed where the browser can unpack it."""
    if file is None:
        return Response(status_code=404)
    headers = {
        "Cache-Control": FOREVER if fresh else "no-cache",
        "Vary": "Accept-Encoding",
        "X-Content-Type-Options": "nosniff",
    }
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.plain, media_type=file.type, headers=headers)


def routes() -> list[Route]:
    """All pages and files, for the application."""
    return [
        Route("/", lobby),
        Route("/r/{room}", room),
        Route("/rules/{game}", rules),
        Route("/me", mine),
        Route("/offline", offline),
        Route("/manifest.webmanifest", manifest),
        Route("/worker.js", worker),
        Route("/favicon.ico", icon),
        Route(f"/{LOOKS}", colours),
        Route("/static/{digest}/{path}", static),
        Route("/words/{name}", sentences),
        Route("/{path:path}", missing),
    ]
