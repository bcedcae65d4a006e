"""Compare our beam search with recorded searches of the papers' agent, in SabberStone.

Every search of a recorded game is repeated from its position. Compared are the score of the best end, the
actions that lead there, the number of positions tried and the number of those that ended the turn. If our game has
followed the recorded one to its end, the winner and everything that the last position shows are compared, too.

A recorded position does not show everything. So, as in the check of recorded games, a game of our own follows the
recorded one, and is set to the recorded position only where it differs. If a score differs from the recorded
one, the recorded actions are played by our rules: if their end has another score, too, the rules differ;
otherwise the search does.
"""

import json
from collections import defaultdict

import numpy as np

from deckspace.agents.hearthstone.beam import BEAM_TYPE, SEARCH_TYPE, WIDTH, Beam, history_after, plan_turn
from deckspace.agents.hearthstone.hashing import hash_of
from deckspace.agents.hearthstone.scores import score_of
from deckspace.compiling import njit
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.legal import legal_actions
from deckspace.engine.hearthstone.places import is_minion
from deckspace.engine.hearthstone.rules import act
from deckspace.engine.hearthstone.state import (
    ATTACK,
    CHARACTERS,
    CHOOSE,
    END_TURN,
    MAX_ACTIONS,
    NO_TARGET,
    NO_WINNER,
    PLAY,
    POWER,
    decode,
    encode,
    new_games,
)
from deckspace.engine.records import new_record, new_records
from deckspace.engine.rng import GOLDEN
from deckspace.errors import BadInput
from study import HOME
from study.conformance.hearthstone.sabberstone import CARD_SET
from study.conformance.hearthstone.sabberstone_replay import Beside, ids_of, legal_of, take
from study.conformance.hearthstone.sabberstone_views import (
    E_FLAG,
    VIEW_TYPE,
    Numbers,
    measure,
    view_of,
)
from study.conformance.report import NO_ROOM, Report, given_or_sample, read_games

SAMPLE = HOME / "data" / "reference" / "hearthstone" / "sabberstone" / "agents"
FIELDS = ("game", "d1", "d2", "s1", "s2", "plans", "final")  # of a game with recorded searches
SCORE, ACTIONS, NODES = "scores", "the same actions", "positions tried"
ENDS, FINAL, WINNER = "ends found", "last positions", "winners"
APART = "scores where chance took part in the search"
TARGETS = {SCORE: 0.97, ENDS: 0.9, FINAL: 0.97, WINNER: 0.97}  # how many of them must agree
FEW = 3  # examples of a cause
KINDS = {"PLAY_CARD": PLAY, "MINION_ATTACK": ATTACK, "HERO_ATTACK": ATTACK, "HERO_POWER": POWER}


@njit(cache=True)
def search_from(game, book, work, agent, search):
    """Make one search."""
    plan_turn(game, book, work, agent, search)


@njit(cache=True)
def worth(game, book, work, agent, side, search):
    """Return the score of a position for a side."""
    return score_of(game, book, work, agent, side, search.numbers)


@njit(cache=True)
def count_ends(game, book, work, agent, search, games, actions, keys):
    """Return how many different positions a search without chance has found that end the turn or the game.

    The positions that the search has kept are made again, from level to level, in `games` (2 * WIDTH + 1 of them).
    Theirs seems to count equal ends of a level once. Ends are equal if they have the same key (beam.py); for the end of a
    turn it is the key of the position in which the turn was ended, with or without the hero power. We found this by
    trying some fifteen ways of counting on the searches of our own sample, so their agreement is weak evidence.
    """
    ends, side = 0, np.int64(game.active)
    for level in range(np.int64(agent.depth)):
        here, before, found = WIDTH * (level % 2), WIDTH * (1 - level % 2), 0
        for place in range(np.int64(search.counts[level])):
            kept, parent = search.levels[level, place], games[here + place]
            if level == 0:
                games[here] = game
            else:
                games[here + place] = games[before + kept.parent]
                act(parent, book, work, np.int64(kept.step))
            for k in range(legal_actions(parent, book, work, actions)):
                games[2 * WIDTH] = parent
                child, action = games[2 * WIDTH], np.int64(actions[k])
                act(child, book, work, action)
                if child.over:
                    key = hash_of(child) + kept.history + history_after(book, parent, child, side, action)
                elif child.active != side:
                    key = hash_of(parent) + kept.history + np.uint64(kept.bonus_mana) * GOLDEN
                else:
                    continue
                keys[found] = key
                found += is_new(keys, found)
        ends += found
        if search.counts[level + 1] == 0:
            break
    return ends


@njit
def is_new(keys, n):
    """Tell whether keys[n] differs from all before it."""
    for k in range(n):
        if keys[k] == keys[n]:
            return False
    return True


