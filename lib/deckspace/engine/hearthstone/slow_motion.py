"""An action in slow motion: the stack of frames before each step, and the changes of each step.

    for moment in slow_motion(game, book, action):
        print(moment.does, moment.changes, moment.waiting)

The rules are the usual ones, but stop after each frame. To avoid compiling them, `watch` runs them in a separate
process of plain Python.
"""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass

from deckspace.engine.hearthstone import codes, rules
from deckspace.engine.hearthstone.changes import differences
from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.positions import copy, legal, position
from deckspace.engine.hearthstone.printing import describe_action
from deckspace.engine.hearthstone.state import NOBODY, WORK_TYPE
from deckspace.engine.records import new_record
from deckspace.files import environment

PHASES = {
    codes.DEATHS: "remove the dead",
    codes.COMBAT: "deal the combat damage",
    codes.TURN_ENDING: "end the turn",
    codes.TURN_BEGINNING: "begin the next turn",
    codes.DRAW_CARD: "draw a card",
    codes.AFTER_COMBAT: "end the attack",
    codes.DEATH_BEGINS: "a death begins",
    codes.END_IMMUNITY: "end the immunity of the attacking hero",
}


@dataclass(frozen=True)
class Moment:
    """A step: what it does, its changes, and the frames waiting after it, the next one first."""

    does: str
    changes: tuple[str, ...]
    waiting: tuple[str, ...]


def slow_motion(game, book, action):
    """Yield a Moment for each step of a legal action, which is carried out in place."""
    work, before = new_record(WORK_TYPE), copy(game)
    does = describe_action(game, book, action)
    rules.declare(game, book.record, work, action)
    rules.refresh(game, book.record, work)
    while True:
        yield Moment(does, tuple(map(str, differences(before, game, book))), stack(game, book, work))
        if not work.depth or game.over:
            return
        before, does = copy(game), frame_text(game, book, work.frames[work.depth - 1])
        rules.advance(game, book.record, work)


def stack(game, book, work):
    """Return the waiting frames as texts, the next one first."""
    return tuple(frame_text(game, book, work.frames[i]) for i in reversed(range(work.depth)))


def frame_text(game, book, frame):
    """Return a short description of a frame."""
    if frame.kind in PHASES:
        return PHASES[frame.kind]
    if frame.kind == codes.EVENT:
        return f"announce the event {codes.EVENTS[frame.pc]}" + about(game, book, frame)
    if frame.kind == codes.TRIGGER:
        return f"trigger of {card_text(book, int(frame.source_card))}"
    if frame.kind == codes.SCRIPT:
        op = codes.OPS[book.record.rows[frame.pc].op].replace("_", " ")
        return f"script of {card_text(book, int(frame.source_card))}, row {frame.pc}: {op}"
    verb = "carry out" if frame.kind == codes.CAST else "announce the play of"
    return f"{verb} {card_text(book, int(frame.card))}"


def about(game, book, frame):
    """Return the subject of an event as text."""
    if frame.card:
        return f": {card_text(book, int(frame.card))}"
    if frame.subject == NOBODY:
        return ""
    return f": {card_text(book, int(game.characters[frame.subject].card))}"


def card_text(book, number):
    """Return the name of a card; granted effects have none."""
    return book.name(number) if number < codes.FIRST_GRANT else "a granted effect"


# --- In a separate process -----------------------------------------------------------------


def watch(card_set, players, action):
    """Return the Moments of an action, given as text, in a position given as two descriptions of players.

    Raises ValueError for an illegal action.
    """
    given = json.dumps([card_set, players, action])
    command = [sys.executable, "-m", "deckspace.engine.hearthstone.slow_motion"]
    plain = environment(NUMBA_DISABLE_JIT="1")
    done = subprocess.run(command, input=given, env=plain, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return [
        Moment(one["does"], tuple(one["changes"]), tuple(one["waiting"])) for one in json.loads(done.stdout)
    ]


def named_action(game, book, text):
    """Return the legal action with this text; raises ValueError, with the legal ones, if there is none."""
    actions = {describe_action(game, book, action): action for action in legal(game, book)}
    if text not in actions:
        raise ValueError(f"There is no action {text!r}; choose one of: {'; '.join(actions)}.")
    return actions[text]


def main():
    """Read card set, players and action from standard input, and write the moments to standard output."""
    card_set, players, action = json.load(sys.stdin)
    book = card_book(card_set)
    game = position(book, *players)
    try:
        moments = list(slow_motion(game, book, named_action(game, book, action)))
    except ValueError as error:
        sys.exit(str(error))
    json.dump([asdict(moment) for moment in moments], sys.stdout)


if __name__ == "__main__":
    main()
