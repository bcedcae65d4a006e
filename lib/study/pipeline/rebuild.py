"""The work behind `./run repro`: DVC, saying only what it does, and at the end what was done.

python -m study.pipeline.rebuild [STAGE ...] [--scale NAME] [--force] [--keep-going]
"""

import logging
import os
import sys

from dvc.exceptions import DvcException
from dvc.repo import Repo

from deckspace.errors import BadInput
from study import HOME
from study.pipeline.inputs import check_inputs
from study.pipeline.repro import SCALES, plan, stage_names, suggestion

SHOWN = 6  # names of rebuilt stages in the last lines


# ------------------------------------------------------------------ which items


def items(stage, scale, known):
    """The items of a named stage at this scale (None: laptop), of all those `known` to DVC."""
    if stage in known:
        return [stage]
    own = [name for name in known if name.split("@")[0] == stage.split("@")[0]]
    if "@" in stage:
        raise BadInput(f"There is no '{stage}'{suggestion(stage, own)}")
    scales = [each for each in SCALES if any(scale_of(name) == each for name in own)]
    if not scales:
        return own
    if (scale or "laptop") not in scales:
        raise BadInput(
            f"'{stage}' has nothing at the scale {scale or 'laptop'}: choose --scale {' or '.join(scales)}."
        )
    return [name for name in own if scale_of(name) == (scale or "laptop")]


def scale_of(name):
    """The scale of an item, `locm_play@smoke-linear-progressive`; None where it has none."""
    word = name.partition("@")[2].split("-")[0]
    return word if word in SCALES else None


def is_overview(name):
    """The scorecard reads every scale that is there, but must not start a larger one: it is run by itself."""
    return name.startswith("scorecard")


# ------------------------------------------------------------------ what DVC says


class Reporter(logging.Handler):
    """Of all that DVC says, shows warnings, errors and which stage begins; keeps the stages' names."""

    def __init__(self):
        super().__init__()
        self.begun = []

    def emit(self, record):
        if record.levelno >= logging.WARNING:
            print(f"{record.levelname}: {record.getMessage()}", file=sys.stderr, flush=True)
        elif str(record.msg).startswith("Running stage"):
            self.begun.append(record.args[0])
            print(f"\nrun: {record.args[0]}", file=sys.stderr, flush=True)


def listen():
    """Put our reporter in the place of DVC's own."""
    reporter = Reporter()
    for name in ("dvc", "dvc_objects", "dvc_data"):
        logging.getLogger(name).handlers = [reporter]
    return reporter


def causes(error):
    while error:
        yield str(error)
        error = error.__cause__


# ------------------------------------------------------------------ the work


def rebuild(repo, wanted):
    """Reproduce what is wanted."""
    force = "--force" in wanted.options
    how = {"on_error": "keep-going" if "--keep-going" in wanted.options else "fail"}
    if not wanted.stages:
        repo.reproduce(f"*@{wanted.scale or 'laptop'}*", glob=True, force=force, **how)
        for name in filter(is_overview, stage_names((HOME / "dvc.yaml").read_text())):
            repo.reproduce(name, single_item=True, **how)
        return
    known = [stage.addressing for stage in repo.index.stages]
    chosen = [name for stage in wanted.stages for name in items(stage, wanted.scale, known)]
    done = set()
    for name in chosen:
        ran = repo.reproduce(name, single_item=is_overview(name), **how)
        done |= {stage.addressing for stage in ran}
    if force:  # the named stages themselves; what they need was up to date, or is by now
        for name in chosen:
            if name not in done:
                repo.reproduce(name, single_item=True, force=True, **how)


def summary(begun, wanted):
    """The last lines: what was rebuilt, where to look, how to force it."""
    scale = next(filter(None, [wanted.scale, *map(scale_of, [*wanted.stages, *begun])]), "laptop")
    more = f" and {len(begun) - SHOWN} more" if len(begun) > SHOWN else ""
    asked = " ".join(wanted.stages) or f"the scale {scale}"
    first = f"rebuilt {', '.join(begun[:SHOWN])}{more}." if begun else f"{asked}: all is up to date."
    forced = f"{wanted.stages[0] if wanted.stages else 'STAGE'} --force"
    yield first
    yield f"look at data/executed/{scale} (notebooks), data/figures (figures) and {scorecard()}."
    yield f"to rebuild a stage that is up to date: ./run repro {forced} (stages: dvc.yaml)."


def scorecard():
    executed = sorted(HOME.glob("data/executed/**/*scorecard.ipynb"))
    return f"{(executed or [HOME / 'data/scorecard.csv'])[0].relative_to(HOME)} (scorecard)"


def main(args):
    os.chdir(HOME)
    reporter = listen()
    try:
        wanted = plan(args)
        check_inputs()
        rebuild(Repo(), wanted)
    except BadInput as mistake:
        print(f"run: {mistake}", file=sys.stderr)
        return 2
    except DvcException as error:
        print("ERROR: " + ": ".join(causes(error)), file=sys.stderr)
        return 1
    print()
    for line in summary(list(dict.fromkeys(reporter.begun)), wanted):
        print("run: " + line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
