"""What the benchmarks that print a table of their own share: the command, and a rate."""

import argparse
import sys
import time


def print_table(name, about, bench, arguments=None):
    """Run `./run bench NAME`: print `bench()`, a table, as csv; `about` is the module's docstring."""
    parser = argparse.ArgumentParser(prog=f"./run bench {name}", description=about.split("\n")[0])
    parser.parse_args(arguments)
    bench().to_csv(sys.stdout, index=False)


def rate(work, seconds, clock=time.process_time):
    """Return how much `work()` gets done per second of CPU time, or of another clock; each call returns the amount it did."""
    work()
    began, done = clock(), 0
    while clock() - began < seconds:
        done += work()
    return done / (clock() - began)
