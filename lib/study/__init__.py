"""The study that stands on deckspace: five papers rebuilt, their runs, verdicts and checks. Works in its checkout only."""

import sys
import sysconfig
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]  # the checkout
SCALES = ("smoke", "laptop", "paper")


def check_place():
    """Raise ImportError in a folder of another checkout, where an environment that is only linked would import this one."""
    lib, packages = str(Path(__file__).parents[1]), sysconfig.get_path("purelib")
    chosen = sys.path[: sys.path.index(packages)] if packages in sys.path else sys.path
    here = Path.cwd().resolve()
    own = next((each for each in (here, *here.parents) if (each / "lib" / "study").is_dir()), HOME)
    if lib not in chosen and own != HOME:
        raise ImportError(
            f"This environment would import the code of {HOME}, but you are in {own}: use ./run there, or set "
            f"PYTHONPATH to {own / 'lib'}."
        )


check_place()
