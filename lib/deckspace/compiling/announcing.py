"""Reports the progress of compilations, with an estimate of the remaining time.

Reports go to standard error, so that the output of commands is unchanged: on a terminal as one line that is overwritten,
elsewhere as a line every 15 seconds. Compilations of less than two seconds, and code from disk, are not reported.
"""

import sys
import time
from contextlib import contextmanager
from threading import Event, Thread

from deckspace.compiling import folder

AFTER = 2  # seconds; shorter compilations are not reported
EVERY = 0.5  # seconds between two reports
LINE_EVERY = 15  # seconds between two permanent lines
LINKING = 0.012  # seconds per function for the last step, which makes machine code


class Progress:
    """The progress of the compilation of one function that Python calls."""

    def __init__(self, name, sources):
        kept = {each.split("-")[0] for each in folder.names()}
        self.name, self.total = name, len(sources)
        self.done = {name for name, source in sources.items() if source.digest in kept}
        self.found, self.start = len(self.done), time.monotonic()

    def seconds(self):
        """Return the seconds since the start."""
        return time.monotonic() - self.start

    def left(self):
        """Return an estimate of the remaining seconds."""
        compiled = len(self.done) - self.found
        return (self.total - len(self.done)) * self.seconds() / max(compiled, 1) + self.total * LINKING

    def __str__(self):
        done = f"{len(self.done)} of {self.total} functions"
        return f"compiling {self.name}: {done}, about {max(round(self.left()), 1)} s left"


class Printer:
    """Writes progress to standard error."""

    def __init__(self):
        self.width, self.wrote_at = 0, None

    def report(self, progress):
        """Report progress."""
        if self.has_bar() or not sys.stderr.isatty():
            return self.line(str(progress), progress.seconds())
        text = str(progress)
        print("\r" + text.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def line(self, text, now):
        """Write a line, unless the last one was recent."""
        if self.wrote_at is not None and now - self.wrote_at < LINE_EVERY:
            return
        self.wrote_at = now
        write = sys.modules["tqdm"].tqdm.write if self.has_bar() else print
        write(text, file=sys.stderr)
        sys.stderr.flush()

    def end(self, progress):
        """Clear the line on a terminal, or report the total time."""
        if self.width:
            print("\r" + " " * self.width, end="\r", file=sys.stderr, flush=True)
        if self.wrote_at is not None:
            self.wrote_at = None
            self.line(f"compiled {progress.name} in {progress.seconds():.0f} s", 0)
        self.__init__()

    def has_bar(self):
        """Tell whether a progress bar of tqdm is active, which a line must not overwrite."""
        return bool(getattr(getattr(sys.modules.get("tqdm"), "tqdm", None), "_instances", ()))


listeners = [Printer()]  # objects with the methods `report` and `end`, which take a Progress
_current = None


def done(name):
    """Record that a function has been compiled."""
    if _current is not None:
        _current.done.add(name)


@contextmanager
def announced(name, sources):
    """While the body compiles a function from these sources, report its progress to all listeners."""
    global _current
    if _current is not None:
        yield
        return
    _current = Progress(name, sources)
    ended = Event()
    reporter = Thread(target=_report, args=(_current, ended), daemon=True)
    reporter.start()
    try:
        yield
    finally:
        _current = None
        ended.set()
        reporter.join()


def _report(progress, ended):
    """Report to all listeners until the compilation has ended."""
    if ended.wait(AFTER):
        return
    while True:
        for each in listeners:
            each.report(progress)
        if ended.wait(EVERY):
            break
    for each in listeners:
        each.end(progress)
