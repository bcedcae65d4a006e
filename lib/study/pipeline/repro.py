"""`./run repro`: which stages are asked for, refused with a sentence before any work if they do not exist.

Until the work starts this module needs nothing but the standard library, so that `run` can ask it about a
mistake before anything is installed. The work itself, by DVC, is in rebuild.py, a process of its own: it and
all it starts ignore Ctrl-C, and this process ends them.
"""

import difflib
import re
import signal
import subprocess
import sys
from collections import namedtuple

from deckspace.errors import BadInput
from study import HOME

SCALES = ("smoke", "laptop", "paper")
OPTIONS = ("--force", "--keep-going")
# What asks us to stop; Windows knows no closed terminal.
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
PATIENCE = 5  # seconds that a stage has to end, once it is asked to


Plan = namedtuple("Plan", "stages scale options")


# ------------------------------------------------------------------ what is asked for


def plan(args, written=None):
    """The stages that are named (none: all), the scale (None where none is named) and the options.

    `written` is the text of dvc.yaml."""
    known = stage_names((HOME / "dvc.yaml").read_text(encoding="utf-8") if written is None else written)
    scale, rest = take_scale(list(args))
    for word in rest:
        check_word(word, known)
    stages = [word for word in rest if not word.startswith("-")]
    for stage in stages:
        check_scale(stage, scale)
    return Plan(stages, scale, {word for word in rest if word.startswith("-")})


def stage_names(written):
    """The stages in the text of a dvc.yaml, as they stand there: two spaces deep under `stages:`."""
    below = re.split(r"^stages:.*$", written, maxsplit=1, flags=re.MULTILINE)[-1]
    below = re.split(r"^\w", below, maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^  (\w+):", below, flags=re.MULTILINE)


def take_scale(args):
    """Split off --scale NAME or --scale=NAME."""
    args = [part for arg in args for part in (arg.split("=", 1) if arg.startswith("--scale=") else [arg])]
    if "--scale" not in args:
        return None, args
    at = args.index("--scale")
    scale = args[at + 1] if at + 1 < len(args) else ""
    if scale not in SCALES:
        raise BadInput(f"There is no scale '{scale}': choose one of {', '.join(SCALES)}.")
    return scale, args[:at] + args[at + 2 :]


def check_word(word, known):
    if word.startswith("-"):
        if word not in OPTIONS:
            raise BadInput(f"There is no option '{word}': choose one of --scale, {', '.join(OPTIONS)}.")
    elif word in SCALES:
        raise BadInput(f"'{word}' is a scale, not a stage: ./run repro --scale {word}.")
    elif word.split("@")[0] not in known:
        raise BadInput(f"There is no stage '{word}'{suggestion(word.split('@')[0], known)}")


def suggestion(word, known):
    """How a sentence about a misspelt name ends."""
    near = difflib.get_close_matches(word, known, 3) or [name for name in known if word in name]
    return f": did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(known)}."


def check_scale(stage, scale):
    """An item may name a scale of its own, which --scale must not contradict."""
    _, _, item = stage.partition("@")
    own = item.split("-")[0]
    if scale and own in SCALES and own != scale:
        raise BadInput(f"'{stage}' belongs to the scale {own}: leave out --scale {scale}.")


# ------------------------------------------------------------------ doing it


class Stopped(Exception):
    """We were asked to stop, by the signal of this number."""


def stop_by_signal(number, frame):
    raise Stopped(number)


def watch(command):
    """Run `command` to its end; Ctrl-C (or a closed terminal) ends it and all it has started, in one line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited: neither DVC nor a stage shows a traceback
    child = subprocess.Popen(command)
    try:
        for number in SIGNALS:
            signal.signal(number, stop_by_signal)
        return child.wait()
    except Stopped as stopped:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        end_family(child.pid)
        print("run: stopped; what is finished is kept.", file=sys.stderr)
        return 128 + stopped.args[0]


def end_family(pid):
    """End a process and all that it has started: kernels too, which have a session of their own."""
    import psutil

    family = [psutil.Process(pid)]
    family += family[0].children(recursive=True)  # from the top down: nobody is left to complain of a loss
    for end in (psutil.Process.terminate, psutil.Process.kill):
        for process in family:
            try:
                end(process)
            except psutil.NoSuchProcess:
                pass
        _, family = psutil.wait_procs(family, timeout=PATIENCE)


def main(args):
    try:
        plan(args)
    except BadInput as mistake:
        print(f"run: {mistake}", file=sys.stderr)
        return 2
    return watch([sys.executable, "-m", "study.pipeline.rebuild", *args])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
