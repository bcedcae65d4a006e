"""Whole games of Hearthstone in batches, in one compiled loop.

The arena runs `play_games(games, table, book)`: one result per row, which depends on the row's own seed alone. The
first player of a row moves first; the second gets the Coin. Games with outside players, for whom a loop would have to
wait, are played step by step (batch.py).
"""

import numpy as np

from deckspace.agents.hearthstone.agent import DECISION_TYPE, kept
from deckspace.agents.hearthstone.entrants import Seats
from deckspace.agents.hearthstone.outside import Function
from deckspace.agents.hearthstone.pointers import call
from deckspace.agents.hearthstone.uniform import WAYS_TYPE, act_uniform
from deckspace.compiling import njit
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.places import hero_at, is_minion
from deckspace.engine.hearthstone.queries import health_of
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.setup import begin, deal
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, GAME_TYPE, MAX_ACTIONS, PLAY, WORK_TYPE
from deckspace.engine.records import new_record, record_type

GAME_SPEC = record_type([("seed", "u8"), ("first", "i4"), ("second", "i4")])
SIDE_TYPE = record_type(
    [
        ("health", "i2"),  # of the hero at the end, may be below 0
        ("turns", "i2"),  # own turns begun
        ("hand_sizes", "i4"),  # sum of the cards held at the ends of own turns
        ("cards_drawn", "i4"),  # in own turns, without those that the hand could not hold
        ("cards_played", "i4"),
        ("mana_spent", "i4"),
        ("mana_wasted", "i4"),  # sum of the mana left at the ends of own turns
        ("spent_counted", "i4"),  # both as the papers count them: see `count_mana`
        ("wasted_counted", "i4"),
        ("damage_done", "i4"),  # by any means, to any character
        ("attack_damage", "i4"),  # by attacking minions
        ("plans", "i4"),  # searches made
        ("nodes", "i8"),  # positions tried in them
    ]
)
RESULT = record_type(
    [
        ("winner", "i1"),  # 0: the player that moved first; 2: a draw
        ("lost", "u1"),  # overflows of the engine's arrays: unless 0, the game is invalid
        ("turns", "i2"),  # half turns begun
        ("sides", SIDE_TYPE, 2),
    ]
)
# The papers' measures of a player per own turn, and the field of SIDE_TYPE with their sum over a game.
PER_TURN = {
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
        ("ways", WAYS_TYPE),  # of random play
        ("actions", "i4", MAX_ACTIONS),
        ("decision", DECISION_TYPE),
        ("spent", "i8"),  # mana spent this turn
    ]
)


def play_games(games, table, book):
    """Play one game per row of `games` (GAME_SPEC) and return a RESULT array of the same length.

    `table` (Entrants) holds the players to which the rows refer; `book` is a Book's record. Raises ValueError for an
    outside player that is not a function.
    """
    results = np.zeros(len(games), RESULT)
    outside = table.outsiders()
    waits = outside[games["first"]] | outside[games["second"]]
    if waits.any():
        results[waits] = play_stepwise(games[waits], table, book)
    if not waits.all():
        games, played = games[~waits], results[~waits]
        seats = Seats(table, book)
        play_batch(games, seats.rows, book, new_record(SCRATCH_TYPE), played)
        results[~waits] = played
    return results


def play_stepwise(games, table, book):
    """Play games with functions of a view, step by step; see `play_games`."""
    from deckspace.agents.hearthstone.batch import Batch  # it imports the functions below

    for who in np.unique([games["first"], games["second"]]):
        if table.outsiders()[who] and not isinstance(table.agents[who], Function):
            raise ValueError(
                f"Player {who} of the table is an Outside, for whom whole games cannot wait: play such games step by "
                "step with Batch of deckspace.agents.hearthstone.batch, or use a function of a view."
            )
    return Batch(games, table, book).play_out()


@njit(nogil=True, cache=True)
def play_batch(games, seats, book, scratch, results):
    """Play all `games` in order."""
    for k in range(len(games)):
        spec, result = games[k], results[k]
        play_game(spec.seed, seats[spec.first], seats[spec.second], book, scratch, result)


