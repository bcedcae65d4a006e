"""An audit of the policy's observation: which fields of the game record does a human see and the policy does not?

    found = audit(positions(big_game(), 200, seed=1))       # a row for each field and side
    missing(found)                                          # those that a human sees, and the policy not or not always

One field after the other (audit_fields.py) is changed in the records of positions. A human sees a change if it survives
`conceal` (lib/deckspace/engine/hearthstone/view.py). The policy sees it if its observation differs (observation.py), or
at least the legal slots, which it gets as a mask. What happened in earlier turns is in no record, except for the dead: a
human may remember it. `PUBLISHED` compares the paper's list of its observation with ours.
"""

import numpy as np
import pandas as pd

from deckspace.compiling import njit
from deckspace.engine.hearthstone.view import concealed
from deckspace.learning.hearthstone.duel import offer
from deckspace.learning.hearthstone.environment import Duels
from deckspace.learning.hearthstone.observation import CARDS, FIGURES, observe
from deckspace.learning.hearthstone.slots import SELECT
from study.papers.mastering.audit_fields import FIELDS, change

OWN, ENEMY = "own", "enemy"
# Tables V and VI: stage, field, sections of ours (of CARDS, of FIGURES with a figure's name, or `mask`), what differs.
PUBLISHED = (
    ("decks", "hero", "game: hero", ""),
    ("decks", "card set", "", "a constant: the network scores all candidates by their embeddings"),
    ("decks", "card selected mask", "deck", "the cards picked so far, with both copies; the paper's mask is 0 or 1"),
    ("decks", "card can selected mask", "mask", ""),
    ("battle", "hero", "game: hero", ""),
    ("battle", "oppo hero", "game: enemy_hero", ""),
    ("battle", "my deck", "deck", "what remains, without its order; the paper does not say whether drawn cards count"),
    ("battle", "decision type", "game: stage, chosen_slot, option", "who was chosen in the step before, besides the kind"),
    ("battle", "my board", "my_minions", "keywords, attacks left and places, too; the paper lists no figures"),
    ("battle", "oppo board", "enemy_minions", "as above"),
    ("battle", "my hand", "hand", "its cost now, attack and health"),
    ("battle", "my graveyard", "my_grave", "the kinds of minions that died, not how many, and no spells"),
    ("battle", "oppo graveyard", "enemy_grave", "as above"),
    ("battle", "my player", "players, weapons, powers, secrets", "health, armor, mana, fatigue and more; one's own Secrets"),
    ("battle", "oppo player", "players, weapons, powers, enemy_hand", "the same, and the known cards of its hand"),
    ("battle", "BT action mask", "mask", ""),
    ("c5", "first n picks of the opponent", "peeked", ""),
    ("not listed", "offered cards", "offered", "for choices such as Tracking's"),
    ("not listed", "turn and seat", "game: turn, second", ""),
    ("not listed", "picks so far and discounts", "game: picked, discounts", ""),
)  # fmt: skip


def published() -> pd.DataFrame:
    """Return PUBLISHED as a table, with the numbers of cards and figures in the observation for each field."""
    cards = dict(CARDS)
    figures = {name: n * len(each) for name, n, each in FIGURES}
    table = pd.DataFrame(PUBLISHED, columns=["stage", "the paper's field", "ours", "what differs"])
    names = [each.partition(":")[0].split(", ") if each else [] for each in table.ours]
    game = [each.partition(": ")[2].count(",") + 1 if ":" in each else 0 for each in table.ours]
    table.insert(3, "cards", [sum(cards.get(name, 0) for name in some) for some in names])
    own = [sum(figures.get(name, 0) for name in some if name not in ("game", "players")) for some in names]
    players = [figures["players"] // 2 * ("players" in some) for some in names]
    table.insert(4, "figures", np.add(np.add(own, players), game))
    halves = ["weapons" in some for some in names]  # one of two for each side
    table.loc[halves, "cards"] -= 2
    return table.set_index(["stage", "the paper's field"])


# --- Looking -------------------------------------------------------------------------------


def positions(game, n, seed, steps=40) -> Duels:
    """Return Duels of n games that wait for an action, after random play with random decks."""
    duels = Duels(game, n, seed)
    duels.step_at_random(2 * game.picks + steps)
    while (waits := duels.duels.stage != SELECT).any():
        before = duels.state()
        duels.step_at_random(1)
        for now, then in zip((duels.duels, *duels.views), before, strict=True):
            now[~waits] = then[~waits]
    return duels


def audit(duels) -> pd.DataFrame:
    """Change every field of both sides in all positions that have it; return who sees it, indexed by field and side.

    Columns: positions; the shares (%) of them in which a human sees the change, the policy's observation has it, the
    legal slots alone show it, and a human sees what neither shows (`missed`).
    """
    rows = {}
    for field in FIELDS:
        for which in (OWN, ENEMY) if field.of != "game" else (OWN,):
            looks = seen_by(duels, field, which)
            if len(looks):
                human, policy, mask = looks.T
                shares = [human, policy, mask & ~policy, human & ~policy & ~mask]
                rows[field.words, which] = [len(looks), *(100 * each.mean() for each in shares)]
    table = pd.DataFrame(rows, ["positions", "human", "policy", "legal slots alone", "missed"]).T
    return table.rename_axis(["field", "side"]).astype({"positions": int})


def seen_by(duels, field, which) -> np.ndarray:
    """Return for each position that has a field whether a human, the observation and the mask show its change, (n, 3)."""
    changed = duels.duels.copy().view(type(duels.duels))
    sides = [int(one.seat) if which == OWN else 1 - int(one.seat) for one in changed]
    there = [bool(change(field, changed[k].game, side, duels.book)) for k, side in enumerate(sides)]
    at = np.flatnonzero(there)
    before, after = look(duels, duels.duels.copy()), look(duels, changed)
    human = np.array([human_sees(duels.duels[k], changed[k]) for k in at], bool)
    policy, mask = ((one != other).any(1)[at] for one, other in zip(before, after, strict=True))
    return np.column_stack([human, policy, mask]) if len(at) else np.zeros((0, 3), bool)


def human_sees(one, other) -> bool:
    """Tell whether two positions differ for the player to move, as a human sees them."""
    views = [concealed(each.game, int(each.seat)).tobytes() for each in (one, other)]
    return views[0] != views[1]


def look(duels, records):
    """Return the observations (n, cards + figures) and the legal slots (n, slots) of these positions."""
    views = [np.zeros_like(each) for each in (duels.mask, duels.cards, duels.figures)]
    look_at(records, duels.rules, duels.book.record, duels.scratch, *views)
    mask, cards, figures = views
    return np.concatenate([cards, figures], axis=1), mask


@njit(nogil=True, cache=True)
def look_at(duels, rules, book, scratch, mask, cards, figures):
    """Write the legal slots and the observations of these positions."""
    for k in range(len(duels)):
        offer(duels[k], rules, book, scratch.work, mask[k])
        observe(duels[k], book, scratch.work, cards[k], figures[k])


def missing(found) -> pd.DataFrame:
    """Return the fields of an audit that a human sees and the policy does not, or not always, the worst first."""
    return found[found.missed > 0].sort_values("missed", ascending=False, kind="stable")
