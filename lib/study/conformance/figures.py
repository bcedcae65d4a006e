"""Pictures of the Hearthstone engine: a position, a state's bytes, and how far it agrees with others.

Every function returns a figure; tables are those of lib/study/conformance/tables.py.
"""

import textwrap

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import to_rgb
from matplotlib.patches import Circle, FancyBboxPatch, Patch
from scipy.stats import norm

from deckspace.engine.hearthstone.positions import SHOWN, snapshot
from deckspace.engine.hearthstone.printing import mana_text, weapon_text
from deckspace.engine.hearthstone.state import GAME_TYPE
from study.figures import COLOURS

# --- A position ----------------------------------------------------------------------------

WIDTH, HEIGHT, GAP = 1.5, 1.3, 0.15  # of a minion
BASE = dict(boxstyle="round,pad=0,rounding_size=0.12")


def position(game, book):
    """Both boards as they lie on the table: the player to move below."""
    shown = snapshot(game, book)
    widest = max(4, *(len(player["board"]) for player in shown["players"]))
    across, down = 2.7 + widest * (WIDTH + GAP), 2 * HEIGHT + 1
    figure, axes = plt.subplots(figsize=(0.85 * across, 0.85 * down))
    for row, side in enumerate((shown["active"], 1 - shown["active"])):
        draw_player(axes, shown["players"][side], side, row * (HEIGHT + 0.55))
    axes.set(xlim=(-0.1, across - 0.1), ylim=(-0.1, down - 0.1), aspect="equal")
    axes.axis("off")
    return figure


def draw_player(axes, player, side, bottom):
    """A hero with all its numbers, then its minions from left to right, with what is in hand above."""
    lines = [f"{player['hero']['health']} health"]
    lines += [f"{player['hero'][what]} {what}" for what in ("armor", "attack") if player["hero"][what]]
    lines += [mana_text(player).split(",")[0], f"{player['deck_size']} cards in the deck"]
    lines += [weapon_text(player["weapon"])] if player["weapon"] else []
    lines += [f"secret: {name}" for name in player["secrets"]]
    colour = COLOURS["blue"] if side == 0 else COLOURS["vermillion"]
    axes.add_patch(FancyBboxPatch((0, bottom), 2.3, HEIGHT, fc=tint(colour, 0.15), ec=colour, **BASE))
    title = f"{player['hero']['class'].capitalize()} (player {side})"
    axes.text(0.12, bottom + HEIGHT - 0.1, title, va="top", weight="bold", fontsize=10)
    axes.text(0.12, bottom + HEIGHT - 0.36, "\n".join(lines), va="top", fontsize=8.5)
    for i, minion in enumerate(player["board"]):
        draw_minion(axes, minion, 2.6 + i * (WIDTH + GAP), bottom, colour)
    hand = ", ".join(
        f"{name} ({cost})" for name, cost in zip(player["hand"], player["hand_costs"], strict=True)
    )
    text = textwrap.shorten(f"in hand: {hand or 'nothing'}", 140, placeholder=" ...")
    axes.text(0, bottom + HEIGHT + 0.08, text, fontsize=8.5, color="0.25", va="bottom")


def draw_minion(axes, minion, left, bottom, colour):
    """A minion with its name, what is special about it, attack (left) and health (right)."""
    special = [word.replace("_", " ") for word in SHOWN if minion[word]]
    width = 2.5 if minion["taunt"] else 1
    axes.add_patch(FancyBboxPatch((left, bottom), WIDTH, HEIGHT, fc="white", ec=colour, lw=width, **BASE))
    middle = left + WIDTH / 2
    name = textwrap.fill(minion["name"], 12)
    axes.text(middle, bottom + HEIGHT - 0.1, name, ha="center", va="top", fontsize=8.5, weight="bold")
    axes.text(
        middle, bottom + 0.42, textwrap.fill(", ".join(special), 16), ha="center", va="bottom", fontsize=7.5
    )
    hurt = minion["health"] < minion["max_health"]
    for x, number, face in (
        (left + 0.25, minion["attack"], COLOURS["orange"]),
        (left + WIDTH - 0.25, minion["health"], COLOURS["vermillion"] if hurt else COLOURS["green"]),
    ):
        axes.add_patch(Circle((x, bottom + 0.23), 0.18, fc=tint(face, 0.45), ec=face))
        axes.text(x, bottom + 0.22, str(number), ha="center", va="center", fontsize=10)


