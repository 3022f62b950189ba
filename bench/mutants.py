"""Tests that can fail: random one-operator mutants of a room, and how many its own tests notice.

`python bench/mutants.py archive --count 24 --seed 1` changes one operator or number at a time in a copy of
the sources, runs the tests of the room and the examples of the changed file, and lists who survived. What
runs longer than `--timeout` seconds counts as noticed: the unchanged tests do not. A mutant may write over
what its tests write to, so no test may name a file or device that matters to the machine. Signals must
have their usual effect: `nohup`, or `&` in a script, ignores some, and tests of them fail unchanged.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = Path("src/ludoteca")
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


class Mutant(NamedTuple):
    """A file with one thing changed: where, and the line before and after."""

    path: Path
    line: int
    before: str
    after: str
    text: str


def sites(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None]]:
    """What can be changed: a node, its field, and a place in it where the field is a list."""
    skipped = {id(leaf) for node in ast.walk(tree) for part in unread(node) for leaf in ast.walk(part)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        match node:
            case ast.Compare(ops=ops):
                yield from ((node, "ops", at) for at, op in enumerate(ops) if type(op) in SWAPS)
            case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
                yield node, "op", None
            case ast.UnaryOp(op=ast.Not()):
                yield node, "op", None
            case ast.Constant(value=bool() | int()):
                yield node, "value", None


def unread(node: ast.AST) -> Iterator[ast.AST]:
    """Parts of a node that no test can notice: annotations, asserts, and what only type checkers see."""
    match node:
        case ast.AnnAssign(annotation=part) | ast.arg(annotation=ast.AST() as part):
            yield part
        case ast.FunctionDef(returns=ast.AST() as part):
            yield part
        case ast.Assert():
            yield node
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield node


def mutant(path: Path, chosen: random.Random) -> Mutant | None:
    """One random change to a file, or None where there is nothing to change."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    known, before = list(sites(tree)), ast.unparse(tree).splitlines()
    if not known:
        return None
    node, field, at = chosen.choice(known)
    old = getattr(node, field) if at is None else getattr(node, field)[at]
    new: object
    if isinstance(node, ast.UnaryOp):
        new = ast.UAdd()  # 'not x' becomes '+bool(x)', which is x
        node.operand = ast.Call(ast.Name("bool"), [node.operand], [])
    elif isinstance(node, ast.Constant):
        new = not old if isinstance(old, bool) else old + 1
    else:
        new = SWAPS[type(old)]()
    if at is None:
        setattr(node, field, new)
    else:
        getattr(node, field)[at] = new
    text = ast.unparse(tree)
    changed = [(old, new) for old, new in zip(before, text.splitlines(), strict=True) if old != new]
    if not changed:
        return None
    line = getattr(node, "lineno", 0)
    return Mutant(path, line, changed[0][0].strip(), changed[0][1].strip(), text)


def tests_of(path: Path, *, flat: bool) -> list[str]:
    """The tests of a file's own room, and the examples in the file; `flat`: not of the rooms inside it.

    A kernel's are also those of the mind of its game, its one caller, which is tested by brute force.
    """
    inside = path.relative_to(SOURCE)
    if inside.parts[0] == "kernels" and len(inside.parts) == 3:
        rooms = [Path("tests", room, inside.parts[1]) for room in ("kernels", "ai")]
        return [*(str(room) for room in rooms if (ROOT / room).is_dir()), str(path)]
    if flat:
        return [*(str(each.relative_to(ROOT)) for each in
                  sorted((ROOT / "tests" / inside.parent).glob("test_*.py"))), str(path)]  # fmt: skip
    for folder in (inside.with_suffix(""), *inside.parents):
        if folder != Path() and (ROOT / "tests" / folder).is_dir():
            return [str(Path("tests") / folder), str(path)]
    return ["tests/core", str(path)]


def passes(folder: Path, tests: list[str], timeout: float) -> bool:
    """Whether the tests pass in a copy of the project, in time."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environ = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(timeout) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if process.poll() is None:
            os.killpg(process.pid, 9)
            process.wait()


def main() -> int:
    """Make mutants, one at a time, and tell who is noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("room", help="a folder or file of src/ludoteca, such as archive or ai/oca")
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flat", action="store_true", help="only the files of the folder itself")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds for the tests of one mutant")
    args = parser.parse_args()
    where, chosen = ROOT / SOURCE / args.room, random.Random(args.seed)
    paths = [where] if where.is_file() else sorted(where.glob("*.py" if args.flat else "**/*.py"))
    paths = [path.relative_to(ROOT) for path in paths]
    weights = [len(list(sites(ast.parse((ROOT / path).read_text("utf-8"))))) for path in paths]
    killed, survivors = 0, list[Mutant]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in ("src", "tests", "bench", "docs", "examples", "pyproject.toml", "README.md"):
            copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
            copy(ROOT / each, folder / each)
        sound = dict[tuple[str, ...], bool]()
        while killed + len(survivors) < args.count:
            (path,) = chosen.choices(paths, weights)
            made, tests = mutant(path, chosen), tests_of(path, flat=args.flat)
            if made is None:
                continue
            began = time.monotonic()
            if (key := tuple(tests[:-1])) not in sound:
                sound[key] = passes(folder, tests, args.timeout)
            if not sound[key]:
                print(f"the tests of {path} fail unchanged, or take over {args.timeout:.0f} s")
                return 1
            (folder / path).write_text(made.text, "utf-8")
            survives = passes(folder, tests, args.timeout)
            shutil.copy(ROOT / path, folder / path)
            said = f"{path}:{made.line}  {made.before}  →  {made.after}"
            print(
                f"{'SURVIVES' if survives else 'noticed '}  {time.monotonic() - began:5.1f} s  {said}",
                flush=True,
            )
            killed += not survives
            survivors += [made] if survives else []
    print(f"{args.room}: {killed} of {args.count} mutants noticed (seed {args.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
