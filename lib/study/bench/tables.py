"""What the benchmarks that print a table of their own share: the command, and a rate."""

import argparse
import sys
import time


def print_table(name, about, bench, arguments=None):
    """Run `./run bench NAME`: print `bench()`, a table, as csv; `about` is the module's docstring."""
    parser = argparse.ArgumentParser(prog=f"./run bench {name}", description=about.split("\n")[0])
    parser.parse_args(arguments)
    bench().to_csv(sys.stdout, index=False)


def rate(work, seconds):
    """Return how much `work()` gets done per second of CPU time; each call returns the amount it did."""
    work()
    began, done = time.process_time(), 0
    while time.process_time() - began < seconds:
        done += work()
    return done / (time.process_time() - began)
