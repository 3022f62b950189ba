"""How soon a command prints its first line, as a ratio to an empty Python: `python bench/startup.py`."""

import statistics
import subprocess
import sys
import time

RUNS = 15
LUDOTECA = [sys.executable, "-m", "ludoteca"]
COMMANDS = {
    "python3 -c pass": [sys.executable, "-c", "pass"],
    "ludoteca --help": [*LUDOTECA, "--help"],
    "ludoteca (menu)": LUDOTECA,
    **{
        f"ludoteca classic {game}": [*LUDOTECA, "classic", game]
        for game in ("solitario", "fuga", "drench", "2048", "oca")
    },
}


def first_output(command: list[str]) -> float:
    """Seconds from the start of the process to its first byte, or to its end where there is none."""
    started = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read(1)
        return time.perf_counter() - started


def main() -> None:
    """Interleave the runs, so that noise of the machine falls on all alike, and print medians."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _run in range(RUNS):
        for name, command in COMMANDS.items():
            times[name].append(first_output(command))
    baseline = statistics.median(times["python3 -c pass"])
    print(f"{'command':26} {'median ms':>9} {'best ms':>8} {'ratio':>6}   ({RUNS} runs each)")
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"{name:26} {median * 1000:9.1f} {min(seconds) * 1000:8.1f} {median / baseline:6.2f}")


if __name__ == "__main__":
    main()
