"""Compare our LoCM engine with recorded games, tables and matches of the official Java referees.

Traces are whole games, of which every position and every list of legal commands is compared. A table holds single
outcomes, such as those of fights, one a row; the name of its file tells of what. Recorded matches hold what players were
told and answered, in version 1.2 or 1.5 (matches.py).
"""

import csv
import io
from pathlib import Path

from deckspace.compiling import njit
from deckspace.engine.locm import replay, rules
from deckspace.engine.locm.cards import edition
from deckspace.engine.locm.state import instance_id, keywords_text
from deckspace.errors import BadInput, Illegal
from study import HOME
from study.conformance.locm.matches import FIELDS as MATCH_FIELDS
from study.conformance.locm.matches import check_match
from study.conformance.report import Report, files, read_games, read_text

SAMPLE = HOME / "data" / "reference" / "locm"
TRACE_FIELDS = ("draft", "picks", "decks", "init", "turns", "winner")


def add_arguments(parser):
    """Declare the arguments of the check; without any it reads the project's own sample."""
    parser.add_argument(
        "--traces",
        metavar="DIR",
        help="folder of whole games with every position and its legal commands, *.jsonl or *.jsonl.gz",
    )
    parser.add_argument(
        "--tables",
        metavar="DIR",
        help="folder of outcomes of single fights, items and draws, one a row, *.csv or *.csv.gz",
    )
    parser.add_argument(
        "--records",
        metavar="FILE",
        nargs="+",
        default=[],
        help="matches of version 1.2 or 1.5, as their referees recorded them, *.jsonl or *.jsonl.gz",
    )


def check(args):
    """Run the check and return its Report. Where something is named, only that is read."""
    own = args.traces is None and args.tables is None and not args.records
    traces = SAMPLE / "traces" if own else args.traces
    tables = SAMPLE / "tables" if own else args.tables
    games = read_traces(traces) if traces else []
    rows = read_tables(tables) if tables else []
    records = files(SAMPLE / "matches", ".jsonl.gz") if own else map(Path, args.records)
    matches = [(path, i, match) for path in records for i, match in read_games(path, MATCH_FIELDS)]
    report = Report()
    for where, game in games:
        check_game(report, where, game, edition())
    for where, outcome, row in rows:
        check_row(report, where, outcome, row, edition())
    for path, i, match in matches:
        check_match(report, f"{path.name} line {i}", match)
    return report


# --- Games ---------------------------------------------------------------------------------


def read_traces(folder):
    """Return (where, game) for each line of each trace in the folder; raises BadInput."""
    return [
        (f"{path.name} line {i}", game)
        for path in files(folder, ".jsonl", ".jsonl.gz")
        for i, game in read_games(path, TRACE_FIELDS)
    ]


def check_game(report, where, trace, book):
    """Replay one traced game and compare all of it, up to its first mismatch; raises BadInput."""
    try:
        good = check_draft(report, where, trace) and check_battle(report, where, trace, book)
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise BadInput(f"The game of {where} is not written as a trace should be: {error!r}.") from None
    report.count("games", good)


def check_draft(report, where, trace):
    """Compare offers and decks with what the rules of the draft allow."""
    offers, cards = trace["draft"], {card for offer in trace["draft"] for card in offer}
    if len(offers) != 30:
        raise ValueError(f"a draft of {len(offers)} offers")
    if all(len(set(offer)) == 3 for offer in offers):  # else laid out by hand, not drawn from a pool
        few = len(cards) <= rules.POOL
        if not report.compare(f"drafts from {rules.POOL} cards", where, few, True):
            return False
    return all(check_deck(report, where, trace, p) for p in range(2))


def check_deck(report, where, trace, p):
    """Compare a player's deck with its picks, and its instance ids with the order of drawing."""
    ids, cards = zip(*trace["decks"][p], strict=True)
    picked = [offer[pick] for offer, pick in zip(trace["draft"], trace["picks"][p], strict=True)]
    ours = [[instance_id(p, place) for place in range(len(picked))], sorted(picked)]
    return report.compare("decks", f"{where}, player {p + 1}", ours, [list(ids), sorted(cards)])


