"""Random Hearthstone games watched by a checker: every position must be one that the rules can lead to.

By hand, for as long as you like: `python tests/helpers/hearthstone_games.py --games 1000000`.
"""

import argparse
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "lib"))  # so that this file runs by itself, too

from deckspace.compiling import njit  # noqa: E402
from deckspace.engine.hearthstone import legal, rules, setup, state  # noqa: E402
from deckspace.engine.hearthstone.cards import finished_sets  # noqa: E402
from deckspace.engine.hearthstone.codes import CARDS, FIRST_GRANT, INTO_DECK, SHUFFLE_IN  # noqa: E402
from deckspace.engine.hearthstone.costs import cost_of
from deckspace.engine.hearthstone.decks import SIZE, most_copies, suits_class  # noqa: E402
from deckspace.engine.hearthstone.encode import card_book  # noqa: E402
from deckspace.engine.hearthstone.hands import hear_all
from deckspace.engine.hearthstone.places import hero_at, is_hero, side_of
from deckspace.engine.hearthstone.positions import hero_of  # noqa: E402
from deckspace.engine.hearthstone.queries import attack_of, health_of
from deckspace.engine.hearthstone.state import WORK_TYPE, new_games  # noqa: E402
from deckspace.engine.records import new_records  # noqa: E402
from deckspace.engine.rng import below  # noqa: E402
from locm_games import digest_of

encode, decode = njit(state.encode), njit(state.decode)

# What can be wrong with a position; the checker returns the index of the first that is.
FAULTS = (
    "nothing",
    "more minions, cards, secrets, promises, effects or deaths than allowed",
    "mana, crystals or Overload out of bounds",
    "the board's order, its places and the mask of places do not agree",
    "something where nobody is",
    "health that no living character can have",
    "a character that is still to be removed",
    "a card where it cannot be",
    "two secrets that are the same",
    "two things in play as old as each other, or from the future",
    "auras, Spell Damage or a summary that differ when worked out anew",
    "somebody watches for an event that the game does not know of",
    "something still to be done between two actions",
    "a deck with cards that it did not have, or in another order",
    "a living hero that has lost, a dead one that plays on, or the wrong winner",
    "the wrong player's turn, or a turn after the last",
    "an action listed twice, out of order or wrongly encoded",
    "the turn cannot be ended",
    "a listed action that makes no sense",
    "an action's result that depends on what was done before",
    "an action's result that depends on chance, which was not noted",
    "something was lost for want of room",
)
(
    FINE, SIZES, MANA, PLACES, GHOSTS, HEALTH, UNDEAD, ZONES, TWINS, STAMPS, AURAS, WATCH, UNFINISHED, DECKS, WINNER,
    TURNS, ACTIONS, NO_END, NONSENSE, IMPURE, CHANCE, LOST,
) = range(len(FAULTS))  # fmt: skip

UNIFORM, EAGER = 0, 1  # policies; the eager one ends its turn only when nothing else can be done
KINDS = 8 << 16  # action numbers are below
COPIES = 2 * CARDS  # most that decks can be drawn from

OUTCOME = np.dtype(
    [("fault", "i8"), ("actions", "i8"), ("turns", "i8"), ("winner", "i8"), ("digest", "u8"), ("hand", "i8"),
     ("board", "i8"), ("secrets", "i8"), ("options", "i8")]
)  # fmt: skip


# --- One position --------------------------------------------------------------------------


@njit
def sizes_fault(game, player):
    """Return whether a side has more of anything than there is room for."""
    if game.lost:
        return LOST
    if player.minions > state.BOARD or player.hand_size > state.HAND or player.deck_size > state.DECK:
        return SIZES
    if player.secret_count > state.SECRETS or player.discount_count > state.DISCOUNTS:
        return SIZES
    if game.died_count > state.DIED:
        return SIZES
    if not 0 <= player.mana <= 10 or not 0 <= player.max_mana <= 10:
        return MANA
    if player.overload_next < 0 or player.overload_locked < 0 or player.armor < 0:
        return MANA
    return FINE


@njit
def places_fault(game, side, player):
    """Return whether order, places and the mask of a side tell the same."""
    taken = 1 << hero_at(side)
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        if side_of(c) != side or is_hero(c) or taken >> c & 1 or game.characters[c].card == 0:
            return PLACES
        taken |= 1 << c
    if np.int64(game.present) >> hero_at(side) & 255 != taken >> hero_at(side):
        return PLACES
    for c in range(hero_at(side), hero_at(side) + 8):
        if not taken >> c & 1 and (game.characters[c].card != 0 or game.characters[c].event_mask != 0):
            return GHOSTS
    return FINE


