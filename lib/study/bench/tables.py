"""What benchmarks with a table of their own have in common: the command."""

import argparse
import sys


def print_table(name, about, bench, arguments=None):
    """Be `./run bench NAME`: print the table that `bench()` returns, as csv; `about` is the module's docstring."""
    parser = argparse.ArgumentParser(prog=f"./run bench {name}", description=about.split("\n")[0])
    parser.parse_args(arguments)
    bench().to_csv(sys.stdout, index=False)
