"""Compare what the search foresees of an action with its outcome by the rules, in random games.

The search does not carry out most actions that it tries: it finds their scores by a shortcut (foresight.py of the
agents), which must lead to the same as the rules. In every position of random games every legal action is carried out by
the rules. Compared are the terms of the score after each foreseen action, and after any two consecutive actions
that differ only in the place where a minion is put, if the search treats those as the same.
"""

import itertools

import numpy as np

from deckspace import arena
from deckspace.agents.hearthstone.beam import BEAM_TYPE, POSITION, Beam
from deckspace.agents.hearthstone.entrants import Player, Seats, entrants
from deckspace.agents.hearthstone.foresight import OUTLOOK_TYPE, foresee, look
from deckspace.agents.hearthstone.games import GAME_SPEC, SCRATCH_TYPE, begin_game
from deckspace.agents.hearthstone.scores import TERMS_TYPE, WEIGHTS, read_terms
from deckspace.compiling import njit
from deckspace.engine.hearthstone.cards import finished_sets
from deckspace.engine.hearthstone.decks import CLASSES, random_deck, suite
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.printing import describe_action, describe_game
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import ATTACK, CHOOSE, END_TURN, GAME_TYPE, MAX_ACTIONS, PLAY, POWER
from deckspace.engine.hearthstone.tables import SETS
from deckspace.engine.records import new_record, new_records, record_type
from deckspace.engine.rng import below
from deckspace.errors import BadInput
from study.conformance.report import NAMED, Report

SEED, GAMES, DECKS = 20_220_301, 150, 20  # random decks of each class
ALIKE = CHOOSE + 1  # after the kinds of action
KINDS = {
    END_TURN: "turns ended",
    PLAY: "cards played",
    ATTACK: "attacks",
    POWER: "hero powers",
    ALIKE: "other places",
}

ROOM_TYPE = record_type(
    [
        ("scratch", SCRATCH_TYPE),
        ("actions", "i4", MAX_ACTIONS),
        ("outlook", OUTLOOK_TYPE),
        ("child", GAME_TYPE),  # after an action, done by the rules
        ("terms", TERMS_TYPE),  # of its score
        ("last", TERMS_TYPE),  # and those after the action before
    ]
)
FOUND_TYPE = record_type(  # in one game
    [
        ("positions", "i8"),
        ("compared", "i8", ALIKE + 1),
        ("differ", "i8", ALIKE + 1),
    ]
)


def add_arguments(parser):
    """Declare the arguments of the check; without any it plays some games of all card sets."""
    parser.add_argument("--cards", metavar="NAME", help=f"one card set, of {', '.join(SETS)}")
    parser.add_argument(
        "--games", type=int, default=GAMES, metavar="N", help="games to play of each card set"
    )


def check(args):
    """Run the check and return its Report; raises BadInput for an unknown card set and for no games."""
    if args.cards not in (None, *SETS):
        raise BadInput(f"There is no card set {args.cards!r}; choose one of {', '.join(SETS)}.")
    if args.games < 1:
        raise BadInput(f"The check takes at least one game, not {args.games}.")
    report = ForesightReport()
    for name in [args.cards] if args.cards else finished_sets():
        book = card_book(name)
        table = entrants(players_of(book), book)
        specs = pair_up(args.games, len(table))
        report.add(arena.play(compare, specs, table, book.record), specs, table, book)
    return report


class ForesightReport(Report):
    """How many actions have been compared, of each kind, and how many of them differ."""

    def __init__(self):
        super().__init__()
        self.games = self.positions = 0

    def add(self, found, specs, table, book):
        """Add what was found (FOUND_TYPE) in the games of these rows with the cards of a Book."""
        self.games += len(found)
        self.positions += int(found["positions"].sum())
        for kind, name in KINDS.items():
            compared, differ = (int(found[what][:, kind].sum()) for what in ("compared", "differ"))
            self.compared[name] += compared
            self.agreed[name] += compared - differ
        for k in np.flatnonzero(found["differ"].any(axis=1)):
            first = (
                f", first {first_difference(specs[k], table, book)}" if len(self.mismatches) < NAMED else ""
            )
            n = found["differ"][k].sum()
            self.mismatches.append(f"{book.table.name}, game {k}: {n:,} actions differ{first}")

    @property
    def ok(self):
        return self.compared.total() > 0 and self.agreed == self.compared

    @property
    def verdict(self):
        """How much has been compared, and how many actions differ, in one line."""
        compared = self.compared.total()
        differ = compared - self.agreed.total()
        end = f"{differ:,} differ" if differ else "none differs"
        return f"{self.games:,} games, {self.positions:,} positions, {compared:,} actions compared: {end}"


def first_difference(spec, table, book):
    """Return in words the first action that differs in a game, and where."""
    room, found = new_record(ROOM_TYPE), new_record(FOUND_TYPE)
    action = play_along(spec, *seated(table), book.record, room, found, True)
    game = room.scratch.game
    return f"{describe_action(game, book, int(action))}\n{describe_game(game, book)}"


# --- Who plays ------------------------------------------------------------------------------


