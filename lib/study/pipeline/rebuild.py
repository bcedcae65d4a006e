"""The work of `./run repro`: DVC rebuilds stages and reports only these, and the last lines say what was rebuilt.

python -m study.pipeline.rebuild [STAGE ...] [--scale NAME] [--force] [--keep-going]
"""

import logging
import os
import sqlite3
import sys
import textwrap
from fnmatch import fnmatchcase

from dvc.exceptions import DvcException
from dvc.repo import Repo

from deckspace.errors import BadInput, told
from study import HOME, SCALES
from study.pipeline.inputs import check_inputs
from study.pipeline.repro import plan, suggestion


def items(stage, scale, known):
    """The items at this scale of a stage, or of all whose names fit a pattern, of those `known` to DVC. Raises BadInput."""
    if stage in known:
        return [stage]
    own = [name for name in known if fnmatchcase(name.split("@")[0], stage.split("@")[0])]
    if "@" in stage:
        raise BadInput(f"There is no '{stage}'{suggestion(stage, own)}")
    if found := at_scale(own, scale):
        return found
    scales = [each for each in SCALES if at_scale(own, each)]
    raise BadInput(f"'{stage}' has nothing at the scale {scale}: choose --scale {' or '.join(scales)}.")


def at_scale(names, scale):
    """The items of a scale; what has no scale of its own belongs to `laptop`."""
    return [name for name in names if (scale_of(name) or "laptop") == scale]


def scale_of(name):
    """The scale of an item such as `locm_play@smoke-linear-progressive`; None if it has none."""
    word = name.partition("@")[2].split("-")[0]
    return word if word in SCALES else None


def is_overview(name):
    """Whether a stage reads every scale that has been run. It must not start other stages, so it runs by itself."""
    return name.startswith("scorecard")


class Reporter(logging.Handler):
    """Shows DVC's warnings and errors, and which stage begins; keeps the names of these and of unchanged stages."""

    def __init__(self):
        super().__init__()
        self.begun, self.unchanged = [], []
        for name in ("dvc", "dvc_objects", "dvc_data"):
            logging.getLogger(name).handlers = [self]

    def emit(self, record):
        if record.levelno >= logging.WARNING:
            print(f"{record.levelname}: {record.getMessage()}", file=sys.stderr, flush=True)
        elif str(record.msg).startswith("Running stage"):
            self.begun.append(record.args[0])
            print(f"\nrun: {record.args[0]}", file=sys.stderr, flush=True)
        elif "didn't change" in str(record.msg):
            self.unchanged.append(record.args[0])


WITHOUT_GIT = (
    "this copy has no git: it is rebuilt all the same, but the runs cannot say of which version they are, and nobody "
    "notices if originals have changed. `git clone` makes a copy that can do both."
)


def project():
    """DVC's view of this checkout, or of a download without git."""
    if (HOME / ".git").exists():
        return Repo()
    print(f"run: {WITHOUT_GIT}", file=sys.stderr, flush=True)
    return Repo(config={"core": {"no_scm": True}})


def rebuild(repo, wanted, seen):
    """Reproduce what is wanted, of which `seen`, a Reporter, has what DVC did. Raises DvcException, for all that failed."""
    known = [stage.addressing for stage in repo.index.stages]
    scale = wanted.scale or "laptop"
    on_error, failed = "keep-going" if wanted.keep_going else "fail", []

    def reproduce(names, **how):
        try:
            repo.reproduce(names, on_error=on_error, **how)
        except DvcException as error:
            if not wanted.keep_going:
                raise
            failed.append(reason(error))

    chosen = [name for stage in wanted.stages for name in items(stage, scale, known)]
    if results := [name for name in chosen or at_scale(known, scale) if not is_overview(name)]:
        reproduce(results, force=wanted.force and not chosen)
    for name in filter(is_overview, chosen or known):
        reproduce(name, single_item=True)
    for name in chosen if wanted.force else ():  # only these: their dependencies are up to date by now
        if name in seen.unchanged:
            reproduce(name, single_item=True, force=True)
    if failed:
        raise DvcException("; ".join(failed))


def summary(begun, wanted):
    """The last lines: what was rebuilt, where to look, how to force it."""
    scale = next(filter(None, [wanted.scale, *map(scale_of, [*wanted.stages, *begun])]), "laptop")
    asked = " ".join(wanted.stages) or f"the scale {scale}"
    done = textwrap.shorten(", ".join(dict.fromkeys(begun)), 300, placeholder=" and more")
    stage = wanted.stages[0] if wanted.stages else "STAGE"
    yield f"rebuilt {done}." if begun else f"{asked}: all is up to date."
    if scale == "smoke":
        yield "look at data/runs/*/smoke: nothing is drawn from the smallest runs."
    else:
        yield f"look at data/executed/{scale} (notebooks), data/figures and data/executed/01_scorecard.ipynb."
    yield f"to rebuild a stage that is up to date: ./run repro {stage} --force (stages: dvc.yaml)."


def reason(error) -> str:
    """The message of an error, and those of what caused it."""
    return f"{error}: {reason(error.__cause__)}" if error.__cause__ else str(error)


def main(args):
    os.chdir(HOME)
    seen = Reporter()
    try:
        wanted = plan(args)
        check_inputs()
        rebuild(project(), wanted, seen)
    except BadInput as mistake:
        print(f"run: {mistake}", file=sys.stderr)
        return 2
    except DvcException as error:
        print(f"ERROR: {reason(error)}", file=sys.stderr)
        return 1
    except (OSError, sqlite3.OperationalError) as error:
        print(f"run: {told(error)}; finished stages are kept.", file=sys.stderr)
        return 1
    print()
    for line in summary(seen.begun, wanted):
        print("run: " + line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
