"""Run a module as a command that Ctrl-C ends in one line: `python -m study.stoppable MODULE [arguments]`."""

import runpy
import sys

if __name__ == "__main__":
    del sys.argv[0]
    try:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    except KeyboardInterrupt:
        print("run: stopped.", file=sys.stderr)
        sys.exit(130)
