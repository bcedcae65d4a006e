"""A game of ours that runs along with one recorded of SabberStone: the same actions, chance included."""

import numpy as np

from deckspace.compiling import njit
from deckspace.engine.hearthstone import rules
from deckspace.engine.hearthstone.positions import hero_of, list_legal
from deckspace.engine.hearthstone.setup import set_hero
from deckspace.engine.hearthstone.state import (
    ATTACK,
    BOARD,
    CHOOSE,
    CLASSES,
    END_TURN,
    MAX_ACTIONS,
    NO_TARGET,
    NOBODY,
    PLAY,
    POWER,
    TOTEM,
    WORK_TYPE,
    decode,
    encode,
    new_games,
)
from deckspace.engine.records import new_record, new_records
from study.conformance.hearthstone.sabberstone_settling import link, settle
from study.conformance.hearthstone.sabberstone_steering import STEPS, differing, first_try, steer
from study.conformance.hearthstone.sabberstone_views import LINK_TYPE, VIEW_TYPE, view_of


class Beside:
    """A game of ours beside a recorded one, and which of their entities are which of our minions."""

    def __init__(self, book, numbers, games=1):
        self.book, self.numbers = book, numbers
        self.games, self.spare = new_games(games), new_games(1)[0]
        self.game = self.games[0]
        self.work, self.links = new_record(WORK_TYPE), new_record(LINK_TYPE)
        self.order = np.zeros((2, BOARD), "i8")  # our places, from left to right
        self.shown, self.actions = new_records(VIEW_TYPE, 1), np.zeros(MAX_ACTIONS, "i4")
        self.ours = self.shown[0]
        self.game.stamp, self.game.rng = 1, np.uint64(1)

    @property
    def record(self):
        """The rules that are played now."""
        return self.book.record

    def seat(self, side, name, power):
        """Give a side the hero of a class, and a hero power by its number."""
        set_hero(self.game, self.record, side, hero_of(self.book, name), power, CLASSES.index(name))

    def settle(self, view, ids):
        """Set our game to a recorded state."""
        settle(self.game, self.record, self.work, view, ids, self.links, self.order, self.spare)

    def link(self, view, ids):
        """Note who is who, where our game is in a recorded state already."""
        link(self.game, self.record, ids, view, self.links, self.order)

    def legal(self):
        """Return the legal action numbers of our game, in their order."""
        return legal_of(self.game, self.record, self.work, self.actions)


def legal_of(game, record, work, actions):
    """Return the legal action numbers of a game, in their order; `actions` is room for them."""
    return actions[: list_legal(game, record, work, actions)].tolist()


def ids_of(state):
    """Return the entity ids on the boards of a recorded state, (2, BOARD), 0 where nobody is."""
    ids = np.zeros((2, BOARD), "i4")
    for side in range(2):
        board = state[f"p{side + 1}"]["board"]
        ids[side, : len(board)] = [one["id"] for one in board]
    return ids