def check_battle(report, where, trace, book):
    """Compare every state and every list of legal commands of a game; return whether all agree."""
    game = replay.blank_game([[card for _, card in deck] for deck in trace["decks"]])
    deal(game, book)
    if not report.compare("states", f"{where}, before turn 0", replay.to_dict(game), trace["init"]):
        return False
    for turn in trace["turns"]:
        replay.take(game, book, rules.PASS)
        place = f"{where}, turn {turn['turn']}"
        ours = [int(game.turn), int(game.current)]
        if not report.compare("turns and whose they are", place, ours, [turn["turn"], turn["player"]]):
            return False
        if not (same_state(report, place, game, book, turn["start"], turn["legal"])):
            return False
        for i, action in enumerate(turn["actions"]):
            if not check_action(report, f"{place}, action {i + 1} {action['a']}", game, book, action):
                return False
    return report.compare("winners", where, int(game.winner), trace["winner"])


def same_state(report, where, game, book, state, legal):
    """Compare a position and its legal commands; return whether both agree."""
    same = report.compare("states", where, replay.to_dict(game), state)
    return report.compare("legal-action lists", where, replay.legal_texts(game, book), legal) and same


def check_action(report, where, game, book, action):
    """Carry out one traced action, or see it refused; return whether all agrees."""
    before = game.tobytes()
    allowed = True
    try:
        number = replay.action_number(game, book, action["a"])
    except (Illegal, replay.Nonsense):
        allowed = False
    same = report.compare("actions", where, allowed, action["ok"])
    if not same or action["a"] == "PASS":  # the turn's end is played with the next turn's start
        return same
    if not allowed:
        return report.compare("refusals", where, game.tobytes() == before, True)
    replay.take(game, book, number)
    return same_state(report, where, game, book, action["state"], action["legal"])


@njit(cache=True)
def deal(game, book):
    """Deal the opening hands."""
    rules.deal(game, book)


# --- Tables --------------------------------------------------------------------------------


def read_tables(folder):
    """Return (where, outcome function, row) for each row of each table; raises BadInput."""
    return [
        (f"{path.name} row {i}", OUTCOMES[table_name(path)][0], row)
        for path in files(folder, ".csv", ".csv.gz")
        for i, row in enumerate(read_rows(path), 1)
    ]


def table_name(path):
    """Return which table a file holds; raises BadInput."""
    name = path.name.split(".")[0]
    if name not in OUTCOMES:
        raise BadInput(f"{path} is not a table we know; the tables are {', '.join(OUTCOMES)}.")
    return name


def read_rows(path):
    """Return the rows of a table as dicts of int, keywords and the like as text; raises BadInput."""
    rows = csv.DictReader(io.StringIO(read_text(path)))
    missing = [column for column in OUTCOMES[table_name(path)][1] if column not in (rows.fieldnames or ())]
    if missing:
        raise BadInput(f"{path} has no column {missing[0]!r}.")
    try:
        return [{key: number(key, value) for key, value in row.items()} for row in rows]
    except (TypeError, ValueError):
        raise BadInput(f"Row {rows.line_num - 1} of {path} is not a full row of numbers.") from None


def number(column, value):
    """Return a cell as int, or as text where the column holds keywords or changes of health."""
    if value is None:
        raise ValueError
    return value if column.endswith(("kw", "kw2")) or column == "mods" else int(value)


def check_row(report, where, outcome, row, book):
    """Compare what our rules make of a row with what the row says."""
    try:
        ours = outcome(row, book)
    except Illegal as refusal:
        ours = {key: f"refused ({refusal})" for key in row}
    theirs = {key: row[key] for key in ours if key in row}
    report.compare(f"rows of {where.split('.')[0]}", f"{where} {row}", ours, theirs)


def combat(row, book):
    """Let one creature attack another."""
    one = replay.creature(1, attack=row["a_atk"], defense=row["a_def"], keywords=row["a_kw"])
    two = replay.creature(1, attack=row["d_atk"], defense=row["d_def"], keywords=row["d_kw"])
    game = replay.position(replay.side(board=[one]), replay.side(board=[two]))
    do(game, book, "ATTACK 1 2")
    a_died, _, a_def2, a_kw2, _ = survivor(game.players[0])
    d_died, _, d_def2, d_kw2, _ = survivor(game.players[1])
    return {
        "a_died": a_died, "a_def2": a_def2, "a_kw2": a_kw2,
        "d_died": d_died, "d_def2": d_def2, "d_kw2": d_kw2,
        "attacker_player_hp_change": int(game.players[0].hp) - 30,
        "defender_player_hp_change": int(game.players[1].hp) - 30,
    }  # fmt: skip


