"""Whole games of Hearthstone in batches, behind one compiled loop.

`play_games(games, table, book)` is what the arena runs: one row in, one row out, each decided by
its own seed alone. The first player of a row moves first; the second gets the Coin. Nobody is waited for:
games with players from outside are played step by step (batch.py).
"""

import numpy as np

from deckspace.agents.hearthstone.agent import kept
from deckspace.agents.hearthstone.alphabeta import BOARD_TYPE, act_alphabeta
from deckspace.agents.hearthstone.beam import SEARCH_TYPE, plan_turn
from deckspace.agents.hearthstone.entrants import ALPHABETA, BEAM, GREEDY, LOOKAHEAD, MCTS, OUTSIDE, RANDOM
from deckspace.agents.hearthstone.greedy import GLANCE_TYPE, act_greedy
from deckspace.agents.hearthstone.lookahead import LOOK_TYPE, act_lookahead
from deckspace.agents.hearthstone.mcts import TREE_TYPE, act_mcts
from deckspace.agents.hearthstone.uniform import WAYS_TYPE, act_uniform
from deckspace.compiling import njit
from deckspace.engine.hearthstone.places import hero_at, is_minion
from deckspace.engine.hearthstone.queries import health_of
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.setup import begin, deal
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, GAME_TYPE, PLAY, WORK_TYPE
from deckspace.engine.records import new_record, record_type

GAME_SPEC = record_type([("seed", "u8"), ("first", "i4"), ("second", "i4")])
SIDE_TYPE = record_type(
    [
        ("health", "i2"),  # of the hero in the end, perhaps below 0
        ("turns", "i2"),  # own turns begun
        ("hand_sizes", "i4"),  # cards held at the ends of the own turns, added up
        ("cards_drawn", "i4"),  # in the own turns, as far as the hand could hold them
        ("cards_played", "i4"),
        ("mana_spent", "i4"),
        ("mana_wasted", "i4"),  # left at the ends of the own turns, added up
        ("spent_counted", "i4"),  # both as the papers count them: see `count_mana`
        ("wasted_counted", "i4"),
        ("damage_done", "i4"),  # by whatever means, to whomever
        ("attack_damage", "i4"),  # by minions that attacked
        ("plans", "i4"),  # searches made
        ("nodes", "i8"),  # positions tried in them
    ]
)
RESULT = record_type(
    [
        ("winner", "i1"),  # 0: the player that moved first; 2: a draw
        ("lost", "u1"),  # times that something found no room: 0, or the game is not to be trusted
        ("turns", "i2"),  # half turns begun
        ("sides", SIDE_TYPE, 2),
    ]
)
# What the papers report of a player per own turn, and the field of SIDE_TYPE that adds it up over a game.
A_TURN = {
    "hand_size": "hand_sizes",
    "cards_drawn": "cards_drawn",
    "mana_spent": "spent_counted",
    "mana_wasted": "wasted_counted",
    "damage": "attack_damage",
    "cards_played": "cards_played",
}
SCRATCH_TYPE = record_type(
    [
        ("blank", GAME_TYPE),
        ("game", GAME_TYPE),
        ("work", WORK_TYPE),
        ("ways", WAYS_TYPE),
        ("glance", GLANCE_TYPE),
        ("search", SEARCH_TYPE),
        ("look", LOOK_TYPE),
        ("tree", TREE_TYPE),
        ("board", BOARD_TYPE),
        ("next", "i4"),  # step of the plan
        ("spent", "i4"),  # mana spent this turn
    ]
)


def play_games(games, table, book):
    """Play one game a row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `table` (ENTRANT_TYPE, see entrants.py) holds the players that the rows name; `book` is a Book's record.
    Raises ValueError if a row names a player from outside.
    """
    refuse_outside(games, table)
    results = np.zeros(len(games), RESULT)
    games = np.ascontiguousarray(games)  # of one layout, or another play_batch is compiled
    play_batch(games, table, book, new_record(SCRATCH_TYPE), results)
    return results


def refuse_outside(games, table):
    """Raise ValueError if a row of `games` names a player whose actions come from outside."""
    for who in ("first", "second"):
        outside = games[who][table["kind"][games[who]] == OUTSIDE]
        if len(outside):
            raise ValueError(
                f"Player {outside[0]} of the table is an Outside, and whole games wait for nobody's actions: "
                "play such games step by step, with Batch of lib/deckspace/agents/hearthstone/batch.py."
            )


@njit(nogil=True, cache=True)
def play_batch(games, table, book, scratch, results):
    """Play all `games` one after the other."""
    for k in range(len(games)):
        spec, result = games[k], results[k]
        play_game(spec.seed, table[spec.first], table[spec.second], book, scratch, result)


@njit
def play_game(seed, first, second, book, scratch, result):
    """Play one game."""
    begin_game(seed, first, second, book, scratch)
    scratch.search.length = scratch.next = scratch.spent = 0
    game, side = scratch.game, np.int64(0)
    while not game.over:
        side = np.int64(game.active)
        entrant, took = second if side else first, result.sides[side]
        action = decide(game, book, entrant, scratch, took)
        take_action(game, book, entrant, action, scratch, took)
    finish(game, side, result)