@njit
def characters_fault(game, book, side, player):
    """Return what is wrong with the hero and the minions of a side."""
    hero = game.characters[hero_at(side)]
    if hero.card == 0 or book.cards[hero.card].type != state.HERO or hero.max_health < 1 or hero.damage < 0:
        return HEALTH
    health = health_of(game, hero_at(side))
    if health > hero.max_health or (health <= 0 and not game.over):
        return HEALTH
    for i in range(np.int64(player.minions)):
        c = np.int64(player.order[i])
        body = game.characters[c]
        if book.cards[body.card].type != state.MINION or body.card >= FIRST_GRANT:
            return ZONES
        if body.grants > state.GRANTED:
            return SIZES
        if body.damage < 0 or attack_of(game, c) < 0:
            return HEALTH
        if not game.over and (health_of(game, c) < 1 or body.keywords & state.DOOMED):
            return UNDEAD
        watch = np.int64(0) if body.keywords & state.SILENCED else np.int64(book.cards[body.card].event_mask)
        for k in range(np.int64(body.grants)):
            watch |= np.int64(book.cards[FIRST_GRANT + (np.int64(body.granted[k]) & 127)].event_mask)
        if watch != body.event_mask and not game.over:
            return WATCH
    return FINE


@njit
def belongs_in_hand(book, card):
    kind = book.cards[card].type
    return 0 < card < FIRST_GRANT and (kind == state.MINION or kind == state.SPELL or kind == state.WEAPON)


@njit
def zones_fault(game, book, player):
    """Return what is wrong with a side's cards."""
    for i in range(np.int64(player.hand_size)):
        if not belongs_in_hand(book, np.int64(player.hand[i].card)):
            return ZONES
    for i in range(np.int64(player.deck_size)):
        if not belongs_in_hand(book, np.int64(player.deck[i])):
            return ZONES
    if player.weapon.card:
        if book.cards[player.weapon.card].type != state.WEAPON or player.weapon.durability < 1:
            return ZONES
        if player.weapon.event_mask != book.cards[player.weapon.card].event_mask:
            return WATCH
    elif player.weapon.event_mask or player.weapon.keywords:
        return GHOSTS
    if book.cards[player.power].type != state.HERO_POWER:
        return ZONES
    for i in range(np.int64(player.secret_count)):
        if not book.cards[player.secrets[i].card].secret:
            return ZONES
        for j in range(i):
            if player.secrets[i].card == player.secrets[j].card:
                return TWINS
    return FINE


@njit
def stamps_fault(game, stamps):
    """Return whether two things in play are as old as each other, or one is from the future."""
    n = 0
    for c in range(16):
        if game.characters[c].card:
            stamps[n], n = game.characters[c].stamp, n + 1
    for side in range(2):
        player = game.players[side]
        if player.weapon.card:
            stamps[n], n = player.weapon.stamp, n + 1
        for i in range(np.int64(player.secret_count)):
            stamps[n], n = player.secrets[i].stamp, n + 1
    for i in range(n):
        if stamps[i] >= game.stamp or np.any(stamps[:i] == stamps[i]):
            return STAMPS
    return FINE


@njit
def auras_fault(game, anew, book, work):
    """Return whether working everything out anew, from nothing, changes anything."""
    anew.stale = 1
    anew.event_mask = 0
    anew.cost_auras = 0
    anew.aura_sources = 1  # so that auras are worked out even if the game says that there are none
    for side in range(2):
        anew.players[side].spell_damage = 0
        anew.players[side].weapon.aura_attack = 0
    rules.refresh(anew, book, work)
    for c in range(16):
        old, new = game.characters[c], anew.characters[c]
        if old.card == 0:
            continue
        if old.aura_attack != new.aura_attack or old.aura_health != new.aura_health:
            return AURAS
        if old.aura_keywords != new.aura_keywords or old.damage != new.damage:
            return AURAS
    for side in range(2):
        old, new = game.players[side], anew.players[side]
        if old.spell_damage != new.spell_damage or old.doubling != new.doubling:
            return AURAS
        if old.healing_hurts != new.healing_hurts:
            return AURAS
        if old.weapon.card and old.weapon.aura_attack != new.weapon.aura_attack:
            return AURAS
    if game.aura_sources != anew.aura_sources or game.cost_auras != anew.cost_auras:
        return AURAS
    return WATCH if np.int64(anew.event_mask) & ~np.int64(game.event_mask) else FINE


