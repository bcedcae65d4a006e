"""Compare our Hearthstone engine with scenarios: a position, some actions, and the position they lead to.

A file is a list of scenarios in JSON, gzipped or not. In each of them a few actions are carried out, or
refused, in a position set up by hand; then every number of both players is compared.
"""

import csv
import json
from collections import Counter

from deckspace.engine.hearthstone.encode import card_book
from deckspace.engine.hearthstone.places import hero_at
from deckspace.engine.hearthstone.positions import after, legal, position, snapshot
from deckspace.engine.hearthstone.printing import describe_action, describe_game
from deckspace.engine.hearthstone.state import ATTACK, END_TURN, NO_TARGET, PLAY, POWER, encode
from deckspace.engine.hearthstone.tables import SETS, card_table
from deckspace.errors import BadInput
from study import HOME
from study.conformance.report import NO_ROOM, Report, differences, given_or_sample, read_text

SAMPLE = HOME / "data" / "reference" / "hearthstone" / "scenarios"
WRONG = HOME / "data" / "reference" / "hearthstone" / "wrong_scenarios.csv"
CARD_SET = "mastering_2015"
SEEDS = 2  # nothing in a scenario depends on chance, so every seed must lead to the same position
FEW = 5  # failing scenarios described, unless all are asked for
NEEDED = ("id", "card", "setup", "actions", "expected")
# The keys that what is expected of a player, a hero and a minion must have; and those that may be null while a player waits
REQUIRED = {"": ("hero", "board"), "hero": ("health",), "board": ("name", "attack", "health")}
NULL_IN_WAITING = {"": ("mana",), "hero": ("attack", "can_attack", "power_usable"), "board": ("can_attack",)}


