"""`./run repro`: the requested stages; one that does not exist is refused with a sentence before any work.

Until the work starts this module needs only the standard library, so that `run` can refuse a mistake before anything
is installed. DVC works in a process of its own, rebuild.py, which ignores Ctrl-C like all that it starts; this process
ends them.
"""

import argparse
import difflib
import fnmatch
import re
import signal
import subprocess
import sys

from deckspace.errors import BadInput
from study import HOME, SCALES

# The signals to stop; Windows has none for a closed terminal.
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
PATIENCE = 5  # seconds that a stage has to end after the signal


# ------------------------------------------------------------------ what is asked for


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise BadInput(f"{message[0].upper()}{message[1:]}.")


class Once(argparse.Action):
    """An option whose second value would silently replace the first."""

    def __call__(self, parser, namespace, value, option_string=None):
        if getattr(namespace, self.dest):
            parser.error(f"{option_string} is given twice: choose one")
        setattr(namespace, self.dest, value)


def plan(args, written=None):
    """The named stages, which may be patterns (none: all), the scale (None if none is named), `force` and `keep_going`.

    `written` is the text of dvc.yaml. Raises BadInput.
    """
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("stages", nargs="*")
    parser.add_argument("--scale", choices=SCALES, action=Once)
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--keep-going", action="store_true")
    asked = parser.parse_intermixed_args(args)
    known = stage_names((HOME / "dvc.yaml").read_text(encoding="utf-8") if written is None else written)
    for stage in asked.stages:
        name, _, item = stage.partition("@")
        scale = item.split("-")[0]
        if not stage:
            raise BadInput("A stage needs a name; leave it out to rebuild everything at one scale.")
        if stage in SCALES:
            raise BadInput(f"'{stage}' is a scale, not a stage: ./run repro --scale {stage}.")
        if not fnmatch.filter(known, name):
            raise BadInput(f"There is no stage '{stage}'{suggestion(name, known)}")
        if asked.scale and scale in SCALES and scale != asked.scale:
            raise BadInput(f"'{stage}' belongs to the scale {scale}: leave out --scale {asked.scale}.")
    return asked


def stage_names(written):
    """The stages in the text of a dvc.yaml: two spaces deep under `stages:`, which comes last."""
    return re.findall(r"^  (\w+):", written.rpartition("\nstages:")[2], flags=re.MULTILINE)


def suggestion(word, known):
    """How a sentence about an unknown name ends."""
    near = difflib.get_close_matches(word, known, 3) or [name for name in known if word in name]
    return f": did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(known)}."


# ------------------------------------------------------------------ doing it


def stop(number, frame):
    raise SystemExit(128 + number)


def watch(command):
    """Run a command to its end; Ctrl-C (or a closed terminal) ends it and all it has started, in one line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited: neither DVC nor a stage shows a traceback
    child = subprocess.Popen(command)
    try:
        for number in SIGNALS:
            signal.signal(number, stop)
        return child.wait()
    except SystemExit as stopped:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        end_family(child.pid)
        print("run: stopped; finished stages are kept.", file=sys.stderr)
        return stopped.code


def end_family(pid):
    """End a process and all that it has started: kernels too, which have a session of their own."""
    import psutil

    family = [psutil.Process(pid)]
    family += family[0].children(recursive=True)  # parents first, so that none complains of a lost child
    for end in (psutil.Process.terminate, psutil.Process.kill):
        for process in family:
            try:
                end(process)
            except psutil.NoSuchProcess:
                pass
        _, family = psutil.wait_procs(family, timeout=PATIENCE)


if __name__ == "__main__":
    sys.exit(watch([sys.executable, "-m", "study.pipeline.rebuild", *sys.argv[1:]]))