@njit
def deck_fault(player, first_deck):
    """Return whether a deck is not what was left out of the first one, in its order, or draws are miscounted.

    Where cards are shuffled into decks there is no first one to compare with.
    """
    if first_deck[0] == 0:
        return FINE
    j = 0
    for i in range(np.int64(player.deck_size)):
        while j < len(first_deck) and first_deck[j] != player.deck[i]:
            j += 1
        if j == len(first_deck):
            return DECKS
        j += 1
    # Tracking takes two cards more than are drawn.
    return DECKS if player.cards_drawn > np.sum(first_deck != 0) - np.int64(player.deck_size) else FINE


@njit
def winner_fault(game):
    """Return whether who has won is not what the heroes' health says."""
    dead_0, dead_1 = health_of(game, 0) <= 0, health_of(game, 8) <= 0
    right = state.NO_WINNER
    if dead_0 or dead_1:
        right = state.DRAW if dead_0 and dead_1 else np.int64(dead_0)
    elif game.turn == state.LAST_TURN and game.over:
        right = state.DRAW
    return WINNER if game.winner != right or (game.over == 1) != (right != state.NO_WINNER) else FINE


@njit
def position_fault(game, anew, book, work, stamps, decks):
    """Return the first fault of a position, FINE for none; `anew` is a copy of it to work with."""
    fault = winner_fault(game)
    if game.turn > state.LAST_TURN or (game.turn - 1) % 2 != game.active:
        fault = max(fault, TURNS)
    for side in range(2):
        player = game.players[side]
        fault = fault or sizes_fault(game, player) or places_fault(game, side, player)
        fault = fault or characters_fault(game, book, side, player) or zones_fault(game, book, player)
        fault = fault or deck_fault(player, decks[side])
    fault = fault or stamps_fault(game, stamps)
    if fault != FINE or game.over:
        return fault  # whatever was going on when a hero died is left undone
    if game.stale or game.hurt or work.depth or work.overflow:
        return UNFINISHED
    return auras_fault(game, anew, book, work)


# --- What may be done in it ----------------------------------------------------------------


@njit
def sensible(game, book, work, action):
    """Tell whether an action is about things that are there and that the player can pay for."""
    kind, source, target, position, option = decode(action)
    side = np.int64(game.active)
    player = game.players[side]
    if target != state.NO_TARGET and (target > 15 or not np.int64(game.present) >> target & 1):
        return False
    if kind == state.PLAY:
        if source >= player.hand_size or cost_of(game, book, work, side, source) > player.mana:
            return False
        is_minion = book.cards[player.hand[source].card].type == state.MINION
        return option <= 2 and position <= (np.int64(player.minions) if is_minion else 0)
    if kind == state.ATTACK:
        mine = side_of(source) == side and np.int64(game.present) >> source & 1
        return mine and side_of(target) != side and attack_of(game, source) > 0
    if kind == state.POWER:
        return not player.power_used and book.cards[player.power].cost <= player.mana
    return kind == state.CHOOSE and source < game.choice.count


@njit
def rank(action):
    """Return where an action stands in the list: the end of the turn, plays, the power, attacks."""
    kind = action >> 16
    if kind == state.PLAY:
        return 1000 + (action >> 9 & 31) * 4 + (action >> 14 & 3)
    return 0 if kind == state.END_TURN or kind == state.CHOOSE else (2000 if kind == state.POWER else 3000)


@njit
def actions_fault(game, book, work, actions, count, seen, mark):
    """Return what is wrong with the list of legal actions; `seen` remembers `mark` for each of them."""
    if game.over:
        return FINE if count == 0 else ACTIONS
    if count < 1 or count > state.MAX_ACTIONS:
        return NO_END
    if game.choice.count == 0 and actions[0] != encode(state.END_TURN):
        return NO_END
    last = -1
    for i in range(count):
        action = np.int64(actions[i])
        if action < 0 or action >= KINDS or seen[action] == mark or rank(action) < last:
            return ACTIONS
        seen[action] = mark
        last = rank(action)
        kind, source, target, position, option = decode(action)
        if encode(kind, source, target, position, option) != action:
            return ACTIONS
        if (i > 0 or game.choice.count) and not sensible(game, book, work, action):
            return NONSENSE
    return FINE


# --- Random games --------------------------------------------------------------------------