def add_arguments(parser):
    """Declare the arguments of the check; without a file it reads the project's own sample."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="lists of scenarios, *.json or *.json.gz")
    parser.add_argument("--failures", action="store_true", help="describe every scenario that fails")
    parser.add_argument("--card", metavar="NAME", help="only scenarios about this card")
    parser.add_argument("--show", metavar="ID", help="show one scenario step by step")


def check(args):
    """Run the check and return its Report."""
    paths = given_or_sample(args.files, SAMPLE, ".json", ".json.gz")
    report = ScenarioReport(args.failures)
    wrong, book = read_wrong(WRONG), card_book(CARD_SET)
    for path in paths:
        for scenario in read_scenarios(path):
            if args.show in (None, scenario["id"]) and args.card in (None, scenario["card"]):
                report.add(path.name, scenario, outcome(book, scenario), wrong.get(scenario["id"]))
            if scenario["id"] == args.show:
                print(story(book, scenario))
    if not report.compared and not report.wrong:
        which = ", ".join(str(path) for path in paths)
        if report.unbuilt:
            raise BadInput(f"All scenarios asked for in {which} have cards that are not built in {CARD_SET}.")
        raise BadInput(f"No scenario in {which} is one of those asked for.")
    return report


class ScenarioReport(Report):
    """How many scenarios of each file and each card pass, and what is wrong with the others."""

    def __init__(self, detailed):
        super().__init__()
        self.detailed = detailed
        self.cards, self.cards_passed = Counter(), Counter()
        self.unbuilt, self.wrong = Counter(), {}

    def add(self, file, scenario, faults, reason_wrong=None):
        """Count one scenario: `faults` is a list of lines, or the name of a card that is not built."""
        name = scenario["id"]
        if isinstance(faults, str):
            self.unbuilt[file] += 1
            return
        if reason_wrong and faults:
            self.wrong[name] = reason_wrong
            return
        if reason_wrong:
            faults = ["    is listed as wrong, but passes"]
        self.compared[file] += 1
        self.cards[scenario["card"]] += 1
        if faults:
            self.mismatches.append("\n".join([f"{name} ({actions_text(scenario)})", *faults]))
        else:
            self.agreed[file] += 1
            self.cards_passed[scenario["card"]] += 1

    @property
    def ok(self):
        """Whether all scenarios pass whose cards are built."""
        return not self.mismatches

    @property
    def exceptions(self):
        return f"{len(self.wrong)} scenarios that are wrong themselves" if self.wrong else ""

    def __str__(self):
        lines = [f"{'':30}{'scenarios':>10}{'pass':>8}"]
        lines += [f"{file:30}{n:>10,}{self.agreed[file]:>8,}" for file, n in self.compared.items()]
        failing = [card for card in sorted(self.cards) if self.cards_passed[card] < self.cards[card]]
        lines += [f"  {card:28}{self.cards[card]:>10,}{self.cards_passed[card]:>8,}" for card in failing]
        if self.unbuilt:
            counts = ", ".join(f"{n} of {file}" for file, n in self.unbuilt.items())
            lines.append(f"not counted: scenarios with cards that are not built in {CARD_SET} ({counts})")
        lines += [f"not counted, itself wrong: {name}: {reason}" for name, reason in self.wrong.items()]
        if self.mismatches:
            shown = self.mismatches if self.detailed else self.mismatches[:FEW]
            which = "" if self.detailed else "; the first"
            lines += ["", f"{len(self.mismatches)} scenarios fail{which}:", *shown]
        return "\n".join(lines)


# --- Files ---------------------------------------------------------------------------------


def read_scenarios(path):
    """Return the scenarios of a file; raises BadInput."""
    try:
        scenarios = json.loads(read_text(path))
    except ValueError as error:
        raise BadInput(f"{path} is not JSON: {error}.") from None
    if not isinstance(scenarios, list):
        raise BadInput(f"{path} should hold a list of scenarios.")
    for i, scenario in enumerate(scenarios):
        missing = [key for key in NEEDED if not isinstance(scenario, dict) or key not in scenario]
        if missing:
            raise BadInput(f"Scenario {i} of {path} has no {missing[0]!r}.")
        for key in ("id", "card"):
            if not isinstance(scenario[key], str):
                raise BadInput(f"Scenario {i} of {path} has {scenario[key]!r} as {key}; it takes a text.")
        try:
            check_expected(scenario["expected"])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadInput(f"Scenario {scenario['id']} is not written as it should be: {error}.") from None
    return scenarios


def check_expected(expected):
    """Raise ValueError where a scenario leaves out what it is judged by, or has null there.

    Null means that this was not recorded: what the waiting player could do. No weapon and no winner are null, too.
    """
    players = expected["players"]
    if not isinstance(players, list) or len(players) != 2:
        raise ValueError("'expected' takes two players")
    for side, player in enumerate(players):
        where, waits = f"p{side} of 'expected'", side != expected["active"]
        check_keys(player, "", where, waits, ("weapon",))
        check_keys(player["hero"], "hero", f"the hero of {where}", waits)
        for key in ("hand", "board"):
            if not isinstance(player.get(key, []), list):
                raise ValueError(f"the {key} of {where} is {player[key]!r}, which is no list")
        for minion in player["board"]:
            check_keys(minion, "board", f"a minion of {where}", waits)


def check_keys(found, kind, where, waits, empty=()):
    """Raise ValueError where a dict of what is expected lacks a key, or has null where a value belongs."""
    if not isinstance(found, dict):
        raise ValueError(f"{where} is {found!r}, which is no dict")
    for key in REQUIRED[kind]:
        if key not in found:
            raise ValueError(f"{where} has no {key!r}")
    may_be_null = (*empty, *(NULL_IN_WAITING[kind] if waits else ()))
    for key, value in found.items():
        if value is None and key not in may_be_null:
            raise ValueError(f"{where} has null as {key!r}, so that nothing would be compared")


def read_wrong(path):
    """Return {id: reason} of the scenarios that are wrong themselves."""
    with open(path, newline="") as file:
        return {row["id"]: row["reason"] for row in csv.DictReader(file)}


# --- One scenario --------------------------------------------------------------------------


def outcome(book, scenario):
    """Run a scenario; return the lines on what differs, or the name of a card that is not built."""
    try:
        for name in names(scenario):
            if name not in book.table or book.table[name].key in book.unbuilt:
                return known(name)
        for seed in range(SEEDS):
            faults = run(book, scenario, seed)
            if faults:
                return faults
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"Scenario {scenario['id']} is not written as it should be: {error!r}.") from None
    return []


def known(name):
    """Return the name of a card if any set has it; raises ValueError for an unknown one, which is misspelt."""
    if not any(name in card_table(each) for each in SETS):
        raise ValueError(f"no set has a card {name!r}")
    return name


def names(scenario):
    """Yield the names of all cards that a scenario mentions."""
    for player in [*scenario["setup"]["players"], *scenario["expected"]["players"]]:
        for key in ("hand", "deck", "secrets", "board"):
            cards = player.get(key) or []
            if not isinstance(cards, list):
                raise ValueError(f"{key} is {cards!r}, which is no list")
            yield from (one if isinstance(one, str) else one["name"] for one in cards)
        if player.get("weapon"):
            yield player["weapon"]["name"]


class Astray(Exception):
    """The game is not in the position that the next action of a scenario needs."""


def run(book, scenario, seed=0):
    """Carry out a scenario's actions; return the lines on what differs, none if all is as expected."""
    game = position(book, *scenario["setup"]["players"], seed=seed)
    for i, step in enumerate(scenario["actions"]):
        if game.over:
            break
        where = f"    action {i + 1}, {step_text(step)}"
        try:
            action, allowed = action_number(game, book, step), step.get("legal", True)
        except Astray as error:
            return [f"{where}: {error}"]
        if (action in legal(game, book)) != allowed:
            return [f"{where}, should be {'legal' if allowed else 'refused'}"]
        if allowed:
            game = after(game, book, action)
        if game.lost:
            return [f"{where}: {NO_ROOM}"]
    ordered = scenario.get("meta", {}).get("board_order", True)
    return compare(snapshot(game, book), scenario["expected"], ordered)


