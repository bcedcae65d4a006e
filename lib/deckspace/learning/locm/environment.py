"""Many parallel games of LoCM for learners, with one decision per step in each of them.

    duels = Duels(1024, seed=1)
    while learning:
        slots = policy(duels.cards, duels.figures, duels.mask)      # one legal slot per game
        duels.step(slots)
        duels.seat, duels.ended, duels.result                        # who decides next; results of ended games

The interface is that of Hearthstone's duels (learning/hearthstone/environment.py): arrays are written in place, and when a
game ends, the next one begins at the same place. The seed decides everything except the decisions.
"""

import numpy as np

from deckspace.agents.locm.baseline2 import WeakOp
from deckspace.agents.locm.players import choose, entrants, new_scratch
from deckspace.agents.locm.spaces import AGENT_TYPE
from deckspace.compiling import njit
from deckspace.engine.locm.cards import BOOK_TYPE, COPIES, edition
from deckspace.engine.locm.generator import WORK_TYPE, write_cards
from deckspace.engine.locm.rules import act, offer_cards, shuffle_decks, start
from deckspace.engine.locm.state import DECK, GAME_TYPE
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.engine.rng import below, derive
from deckspace.learning.legal import check_slots
from deckspace.learning.locm.observation import FIGURES, OFFER, PLAYERS, observe
from deckspace.learning.locm.slots import PICKS, action_of, slots_of, write_mask

PHASES = BOTH, DRAFT, BATTLE = "both", "draft", "battle"
LEAST_FIGURE = -128  # of a card

DUEL_TYPE = record_type(
    [
        ("seed", "u8"),
        ("begun", "i8"),  # the number of games so far, this one included
        ("picked", "i8"),  # cards that the player to move has picked: 30 in the battle
        ("game", GAME_TYPE),
        ("book", BOOK_TYPE),
        ("offers", "u1", (DECK, 3)),
    ]
)
SETTINGS = record_type([("drafts", "i1"), ("battles", "i1"), ("agent", AGENT_TYPE), ("work", WORK_TYPE)])


class Duels:
    """`n` parallel games by a rule book (None: the official one), with all of their `phase`s or one.

    If the phase is "draft", the first of `players` (Entrants; None: WeakOp) plays the battle for both sides in one step; if it
    is "battle", the decks are picked at random.

        mask     (n, slots) bool             the legal slots (slots.py)
        cards    (n, rows, FIGURES) int8     figures of visible cards (observation.py)
        figures  (n, PLAYERS) int16          figures of the players
        seat     (n,) uint8                  the side that decides; side 0 moves first in battle
        ended    (n,) bool                   whether the last step ended a game
        result   (n,) int8                   its result for side 0: 1 or -1, else 0
    """

    least = LEAST_FIGURE

    def __init__(self, n, seed, book=None, phase=BOTH, players=None):
        if n < 1:
            raise ValueError(f"The number of games must be at least 1, not {n}.")
        if phase not in PHASES:
            raise ValueError(f"The phase must be one of {', '.join(PHASES)}, not {phase!r}.")
        self.n, self.book = n, edition() if book is None else book
        self.scratch, self.settings = new_scratch(), new_record(SETTINGS)
        self.settings.drafts, self.settings.battles = phase != BATTLE, phase != DRAFT
        if phase == DRAFT:
            self.players = players or entrants([WeakOp()], self.book)
            self.settings.agent = self.players[0]
        self.duels = new_records(DUEL_TYPE, n)
        self.duels.book = self.book
        self.duels.seed = [derive(np.uint64(seed), np.int64(k)) for k in range(n)]
        self.slots = slots_of(self.book)
        self.mask = np.zeros((n, self.slots), bool)
        self.cards = np.zeros((n, OFFER + self.slots - PICKS, FIGURES), "i1")
        self.figures = np.zeros((n, PLAYERS), "i2")
        self.seat, self.ended, self.result = np.zeros(n, "u1"), np.zeros(n, bool), np.zeros(n, "i1")
        self.views = self.mask, self.cards, self.figures, self.seat, self.ended, self.result
        begin_all(self.duels, self.settings, self.scratch, *self.views)

    def step(self, slots):
        """Take a slot in every game. Raises ValueError for an illegal slot, before anything is done."""
        slots = check_slots(self.mask, slots)
        step_all(self.duels, slots, self.settings, self.scratch, *self.views)

    def step_at_random(self, steps):
        """Take random legal slots, `steps` times in each game; return the number of games that ended."""
        return random_steps(self.duels, steps, self.settings, self.scratch, *self.views)


# --- One game ------------------------------------------------------------------------------


