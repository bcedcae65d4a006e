"""Packages that only some of the library needs: what to install, said in one sentence where one is missing."""

from contextlib import contextmanager
from importlib.util import find_spec

EXTRAS = {  # of a package, the extra of ours that brings it
    "ribs": "qd",
    "torch": "learn",
    "gymnasium": "gym",
    "pettingzoo": "gym",
    "scipy": "learn",
    "statsmodels": "league",
    "pyarrow": "league",
    "tqdm": "league",
    "anywidget": "table",
    "ipykernel": "table",
    "voila": "table",
}


class MissingExtra(ImportError):
    """A package is not installed that this part of the library needs."""


@contextmanager
def needed_for(what):
    """Raise MissingExtra, with the command that helps, where an import in this block finds no package of EXTRAS."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        raise missing(what, package) from error


def require(what, extra):
    """Raise MissingExtra, with the command that helps, unless all packages of an extra are installed."""
    for package in packages_of(extra):
        if not find_spec(package):
            raise missing(what, package)


def is_there(extra):
    """Tell whether all packages of an extra are installed, without importing them; None is always there."""
    return all(map(find_spec, packages_of(extra)))


def packages_of(extra):
    return [package for package, brought_by in EXTRAS.items() if brought_by == extra]


def missing(what, package):
    """Return the error of a package that is not installed."""
    return MissingExtra(
        f'{what} needs the package {package}, which is not installed: pip install "deckspace[{EXTRAS[package]}]".'
    )