class Follower(Beside):
    """A game of ours that follows one with recorded searches, with a second copy of it and working space to search."""

    def __init__(self, book, trace, numbers):
        super().__init__(book, numbers, games=2)
        self.trace, self.view = trace, new_record(VIEW_TYPE)
        self.keys = np.zeros(WIDTH * MAX_ACTIONS, "u8")
        self.tried = new_games(2 * WIDTH + 1)  # those of a search, for `count_ends`
        self.search, self.agents = new_record(SEARCH_TYPE), new_records(BEAM_TYPE, 2)
        self.chosen = {  # the cards that the entities of hands turn out to be
            card[0]: numbers[card[1]]
            for plan in trace["plans"]
            for p in ("p1", "p2")
            for card in plan["s"][p]["hand"]
        }
        self.known = False  # whether our game has followed the recorded one up to here
        self.sure = False  # and no chance has taken part since the last recorded position
        state = trace["plans"][0]["s"]
        for side in range(2):
            name = trace[f"d{side + 1}"].split()[-1].split(":")[-1].upper()
            Beam(trace[f"s{side + 1}"].lower()).write(self.agents[side])
            self.seat(side, name, numbers[state[f"p{side + 1}"]["power"]])

    def go_to(self, state):
        """Set our game to a recorded position; return whether it was there already."""
        self.view = np.array([view_of(state, self.numbers)], dtype=VIEW_TYPE).view(np.recarray)[0]
        ids, same = ids_of(state), self.known and self.shows(self.view)
        if same:
            self.link(self.view, ids)
        else:
            self.game.choice.count = 0
            self.settle(self.view, ids)
        self.stamps = {int(e): int(s) for e, s in zip(self.links.entity, self.links.stamp, strict=True) if e}
        self.heroes = {state["p1"]["hero"]: 0, state["p2"]["hero"]: 8}
        self.hand = [card[0] for card in state[f"p{state['cur']}"]["hand"]]
        self.known = True
        return same

    def shows(self, view):
        """Return whether our game shows what a view shows."""
        measure(self.game, self.record, self.work, self.links, self.ours)
        self.ours.offered = view.offered  # which cards are offered was not recorded
        for side in range(2):
            for name in ("used", "temporary"):  # which only say where the mana has gone to
                self.ours.players[side][name] = view.players[side][name]
        waiting = 1 - int(view.active)  # no search asks which of the waiting side's characters are exhausted
        self.ours.players[waiting].exhausted = view.players[waiting].exhausted
        mine, theirs = self.ours.players[waiting].board, view.players[waiting].board
        mine["letters"] = (mine["letters"] | E_FLAG) ^ E_FLAG | theirs["letters"] & E_FLAG
        return self.ours.tobytes() == view.tobytes()

    def ends(self):
        """Return how many ends the last search has found; only where no chance took part in it."""
        rules = self.record, self.work
        agent = self.agents[int(self.game.active)]
        return count_ends(self.game, *rules, agent, self.search, self.tried, self.actions, self.keys)

    def place(self, game, entity):
        """Return where an entity is in a game; raises KeyError."""
        if entity in self.heroes:
            return self.heroes[entity]
        stamp = self.stamps[entity]
        for c in range(CHARACTERS):
            if is_minion(c) and game.characters[c].card and game.characters[c].stamp == stamp:
                return c
        raise KeyError(entity)

    def number(self, game, hand, action):
        """Return our number of a recorded action; raises KeyError if it depends on something not recorded."""
        kind, source, target, position, option = action
        if kind == "END_TURN":
            return encode(END_TURN)
        if kind == "CHOOSE":
            card = self.chosen[source]  # raises KeyError for a card that is never seen again
            options = game.choice.options[: game.choice.count].tolist()
            if card not in options:
                raise KeyError(source)
            return encode(CHOOSE, options.index(card))
        goal = self.place(game, target) if target else NO_TARGET
        if kind == "PLAY_CARD":
            if source not in hand:
                raise KeyError(source)
            return encode(PLAY, hand.index(source), goal, max(position, 0), max(option, 0))
        who = {"HERO_ATTACK": 8 * int(game.active), "HERO_POWER": 0}
        return encode(KINDS[kind], who[kind] if kind in who else self.place(game, source), goal)

    def play(self, game, actions):
        """Play recorded actions in a game of ours; return (their numbers, whether all could be played, chance)."""
        hand, numbers, chance = list(self.hand), [], 0
        for action in actions:
            try:
                number = self.number(game, hand, action)
            except KeyError:
                return numbers, False, chance
            if number not in legal_of(game, self.record, self.work, self.actions):
                return numbers, False, chance
            if action[0] == "PLAY_CARD":
                self.stamps[action[1]] = int(game.stamp)
                hand.remove(action[1])
            size = int(game.players[game.active].hand_size)
            side = int(game.active)
            chance |= take(game, self.record, self.work, number)
            drawn = int(game.players[side].hand_size) - size + (action[0] == "PLAY_CARD")
            hand += [action[1] if action[0] == "CHOOSE" else None] * drawn
            numbers.append(number)
        return numbers, True, chance