class Replay(Beside):
    """A game of ours that runs along with a recorded one."""

    def __init__(self, process, trace, numbers):
        super().__init__(process.book, numbers)
        self.process, self.trace, self.before = process, trace, new_games(1)
        self.steps = trace["steps"]
        self.states = [step["s"] for step in self.steps] + [trace["final"]]
        self.views = new_records(VIEW_TYPE, len(self.states))
        offered = [step.get("ch", ()) for step in self.steps] + [()]
        shown = [view_of(state, numbers, cards) for state, cards in zip(self.states, offered, strict=True)]
        self.views[:] = np.array(shown, dtype=VIEW_TYPE)
        # The oldest recordings do not contain the cards offered, only that one has to be chosen.
        self.not_recorded = [step["act"][0] == "CHOOSE" and "ch" not in step for step in self.steps] + [False]
        self.ids = np.array([ids_of(state) for state in self.states])
        self.later = has_strange_card(self.views, numbers.strange)
        self.unseen = leaves_deck(self.views, numbers.strange) | changes_shape(self.states, numbers)
        self.apart = np.zeros(len(self.steps), bool)  # steps that cannot be compared, as far as replayed
        for side in range(2):
            self.seat(side, trace[f"c{side + 1}"], int(self.views[0].players[side].power))
        self.settle(self.views[0], self.ids[0])

    @property
    def record(self):
        """The rules that are played now."""
        return self.process.record

    def places(self, i):
        """Return where the entities of state i are in our game: {entity id: place}."""
        state, order = self.states[i], self.order.tolist()
        places = {state["p1"]["hero"]: 0, state["p2"]["hero"]: 8}
        for side in range(2):
            board = state[f"p{side + 1}"]["board"]
            places.update(zip((one["id"] for one in board), order[side], strict=False))
        return places

    def act(self, i):
        """Carry out step i's action in our game and write what it shows into `ours`.

        Return whether it is legal. Where chance takes part, chances are looked for that lead to the recorded state.
        """
        step = self.steps[i]
        self.before[0], self.random = self.game, False
        try:
            action = self.action_number(i)
        except (KeyError, ValueError):
            return False
        if action not in self.legal():
            return False
        kind, source, *_ = decode(action)
        self.links.attacker = source if kind == ATTACK else NOBODY
        costs = step["s"]["cur"] - 1, cost_of_action(step), step["act"][0] == "END_TURN"
        about = self.work, action, self.links, self.views[i], self.ours, costs
        seeds = np.random.default_rng(i).integers(2**64, size=STEPS, dtype="u8")
        self.random = first_try(self.game, self.record, *about, seeds)
        if self.not_recorded[i + 1]:
            self.views[i + 1].offered = self.ours.offered
        if self.random and not self.is_found(i + 1):
            steer(self.games, self.before, self.record, *about, *self.numbers_of(i + 1), seeds)
        return True

    def is_found(self, i):
        """Tell whether our game shows the recorded state i, as far as chance can lead to it."""
        return differing(*self.numbers_of(i)) == 0

    def numbers_of(self, i):
        """Return what our game and the recorded state i show, each as a row of numbers."""
        return self.shown.view("i2"), self.views[i : i + 1].view("i2")

    def action_number(self, i):
        """Return step i's action as a number of ours; raises KeyError where something in it is not there."""
        step = self.steps[i]
        if step["act"][0] == "CHOOSE":
            return encode(CHOOSE, [option[1] for option in step["opts"]].index(step["act"][1]))
        return option_numbers([step["act"]], step["s"], self.places(i))[0]

    def is_apart(self, i):
        """Tell, and record, whether step i has a card that is not built: in sight, or acting out of sight."""
        lost = self.views[i].offered[0] and not self.game.choice.count
        self.apart[i] = self.later[i] or self.later[i + 1] or self.unseen[i + 1] or lost
        return bool(self.apart[i])

    def reveals(self, i):
        """Tell whether step i opens a second choice: theirs drew its cards with those of the first, ours does now."""
        again = self.steps[i]["act"][0] == "CHOOSE" and self.views[i + 1].offered[0] != 0
        return bool(again and self.random)

    def go_on(self, i, same):
        """Make our game the one of state i: it is so already (`same`), or it is set to it."""
        self.process.see(self.views[i - 1], self.views[i])
        if same:
            self.link(self.views[i], self.ids[i])
        else:
            self.recount(i)
            self.settle(self.views[i], self.ids[i])

    def recount(self, i):
        """Set what is counted in a whole game to what the recorded state i shows of it: Totems and Jade Golems."""
        for side in range(2):
            old, me = self.before[0].players[side], self.game.players[side]
            known = set(self.ids[i - 1, :].ravel().tolist())
            board = self.views[i].players[side].board["card"].tolist()
            new = [
                card for card, one in zip(board, self.ids[i, side].tolist(), strict=True) if one not in known
            ]
            me.totems = old.totems + sum(int(self.record.cards[card].race) == TOTEM for card in new)
            me.jades = max([int(old.jades), *(self.numbers.jades.get(card, 0) for card in new)])


def has_strange_card(views, strange):
    """Return for each view whether a card that the rules cannot play is in sight, decks not counted.

    `strange` says it of each number.
    """
    players = views["players"]
    cards = [players[name] for name in ("power", "weapon", "secrets")] + [
        players[zone]["card"] for zone in ("hand", "board")
    ]
    return np.any(
        [strange[each].reshape(len(views), -1).any(axis=1) for each in [*cards, views["offered"]]], axis=0
    )


def leaves_deck(views, strange):
    """Return for each view whether such a card has left a deck since the last one."""
    held = strange[views["players"]["deck"]].sum(axis=(1, 2))
    return np.diff(held, prepend=held[0]) < 0


def changes_shape(states, numbers):
    """Return for each recorded state whether what was such a card in a hand has become another card since the last one."""
    found, shifting, last = [], set(), {}
    for state in states:
        held = {entity: numbers[card] for p in ("p1", "p2") for entity, card, _ in state[p]["hand"]}
        found.append(any(held[one] != last[one] for one in shifting & held.keys() & last.keys()))
        shifting |= {entity for entity, card in held.items() if numbers.strange[card]}
        last = held
    return np.array(found)


# --- Actions -------------------------------------------------------------------------------


def option_numbers(options, state, places):
    """Return recorded options as our action numbers; `places` says where each entity is."""
    cur = state["cur"] - 1
    hand = {card[0]: i for i, card in enumerate(state[f"p{cur + 1}"]["hand"])}
    numbers = []
    for i, (kind, source, target, position, option) in enumerate(options):
        goal = places[target] if target else NO_TARGET
        if kind == "PLAY_CARD":
            numbers.append(encode(PLAY, hand[source], goal, max(position, 0), max(option, 0)))
        elif kind == "MINION_ATTACK":
            numbers.append(encode(ATTACK, places[source], goal))
        elif kind == "HERO_ATTACK":
            numbers.append(encode(ATTACK, 8 * cur, goal))
        elif kind == "HERO_POWER":
            numbers.append(encode(POWER, 0, goal))
        elif kind == "CHOOSE":
            numbers.append(encode(CHOOSE, i))
        elif kind == "END_TURN":
            numbers.append(encode(END_TURN))
        else:
            raise ValueError(f"an option {kind!r}")
    return numbers


@njit(cache=True)
def take(game, book, work, action):
    """Carry out an action number; return whether chance took part."""
    work.random = 0
    rules.act(game, book, work, action)
    return work.random != 0


# --- Mana ----------------------------------------------------------------------------------


def cost_of_action(step):
    """Return the mana that a recorded action costs."""
    kind, source, *_ = step["act"]
    me = step["s"][f"p{step['s']['cur']}"]
    if kind == "HERO_POWER":
        return me["pwcost"]
    return next((cost for entity, _, cost in me["hand"] if entity == source), 0) if kind == "PLAY_CARD" else 0
