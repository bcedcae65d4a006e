"""Compare speed with another commit's: `./run bench [NAME ...] --against COMMIT [--pairs N] [--repeats N]`

A commit is checked out beside this checkout, with a cache of compiled code of its own, and each benchmark
(games.py) runs there and here in turns, in new processes, so that other load slows both equally.
Each side measures with its own code, so a benchmark must be the same work on both.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from deckspace.commands.bench import REPEATS
from deckspace.errors import BadInput
from study import HOME
from study.bench.games import BENCHMARKS

PAIRS = 5
SPEED = "games_per_cpu_second"


@contextmanager
def checked_out(commit, home):
    """Check out a commit of `home` in a temporary worktree; yield its folder. Raises BadInput if unknown."""
    found = git(home, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    if found.returncode:
        raise BadInput(f"There is no commit '{commit}' here: name one as git does, for example HEAD~1.")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        try:
            done = git(home, "worktree", "add", "--detach", str(tree), found.stdout.strip())
            if done.returncode:
                raise BadInput(f"'{commit}' cannot be checked out: {done.stderr.strip()}")
            yield tree
        finally:
            git(home, "worktree", "remove", "--force", str(tree))


def git(home, *arguments):
    """Run git in a checkout. Raises BadInput where it is not installed."""
    try:
        return subprocess.run(["git", "-C", str(home), *arguments], capture_output=True, text=True)
    except FileNotFoundError:
        raise BadInput("Git, which gets the other commit, is not installed: install it.") from None


def measured(tree, name, repeats):
    """Run a benchmark with the code of a checkout; return what it reports. Raises BadInput if it fails."""
    command = [sys.executable, "-m", "study.bench.games", name, "--json", "--repeats", str(repeats)]
    environment = os.environ | {
        "PYTHONPATH": str(tree / "lib")
    }  # so that the packages are those of the checkout
    done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise BadInput(f"The benchmark '{name}' fails in {tree}; the lines above say why.")
    return json.loads(done.stdout.splitlines()[-1])


def compare(name, old, new, pairs=PAIRS, repeats=REPEATS):
    """Run a benchmark in two checkouts in turns.

    Returns a dict: name; old and new, the medians of `pairs` runs' speeds (games per processor second, each
    a median of `repeats`); ratios, new/old of each pair, lowest first. Raises BadInput if the work differs.
    """
    speeds = {old: [], new: []}
    for k in range(pairs):
        runs = {tree: measured(tree, name, repeats) for tree in ((old, new) if k % 2 == 0 else (new, old))}
        if runs[old]["n"] != runs[new]["n"]:
            raise BadInput(f"The benchmark '{name}' is not the same work in both commits.")
        for tree, run in runs.items():
            speeds[tree].append(run[SPEED])
    ratios = sorted(b / a for a, b in zip(speeds[old], speeds[new], strict=True))
    return {
        "name": name,
        "old": statistics.median(speeds[old]),
        "new": statistics.median(speeds[new]),
        "ratios": [round(ratio, 3) for ratio in ratios],
    }


def line(found):
    """Return the result of a comparison as a row of the printed table."""
    each = " ".join(f"{ratio:.3f}" for ratio in found["ratios"])
    ratio = statistics.median(found["ratios"])
    return f"{found['name']:<14}{found['old']:>14,.0f}{found['new']:>14,.0f}{ratio:>9.3f}   {each}"


def main(arguments=None):
    """Compare and print; return the exit status."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument("--against", metavar="COMMIT", required=True, help="any name of a commit")
    parser.add_argument("--pairs", type=int, default=PAIRS, metavar="N", help="runs of each")
    parser.add_argument("--repeats", type=int, default=REPEATS, metavar="N", help="timed in each run")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args(arguments)
    try:
        show(options)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def show(options):
    """Compare as the options say, and print each benchmark's row as soon as it is known; raises BadInput."""
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        raise BadInput(f"'{unknown[0]}' cannot be compared; choose one of {', '.join(BENCHMARKS)}.")
    if min(options.pairs, options.repeats) < 1:
        raise BadInput(f"A comparison takes at least one run, not {min(options.pairs, options.repeats)}.")
    with checked_out(options.against, HOME) as old:
        if not options.json:
            print(f"{'games/CPU s':<14}{'old':>14}{'new':>14}{'new/old':>9}   of each pair")
        for name in options.names or BENCHMARKS:
            found = compare(name, old, HOME, options.pairs, options.repeats)
            print(json.dumps(found) if options.json else line(found), flush=True)


if __name__ == "__main__":
    sys.exit(main())