# --- The check -----------------------------------------------------------------------------


class PlanReport(Report):
    """The rates of agreement, and the mismatches by cause."""

    def __init__(self):
        super().__init__()
        self.causes = defaultdict(list)
        self.lost = []  # searches from positions in which something had found no room

    @property
    def ok(self):
        """Whether enough comparisons of each kind agree, and nothing was lost."""
        enough = (self.agreed[kind] >= least * self.compared[kind] for kind, least in TARGETS.items())
        return not self.lost and bool(self.compared[SCORE]) and all(enough)

    @property
    def exceptions(self):
        differing = self.compared[SCORE] - self.agreed[SCORE]
        return f"{differing} of {self.compared[SCORE]} scores" if differing else ""

    def __str__(self):
        lines = [f"{'':46}{'searches':>10}{'agree':>9}"]
        for kind, n in self.compared.items():
            lines.append(
                f"{kind:46}{n:>10,}{self.agreed[kind]:>9,}{100 * self.agreed[kind] / max(n, 1):>9.2f}%"
            )
        if self.lost:
            lines.append(f"{len(self.lost):>5}  {NO_ROOM}  [{self.lost[0]}]")
        for cause, where in sorted(self.causes.items(), key=lambda item: -len(item[1])):
            lines.append(f"{len(where):>5}  {cause}  [{'; '.join(where[:FEW])}]")
        return "\n".join(lines)


def add_arguments(parser):
    """Declare the arguments of the check; without a file it reads the project's own sample."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="recorded searches, *.jsonl or *.jsonl.gz")
    parser.add_argument("--show", nargs=2, type=int, metavar=("GAME", "SEARCH"), help="show one search")


def check(args):
    """Run the check and return its Report."""
    report, book = PlanReport(), card_book(CARD_SET)
    numbers = Numbers(book)
    for path in given_or_sample(args.files, SAMPLE, ".jsonl", ".jsonl.gz"):
        for line, trace in read_games(path, FIELDS):
            try:
                player = Follower(book, trace, numbers)
                for k in range(len(trace["plans"])):
                    compare(report, player, k, args.show == [trace["game"], k])
                compare_end(report, player)
            except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
                raise BadInput(
                    f"Line {line} of {path} is not a game with recorded searches: {error!r}."
                ) from error
    if not report.compared:
        raise BadInput("There is no recorded search in these files.")
    return report


def compare(report, player, k, shown):
    """Make search k again and compare it."""
    plan, search = player.trace["plans"][k], player.search
    report.count("positions reached by our own rules", player.go_to(plan["s"]))
    side = plan["s"]["cur"] - 1
    search_from(player.game, player.book.record, player.work, player.agents[side], search)
    ours = search.plan[: search.length].tolist()
    player.games[1] = player.games[0]
    theirs, whole, chance = player.play(player.games[1], plan["seq"])
    same = int(search.best) == plan["score"]
    if player.game.lost or player.games[1].lost:
        report.lost.append(f"game {player.trace['game']} search {k}")
    if search.random:
        report.count(APART, same)
    else:
        report.count(SCORE, same)
        report.count(NODES, int(search.nodes) == plan["nodes"])
        report.count(ENDS, player.ends() == plan["ends"])
        if whole or not same:
            report.count(ACTIONS, ours == theirs)
        if not same:
            report.causes[cause(player, side, plan, whole, theirs)].append(
                f"game {player.trace['game']} search {k}"
            )
    if shown:
        tell(player, plan, ours, theirs, whole)
    executed = plan["seq"][: plan["executed"]]
    _, done, chance = player.play(player.game, executed)
    player.known, player.sure = done, done and not chance


def compare_end(report, player):
    """Compare how the game has ended, if ours has followed it to the end without chance."""
    if not player.sure:
        return
    player.view = np.array([view_of(player.trace["final"], player.numbers)], dtype=VIEW_TYPE).view(
        np.recarray
    )[0]
    report.count(FINAL, player.shows(player.view))
    won = {"WON": 0, "LOST": 1}.get(player.trace["ps1"], NO_WINNER)
    report.count(WINNER, int(player.game.winner) == won)


def cause(player, side, plan, whole, theirs):
    """Return the reason for the difference between two scores."""
    if not whole:
        return f"their actions cannot be played here from {plan['seq'][len(theirs)][0]} on"
    value = worth(player.games[1], player.book.record, player.work, player.agents[side], side, player.search)
    if int(value) == plan["score"]:
        return "ours finds more" if player.search.best > value else "ours finds less"
    return f"their actions lead to another score here ({int(value) - plan['score']:+})"


def tell(player, plan, ours, theirs, whole):
    """Print one search, theirs and ours."""
    print(json.dumps(plan["s"]))
    print("theirs", plan["score"], plan["nodes"], plan["seq"], [decode(a) for a in theirs], whole)
    print("ours", int(player.search.best), int(player.search.nodes), [decode(a) for a in ours])
