"""Tests that can fail: random one-operator mutants of a room, and how many its own tests notice.

`python bench/mutants.py archive --count 24 --seed 1` traces once which tests of the room run which line
(`mutant_tests.py`), then changes one operator or number at a time in a copy of the sources and runs the tests
until one fails: first those that ran the changed line, then those that ran its file, then all others of the
room, since a line may also run in another process; the quickest first. Who survives survived them all.

A test may take ten times as long as it took unchanged and `--grace` seconds more; then it hangs, which counts
as noticed. A test that fails must fail again alone, or it does not count. A mutant may write over what its
tests write to, so no test may name a file or device that matters to the machine.
"""

import argparse
import ast
import compileall
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
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
    """A file with one thing changed: where, from its statement on, and the line before and after."""

    path: Path
    lines: range
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
    lines = lines_of(tree, node)
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
    return Mutant(path, lines, changed[0][0].strip(), changed[0][1].strip(), text)


def lines_of(tree: ast.Module, node: ast.AST) -> range:
    """From the line where the statement of a node begins to the one where the node ends."""
    first, last = node.lineno, node.end_lineno or node.lineno  # type: ignore[attr-defined]
    starts = [each.lineno for each in ast.walk(tree) if isinstance(each, ast.stmt) and each.lineno <= first]
    return range(max(starts), last + 1)


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


class Traced(NamedTuple):
    """What the unchanged tests of a room did: how long each took, who failed, and who ran which line."""

    took: dict[str, float]
    failed: list[str]
    ran: dict[str, dict[str, list[int]]]

    def order(self, made: Mutant) -> list[str]:
        """The tests in the order in which they are likely to notice a mutant soon."""
        names, ran = list(self.took), self.ran.get(str(made.path), {})
        by_file = {names[at] for places in ran.values() for at in places}
        by_line = {names[at] for line in made.lines for at in ran.get(str(line), [])}
        return sorted(names, key=lambda name: (name not in by_line, name not in by_file, self.took[name]))


class Copy:
    """A copy of the project, where mutants are made and tested."""

    def __init__(self, folder: Path, grace: float) -> None:
        self.folder, self.grace = folder, grace
        folder.chmod(0o755)  # a test runs the command as a user who has nothing
        for each in ("src", "tests", "bench", "docs", "examples", "pyproject.toml", "README.md"):
            copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
            copy(ROOT / each, folder / each)
        compileall.compile_dir(folder / "src", quiet=1)  # tests start processes, which write no bytecode

    def call(self, task: str, tests: Sequence[str]) -> int:
        """Run `mutant_tests.py`; whatever its tests left running ends with it."""
        environ = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "bench/mutant_tests.py", task, "plan.json", *tests]
        with open(self.folder / "said.txt", "wb") as said:
            process = subprocess.Popen(
                command, cwd=self.folder, env=environ, stdout=said, stderr=said, start_new_session=True
            )
            try:
                return process.wait()
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def trace(self, tests: Sequence[str]) -> Traced:
        """Run unchanged tests once."""
        self.call("trace", tests)
        return Traced(**json.loads((self.folder / "plan.json").read_text("utf-8")))

    def noticed(self, made: Mutant, tests: Sequence[str], traced: Traced) -> str | None:
        """The test that notices a mutant; None where it survives."""
        begun, limits = self.folder / "begun.txt", dict[str, float]()
        for name in traced.order(made):
            limits[name] = self.grace + 10 * traced.took[name]
        without = list(traced.failed)
        (self.folder / made.path).write_text(made.text, "utf-8")
        try:
            while True:
                begun.write_text("", "utf-8")
                plan = {"limits": limits, "without": without, "grace": self.grace, "begun": str(begun)}
                (self.folder / "plan.json").write_text(json.dumps(plan), "utf-8")
                if self.call("run", tests) == 0:
                    return None
                name = begun.read_text("utf-8")
                if not name or self.call("run", [name]):
                    return name or "nothing can be imported"
                without.append(name)
        finally:
            # with its time, so that its bytecode fits
            shutil.copy2(ROOT / made.path, self.folder / made.path)


def measure(paths: list[Path], count: int, chosen: random.Random, copy: Copy, *, flat: bool) -> int:
    """Make mutants, one at a time, and tell who is noticed; how many were."""
    weights = [len(list(sites(ast.parse((ROOT / path).read_text("utf-8"))))) for path in paths]
    traces, texts, killed = dict[tuple[str, ...], Traced](), set[str](), 0
    while len(texts) < count:
        (path,) = chosen.choices(paths, weights)
        made, tests = mutant(path, chosen), tests_of(path, flat=flat)
        if made is None or made.text in texts:
            continue
        texts.add(made.text)
        if (key := tuple(tests[:-1])) not in traces:
            traces[key] = traced = copy.trace(key)
            took = sum(traced.took.values())
            print(f"{' '.join(key)}: {len(traced.took)} tests, {took:.0f} s when traced", flush=True)
            for name in traced.failed:
                print(f"left out, since it fails unchanged: {name}", flush=True)
        began = time.monotonic()
        by = copy.noticed(made, tests, traces[key])
        killed += by is not None
        said = f"{path}:{made.lines[-1]}  {made.before}  →  {made.after}"
        took = time.monotonic() - began
        print(f"{'SURVIVES' if by is None else 'noticed '}  {took:5.1f} s  {said}", flush=True)
        if by is not None:
            print(f"          by {by}", flush=True)
    return killed


def main() -> int:
    """Measure a room."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("room", help="a folder or file of src/ludoteca, such as archive or ai/oca")
    parser.add_argument("--count", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flat", action="store_true", help="only the files of the folder itself")
    parser.add_argument("--grace", type=float, default=60.0, help="seconds that any test may take longer")
    args = parser.parse_args()
    where, chosen = ROOT / SOURCE / args.room, random.Random(args.seed)
    paths = [where] if where.is_file() else sorted(where.glob("*.py" if args.flat else "**/*.py"))
    paths = [path.relative_to(ROOT) for path in paths]
    with tempfile.TemporaryDirectory() as name:
        killed = measure(paths, args.count, chosen, Copy(Path(name), args.grace), flat=args.flat)
    print(f"{args.room}: {killed} of {args.count} mutants noticed (seed {args.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
