"""Palettes: what colour everything has that a game shows, for ordinary eyes and for others.

Drenched colours and players of the palettes for colour-blind eyes start from Okabe and Ito's eight and were
moved until all of a group keep apart, simulated by Machado's matrices; the tests hold the distances reached.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ludoteca.core.words import N_

if TYPE_CHECKING:
    from ludoteca.looks.model import Skin

Palette = Mapping[str, str]

TITLES: Final = {
    "normal": N_("normal colours"),
    "protan": N_("for eyes without red cones (protan)"),
    "deutan": N_("for eyes without green cones (deutan)"),
    "tritan": N_("for eyes without blue cones (tritan)"),
    "contrast": N_("high contrast"),
}

MARKED: Final = ("cursor", "chosen", "target", "last", "hint")
SIDES: Final = ("attacker", "guard", "king")

_BASE: Final = {
    "wood": "#7a5534", "peg": "#ffd27f", "hole": "#2b1a0c", "goal": "#35d0ba",
    "field0": "#84806f", "field1": "#747161", "castle": "#4d5a78", "throne": "#6f2f85",
    "attacker": "#17110d", "guard": "#f6f3ea", "king": "#ffd23f",
    "empty": "#3c3a38", "square": "#2d3a3a", "wall": "#8fa3a0",
    "goose": "#6b5a1e", "bridge": "#25597a", "inn": "#74503a", "well": "#1f4fa0", "maze": "#2d602a",
    "prison": "#5c5c66", "dice": "#5a3f86", "death": "#7c2430", "finish": "#7a5f00",
}  # fmt: skip

_STARK: Final = {
    "wood": "#5a5a5a", "peg": "#ffffff", "hole": "#000000", "goal": "#00ffff",
    "field0": "#7d7d7d", "field1": "#6e6e6e", "castle": "#1c2f66", "throne": "#5b1a6b",
    "attacker": "#000000", "guard": "#ffffff", "king": "#ffe000",
    "empty": "#2a2a2a", "square": "#000000", "wall": "#ffffff",
    "goose": "#4a3c00", "bridge": "#003a5c", "inn": "#4a2600", "well": "#00276b", "maze": "#1f4000",
    "prison": "#3c3c3c", "dice": "#3b1470", "death": "#75000c", "finish": "#745000",
}  # fmt: skip


def _palette(base: Palette, *, colours: str, tiles: str, players: str, marks: str, **more: str) -> Palette:
    """A palette from its base and its groups, each a row of colours in order."""

    def numbered(name: str, row: str, start: int) -> dict[str, str]:
        return {f"{name}{number}": f"#{colour}" for number, colour in enumerate(row.split(), start)}

    marked = {name: f"#{colour}" for name, colour in zip(MARKED, marks.split(), strict=True)}
    groups = numbered("colour", colours, 1) | numbered("tile", tiles, 1) | numbered("player", players, 0)
    return {**base, **groups, **marked, **more}


PALETTES: Final[Mapping[str, Palette]] = {
    "normal": _palette(
        _BASE,
        colours="d72729 257ee2 1a9f2a f2d408 983ccb ff8c18 14bed0 f389c6 84574a 2af4de",
        tiles="f0e6dc ebdeb7 f7b16d eb965b fb7e61 f35e3d edd179 f2cc35 d0b443 91b43a 569a48 349083 227fb9 "
        "3f5fbf 6f40c7 993db6 cc1e8c",
        players="e59e00 59b5e9 049d72 f0e443 0972b1 d55e00 cd78a8 ffffff",
        marks="ffffff ffb000 22dd83 59a9ff ff70c8",
    ),
    "protan": _palette(
        _BASE,
        colours="c25800 4271ad 2eac7b f6eb4e fb2567 45b5f2 5b296c ffffff e69f00 3a3a3c",
        tiles="ede4dc ece0ba f09e4f f8a473 f67e61 f55f3a f2d375 edc544 cfb75b 8bad2a 479e4d 258e7f 277fb8 "
        "4165b2 502fba 9741bb c03492",
        players="e39d11 5ab8ed 009e74 f0e444 0472b1 d45e02 d17ba0 ffffff",
        marks="ffffff feb000 12e193 5aa9ff f963b4",
    ),
    "deutan": _palette(
        _BASE,
        colours="9d4800 2674ab 084921 fded07 e54ea5 13bb00 5c296a ffffff e6ba7f 3a393b",
        tiles="ede5dc efe0b9 f5b67f f39563 eb7e68 fd542f f6cc0b efc957 cab126 78a546 529b4e 269185 2680b9 "
        "415eb2 5d40d9 973fba bd3690",
        players="936504 53b4eb 0d9f74 efe33d 0071b1 e86a10 cb77a5 ffffff",
        marks="ffffff ffb007 24dc84 59a9ff fd6ec6",
    ),
    "tritan": _palette(
        _BASE,
        colours="d65e00 1a547a 149265 efe335 b887af 49c1ff 5a286c ffffff e49f10 3e3c3d",
        tiles="f7f0e6 eddfb7 eaaf78 fd9c62 f5795d f95b38 ebd378 edc64c c8af3b 8fb33b 489e4e 2e8c80 1078c5 "
        "395ec3 6c46c0 9d3fba c0358e",
        players="eba706 54bcfc 199e73 efe23d 026ba5 d55d00 be75a3 ffffff",
        marks="ffffff ffb000 32e288 56a8ff ff68c9",
        king="#ff9a1f",
    ),
    "contrast": _palette(
        _STARK,
        colours="ac210e 7897c8 15c04a ffde26 5d178e fe9ad4 00c8e1 774903 ffffff 2a2c2d",
        tiles="ffffff f5e5a4 ffc37e ffab2e ff8266 ff693c ffe359 edc900 caaf32 a0cf4c 60ca6d 4ac3ad 57b3ed "
        "8f9dfe 1b3da4 5c229e 89135b",
        players="785013 5fb4e6 1baa7b f2e341 155c91 f76b00 cf7baa ffffff",
        marks="ffffff ffb008 32dc83 5aa9ff fe6ec6",
    ),
}

# What a terminal of sixteen colours means by its numbers, as Rich counts distances to them: a colour that is
# exactly one of these is never rounded. Other terminals show other shades of the same names.
ANSI: Final = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip


def _ansi(numbers: str) -> str:
    return " ".join(ANSI[int(number)][1:] for number in numbers.split())


# The console of Linux shows a bright ground as its dark neighbour, so what is often side by side differs in
# the lower three bits too. 3 is brown there and yellow elsewhere, so no text can stand on it: it is not used.
SIXTEEN: Final[Palette] = _palette(
    {
        word: ANSI[number]
        for word, number in {
            "wood": 1, "peg": 11, "hole": 0, "goal": 14,
            "field0": 0, "field1": 4, "castle": 1, "throne": 5,
            "attacker": 13, "guard": 15, "king": 11,
            "empty": 8, "square": 8, "wall": 15,
            "goose": 11, "bridge": 6, "inn": 13, "well": 4, "maze": 2,
            "prison": 7, "dice": 5, "death": 1, "finish": 15,
        }.items()
    },
    colours=_ansi("1 4 2 11 13 6 15 8 12 10"),
    tiles=_ansi("15 11 13 9 5 1 14 12 6 4 10 7 2 13 12 9 14"),
    players=_ansi("11 14 5 2 4 9 13 15"),
    marks=_ansi("15 14 10 5 9"),
)  # fmt: skip


def palette_of(skin: "Skin") -> Palette:
    """The colours of a skin: those that were chosen, or where a terminal has no more, the sixteen."""
    return SIXTEEN if skin.sixteen else PALETTES[skin.palette]


def groups(palette: Palette) -> dict[str, list[str]]:
    """The colours that must be told apart from one another, group by group."""
    numbered = {
        name: [palette[f"{name}{number}"] for number in range(start, start + count)]
        for name, start, count in (("colour", 1, 10), ("tile", 1, 17), ("player", 0, 8))
    }
    return {
        **numbered,
        "mark": [palette[mark] for mark in MARKED],
        "side": [palette[side] for side in SIDES],
    }
