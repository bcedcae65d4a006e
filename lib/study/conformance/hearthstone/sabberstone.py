"""Compare our Hearthstone engine with recorded games of the simulator that the papers used, SabberStone.

Every step of a game is compared: the legal options, one by one and in their order, and, where no
random effect took part, the state that the chosen option leads to, every field of it.

A recorded state does not show everything: it lacks what ends with the turn, what has been granted to
a minion, and which minion is older. So a game of our own follows it (`Replay`), and is set to the recorded state
(`settle`) only after chance or a mismatch, keeping what belongs to minions that are still there.
"""

from pathlib import Path

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.tables import SABBERSTONE, SETS, SUFFIX, card_table, has_sabberstone_errors
from deckspace.errors import BadInput
from study import HOME
from study.conformance.hearthstone.process import Process
from study.conformance.hearthstone.sabberstone_mismatches import (
    CHANCE,
    OPTIONS,
    ORDERED,
    STATES,
    Mismatch,
    TraceReport,
    actor_of,
    differing,
    option_name,
)
from study.conformance.hearthstone.sabberstone_replay import Replay, option_numbers
from study.conformance.hearthstone.sabberstone_stories import outcome_story, story
from study.conformance.hearthstone.sabberstone_views import Numbers
from study.conformance.report import files, read_games

SAMPLE = HOME / "data" / "reference" / "hearthstone" / "sabberstone"
LATER = SAMPLE / "later"  # with cards of later sets, of which many contradict their text there
FIELDS = ("game", "c1", "c2", "steps", "final")  # of a recorded game, and more
CARD_SET = "classic_2020"
LATER_SET = "wild_2020"  # of games with cards of later sets
CARD_SETS = SETS + SABBERSTONE


def add_arguments(parser):
    """Declare the arguments of the check; without a file it reads the project's own samples."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="recorded games, *.jsonl or *.jsonl.gz")
    parser.add_argument("--cards", metavar="NAME", help=f"the card set, of {', '.join(CARD_SETS)}")
    parser.add_argument(
        "--by-the-rules",
        action="store_true",
        help="cards as they should be, and not with SabberStone's errors",
    )
    parser.add_argument("--show", nargs=2, type=int, metavar=("GAME", "STEP"), help="show one step")


def check(args):
    """Run the check and return its Report."""
    if args.cards not in (None, *CARD_SETS):
        raise BadInput(f"There is no card set {args.cards!r}; choose one of {', '.join(CARD_SETS)}.")
    sets = Sets(args.cards, not args.by_the_rules)
    report = TraceReport(sets.with_errors)
    for path in map(Path, args.files or sample(later=not args.by_the_rules)):
        for line, trace in read_games(path, FIELDS):
            if args.show and trace["game"] != args.show[0]:
                continue
            try:
                replay = sets.replay(trace, path.name)
                replay_game(report, path.name, replay, args.show and args.show[1])
            except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
                raise BadInput(
                    f"Line {line} of {path} is not a game as SabberStone's are recorded: {error!r}."
                ) from error
    if not report.compared:
        raise BadInput("There is no such game, or no step that can be compared.")
    return report


def sample(later):
    """Return the project's own recorded games, perhaps with those of later cards."""
    return [path for folder in (SAMPLE, LATER)[: 1 + later] for path in files(folder, ".jsonl", ".jsonl.gz")]