@njit
def choose(game, actions, count, policy):
    if policy == UNIFORM or count == 1 or game.choice.count:
        return np.int64(actions[below(game, count)])
    return np.int64(actions[1 + below(game, count - 1)])


@njit
def draft(game, book, side, cast):
    """Give a side a random hero and a random deck; one game in four takes cards of all classes."""
    pools, sizes, heroes, powers, _, copies = cast
    hero_class = 1 + below(game, 9)
    setup.set_hero(game, book, side, heroes[hero_class], powers[hero_class], hero_class)
    which = hero_class if below(game, 4) else 0
    n, player = np.int64(sizes[which]), game.players[side]
    copies[:n] = pools[which, :n]
    for i in range(SIZE):
        j = i + below(game, n - i)
        copies[i], copies[j] = copies[j], copies[i]
        player.deck[i] = copies[i]
    player.deck_size = SIZE
    hear_all(game, book, player)


@njit
def open_game(game, book, work, cast, decks):
    """Deal a random game and begin its first turn."""
    for side in range(2):
        draft(game, book, side, cast)
        player = game.players[side]
        setup.shuffle(game, player)
        setup.deal_hand(player, setup.OPENING_HAND[side])
        setup.mulligan(game, player, below(game, 16))
        decks[side, :] = 0
        if not cast[4][0]:
            for i in range(np.int64(player.deck_size)):
                decks[side, i] = player.deck[i]
    setup.first_turn(game, book, work)


@njit
def note(game, count, outcome):
    """Note how far a game goes towards its limits."""
    outcome.options = max(outcome.options, count)
    for side in range(2):
        player = game.players[side]
        outcome.hand = max(outcome.hand, np.int64(player.hand_size))
        outcome.board = max(outcome.board, np.int64(player.minions))
        outcome.secrets = max(outcome.secrets, np.int64(player.secret_count))


@njit
def tidy(game, blank):
    """Blank what is left in memory of cards and characters that are no longer there."""
    for c in range(16):
        if game.characters[c].card == 0:
            game.characters[c] = blank.dead[0].body
    for i in range(np.int64(game.died_count), state.DIED):
        game.died[i] = 0
    for side in range(2):
        player = game.players[side]
        for i in range(np.int64(player.hand_size), state.HAND):
            player.hand[i].card = player.hand[i].cost = player.hand[i].origin = 0
            player.hand[i].attack = player.hand[i].health = player.hand[i].count = 0
            player.hand[i].parts[0] = player.hand[i].parts[1] = 0
        for i in range(np.int64(player.deck_size), state.DECK):
            player.deck[i] = 0
        for i in range(np.int64(player.secret_count), state.SECRETS):
            player.secrets[i].card = player.secrets[i].stamp = 0
        for i in range(np.int64(player.minions), state.BOARD):
            player.order[i] = 0


@njit
def act_twice(games, words, book, works, blank, action, n):
    """Do an action; if n is 0 or 4 do it again in a copy: with other scratch, or with other chances.

    What is left of earlier actions in the scratch must not matter, and chance only where that is noted.
    """
    if n == 0 or n == 4:
        words[1, :] = words[0]
        works[1] = blank[0]
        if n == 4:
            games[1].rng += np.uint64(12345)
        rules.act(games[1], book, works[1], action)
    rules.act(games[0], book, works[0], action)
    if n == 4 and not works[0].random and not works[1].random:
        games[1].rng = games[0].rng
        words[2, :] = words[0]
        tidy(games[1], blank[0])
        tidy(games[2], blank[0])
        return FINE if np.all(words[1] == words[2]) else CHANCE
    return IMPURE if n == 0 and not np.all(words[0] == words[1]) else FINE


@njit
def watch_game(games, words, book, seed, policy, cast, space, outcome):
    """Play a random game from its seed, looking at every position."""
    works, blank, actions, seen, stamps, decks, played = space
    game, work = games[0], works[0]
    words[0, :] = 0
    game.rng = seed
    open_game(game, book, work, cast, decks)
    digest = np.uint64(14695981039346656037)
    while True:
        digest = digest_of(digest, words[0])
        count = legal.legal_actions(game, book, work, actions)
        seen[-1] += 1
        fault = actions_fault(game, book, work, actions, count, seen, seen[-1])
        if fault == FINE:
            words[1, :] = words[0]
            fault = position_fault(game, games[1], book, work, stamps, decks)
        outcome.fault = fault
        note(game, count, outcome)
        if game.over or fault != FINE:
            break
        action = choose(game, actions, count, policy)
        if action >> 16 == state.PLAY:
            played[game.players[game.active].hand[action >> 9 & 31].card] += 1
        outcome.actions += 1
        outcome.fault = act_twice(games, words, book, works, blank, action, outcome.actions % 8)
        if outcome.fault != FINE:
            break
    outcome.turns, outcome.winner, outcome.digest = game.turn, game.winner, digest


