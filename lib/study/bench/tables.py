"""The command shared by the benchmarks that print a table of their own."""

import argparse
import sys


def print_table(name, about, bench, arguments=None):
    """Run `./run bench NAME`: print `bench()`, a table, as csv; `about` is the module's docstring."""
    parser = argparse.ArgumentParser(prog=f"./run bench {name}", description=about.split("\n")[0])
    parser.parse_args(arguments)
    bench().to_csv(sys.stdout, index=False)
