"""Where a game of ours and one recorded of SabberStone differ, and how often: mismatches, their causes, and the rates."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from deckspace.engine.hearthstone.state import ATTACK, CHOOSE, END_TURN, PLAY, POWER, decode
from study.conformance.hearthstone.sabberstone_causes import VERDICT, cause_of
from study.conformance.hearthstone.sabberstone_views import FLAGS, PLAYER_TYPE, Numbers
from study.conformance.report import NO_ROOM, Report

ORDERED = "options in the same order"
OPTIONS, STATES, CHANCE = "options", "next states", "outcomes of chance found"
SET_APART = "next states, theirs wrong apart"
TARGETS = {OPTIONS: 0.995, STATES: 0.99, SET_APART: 0.999}  # of the steps that must agree
TARGETS_WITH_ERRORS = {OPTIONS: 0.999, STATES: 0.995, SET_APART: 0.999}  # where the cards have their errors
FEW = 3  # examples of a cause


class TraceReport(Report):
    """The rates of agreement of each file, and the mismatches by cause."""

    def __init__(self, with_errors=False):
        super().__init__()
        self.apart = Counter()
        self.targets = TARGETS_WITH_ERRORS if with_errors else TARGETS
        self.found, self.named = [], []
        self.unfound = []  # steps of chance whose outcome was not found
        self.lost = []  # steps of our games after which something had found no room

    def add(self, mismatch):
        """Put a mismatch with its cause."""
        known = cause_of(mismatch) if mismatch.kind == STATES else None
        if known:
            self.named.append((known.reason, mismatch))
        else:
            self.found.append(mismatch)

    def rate(self, kind, file=None):
        """Return (compared, agreed) of a kind, of one file or all."""
        if kind == SET_APART:
            compared, agreed = self.rate(STATES, file)
            return compared - sum(file in (None, found.file) for _, found in self.named), agreed
        keys = [key for key in self.compared if key[1] == kind and file in (None, key[0])]
        return sum(self.compared[key] for key in keys), sum(self.agreed[key] for key in keys)

    @property
    def ok(self):
        """Whether enough steps agree, and nothing was lost."""
        rates = {kind: self.rate(kind) for kind in self.targets}
        enough = [n and agreed >= self.targets[kind] * n for kind, (n, agreed) in rates.items()]
        return not self.lost and all(enough)

    @property
    def exceptions(self):
        named = f"{len(self.named)} differences with a named cause" if self.named else ""
        return " and ".join(filter(None, [named, f"{len(self.found)} without one" if self.found else ""]))

    def __str__(self):
        lines = [f"{'':64}{'steps':>9}{'agree':>9}"]
        for file in [*dict.fromkeys(file for file, _ in self.compared), None]:
            for kind in (OPTIONS, ORDERED, STATES, SET_APART, CHANCE):
                n, agreed = self.rate(kind, file)
                if n:
                    lines.append(f"{file or 'all':32}{kind:32}{n:>9,}{agreed:>9,}{100 * agreed / n:>9.2f}%")
            apart = sum(n for name, n in self.apart.items() if file in (None, name))
            lines.append(f"{file or 'all':32}{'apart: a card that is not built':32}{apart:>9,}")
        if self.lost:
            lines.append(f"{NO_ROOM}: {'; '.join(self.lost[:FEW])}")
        lines += self.reasons()
        for kind in (OPTIONS, ORDERED, STATES, CHANCE):
            lines += self.causes(kind)
        return "\n".join(lines)

    def reasons(self):
        """Return a line for each known cause: how often, and why."""
        counts = Counter(reason for reason, _ in self.named)
        lines = [f"{n:>5}  {VERDICT}: {reason}" for reason, n in counts.most_common()]
        return ["", "Named causes:", *lines] if lines else []

    def causes(self, kind):
        """Return a line for each cause of a kind of mismatch, the most frequent first, with examples."""
        groups = defaultdict(list)
        for mismatch in [*self.found, *self.unfound]:
            if mismatch.kind == kind:
                groups[mismatch.cause].append(mismatch)
        if not groups:
            return []
        lines = ["", f"{kind}: {sum(map(len, groups.values()))} mismatches of {len(groups)} causes:"]
        for (actor, what), group in sorted(groups.items(), key=lambda item: -len(item[1])):
            examples = "; ".join(f"{each.file[:11]} {each.where}" for each in group[:FEW])
            lines.append(f"{len(group):>5}  {actor}: {what}  [{examples}]")
        return lines


@dataclass
class Mismatch:
    """One thing in which a step differs: what was done, and in which respects (`fields`).

    The views `before` the step, `ours` after it and `theirs` can be asked about, by these names.
    """

    kind: str
    file: str
    actor: str
    fields: tuple
    trace: dict
    index: int  # of the step
    numbers: Numbers
    before: np.record
    ours: np.record
    theirs: np.record

    @property
    def where(self):
        return f"game {self.trace['game']} step {self.index}"

    @property
    def cause(self):
        return self.actor, ", ".join(self.fields)

    @property
    def step(self):
        return self.trace["steps"][self.index]

    @property
    def source(self):
        """The entity id of what acts."""
        return self.step["act"][1]

    @property
    def target(self):
        """The entity id of what is aimed at."""
        return self.step["act"][2]

    @property
    def cur(self):
        """The side to move."""
        return int(self.before.active)

    def player(self, when, side):
        """Return what a view shows of a player."""
        return getattr(self, when).players[side]

    def weapon(self, when, side):
        """Return the name of a weapon, "nothing" without one."""
        return self.numbers.name(int(self.player(when, side).weapon))

    def hand(self, when, side):
        """Return the names of the cards in a hand."""
        player = self.player(when, side)
        return [self.numbers.name(int(card)) for card in player.hand["card"][: player.hand_size]]

    def costs(self, side):
        """Return (our cost, their cost) of each card in a hand."""
        hands = self.player("ours", side).hand, self.player("theirs", side).hand
        return list(zip(hands[0]["cost"].tolist(), hands[1]["cost"].tolist(), strict=True))

    def board(self, when, side):
        """Return the minions of a side, from left to right."""
        player = self.player(when, side)
        return [minion_of(one, self.numbers) for one in player.board[: player.minions]]

    def minions(self, when):
        """Return the minions of both sides."""
        return self.board(when, 0) + self.board(when, 1)

    def state(self, when):
        """Return the recorded state before the step or after it ("theirs")."""
        i = self.index + (when == "theirs")
        return self.trace["steps"][i]["s"] if i < len(self.trace["steps"]) else self.trace["final"]

    def place(self, when, entity):
        """Return (side, place from the left) of the minion with an entity id, None if it is not on the board."""
        for side in range(2):
            for i, one in enumerate(self.state(when)[f"p{side + 1}"]["board"]):
                if one["id"] == entity:
                    return side, i
        return None

    def entity(self, when, entity):
        """Return the minion with an entity id, None if it is not on the board."""
        where = self.place(when, entity)
        return self.board(when, where[0])[where[1]] if where else None

    def fights(self, card):
        """Tell whether this card strikes or is struck."""
        fighters = [self.entity("before", entity) for entity in (self.source, self.target)]
        attack = self.step["act"][0] in ("MINION_ATTACK", "HERO_ATTACK")
        return attack and any(one is not None and one.name == card for one in fighters)

    def frozen(self, when):
        """Return how many characters are frozen."""
        heroes = sum(int(self.player(when, side).frozen) for side in range(2))
        return heroes + sum("F" in one.letters for one in self.minions(when))

    def changed(self):
        """Return the minions that differ, as (ours, theirs); the boards must hold the same cards."""
        boards = self.minions("ours"), self.minions("theirs")
        return [pair for pair in zip(*boards, strict=True) if pair[0] != pair[1]]

    def leaves(self, card):
        """Tell whether a side has fewer minions of a card after the step."""
        return any(
            sum(one.name == card for one in self.board("before", side))
            > sum(one.name == card for one in self.board("theirs", side))
            for side in range(2)
        )

    def came(self, side):
        """Return how many minions are new on a side after the step."""
        boards = [
            {one["id"] for one in self.state(when)[f"p{side + 1}"]["board"]} for when in ("before", "theirs")
        ]
        return len(boards[1] - boards[0])

    def card_of(self, entity):
        """Return the card that an entity was in a hand, "nothing" if it never was in one."""
        for step in self.trace["steps"][: self.index]:
            for player in (step["s"]["p1"], step["s"]["p2"]):
                for held, card, _ in player["hand"]:
                    if held == entity:
                        return self.numbers.name(self.numbers[card])
        return "nothing"


class Minion(NamedTuple):
    """A minion as a state shows it."""

    name: str
    attack: int
    health: int
    max_health: int
    attacks: int
    letters: str


def minion_of(shown, numbers):
    """Return a minion of a view."""
    letters = "".join(letter for i, letter in enumerate(FLAGS) if int(shown.letters) >> i & 1)
    numbers_shown = (int(shown[name]) for name in ("attack", "health", "max_health", "attacks"))
    return Minion(numbers.name(int(shown.card)), *numbers_shown, letters)


# --- In which respects ---------------------------------------------------------------------


def actor_of(step, numbers):
    """Return what acts in a step: the card played, the attacking minion, the hero power."""
    kind, source, *_ = step["act"]
    me = step["s"][f"p{step['s']['cur']}"]
    if kind == "PLAY_CARD":
        return next(numbers.name(numbers[card]) for entity, card, _ in me["hand"] if entity == source)
    if kind == "MINION_ATTACK":
        return (
            next(numbers.name(numbers[one["c"]]) for one in me["board"] if one["id"] == source) + " attacks"
        )
    return {"HERO_POWER": numbers.name(numbers[me["power"]]), "HERO_ATTACK": "the hero attacks"}.get(
        kind, kind.lower().replace("_", " ")
    )


def option_name(number, view, numbers):
    """Return what an action number does in a state that shows this view, without its target."""
    kind, source, _, _, option = decode(number)
    me = view.players[view.active]
    if kind == PLAY:
        return f"play {numbers.name(int(me.hand[source].card))}" + (f" option {option}" if option else "")
    if kind == POWER:
        return numbers.name(int(me.power))
    return {ATTACK: "attack", CHOOSE: "choose", END_TURN: "end the turn"}[kind]


def differing(ours, theirs, cur):
    """Return the fields in which two views differ, seen from the player to move: ("my health", ...)."""
    found = [name for name in ("turn", "active", "over", "offered") if np.any(ours[name] != theirs[name])]
    for side in (cur, 1 - cur):
        whose = "my" if side == cur else "enemy"
        mine, their = ours.players[side], theirs.players[side]
        found += [f"{whose} {name}" for name in PLAYER_TYPE.names[:22] if mine[name] != their[name]]
        for zone in ("hand", "board"):
            if (mine[zone]["card"] != their[zone]["card"]).any():
                found.append(f"{whose} {zone}")
                continue
            for name in mine[zone].dtype.names:
                if name == "letters":
                    odd = int(np.bitwise_or.reduce(mine[zone][name] ^ their[zone][name]))
                    found += [f"{whose} {zone}'s {letter}" for i, letter in enumerate(FLAGS) if odd >> i & 1]
                elif (mine[zone][name] != their[zone][name]).any():
                    found.append(f"{whose} {zone}'s {name}")
        found += [f"{whose} {zone}" for zone in ("deck", "secrets") if (mine[zone] != their[zone]).any()]
    return tuple(found)
