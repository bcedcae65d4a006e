"""Optional packages: where one is missing, the error says in one sentence what to install."""

import sys
from contextlib import contextmanager
from importlib.util import find_spec

EXTRAS = {  # package: the extra of ours that installs it
    "ribs": "qd",
    "torch": "learn",
    "gymnasium": "gym",
    "pettingzoo": "gym",
    "sb3_contrib": "sb3",
    "pyspiel": "openspiel",
    "scipy": "learn",
    "statsmodels": "league",
    "pyarrow": "league",
    "tqdm": "league",
    "anywidget": "table",
    "ipykernel": "table",
    "voila": "table",
    "distributed": "cluster",
}


class MissingExtra(ImportError):
    """This part of the library needs a package that is not installed."""


@contextmanager
def needed_for(what, extra=None, program=False):
    """Turn a failed import of a package of EXTRAS in this block into MissingExtra, which names the command to run.

    The command installs an `extra` (None: the package's own). A `program` ends with the sentence alone.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        found = missing(what, package, extra)
        if program:
            sys.exit(str(found))
        raise found from None


def require(what, extra):
    """Raise MissingExtra, with the command to install them, unless all packages of an extra are installed."""
    for package in packages_of(extra):
        if not find_spec(package):
            raise missing(what, package)


def is_installed(extra):
    """Tell whether all packages of an extra are installed, without importing them; True for None."""
    return all(map(find_spec, packages_of(extra)))


def packages_of(extra):
    return [package for package, own_extra in EXTRAS.items() if own_extra == extra]


def missing(what, package, extra=None):
    """Return the error for a package that is not installed."""
    return MissingExtra(
        f"{what} needs the package {package}, which is not installed: pip install "
        f'"deckspace[{extra or EXTRAS[package]}]".'
    )