class Sets:
    """Finds the card set of each game: a given one, or the one that has its cards, perhaps with the errors of SabberStone."""

    def __init__(self, given=None, with_errors=True):
        self.given = given + SUFFIX if given and with_errors and given + SUFFIX in SABBERSTONE else given
        self.with_errors = with_errors or has_sabberstone_errors(given)
        self.numbers, self.processes = {}, {}

    def of(self, trace):
        """Return the name of a game's set: that of the first recordings if it has all cards of both decks."""
        if self.given:
            return self.given
        first, known = trace["steps"][0]["s"], card_table(CARD_SET)
        cards = {card for p in ("p1", "p2") for card in first[p]["deck"]}
        cards |= {card for p in ("p1", "p2") for _, card, _ in first[p]["hand"]}
        name = CARD_SET if all(card in known for card in cards) else LATER_SET
        return name + SUFFIX * self.with_errors

    def replay(self, trace, file):
        """Return the Replay of a game of this file, with the cards of its set."""
        name = self.of(trace)
        if name not in self.numbers:
            self.numbers[name] = Numbers(card_book(name))
        if (name, file) not in self.processes:
            self.processes[name, file] = Process(name)
        return Replay(self.processes[name, file], trace, self.numbers[name])


# --- A game --------------------------------------------------------------------------------


def replay_game(report, file, replay, shown=None):
    """Compare every step of a game; print step `shown`, if any."""
    for i in range(len(replay.steps)):
        apart = replay.is_apart(i)
        if i == shown:
            print(story(replay, i))
        if apart:
            report.apart[file] += 1
        else:
            compare_options(report, file, replay, i)
        done = replay.act(i)
        if replay.game.lost:
            report.lost.append(f"{file[:11]} game {replay.trace['game']} step {i}")
            replay.game.lost = 0
        same = done and replay.ours.tobytes() == replay.views[i + 1].tobytes()
        if not apart:
            compare_states(report, file, replay, i, done, same)
        if i == shown:
            print(outcome_story(replay, i, done))
        replay.go_on(i + 1, same)


def compare_options(report, file, replay, i):
    """Compare the legal options before step i."""
    step, ours = replay.steps[i], replay.legal()
    theirs = option_numbers(step["opts"], step["s"], replay.places(i))
    same = sorted(ours) == sorted(theirs)
    report.count((file, OPTIONS), same)
    if same:
        report.count((file, ORDERED), ours == theirs)
        if ours != theirs:
            report.add(mismatch(ORDERED, file, replay, i, "options", ("another order",)))
        return
    view, numbers = replay.views[i], replay.numbers
    for what, those in (
        ("not legal here", set(theirs) - set(ours)),
        ("legal here only", set(ours) - set(theirs)),
    ):
        for name in sorted({option_name(number, view, numbers) for number in those}):
            report.add(mismatch(OPTIONS, file, replay, i, name, (what,)))


def compare_states(report, file, replay, i, done, same):
    """Compare the state after step i with ours."""
    over = replay.states[i + 1]["state"] != "RUNNING"
    same_winner = not over or not done or winner(replay.trace) == replay.game.winner
    step = replay.steps[i]
    if step["rnd"] or replay.reveals(i):
        found = done and replay.is_found(i + 1) and same_winner
        report.count((file, CHANCE), found)
        if not found:
            fields = (
                differing(replay.ours, replay.views[i + 1], step["s"]["cur"] - 1)
                if done
                else ("not legal here",)
            )
            report.unfound.append(mismatch(CHANCE, file, replay, i, actor_of(step, replay.numbers), fields))
        return
    report.count((file, STATES), same and same_winner)
    if same and same_winner:
        return
    fields = (
        differing(replay.ours, replay.views[i + 1], step["s"]["cur"] - 1) if done else ("not legal here",)
    )
    if not same_winner:
        fields += ("winner",)
    report.add(mismatch(STATES, file, replay, i, actor_of(step, replay.numbers), fields))


def winner(trace):
    """Return the side that has won, 2 for a draw."""
    results = [trace["ps1"], trace["ps2"]]
    return results.index("WON") if "WON" in results else 2


def mismatch(kind, file, replay, i, actor, fields):
    """Return a Mismatch of step i."""
    views = replay.views[i].copy(), replay.ours.copy(), replay.views[i + 1].copy()
    return Mismatch(kind, file, actor, fields, replay.trace, i, replay.numbers, *views)