def action_number(game, book, step):
    """Return the action number that a step of a scenario means; raises Astray."""
    target = place_of(game, step["target"]) if step.get("target") else NO_TARGET
    if step["op"] == "end_turn":
        return encode(END_TURN)
    if step["op"] == "power":
        return encode(POWER, 0, target)
    if step["op"] == "attack":
        return encode(ATTACK, place_of(game, step["source"]), target)
    if step["op"] == "play":
        return play_number(game, book, step, target)
    raise KeyError(step["op"])


def play_number(game, book, step, target):
    """Return the number of the action that plays a card; raises Astray if it is not in the hand."""
    me = game.players[int(game.active)]
    hand = [book.name(int(one.card)) for one in me.hand[: me.hand_size]]
    where = [i for i, name in enumerate(hand) if name == step["card"] and i == step.get("hand", i)]
    if not where:
        raise Astray(f"the hand is {', '.join(hand)}")
    source = where[0]
    is_minion = book.row(int(me.hand[source].card)).type == "MINION"
    place = step.get("position", int(me.minions)) if is_minion else 0
    return encode(PLAY, source, target, place, step["choice"] + 1 if "choice" in step else 0)


def place_of(game, reference):
    """Return the place of `p0.hero` or `p1.board.2`; raises Astray where nobody is."""
    player, area, *index = reference.split(".")
    side = ("p0", "p1").index(player)
    if area == "hero":
        return hero_at(side)
    me = game.players[side]
    if int(index[0]) >= me.minions:
        raise Astray(f"there is no {reference}")
    return int(me.order[int(index[0])])


# --- What differs --------------------------------------------------------------------------


