"""Figures of the notebook on what the policy sees and has learnt. Every function returns a figure."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from deckspace.learning.hearthstone import observation as seen
from deckspace.learning.hearthstone.network import Network
from study.figures import COLOURS
from study.papers.mastering.deeds import DEEDS, OUTCOMES

ACROSS = (0, 4, 7.2, 9.2, 12)  # the columns of the figure of the network
OUTCOME_COLOURS = dict(zip(OUTCOMES, ("vermillion", "green", "sky", "grey"), strict=True))


# --- The network ---------------------------------------------------------------------------


def one_network(policy) -> Network:
    """Return the network of a policy, the first one if it has several."""
    return next(part for part in policy.modules() if isinstance(part, Network))


def layers(policy) -> pd.DataFrame:
    """Return the layers of one network (network.py): kind, shape of the weights (out, in), and number of weights."""
    rows = {}
    for name, part in policy.named_parameters():
        layer = name.partition(".")[0]
        shape, count = rows.get(layer, (None, 0))
        rows[layer] = shape or " x ".join(map(str, part.shape)), count + part.numel()
    return pd.DataFrame(rows, ["shape (out x in)", "weights"]).T


def boxes(policy) -> dict:
    """Return the boxes of the figure, {name: (column, row, text)}, with the sizes of the policy's real layers."""
    sizes, first = policy.sizes, policy.first
    card, slot = sizes.card, sizes.slot
    kinds = policy.features.shape[1]
    found = {
        "card": (0, 5, f"a card\nembedding of {len(policy.features)} + printed {kinds} -> {card}"),
        "hand": (1, 6, f"hand: {seen.HAND} cards\n{card} + {len(seen.OF_HAND)} figures -> {slot}"),
        "minions": (1, 5, f"minions: 2 x {seen.BOARD}\n{card} + {len(seen.OF_MINION)} figures -> {slot}"),
        "heroes": (1, 4, f"heroes and weapons: 2\n{card} + {len(seen.OF_PLAYER)} figures -> {slot}"),
        "alone": (1, 3, f"powers, offered cards\n5 x {card}"),
        "sets": (1, 2, f"deck, graveyards, Secrets, ...\n6 sums of {card}"),
        "numbers": (1, 1, f"players, stage, heroes, turn\n{first.in_features - 6 * slot - 11 * card} numbers"),
        "chosen": (1, 7, f"who was chosen before\n{slot}"),
        "trunk": (2, 4, f"two layers\n{first.in_features} -> {first.out_features} -> {policy.second.out_features}"),
    }  # fmt: skip
    if sizes.lstm:
        found["memory"] = 3, 4, f"LSTM (battle)\n{sizes.lstm}"
    heads = {
        "target": f"to whom: {2 + 2 * seen.BOARD} pairs\nchosen one and target, {slot}",
        "play": f"cards, minions\n{seen.HAND} + {seen.BOARD} by pointing",
        "plain": f"hero, power, end, options\n{policy.plain.out_features}",
        "pick": f"a card for the deck\n{len(policy.candidates)} candidates by pointing",
        "hero": f"which hero\n{policy.n_heroes}",
        "value": "value\n1",
    }
    return found | {name: (4, 6.5 - i, text) for i, (name, text) in enumerate(heads.items())}


def lines(policy) -> list:
    """Return the lines between boxes, [(from, to)]: what is computed from what."""
    inputs = ["hand", "minions", "heroes", "alone", "sets", "numbers", "chosen"]
    last = "memory" if policy.sizes.lstm else "trunk"
    found = [("card", name) for name in inputs[:5]] + [(name, "trunk") for name in inputs]
    found += [("trunk", "memory")] if policy.sizes.lstm else []
    return found + [(last, name) for name in ("target", "play", "plain", "pick", "value")]


def network(policy):
    """Figure 2: a Network with the sizes of its real layers; what is seen on the left, what is decided on the right.

    Dotted lines: what a head points at, besides what it gets from the trunk.
    """
    figure, ax = plt.subplots(figsize=(12, 5.2))
    places = boxes(policy)
    for column, row, text in places.values():
        colour = ("#DDEFFA", "#DDEFFA", "#FAECCC", "#FAECCC", "#CCECE3")[column]
        style = dict(boxstyle="round", facecolor=colour, edgecolor=COLOURS["grey"])
        ax.text(ACROSS[column], row, text, ha="center", va="center", fontsize=8, bbox=style)
    pointed = [
        ("chosen", "target"),
        ("minions", "target"),
        ("heroes", "target"),
        ("hand", "play"),
        ("minions", "play"),
    ]
    for style, pairs in (("-", lines(policy)), (":", pointed)):
        for one, other in pairs:
            ends = [(ACROSS[places[each][0]], places[each][1]) for each in (one, other)]
            ax.plot(*zip(*ends, strict=True), style, color=COLOURS["grey"], lw=0.8, zorder=0)
    ax.set(xlim=(-1.6, 13.6), ylim=(0.5, 7.5))
    ax.set_axis_off()
    return figure


# --- Play ----------------------------------------------------------------------------------


def calibration(tables):
    """Mean result over mean value in bins: a panel for each part of the game, a line for each model ({model: table})."""
    figure, axes = plt.subplots(1, 2, figsize=(8.5, 3.8), sharex=True, sharey=True)
    for ax, part in zip(axes, ("deck building", "battle"), strict=True):
        for (model, table), colour in zip(tables.items(), COLOURS.values(), strict=False):
            own = table[table.part == part]
            ax.plot(own.value, own.result, ".-", color=colour, label=model)
        ax.plot([-1, 1], [-1, 1], color=COLOURS["grey"], lw=1, ls=":")
        ax.set(title=part, xlabel="value that the network expects")
    axes[0].set_ylabel("mean result (1: won, -1: lost)")
    axes[0].legend()
    return figure


def over_the_game(table):
    """Mean value over the tenths of a game, of sides that win and of sides that lose (`insight.over_the_game`)."""
    figure, ax = plt.subplots(figsize=(6, 3.6))
    for name, colour in (("won", "green"), ("lost", "vermillion")):
        ax.plot(table.index, table[name], ".-", color=COLOURS[colour], label=f"sides that {name}")
    ax.axhline(0, color=COLOURS["grey"], lw=1, ls=":")
    ax.set(xlabel="tenth of the side's decisions", ylabel="value that the network expects", ylim=(-1, 1))
    ax.legend()
    return figure


def attacks(table):
    """Shares (%) of what attacks do that may choose, a bar for each player (rows of `deeds.outcomes`)."""
    figure, ax = plt.subplots(figsize=(8, 0.32 * len(table) + 1.4))
    left = np.zeros(len(table))
    for name in OUTCOMES:
        width = table[name].to_numpy(float)
        ax.barh(range(len(table)), width, left=left, color=COLOURS[OUTCOME_COLOURS[name]], label=DEEDS[name])
        left += np.nan_to_num(width)
    ax.set_yticks(range(len(table)), table.index)
    ax.invert_yaxis()
    ax.set(xlabel="attacks that may go to the hero or to a minion (%)")
    ax.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
