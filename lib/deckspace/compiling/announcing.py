"""Say what is being compiled, how far it is, and about how long it still takes, to whoever has to wait for it.

On standard error, so that no output of a command changes: on a terminal one line that is written over, elsewhere a line
now and then. What takes less than two seconds, or comes from disk, makes no sound.
"""

import sys
import time
from contextlib import contextmanager
from threading import Event, Thread

from deckspace.compiling import folder

AFTER = 2  # seconds; what is compiled in less is not worth a word
EVERY = 0.5  # seconds between two looks
SELDOM = 15  # seconds between two lines, where lines stay
LINKING = 0.012  # seconds per function that the last step takes, in which machine code is made


class Progress:
    """How far the compilation of one function that Python calls is."""

    def __init__(self, name, sources):
        kept = {each.split("-")[0] for each in folder.names()}
        self.name, self.total = name, len(sources)
        self.done = {name for name, source in sources.items() if source.digest in kept}
        self.found, self.began = len(self.done), time.monotonic()

    def seconds(self):
        """Return the seconds since the beginning."""
        return time.monotonic() - self.began

    def left(self):
        """Return about how many seconds it still takes."""
        compiled = len(self.done) - self.found
        return (self.total - len(self.done)) * self.seconds() / max(compiled, 1) + self.total * LINKING

    def __str__(self):
        how_far = f"{len(self.done)} of {self.total} functions"
        return f"compiling {self.name}: {how_far}, about {max(round(self.left()), 1)} s left"


class Printer:
    """Writes it to standard error."""

    def __init__(self):
        self.width, self.wrote_at = 0, None

    def say(self, progress):
        """Tell how far it is."""
        if self.has_bar() or not sys.stderr.isatty():
            return self.line(str(progress), progress.seconds())
        said = str(progress)
        print("\r" + said.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(said)

    def line(self, said, now):
        """Write a line, if the last one was long ago."""
        if self.wrote_at is not None and now - self.wrote_at < SELDOM:
            return
        self.wrote_at = now
        write = sys.modules["tqdm"].tqdm.write if self.has_bar() else print
        write(said, file=sys.stderr)
        sys.stderr.flush()

    def end(self, progress):
        """Leave the terminal as it was, or say how long it has taken."""
        if self.width:
            print("\r" + " " * self.width, end="\r", file=sys.stderr, flush=True)
        if self.wrote_at is not None:
            self.wrote_at = None
            self.line(f"compiled {progress.name} in {progress.seconds():.0f} s", 0)
        self.__init__()

    def has_bar(self):
        """Tell whether there is a progress bar of tqdm's, which a line must not be written into."""
        return bool(getattr(getattr(sys.modules.get("tqdm"), "tqdm", None), "_instances", ()))


hearers = [Printer()]  # each has the methods `say` and `end`, which are given a Progress
_current = None


def done(name):
    """Take note that a function has been compiled."""
    if _current is not None:
        _current.done.add(name)


@contextmanager
def announced(name, sources):
    """While the body compiles a function that is made of some sources, tell all hearers how far it is."""
    global _current
    if _current is not None:
        yield
        return
    _current = Progress(name, sources)
    ended = Event()
    teller = Thread(target=_tell, args=(_current, ended), daemon=True)
    teller.start()
    try:
        yield
    finally:
        _current = None
        ended.set()
        teller.join()


def _tell(progress, ended):
    """Tell all hearers, until it has ended."""
    if ended.wait(AFTER):
        return
    while True:
        for each in hearers:
            each.say(progress)
        if ended.wait(EVERY):
            break
    for each in hearers:
        each.end(progress)