def face(row, book):
    """Let a creature attack the enemy player."""
    one = replay.creature(1, attack=row["a_atk"], keywords=row["a_kw"])
    game = replay.position(replay.side(board=[one]))
    do(game, book, "ATTACK 1 -1")
    return {
        "attacker_player_hp_change": int(game.players[0].hp) - 30,
        "defender_player_hp_change": int(game.players[1].hp) - 30,
    }


def items(row, book):
    """Use an item on a creature: one's own for a green item, else the enemy's."""
    target = replay.creature(
        1, attack=row["t_atk"], defense=row["t_def"], keywords=row["t_kw"],
        can_attack=row["t_can_attack"], has_attacked=row["t_has_attacked"],
    )  # fmt: skip
    green = book.cards[row["item_id"]].type == rules.GREEN
    mine, theirs = ([target], []) if green else ([], [target])
    game = replay.position(replay.side(hand=[row["item_id"]], board=mine), replay.side(board=theirs))
    do(game, book, "USE 1 3" if green else "USE 1 2")
    died, atk2, def2, kw2, can_attack2 = survivor(game.players[0 if green else 1])
    outcome = {"died": died, "atk2": atk2, "def2": def2, "kw2": kw2, "can_attack2": can_attack2}
    return outcome | item_health(game)


def items_face(row, book):
    """Use a blue item on the enemy player."""
    game = replay.position(replay.side(hand=[row["item_id"]]))
    do(game, book, "USE 1 -1")
    return item_health(game)


def item_health(game):
    """Return both players' changes of health after an item."""
    me, enemy = game.players[0], game.players[1]
    return {"user_hp_change": int(me.hp) - 30, "opponent_hp_change": int(enemy.hp) - 30}


def health(row, book):
    """Change a player's health several times."""
    game = replay.position(replay.side(hp=row["hp"], runes=row["next_rune"] // 5, next_draw=row["next_draw"]))
    for change in row["mods"].split():
        change_health(game, book, int(change))
    me = replay.player_dict(game.players[0], 0)
    return {"hp2": me["hp"], "next_rune2": me["rune"], "next_draw2": me["next_draw"]}


def draw(row, book):
    """Draw cards at the start of a turn."""
    start = replay.side(hand=[1] * row["hand"], deck=row["deck"], hp=row["hp"], runes=row["next_rune"] // 5)
    game = replay.position(start, turn=2 * row["player_turn0"])
    draw_cards(game, book, row["draws"])
    me = replay.player_dict(game.players[0], 0)
    return {"hp2": me["hp"], "next_rune2": me["rune"], "deck2": me["deck"], "hand2": len(me["hand"])}


def do(game, book, text):
    """Carry out a command; raises Illegal."""
    replay.take(game, book, replay.action_number(game, book, text))


def survivor(player):
    """Return (died, attack, defense, keywords, can attack) of the only creature, as tables write it."""
    if player.board_size == 0:
        return 1, 0, 0, "-", 0
    one = player.board[0]
    return 0, int(one.attack), int(one.defense), keywords_text(one.keywords), int(one.can_attack)


@njit(cache=True)
def change_health(game, book, change):
    """Change the health of player 0."""
    rules.change_health(game.players[0], book, change)


@njit(cache=True)
def draw_cards(game, book, count):
    """Let player 0 draw cards."""
    rules.draw(game, book, game.players[0], count)


# Each table: what our rules make of a row, and the columns it must have.
COMBAT = "a_atk a_def a_kw d_atk d_def d_kw a_died a_def2 a_kw2 d_died d_def2 d_kw2"
BOTH_HP = "attacker_player_hp_change defender_player_hp_change"
ITEM_HP = "user_hp_change opponent_hp_change"
ITEMS = "item_id t_atk t_def t_kw t_can_attack t_has_attacked died atk2 def2 kw2 can_attack2"
OUTCOMES = {
    "combat": (combat, f"{COMBAT} {BOTH_HP}".split()),
    "items": (items, f"{ITEMS} {ITEM_HP}".split()),
    "items_face": (items_face, f"item_id {ITEM_HP}".split()),
    "face": (face, f"a_atk a_kw {BOTH_HP}".split()),
    "health": (health, "hp next_rune next_draw mods hp2 next_rune2 next_draw2".split()),
    "draw": (draw, "hp next_rune deck hand draws player_turn0 hp2 next_rune2 deck2 hand2".split()),
}
