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
LAST = 3  # functions at most that only the last step compiles, such as the one that Python calls
LINKING = 0.012  # seconds per function for the last step, which makes machine code


class Progress:
    """The progress of the compilation of one function that Python calls."""

    def __init__(self, name, sources):
        kept = {each.split("-")[0] for each in folder.names()}
        self.name, self.total = name, len(sources)
        self.done = {name for name, source in sources.items() if source.digest in kept}
        self.found, self.start, self.last = len(self.done), time.monotonic(), 0.0

    def seconds(self):
        """Return the seconds since the start."""
        return time.monotonic() - self.start

    def add(self, name):
        """Record that a function has been compiled."""
        self.done.add(name)
        self.last = self.seconds()

    def left(self):
        """Return an estimate of the remaining seconds, which falls from one function to the next; None before the first.

        It is 0 when whatever remains takes longer than expected: the last steps, or functions that others contain.
        """
        compiled = len(self.done) - self.found
        if not compiled:
            return 0.0 if self.total - len(self.done) <= LAST else None
        expected = (self.total - len(self.done)) * self.last / compiled + self.total * LINKING
        return max(expected - (self.seconds() - self.last), 0.0)

    def __str__(self):
        left = self.left()
        rest = "" if left is None else f", about {left:.0f} s left" if left > 1 else ", finishing"
        return f"compiling {self.name}: {len(self.done)} of {self.total} functions{rest}"


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
        _current.add(name)


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