def tint(colour, strength):
    """Return a colour mixed with white."""
    return tuple(1 - strength * (1 - part) for part in to_rgb(colour))


# --- A state in memory ---------------------------------------------------------------------

ROW = 64  # bytes in a row of the picture
OF_PLAYERS = {
    "hand": "hands", "deck": "decks", "secrets": "secrets, weapons, promised costs",
    "weapon": "secrets, weapons, promised costs", "discounts": "secrets, weapons, promised costs",
}  # fmt: skip
GROUPS = {
    "heroes": "vermillion",
    "minions": "orange",
    "decks": "blue",
    "hands": "sky",
    "secrets, weapons, promised costs": "purple",
    "other numbers of the players": "green",
    "died this turn": "grey",
    "the game itself: turn, chance, choice": "black",
}


def groups():
    """Return for each byte of a game which of GROUPS it belongs to."""
    found = np.full(GAME_TYPE.itemsize, "the game itself: turn, chance, choice", dtype=object)
    characters, start = GAME_TYPE.fields["characters"]
    size = characters.base.itemsize
    for c in range(characters.shape[0]):
        found[start + c * size : start + (c + 1) * size] = "minions" if c & 7 else "heroes"
    players, start = GAME_TYPE.fields["players"]
    for side in range(players.shape[0]):
        for name, (kind, offset) in players.base.fields.items():
            begin = start + side * players.base.itemsize + offset
            found[begin : begin + kind.itemsize] = OF_PLAYERS.get(name, "other numbers of the players")
    died, start = GAME_TYPE.fields["died"]
    found[start : start + died.itemsize] = "died this turn"
    return pd.Categorical(found, categories=list(GROUPS))


def memory(game):
    """Every byte of a state as a square: the colour says what it belongs to; pale ones are zero."""
    kinds = groups()
    used = np.frombuffer(game.tobytes(), "u1") != 0
    colours = [COLOURS.get(name, "#000000") for name in GROUPS.values()]
    shades = np.array([[tint(c, 0.3), tint(c, 1)] for c in colours])[kinds.codes, used.astype(int)]
    rows = -(-len(kinds) // ROW)
    picture = np.ones((rows * ROW, 3))
    picture[: len(kinds)] = shades
    figure, axes = plt.subplots(figsize=(10, 3))
    axes.pcolormesh(
        np.arange(ROW + 1), np.arange(rows + 1), picture.reshape(rows, ROW, 3), edgecolors="white", lw=0.4
    )
    axes.set(xticks=range(0, ROW + 1, 8), yticks=range(0, rows + 1, 4), xlabel="byte of a row")
    axes.set_yticklabels([f"{ROW * row:,}" for row in range(0, rows + 1, 4)])
    axes.tick_params(labelsize=9)
    axes.invert_yaxis()
    sizes = pd.Series(kinds).value_counts(sort=False)
    marks = [
        Patch(color=colour, label=f"{name}: {sizes[name]:,}")
        for name, colour in zip(GROUPS, colours, strict=True)
    ]
    figure.legend(
        handles=marks, loc="outside right upper", title=f"{len(kinds):,} bytes", alignment="left", fontsize=9
    )
    return figure


# --- Agreement with others -----------------------------------------------------------------

SCENARIOS = {
    "passed": ("as expected", "green"),
    "failed": ("otherwise", "vermillion"),
    "listed_wrong": ("listed as wrong", "orange"),
    "not_built": ("with cards not built yet", "grey"),
}
SETS = {
    "basic": "Basic cards", "classic": "Classic cards", "rules": "single rules",
    "naxx": "Naxxramas", "gvg": "Goblins vs Gnomes", "brm": "Blackrock Mountain",
}  # fmt: skip
FEW = 20  # cards named in a picture


def scenarios(table):
    """How the scenarios of each card set end."""
    counts = (
        table.groupby("file")[list(SCENARIOS)]
        .sum()
        .reindex([name for name in SETS if name in set(table.file)])
    )
    figure, axes = plt.subplots(figsize=(8, 3))
    left = np.zeros(len(counts))
    for result, (label, colour) in SCENARIOS.items():
        if counts[result].any():
            shade = tint(COLOURS[colour], 0.5 if result == "not_built" else 1)
            axes.barh(counts.index.map(SETS), counts[result], left=left, color=shade, label=label)
            left = left + counts[result].to_numpy()
    for y, row in enumerate(counts.itertuples()):
        text = f"{row.passed:,} of {row.passed + row.failed:,}" if row.passed + row.failed else "none yet"
        axes.text(left[y] + 8, y, text, va="center", fontsize=9)
    axes.set(xlabel="scenarios", xlim=(0, 1.15 * left.max()))
    axes.invert_yaxis()
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.2), ncols=len(SCENARIOS), fontsize=9)
    return figure