@njit
def play_game(seed, first, second, book, scratch, result):
    begin_game(seed, first, second, book, scratch)
    game, side = scratch.game, np.int64(0)
    while not game.over:
        side = np.int64(game.active)
        seat, took = second if side else first, result.sides[side]
        take_action(game, book, decide(game, book, seat, scratch, took), scratch, took)
    finish(game, side, result)


@njit
def take_action(game, book, action, scratch, took):
    """Do an action of the player to move, and update its statistics."""
    side = np.int64(game.active)
    player = game.players[side]
    spent, damage = np.int64(player.mana_spent), np.int64(player.damage_done)
    left = np.int64(player.mana)
    guessed = scratch.decision.length > 0 and scratch.decision.guessed != 0
    before = sizes(game, side) if guessed else 0
    act(game, book, scratch.work, action)
    took.cards_played += action >> 16 == PLAY
    by_minion = (action >> 16 == ATTACK) & is_minion(action >> 9 & 15)
    took.attack_damage += (player.damage_done - damage) * by_minion
    scratch.spent += player.mana_spent - spent
    revealed = guessed and sizes(game, side) + (action >> 16 == PLAY) != before
    if plan_is_over(game, book, action, revealed, scratch):
        count_mana(player, action, left, scratch, took)


@njit
def begin_game(seed, first, second, book, scratch):
    """Deal, exchange cards of both opening hands, and begin the first turn."""
    forget_plan(scratch)
    scratch.spent = 0
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
def decide(game, book, seat, scratch, took):
    """Return the action of the player to move: a random one, the next one of its plan, or its agent's choice."""
    if seat.random:
        return act_uniform(game, book, scratch.work, scratch.ways)
    decision = scratch.decision
    if decision.next < decision.length:
        decision.next += 1
        return np.int64(decision.plan[decision.next - 1])
    took.plans += 1
    action = ask(game, book, seat, scratch, np.int64(took.plans))
    took.nodes += decision.nodes
    return action


@njit
def ask(game, book, seat, scratch, number):
    """Ask a player's agent for an action, ignoring its plan; `number` must differ between the decisions of a game."""
    decision = scratch.decision
    decision.number = number
    decision.nodes = decision.length = 0
    action = call(seat.act, game, book, scratch.work, seat.settings, seat.room, decision)
    decision.next = 1
    return action


@njit
def forget_plan(scratch):
    """Drop the current plan."""
    scratch.decision.length = scratch.decision.next = 0


@njit
def sizes(game, side):
    """Return the sizes of a side's hand and deck and of the opponent's hidden zones, packed into one number."""
    me, enemy = game.players[side], game.players[1 - side]
    unseen = np.int64(enemy.deck_size) << 8 | np.int64(enemy.hand_size) << 4 | np.int64(enemy.secret_count)
    return unseen << 16 | np.int64(me.deck_size) << 8 | np.int64(me.hand_size)


@njit
def plan_is_over(game, book, action, revealed, scratch):
    """Tell whether the turn, the game or a plan is over; chance, revealed cards and wrong guesses end a plan."""
    decision = scratch.decision
    ended = (action >> 16 == END_TURN) | (game.over != 0)
    if decision.length == 0:
        return ended
    unforeseen = scratch.work.random or game.choice.count or revealed
    if ended or unforeseen or decision.next >= decision.length or not can_go_on(game, book, scratch):
        forget_plan(scratch)
    return ended | (decision.length == 0)


@njit
def can_go_on(game, book, scratch):
    """Tell whether the next action of a plan is legal, which it need not be after a wrong guess."""
    decision = scratch.decision
    if not decision.guessed:
        return True
    for i in range(legal_actions(game, book, scratch.work, scratch.actions)):
        if scratch.actions[i] == decision.plan[decision.next]:
            return True
    return False


@njit
def count_mana(player, action, left, scratch, took):
    """Count spent and remaining mana at the end of each plan, as the papers' program does.

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
    """Write the result of a game that ended with an action of side `mover`."""
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
    if game.active == mover:  # the game ended during its turn
        result.sides[mover].hand_sizes += game.players[mover].hand_size
        result.sides[mover].mana_wasted += game.players[mover].mana
