"""requirements.txt lists all direct and indirect requirements of the study, in the versions used here."""

import subprocess
import sys
import tomllib
from importlib.metadata import distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from study import HOME

FREE = "torch"  # a range: builds for graphics cards and for none have versions of their own


def listed():
    """Return the requirements of the list that hold on this system, by canonical name."""
    lines = (line.split("  #")[0].strip() for line in (HOME / "requirements.txt").read_text().splitlines())
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(each.name): each for each in found if not each.marker or each.marker.evaluate()}


def project():
    return tomllib.loads((HOME / "pyproject.toml").read_text())["project"]


def reached(names, extras=("",), seen=None):
    """Return the names of these distributions and all that they require, directly or indirectly, in this environment."""
    seen = set() if seen is None else seen
    for name in names:
        if (name, extras) in seen or name == FREE:
            continue
        seen.add((name, extras))
        for need in map(Requirement, distribution(name).requires or ()):
            if not need.marker or any(need.marker.evaluate({"extra": extra}) for extra in extras):
                reached([canonicalize_name(need.name)], ("", *sorted(need.extras)), seen)
    return {name for name, _ in seen}


def test_the_list_is_complete_with_installed_versions():
    pins = listed()
    assert reached(pins) - set(pins) == set()
    installed = {name: distribution(name).version for name in pins}
    assert {n for n in pins if n != FREE and str(pins[n].specifier) != f"=={installed[n]}"} == set()
    assert pins[FREE].specifier.contains(installed[FREE], prereleases=True)
    text = (HOME / "requirements.txt").read_text()
    assert "://" not in text and " @ " not in text and "+cpu" not in text, "no addresses"
    assert not [name for name in pins if name.startswith(("nvidia-", "cuda-", "triton"))]


def test_the_list_has_what_the_library_and_its_extras_need_and_all_is_compatible():
    pins = listed()
    wanted = [*project()["dependencies"], *sum(project()["optional-dependencies"].values(), [])]
    for need in map(Requirement, wanted):
        if need.name != "deckspace":
            name = canonicalize_name(need.name)
            assert name in pins and need.specifier.contains(distribution(name).version), need
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
