"""Recompute every number in the perft files with the naive programs: `python -m tests.naive`."""

import time
from pathlib import Path
from types import ModuleType
from typing import Any

from . import drench, fuga, g2048, oca, solitario

FOLDER = Path(__file__).parents[2] / "perft"
PROGRAMS: dict[str, ModuleType] = {
    "solitario": solitario,
    "fuga": fuga,
    "drench": drench,
    "2048": g2048,
    "oca": oca,
}


def load(game_id: str) -> tuple[ModuleType, Any]:
    """Return the naive program and the position that a game id names."""
    game, rest = game_id.split(":")
    if game == "solitario":
        return solitario, solitario.read(solitario.BOARDS.get(rest, rest))
    options, _, position = rest.partition("@")
    pairs = [part.split("=") for part in options.split(",") if "=" in part]
    named = {key: int(value) for key, value in pairs}
    if game == "fuga":
        return fuga, fuga.read(position) if position else fuga.start(int(options))
    if game == "drench":
        return drench, drench.read(position, colours=int(options.split(",")[1]), **named)
    if game == "2048":
        return g2048, g2048.read(position, **named)
    return oca, oca.read(position)


def blocks(path: Path) -> dict[str, list[int]]:
    """Read a perft file: for each game id the counts at depth 1, 2, and so on."""
    found: dict[str, list[int]] = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            depths = [int(line.split()[0]) for line in lines[1:]]
            assert depths == list(range(1, len(lines))), f"{path.name}: {lines[0]}: depths must run from 1"
            assert lines[0] not in found, f"{path.name}: {lines[0]}: this block is there twice"
            found[lines[0]] = [int(line.split()[1]) for line in lines[1:]]
    return found


def recompute(path: Path) -> None:
    """Write a perft file anew: ids, depths and comments stay, the counts are the naive program's."""
    began = time.perf_counter()
    result = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if ":" in line and not line.startswith("#"):
            print(line)
            program, state = load(line)
        elif line and not line.startswith("#"):
            depth = int(line.split()[0])
            line = f"{depth} {program.perft(state, depth)}"
            print("   ", line)
        result.append(line)
    path.write_text("\n".join(result) + "\n", encoding="utf-8")
    print(f"{path.name}: {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    for game in PROGRAMS:
        recompute(FOLDER / f"{game}.perft")