def compare(ours, expected, ordered=True):
    """Return a line for each number of a snapshot that is not as expected; what is null counts as right."""
    lines = []
    for key in ("active", "game_over", "winner"):
        if key != "active" or not expected["game_over"]:
            lines += differences(ours[key], expected[key], key)
    for side, (mine, theirs) in enumerate(zip(ours["players"], expected["players"], strict=True)):
        if expected["game_over"]:  # nothing else counts then
            mine = {"hero": {"health": mine["hero"]["health"]}}
            theirs = {"hero": {"health": theirs["hero"]["health"]}}
        if not ordered:
            mine, theirs = in_order(mine), in_order(theirs)
        lines += compare_player(mine, theirs, f"p{side}")
    return lines


def in_order(player):
    """Return a player with a sorted board, so that boards are compared as sets."""
    if "board" not in player:
        return player
    return player | {"board": sorted(player["board"], key=lambda one: [str(one[key]) for key in ORDERED_BY])}


ORDERED_BY = ("name", "attack", "health", "max_health")


def compare_player(mine, theirs, name):
    """Yield the differences of two players; boards and hands of other cards only as a whole."""
    board, right = mine.get("board", []), theirs.get("board", mine.get("board", []))
    if [one["name"] for one in board] != [one["name"] for one in right]:
        yield f"    {name}.board is {board_text(board)}, should be {board_text(right)}"
        theirs = without(theirs, "board")
    if mine.get("hand") != theirs.get("hand", mine.get("hand")):
        yield f"    {name}.hand is {', '.join(mine['hand']) or 'empty'}, should be {', '.join(theirs['hand']) or 'empty'}"
        theirs = without(theirs, "hand", "hand_costs")
    yield from differences(*specified(mine, theirs), name)


def without(player, *keys):
    return {key: value for key, value in player.items() if key not in keys}


def specified(mine, theirs):
    """Return both values, reduced to what the second one specifies."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        pairs = {key: specified(mine.get(key), value) for key, value in theirs.items() if value is not None}
        pairs |= {key: (mine.get(key), None) for key in ("weapon",) if key in theirs and theirs[key] is None}
        return {key: one for key, (one, _) in pairs.items()}, {
            key: other for key, (_, other) in pairs.items()
        }
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        both = [specified(one, other) for one, other in zip(mine, theirs, strict=True)]
        return [one for one, _ in both], [other for _, other in both]
    return mine, theirs


def board_text(board):
    """Return a board as 'Wisp 1/1, Chillwind Yeti 4/3'."""
    return ", ".join(f"{one['name']} {one['attack']}/{one['health']}" for one in board) or "empty"


# --- A scenario in words -------------------------------------------------------------------


def actions_text(scenario):
    return "; ".join(step_text(step) for step in scenario["actions"])


def step_text(step):
    """Return a step as the scenario has it: 'play Fireball on p1.board.0'."""
    words = [step["op"].replace("_", " "), step.get("source", ""), step.get("card", "")]
    words += [f"option {step['choice']}"] if "choice" in step else []
    words += [f"at {step['position']}"] if "position" in step else []
    words += [f"on {step['target']}"] if step.get("target") else []
    words += ["(refused)"] if not step.get("legal", True) else []
    return " ".join(word for word in words if word)


def story(book, scenario):
    """Return a scenario step by step: each position, each action, and what differs in the end."""
    game = position(book, *scenario["setup"]["players"])
    parts = [f"{scenario['id']}: {scenario.get('title', '')}", describe_game(game, book)]
    for step in scenario["actions"]:
        try:
            action = action_number(game, book, step)
        except Astray:
            break
        parts.append(f"--> {describe_action(game, book, action)}")
        if action not in legal(game, book):
            parts[-1] += ": refused"
            break
        game = after(game, book, action)
        parts.append(describe_game(game, book))
    faults = outcome(book, scenario)
    parts += ["as expected"] if not faults else ["not as expected:", *faults]
    if scenario.get("meta", {}).get("verdict"):
        parts.append(f"the scenario's own note: {scenario['meta']['verdict']}")
    return "\n\n".join(parts[:-1]) + "\n" + parts[-1] + "\n"
