"""Say so when the engine is being compiled: it takes about a minute, in which the first game seems to hang."""

import sys
from threading import Timer

from numba.core import event

AFTER = 2  # seconds; what is compiled in less is not worth a word


class Announcement(event.Listener):
    """Hears when numba really compiles (code found in the cache makes no sound), and says so once."""

    def __init__(self):
        self.depth, self.said, self.timer = 0, False, None

    def on_start(self, _):
        self.depth += 1  # a kernel's compilation holds that of all it calls
        if self.depth == 1 and not self.said:
            self.timer = Timer(AFTER, self.say)
            self.timer.daemon = True
            self.timer.start()

    def on_end(self, _):
        self.depth -= 1
        if self.depth == 0 and self.timer:
            self.timer.cancel()

    def say(self):
        from tqdm import tqdm

        self.said = True
        tqdm.write("compiling (about a minute, once)", file=sys.stderr)  # beside a progress bar, not into it
        sys.stderr.flush()


def announce():
    """From now on, in this process; on standard error, so that no output of a command changes."""
    event.register("numba:compile", Announcement())
