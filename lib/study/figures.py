"""The look of figures, and how they are saved: the same bytes whenever the numbers are the same."""

import io
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import seaborn as sns
from IPython import get_ipython
from IPython.display import Image, display

from deckspace.whole_files import whole_file
from study.pictures import few_colours

# Okabe and Ito's colours, which colour-blind readers can distinguish, too.
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
        }
    )


def stacked(table, colours):
    """Draw the counts in each row as one bar, its columns in their colours, with the number in each part."""
    figure, axes = plt.subplots(figsize=(9, 0.55 * len(table) + 1.2))
    table.iloc[::-1].plot.barh(stacked=True, ax=axes, color=colours, edgecolor="0.3", width=0.7)
    for bars in axes.containers:
        axes.bar_label(
            bars, [f"{n:.0f}" if n else "" for n in bars.datavalues], label_type="center", fontsize=9
        )
    axes.set(ylabel="")
    axes.legend(loc="upper center", bbox_to_anchor=(0.45, -0.12), ncols=len(table.columns), fontsize=9)
    return figure


def save(figure, path):
    """Write a figure as a PNG without anything that differs from run to run; a notebook shows what is in the file."""
    path, drawn = Path(path), io.BytesIO()
    figure.savefig(drawn, format="png", metadata={"Software": None})
    plt.close(figure)
    picture = few_colours(drawn.getvalue())
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(picture)
    if get_ipython():
        display(Image(picture, metadata={"file": str(path)}))  # where an executed copy links to