def sabberstone(kinds, cards):
    """Left: how many next states differ, by what is done. Right: the same by card, the most frequent first."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.6))
    columns = ["states", "states_agree", "cause_known"]
    differing(left, kinds.groupby("kind")[columns].sum().sort_values("states"))
    left.set_title("all steps, by what is done")
    cards = cards.set_index("card")[columns]
    wrong = (cards.states - cards.states_agree).sort_values(ascending=False, kind="stable")
    wrong = wrong[wrong > 0]
    differing(right, cards.loc[wrong.index[:FEW][::-1]])
    rest = "; the others:" if 0 < len(wrong) <= FEW else "; the worst:" if len(wrong) else ""
    right.set_title(f"{len(cards) - len(wrong)} of {len(cards)} cards never differ{rest}")
    marks = [Patch(color=COLOURS[colour], label=label) for label, colour in CAUSES.items()]
    figure.legend(handles=marks, loc="outside lower center", ncols=2)
    return figure


CAUSES = {"the cause is known": "sky", "the cause is not known": "vermillion"}


def differing(axes, counts):
    """Bars of the share of steps whose next state differs, with the counts beside them."""
    wrong = counts.states - counts.states_agree
    known, shares = 100 * counts.cause_known / counts.states, 100 * wrong / counts.states
    colours = [COLOURS[colour] for colour in CAUSES.values()]
    axes.barh(counts.index, known, color=colours[0])
    axes.barh(counts.index, shares - known, left=known, color=colours[1])
    for y, (part, n, share) in enumerate(zip(wrong, counts.states, shares, strict=True)):
        axes.text(share, y, f" {part:,} of {n:,}", va="center", fontsize=8.5)
    most = shares.max() if len(shares) else 0
    axes.set(xlabel="steps whose next state differs (%)", xlim=(0, max(0.1, 1.35 * most)))
    axes.set_xticks([tick for tick in axes.get_xticks() if tick <= 100])
    axes.tick_params(axis="y", labelsize=9, length=0)
    if not len(counts):
        axes.axis("off")


def pairings(table):
    """Left: health differences of all pairings, ours against theirs. Right: how far apart, in standard errors."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.4))
    look = dict(fmt="o", ms=3.5, lw=0.6, color=COLOURS["blue"], ecolor="0.7")
    left.errorbar(table.theirs, table.ours, table.ours_error, table.theirs_error, **look)
    ends = np.array([table[["theirs", "ours"]].min().min() - 2, table[["theirs", "ours"]].max().max() + 2])
    left.plot(ends, ends, color="0.4", lw=1, zorder=0)
    left.set(xlabel="SabberStone", ylabel="ours", xlim=ends, ylim=ends, aspect="equal")
    left.set_title("mean health difference at the end, with standard errors")
    errors = np.hypot(table.theirs_error, table.ours_error)
    gaps = (table.ours - table.theirs) / errors
    edges = np.arange(np.floor(gaps.min()) - 0.25, gaps.max() + 0.75, 0.5)
    right.hist(gaps, edges, color=tint(COLOURS["blue"], 0.6), edgecolor="white")
    places = np.linspace(min(-4, edges[0]), max(4, edges[-1]), 200)
    right.plot(places, norm.pdf(places) * len(gaps) * 0.5, color=COLOURS["vermillion"])
    right.set(xlabel="ours minus theirs, in standard errors", ylabel="pairings")
    right.set_title("differences, and what chance alone would give (line)")
    return figure