@njit
def take_action(game, book, entrant, action, scratch, took):
    """Do an action of the player to move, and count what it has done."""
    side = np.int64(game.active)
    player = game.players[side]
    spent, damage = np.int64(player.mana_spent), np.int64(player.damage_done)
    left = np.int64(player.mana)
    guessed = plans_on_guesses(entrant)
    before = sizes(game, side) if guessed else 0
    act(game, book, scratch.work, action)
    took.cards_played += action >> 16 == PLAY
    by_minion = (action >> 16 == ATTACK) & is_minion(action >> 9 & 15)
    took.attack_damage += (player.damage_done - damage) * by_minion
    scratch.spent += player.mana_spent - spent
    revealed = guessed and sizes(game, side) + (action >> 16 == PLAY) != before
    if plan_is_over(game, action, revealed, scratch):
        count_mana(player, action, left, scratch, took)


@njit
def begin_game(seed, first, second, book, scratch):
    """Deal, let both players exchange cards of their first hands, and begin the first turn."""
    scratch.game = scratch.blank
    game = scratch.game
    deal(game, book, seed, first.deck, second.deck)
    begin(
        game,
        book,
        scratch.work,
        kept(book, game.players[0], first.mulligan),
        kept(book, game.players[1], second.mulligan),
    )


@njit
def decide(game, book, entrant, scratch, took):
    """Return the action the player to move takes."""
    if entrant.kind == RANDOM:
        return act_uniform(game, book, scratch.work, scratch.ways)
    if entrant.kind == GREEDY:
        took.plans += 1
        action = act_greedy(game, book, scratch.work, entrant.greedy, scratch.glance, np.int64(took.plans))
        took.nodes += scratch.glance.nodes
        return action
    if LOOKAHEAD <= entrant.kind <= ALPHABETA:
        return search_action(game, book, entrant, scratch, took)
    search = scratch.search
    if scratch.next >= search.length:
        plan_turn(game, book, scratch.work, entrant.beam, search)
        scratch.next = 0
        took.plans += 1
        took.nodes += search.nodes
    scratch.next += 1
    return np.int64(search.plan[scratch.next - 1])


@njit(inline="always")
def search_action(game, book, entrant, scratch, took):
    """Return the action that an agent with a budget for each action takes."""
    took.plans += 1
    decision = np.int64(took.plans)
    if entrant.kind == LOOKAHEAD:
        action = act_lookahead(game, book, scratch.work, entrant.lookahead, scratch.look, decision)
        took.nodes += scratch.look.spent.nodes
    elif entrant.kind == MCTS:
        action = act_mcts(game, book, scratch.work, entrant.mcts, scratch.tree, decision)
        took.nodes += scratch.tree.spent.nodes
    else:
        action = act_alphabeta(game, book, scratch.work, entrant.alphabeta, scratch.board, decision)
        took.nodes += scratch.board.spent.nodes
    return action


@njit
def plans_on_guesses(entrant):
    """Tell whether a player's plans rest on guesses at hidden cards: they end when one shows up."""
    return entrant.kind == BEAM and entrant.beam.fair != 0


@njit
def sizes(game, side):
    """Return the sizes of a side's hand and of all that it cannot see, as one number."""
    me, enemy = game.players[side], game.players[1 - side]
    unseen = np.int64(enemy.deck_size) << 8 | np.int64(enemy.hand_size) << 4 | np.int64(enemy.secret_count)
    return unseen << 16 | np.int64(me.deck_size) << 8 | np.int64(me.hand_size)


@njit
def plan_is_over(game, action, revealed, scratch):
    """Tell whether the turn, the game or a plan is over. Plans foresee no chance, guesses nothing hidden."""
    search = scratch.search
    ended = (action >> 16 == END_TURN) | (game.over != 0)
    planned = search.length > 0
    if not planned:
        return ended
    unforeseen = scratch.work.random or game.choice.count or revealed
    if action >> 16 == END_TURN or unforeseen or scratch.next >= search.length:
        search.length = scratch.next = 0
    return ended | (search.length == 0)


@njit
def count_mana(player, action, left, scratch, took):
    """Count mana as the papers' program does, whenever a plan is over: what was spent this turn, what is left.

    So the mana of a turn that was planned in several parts is counted several times.
    """
    took.spent_counted += scratch.spent
    if action >> 16 == END_TURN:
        took.wasted_counted += left
        scratch.spent = 0
    else:
        took.wasted_counted += player.mana


@njit
def finish(game, mover, result):
    """Write down how a game has ended, by an action of side `mover`."""
    result.winner, result.turns, result.lost = game.winner, game.turn, game.lost
    for side in range(2):
        player, took = game.players[side], result.sides[side]
        took.health = health_of(game, hero_at(side))
        took.turns = (game.turn + 1 - side) // 2
        took.hand_sizes = player.hand_sizes
        took.cards_drawn = player.cards_drawn
        took.mana_spent = player.mana_spent
        took.mana_wasted = player.mana_wasted
        took.damage_done = player.damage_done
    if game.active == mover:  # its last turn has no end but the game's
        result.sides[mover].hand_sizes += game.players[mover].hand_size
        result.sides[mover].mana_wasted += game.players[mover].mana