def players_of(book):
    """Return players with random decks of all classes and, where their cards are known, the elite decks.

    Scores of both kinds take turns: one that looks at cards (the network, whatever its weights), one that does not.
    """
    rng = np.random.default_rng(SEED)
    drafted = [c for c in CLASSES if any(card.drafted and card.hero_class == c for card in book.table)]
    cards = [(name, random_deck(rng, name, book.table)) for name in drafted for _ in range(DECKS)]
    if all(card in book.table for each in suite("elite") for card in each.cards):
        cards += [(each.hero_class, each.cards) for each in suite("elite")]
    agents = itertools.cycle([Beam("aggro"), Beam("network", (0.0,) * WEIGHTS)])
    return [Player(agent, name, deck) for agent, (name, deck) in zip(agents, cards, strict=False)]


def pair_up(n, players):
    """Return n rows of games (GAME_SPEC): each player in turn against a random one."""
    specs = np.zeros(n, GAME_SPEC)
    specs["seed"], specs["first"] = arena.game_seeds(SEED, n), np.arange(n) % players
    specs["second"] = np.random.default_rng(SEED).integers(players, size=n)
    return specs


# --- Games ----------------------------------------------------------------------------------


def compare(games, table, book):
    """Play these games (GAME_SPEC) at random; return what was found in each, a FOUND_TYPE array of their length."""
    found = new_records(FOUND_TYPE, len(games))
    play_batch(games, *seated(table), book, new_record(ROOM_TYPE), found)
    return found


def seated(table):
    """Return the records of players (SEAT_TYPE) who are not asked to act, and the settings of their agents (BEAM_TYPE)."""
    settings = new_records(BEAM_TYPE, len(table))
    for row, agent in zip(settings, table.agents, strict=True):
        agent.write(row)
    return Seats(table, None).rows, settings


@njit(nogil=True, cache=True)
def play_batch(games, seats, settings, book, room, found):
    """Play all games to the end."""
    for k in range(len(games)):
        play_along(games[k], seats, settings, book, room, found[k], False)


@njit(nogil=True, cache=True)
def play_along(spec, seats, settings, book, room, found, stop):
    """Play a game at random and compare all actions; return the last that differed, or -1.

    If `stop`, the game is left in the position where an action first differs, and that one is returned.
    """
    scratch = room.scratch
    begin_game(spec.seed, seats[spec.first], seats[spec.second], book, scratch)
    game, differing = scratch.game, np.int64(-1)
    while not game.over:
        found.positions += 1
        own = settings[spec.second if game.active else spec.first]
        n = legal_actions(game, book, scratch.work, room.actions)
        action = compare_actions(game, own, n, book, room, found, stop)
        differing = action if action >= 0 else differing
        if stop and differing >= 0:
            break
        act(game, book, scratch.work, np.int64(room.actions[below(game, n)]))
    return differing


@njit
def compare_actions(game, settings, n, book, room, found, stop):
    """Compare the n actions listed of a position; return the last that differs (if `stop`, the first), or -1."""
    work, child, terms = room.scratch.work, room.child, room.terms
    side, outlook = np.int64(game.active), room.outlook
    look(game, book, work, settings, side, outlook)
    like, differing = np.int64(-1), np.int64(-1)
    for k in range(n):
        action = np.int64(room.actions[k])
        foreseen = foresee(game, book, side, outlook, action)
        room.child = game
        child.rng += np.uint64(k)  # equal actions must be equal whatever chance decides
        act(child, book, work, action)
        read_terms(child, book, work, settings, side, terms)
        wrong = np.int64(0)
        if foreseen:
            wrong += count(found, action >> 16, goes_otherwise(child, work, side, action, outlook, terms))
        if action & ~POSITION == like:
            wrong += count(found, ALIKE, differ(terms, room.last, outlook.blind))
        if wrong:
            differing = action
            if stop:
                break
        like = np.int64(-1) if work.random or work.by_position else action & ~POSITION
        room.last = terms
    return differing


@njit
def count(found, kind, differs):
    """Count one comparison; return 1 if the two differ."""
    found.compared[kind] += 1
    found.differ[kind] += differs != 0
    return np.int64(differs != 0)


@njit
def goes_otherwise(child, work, side, action, outlook, terms):
    """Tell whether the outcome of a foreseen action is in fact another one."""
    if terms.heroes[1] < 1 or outlook.later.heroes[1] < 1:
        return terms.heroes[1] >= 1 or outlook.later.heroes[1] >= 1 or not child.over or work.random
    ended = child.over or child.active != side
    return ended != (action >> 16 == END_TURN) or work.random or differ(terms, outlook.later, outlook.blind)


@njit
def differ(one, other, blind):
    """Tell whether the terms of two scores differ; those about cards do not count if the score is blind."""
    for each in range(2):
        if one.heroes[each] != other.heroes[each] or one.minions[each] != other.minions[each]:
            return True
        if one.attack[each] != other.attack[each] or one.health[each] != other.health[each]:
            return True
        if one.taunts[each] != other.taunts[each]:
            return True
        if not blind and one.hero_attack[each] != other.hero_attack[each]:
            return True
        if not blind and (one.hands[each] != other.hands[each] or one.decks[each] != other.decks[each]):
            return True
    return not blind and one.costs != other.costs