@njit(nogil=True, cache=True)
def watch(games, words, book, seeds, policy, cast, space, outcomes):
    """Play and check one random game a seed, until one is at fault."""
    for k in range(len(seeds)):
        watch_game(games, words, book, seeds[k], policy, cast, space, outcomes[k])
        if outcomes[k].fault != FINE:
            return


@cache
def cast_of(card_set):
    """Return the cards that random decks are drawn from, by class (0: all), heroes, and whether decks grow."""
    book = card_book(card_set)
    pools, (sizes, heroes, powers) = np.zeros((10, COPIES), "i8"), np.zeros((3, 10), "i8")
    for i, name in enumerate(state.CLASSES):
        keys = playable_copies(book, name if i else None)
        pools[i, : len(keys)], sizes[i] = [book.number(key) for key in keys], len(keys)
        if i:
            heroes[i] = hero_of(book, name)
            powers[i] = book.number(book.row(int(heroes[i])).hero_power)
    grow = np.isin(book.record.rows["op"], (SHUFFLE_IN, INTO_DECK)).any(keepdims=True)
    return pools, sizes, heroes, powers, grow


def playable_copies(book, hero_class):
    """Return the keys of all built cards that decks of a class (None: all of them) take, as often as they do."""
    fit = [c for c in book.table if c.collectible and c.key not in book.unbuilt]
    fit = [c for c in fit if hero_class is None or suits_class(c, hero_class)]
    return [card.key for card in fit for _ in range(most_copies(card))]


def watched(card_set, seeds, policy=UNIFORM):
    """Return (an OUTCOME for each seed up to the first at fault, how often each card was played)."""
    outcomes = np.recarray(len(seeds), OUTCOME, buf=np.zeros(len(seeds) * OUTCOME.itemsize, "u1"))
    outcomes.fault = -1
    played = np.zeros(CARDS, "i8")
    games = new_games(3)
    words = games.view(np.ndarray).view("u2").reshape(3, state.GAME_TYPE.itemsize // 2)
    works, blank = new_records(WORK_TYPE, 2), new_records(WORK_TYPE, 2)
    space = (works, blank, np.zeros(state.MAX_ACTIONS, "i4"), np.zeros(KINDS + 1, "i8"), np.zeros(64, "i8"),
             np.zeros((2, SIZE), "i8"), played)  # fmt: skip
    cast = (*cast_of(card_set), np.zeros(COPIES, "i8"))
    book = card_book(card_set).record
    watch(games, words, book, np.asarray(seeds, "u8"), policy, cast, space, outcomes)
    outcomes = np.array(outcomes)
    return outcomes[outcomes["fault"] >= 0], played


def fault_text(outcomes, card_set, seeds):
    """Return '' where all games are fine, or what is wrong with which game."""
    last = outcomes[-1]
    if last["fault"] == FINE:
        return ""
    return f"{card_set}, seed {seeds[len(outcomes) - 1]}, action {last['actions']}: {FAULTS[last['fault']]}"


def main():
    """Play random games of one or all card sets until told to stop, and say what was found."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--sets", nargs="*", default=finished_sets())
    parser.add_argument("--games", type=int, default=10_000, help="of each set")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--policy", type=int, default=EAGER, help="0: uniform, 1: eager")
    parser.add_argument("--digests", action="store_true", help="print a digest of every game, and no more")
    args = parser.parse_args()
    for card_set in args.sets:
        start, seeds = time.perf_counter(), range(args.first, args.first + args.games)
        with np.errstate(over="ignore"):
            outcomes, _ = watched(card_set, seeds, args.policy)
        if args.digests:
            print(card_set, outcomes["digest"].tolist(), outcomes["fault"].tolist())
            continue
        most = {name: int(outcomes[name].max()) for name in ("turns", "hand", "board", "secrets", "options")}
        verdict = fault_text(outcomes, card_set, seeds) or "all fine"
        print(f"{card_set}: {len(outcomes):,} games, {time.perf_counter() - start:.1f} s, {verdict}; {most}")


if __name__ == "__main__":  # in a process of its own, so that NUMBA_DISABLE_JIT can be set
    main()
