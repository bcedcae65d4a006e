"""How figures look, and how they are kept: the same bytes whenever the numbers are the same."""

from pathlib import Path

import matplotlib as mpl
import seaborn as sns

from lib.pipeline.runs import whole_file

# Okabe and Ito's colours, which everybody can tell apart.
COLOURS = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "grey": "#777777",
}


def style():
    """Set the look of all figures."""
    palette = [colour for name, colour in COLOURS.items() if name != "grey"]
    sns.set_theme(context="notebook", style="ticks", palette=palette)
    mpl.rcParams.update(
        {
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlesize": "medium",
            "figure.constrained_layout.use": True,
            "figure.dpi": 80,
            "legend.frameon": False,
            "savefig.dpi": 110,
            "svg.hashsalt": "deckspace",
        }
    )


def save(figure, path):
    """Write a figure as a picture without anything that differs from run to run."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    undated = {"Date": None} if path.suffix == ".svg" else {"Software": None}
    with whole_file(path) as file:
        figure.savefig(file, format=path.suffix[1:], metadata=undated)