@njit
def begin(duel, settings, scratch):
    """Begin the next game, whose seeds follow from the duel's: new cards or offers, and perhaps the battle at once."""
    game, book = duel.game, duel.book
    draft = derive(duel.seed, 2 * duel.begun)
    duel.begun += 1
    game.rng = draft
    if book.new_cards:
        write_cards(book, draft, settings.work)
    if not book.constructed:
        offer_cards(game, book, scratch.pool, duel.offers)
    game.rng = derive(duel.seed, 2 * duel.begun - 1)
    duel.picked, game.current, game.winner = 0, 0, -1
    while not settings.drafts and duel.picked < DECK:
        pick_at_random(duel, scratch)


@njit
def pick_at_random(duel, scratch):
    """Let the side to move pick one of its cards at random."""
    deck, card = duel.game.players[duel.game.current].deck, 0
    while card == 0:
        if duel.book.constructed:
            card = 1 + below(duel.game, duel.book.card_count)
            copies = 0
            for i in range(duel.picked):
                copies += deck[i] == card
            card = card if copies < COPIES else 0
        else:
            card = np.int64(duel.offers[duel.picked, below(duel.game, 3)])
    take_card(duel, card)


@njit
def take_card(duel, card):
    """Let the side to move pick a card; after the last one the battle begins."""
    game = duel.game
    game.players[game.current].deck[duel.picked] = card
    game.current = 1 - game.current
    if game.current == 0:
        duel.picked += 1
    if duel.picked == DECK:
        shuffle_decks(game)
        start(game, duel.book)


@njit
def advance(duel, slot, settings, scratch):
    """Take a legal slot; return the result for side 0: 1 or -1 if the game has ended, else 0."""
    game = duel.game
    if slot >= PICKS:
        card = slot - PICKS
        take_card(duel, card + 1 if duel.book.constructed else np.int64(duel.offers[duel.picked, card]))
    else:
        act(game, duel.book, action_of(slot))
    if duel.picked == DECK and not settings.battles:
        play_out(duel, settings, scratch)
    return 0 if game.winner < 0 else 1 - 2 * game.winner


@njit
def play_out(duel, settings, scratch):
    """Let two agents play the whole battle."""
    scratch.game, scratch.picked, scratch.plan.length = duel.game, DECK, 0
    game = scratch.game
    while game.winner < 0:
        act(game, duel.book, choose(game, duel.book, settings.agent, scratch))
    duel.game.winner = game.winner


@njit
def look(duel, scratch, mask, cards, figures):
    """Write the mask and the observation of the side that decides."""
    write_mask(duel.game, duel.book, duel.picked, scratch.actions, mask)
    observe(duel.game, duel.book, duel.picked, duel.offers, scratch.pool, cards, figures)


# --- All of them ---------------------------------------------------------------------------


@njit(nogil=True, cache=True)
def begin_all(duels, settings, scratch, mask, cards, figures, seat, ended, result):
    """Begin all games."""
    for k in range(len(duels)):
        begin(duels[k], settings, scratch)
        seat[k] = duels[k].game.current
        look(duels[k], scratch, mask[k], cards[k], figures[k])


@njit(nogil=True, cache=True)
def step_all(duels, slots, settings, scratch, mask, cards, figures, seat, ended, result):
    """Take one slot in each game."""
    for k in range(len(duels)):
        step_one(duels[k], slots[k], settings, scratch, k, mask, cards, figures, seat, ended, result)


@njit
def step_one(duel, slot, settings, scratch, k, mask, cards, figures, seat, ended, result):
    """Take a slot in game `k`, and begin the next one if that ends it."""
    result[k] = advance(duel, slot, settings, scratch)
    ended[k] = result[k] != 0
    if ended[k]:
        begin(duel, settings, scratch)
    seat[k] = duel.game.current
    look(duel, scratch, mask[k], cards[k], figures[k])


@njit(nogil=True, cache=True)
def random_steps(duels, steps, settings, scratch, mask, cards, figures, seat, ended, result):
    """Take random legal slots; the same work as `steps` calls of step_all."""
    games = 0
    for _ in range(steps):
        for k in range(len(duels)):
            slot, n = -1, below(duels[k].game, count(mask[k]))
            while n >= 0:
                slot += 1
                n -= mask[k, slot]
            step_one(duels[k], slot, settings, scratch, k, mask, cards, figures, seat, ended, result)
            games += ended[k]
    return games


@njit
def count(mask):
    """Return the number of legal slots."""
    found = 0
    for slot in range(len(mask)):
        found += mask[slot]
    return found