def eva_pairings(table):
    """How often the first side of each pairing of EVA wins, theirs and ours, with standard errors."""
    figure, axes = plt.subplots(figsize=(8, 0.32 * len(table) + 0.8))
    places = np.arange(len(table))[::-1]
    for name, colour, shift in (("theirs", "grey", 0.12), ("ours", "blue", -0.12)):
        look = dict(fmt="o", ms=4, lw=0.8, color=COLOURS[colour])
        axes.errorbar(table[name], places + shift, xerr=table[f"{name}_error"], label=name, **look)
    sides = [f"{one} ({agent})" for agent, one in zip(table.agent2, table.deck2, strict=True)]
    axes.set_yticks(places, [f"{one} against {other}" for one, other in zip(table.deck1, sides, strict=True)])
    axes.axvline(0.5, color="0.7", lw=0.8, zorder=0)
    axes.set(xlabel="games won by the first")
    axes.legend(loc="lower left")
    return figure


def speeds(table):
    """Games (or copies) a second on one core, a panel for each task with an axis of powers of ten; ours in colour."""
    tasks = table.task.value_counts(sort=False)
    look = dict(figsize=(8, 0.9 + 0.45 * len(table)), height_ratios=tasks + 0.6, squeeze=False)
    figure, grid = plt.subplots(len(tasks), 1, **look)
    for axes, task in zip(grid.flat, tasks.index, strict=True):
        rows = table[table.task == task].sort_values("to")
        colours = [COLOURS["vermillion" if name == OURS else "grey"] for name in rows.engine]
        axes.barh(rows.engine, rows.to, color=colours, height=0.6)
        for y, (low, high) in enumerate(zip(rows["from"], rows.to, strict=True)):
            axes.text(high, y, f" {spread(low, high)}", va="center", fontsize=9)
        axes.set(
            xscale="log", xlim=(rows["from"].min() / 5, rows.to.max() * 12), ylim=(-0.5, len(rows) - 0.5)
        )
        axes.set_title(f"{task} per second", loc="left")
        axes.minorticks_off()
        axes.tick_params(labelsize=9)
        axes.tick_params(axis="y", length=0)
    return figure


def steps(table):
    """Steps of environments per second of processor time over parallel games, a panel for each game (bench/environments.py).

    A line for each policy; dashed: two threads. A star: another project's environment of one game on the same machine.
    """
    games = table[table.what == "Gymnasium"].game.unique()
    figure, panels = plt.subplots(1, len(games), figsize=(10, 3.8), sharey=True, squeeze=False)
    for axes, game in zip(panels[0], games, strict=True):
        own = table[table.game == game]
        for (policy, threads), rows in own[own.what == "Gymnasium"].groupby(
            ["policy", "threads"], sort=False
        ):
            colour = COLOURS["vermillion" if policy == "none" else "blue"]
            name = {"none": "random slots", "network": "a small network"}[policy]
            label = f"{name}, {threads} thread{'s' if threads > 1 else ''}"
            line = dict(color=colour, ls="-" if threads == 1 else "--", marker=".", label=label)
            axes.plot(rows.games, rows.steps_per_cpu_second, **line)
        theirs = own[own.what.str.contains("Gymnasium,")]
        for row in theirs.itertuples():
            axes.plot(1, row.steps_per_cpu_second, "*k", ms=11, label=row.what.partition(",")[0])
        axes.set(title=game, xscale="log", yscale="log", xlabel="parallel games")
        axes.legend(fontsize=8)
    panels[0, 0].set_ylabel("steps per second of processor time")
    return figure


OURS = "Deckspace"


def spread(low, high):
    """Return two speeds as text, three digits of each, or one if they are the same."""
    return " to ".join(f"{float(f'{n:.3g}'):,.10g}" for n in dict.fromkeys((low, high)))
