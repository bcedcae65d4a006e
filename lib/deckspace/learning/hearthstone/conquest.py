"""Best of five in the Conquest format (Xiao et al. 2023, section II.A): the player who has won with three decks wins.

    record = play(one, other, game, matches=100, seed=1)      # Contestants: two policies or agents with decks
    write("conquest.json", record); record = read("conquest.json")
    summary([record])                                         # as Table II, with exact intervals

Each player brings at most one deck per hero. A deck that has won is retired. A player keeps a hero until it has won and
then draws another one uniformly, which is our reading of the paper ("when it is required to change hero by the rule").
A coin decides who begins. A drawn game counts for neither player, and both continue with their remaining decks; the
paper does not mention draws.

A record is JSON, so that games of people can be stored in the same way:

    format     "conquest 1"
    by         who has recorded it                    game       the fields of Game (game.py)
    best_of    5                                      hero_rule  how heroes were chosen; null: by the players
    likeliest  whether policies took their likeliest decision; null if there are no policies
    players    two: name, kind ("model", "agent" or "human"), decks {hero: [card keys]}
    matches    each with games, score [games won by the first, by the second], winner (0, 1, or null: unfinished)
    games      heroes [of the first, of the second], first (who began: 0 or 1), winner (0, 1, or null: drawn),
               seed and place (of Match, which replays the game: see `replayed`; null for games of people),
               actions (of the engine, in order, or null if the seed replaces them)
"""

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
from statsmodels.stats.proportion import proportion_confint

from deckspace.deckbuilding import seed_of
from deckspace.engine.hearthstone.decks import card_faults
from deckspace.engine.hearthstone.setup import DECK_LIST_TYPE, deck_list
from deckspace.engine.records import new_records
from deckspace.errors import BrokenFile
from deckspace.intervals import LEVEL, Estimate
from deckspace.learning.hearthstone.matches import Match, is_policy
from deckspace.learning.hearthstone.weights import game_of
from deckspace.runs import plain
from deckspace.whole_files import whole_file

FORMAT = "conquest 1"
KINDS = ("model", "agent", "human")
MAX_GAMES = 30  # per match, which could go on forever with draws
HERO_RULE = "when required"


@dataclass(frozen=True)
class Contestant:
    """A player, a policy or an agent, with its decks: {hero class: card keys}."""

    name: str
    player: object
    decks: dict = field(hash=False)

    def as_record(self):
        kind = "model" if is_policy(self.player) else "agent"
        return {"name": self.name, "kind": kind, "decks": {h: list(cards) for h, cards in self.decks.items()}}


# --- Playing -------------------------------------------------------------------------------


def play(one, other, game, matches, seed, best_of=5, likeliest=False, by="this program"):
    """Play matches between two Contestants, all in parallel, game by game; return their record.

    Raises BrokenFile, a ValueError, for too few decks to win a match.
    """
    fields = json.loads(json.dumps(asdict(game)))  # as they will be read back
    record = {"format": FORMAT, "by": by, "game": fields, "best_of": best_of, "hero_rule": HERO_RULE}
    record |= {"likeliest": likeliest, "players": [one.as_record(), other.as_record()]}
    record["matches"] = [{"games": [], "score": [0, 0], "winner": None} for _ in range(matches)]
    check(record)
    rng = np.random.default_rng(seed)
    for number in range(MAX_GAMES):
        under_way = [match for match in record["matches"] if match["winner"] is None]
        if not under_way:
            break
        this = seed_of(seed, number)
        for place, match in enumerate(under_way):
            before = match["games"][-1]["heroes"] if match["games"] else (None, None)
            heroes = [next_hero(rng, decks_left(record, match, who), before[who]) for who in range(2)]
            begins = {"first": int(rng.integers(2)), "winner": None}
            match["games"].append({"heroes": heroes, **begins, "seed": this, "place": place, "actions": None})
        games = [match["games"][-1] for match in under_way]
        for match, result in zip(under_way, results(record, one, other, game, games), strict=True):
            match["games"][-1]["winner"] = {1: 0, -1: 1, 0: None}[int(result)]
            match["score"], match["winner"] = standing(record, match)
    return record


def next_hero(rng, left, last):
    """Return a player's hero, of those left: the last game's hero (None: this is the first game), or one drawn."""
    return last if last in left else left[rng.integers(len(left))]


def results(record, one, other, game, games):
    """Play games with the same seed at places 0, 1, ...; return their results for `one`."""
    decks, numbers = deck_table(game, record["players"])
    pairs = [[numbers[player, hero] for player, hero in enumerate(each["heroes"])] for each in games]
    sides = [each["first"] for each in games]  # player `one` is on side 0 if it begins
    how = dict(pairs=pairs, side=sides, places=len(games), seed=games[0]["seed"])
    match = Match(one.player, other.player, game, decks, likeliest=record["likeliest"], **how)
    return match.play(len(games))


def replayed(record, game, one, other, match, number):
    """Replay a recorded game; return its winner. Raises ValueError for a game without a seed."""
    played = record["matches"][match]["games"][number]
    if played["seed"] is None:
        raise ValueError("This game has no seed: it was played by people.")
    copies = [played] * (played["place"] + 1)  # games at other places make no difference
    result = results(record, one, other, game, copies)[-1]
    return {1: 0, -1: 1, 0: None}[int(result)]


def deck_table(game, players):
    """Return all decks of two players as records (DECK_LIST_TYPE), and the number of each by player and hero."""
    named = [(i, hero, cards) for i, each in enumerate(players) for hero, cards in each["decks"].items()]
    table = new_records(DECK_LIST_TYPE, len(named))
    for row, (_, hero, cards) in zip(range(len(named)), named, strict=True):
        table[row] = deck_list(game.book(), hero, cards, legal=game.picks == 30)
    return table, {(player, hero): row for row, (player, hero, _) in enumerate(named)}


# --- Rules ---------------------------------------------------------------------------------


def wins_needed(record):
    return record["best_of"] // 2 + 1


def decks_left(record, match, player):
    """Return the heroes that a player may still choose: those whose decks have not won."""
    retired = {each["heroes"][player] for each in match["games"] if each["winner"] == player}
    return [hero for hero in record["players"][player]["decks"] if hero not in retired]


def standing(record, match):
    """Return the score of a match and its winner, None if it is not finished."""
    score = [sum(each["winner"] == player for each in match["games"]) for player in range(2)]
    winner = next((player for player in range(2) if score[player] == wins_needed(record)), None)
    return score, winner


# --- Records -------------------------------------------------------------------------------


def write(path, record):
    """Write a record to a file after checking it."""
    check(record)
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write((json.dumps(record, default=plain) + "\n").encode())


def read(path) -> dict:
    """Return the record in a file. Raises BrokenFile for a missing file and an invalid record."""
    path = Path(path)
    if not path.exists():
        raise BrokenFile(f"There is no record of matches '{path}'.")
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BrokenFile(f"The record of matches '{path}' is not valid JSON: {error}.") from error
    try:
        check(record)
    except BrokenFile as error:
        raise BrokenFile(f"The record of matches '{path}' is broken: {error}") from error
    return record


def check(record):
    """Raise BrokenFile unless a record is complete and follows the rules."""
    needs(record, "the record", format=str, by=str, game=dict, best_of=int, players=list, matches=list)
    if record["format"] != FORMAT:
        raise BrokenFile(f"Its format is '{record['format']}', not '{FORMAT}'.")
    if record["best_of"] < 1 or record["best_of"] % 2 == 0:
        raise BrokenFile(
            f"A match must be a best of 1, 3, 5 or another odd number, not of {record['best_of']}."
        )
    if len(record["players"]) != 2:
        raise BrokenFile(f"A match must have two players, not {len(record['players'])}.")
    for player in record["players"]:
        check_player(record, player)
    for i, match in enumerate(record["matches"]):
        needs(match, f"match {i + 1}", games=list, score=list)
        check_match(record, match, f"match {i + 1}")


def needs(part, what, **fields):
    """Raise BrokenFile unless a part of a record has these fields, of these types."""
    if not isinstance(part, dict):
        raise BrokenFile(f"{what.capitalize()} is not an object with named fields.")
    for name, kind in fields.items():
        if name not in part:
            raise BrokenFile(f"{what.capitalize()} has no field '{name}'.")
        if not isinstance(part[name], kind) or isinstance(part[name], bool):
            raise BrokenFile(f"The field '{name}' of {what} is {part[name]!r}, which is not {NAMES[kind]}.")


NAMES = {str: "a text", dict: "an object", int: "a whole number", list: "a list"}


def check_player(record, player):
    """Raise BrokenFile for a player with too few decks or an illegal one."""
    needs(player, "a player", name=str, kind=str, decks=dict)
    if player["kind"] not in KINDS:
        raise BrokenFile(f"'{player['name']}' is a '{player['kind']}', and not one of {', '.join(KINDS)}.")
    if len(player["decks"]) < wins_needed(record):
        raise BrokenFile(
            f"A best of {record['best_of']} needs decks for {wins_needed(record)} heroes, but "
            f"'{player['name']}' has {len(player['decks'])}."
        )
    try:
        game = game_of(record["game"])
    except (TypeError, ValueError) as error:
        raise BrokenFile(f"Its game cannot be played: {error}") from error
    for hero, cards in player["decks"].items():
        faults = deck_faults(game, hero, cards)
        if faults:
            raise BrokenFile(f"The deck of '{player['name']}' for {hero} cannot be played: {faults[0]}")


def deck_faults(game, hero, cards):
    """Return a sentence for each fault of a deck in this game."""
    if hero not in game.heroes:
        return [f"{hero} is not one of the game's heroes, {', '.join(game.heroes)}."]
    if len(cards) != game.picks:
        return [f"It has {len(cards)} cards, not {game.picks}."]
    table, faults = game.book().table, []
    for key, copies in Counter(cards).items():
        try:
            faults += card_faults(table[table.number(key)], copies, hero)
        except ValueError as unknown:
            faults.append(str(unknown))
    return faults


def check_match(record, match, what):
    """Raise BrokenFile for a match that breaks the rules or has a wrong score."""
    played = {"games": []}
    for k, each in enumerate(match["games"]):
        here = f"game {k + 1} of {what}"
        needs(each, here, heroes=list, first=int)
        if standing(record, played)[1] is not None:
            raise BrokenFile(f"{what.capitalize()} was won before {here}.")
        if each["first"] not in (0, 1) or each.get("winner", 2) not in (0, 1, None):
            raise BrokenFile(f"The first player of {here} must be 0 or 1, and its winner 0, 1 or null.")
        for player, hero in enumerate(each["heroes"]):
            name = record["players"][player]["name"] if player < 2 else "a third player"
            if player > 1 or hero not in record["players"][player]["decks"]:
                raise BrokenFile(f"In {here} '{name}' plays {hero}, but has no deck for this hero.")
            if hero not in decks_left(record, played, player):
                raise BrokenFile(f"In {here} '{name}' plays {hero}, whose deck has won and is retired.")
        if len(each["heroes"]) != 2:
            raise BrokenFile(f"In {here} there must be two heroes, not {len(each['heroes'])}.")
        played["games"].append(each)
    score, winner = standing(record, match)
    if match["score"] != score or match.get("winner") != winner:
        raise BrokenFile(
            f"By its games, the score of {what} is {score[0]}:{score[1]}, won by {name_of(record, winner)}, but the "
            f"record has {match['score']}, won by {name_of(record, match.get('winner'))}."
        )


def name_of(record, winner):
    return "nobody" if winner not in (0, 1) else f"'{record['players'][winner]['name']}'"


# --- Table II ------------------------------------------------------------------------------


def exact_share(won, n) -> Estimate:
    """Return a share in per cent, with Clopper and Pearson's exact interval."""
    low, high = proportion_confint(won, n, alpha=1 - LEVEL, method="beta") if n else (np.nan, np.nan)
    p = won / n if n else np.nan
    return Estimate(100 * p, 100 * low, 100 * high, n)


def summary(records) -> pd.DataFrame:
    """Return Table II for these records: matches and games won by the first player, with intervals.

    Unfinished matches and drawn games do not count.
    """
    rows = []
    for record in records:
        row = dict(zip(("player", "against"), (player["name"] for player in record["players"]), strict=True))
        winners = [match["winner"] for match in record["matches"]]
        matches = [winners.count(who) for who in range(2)]
        games = [sum(match["score"][who] for match in record["matches"]) for who in range(2)]
        for name, (won, lost) in (("matches", matches), ("games", games)):
            row |= {name: f"{won}:{lost}", f"{name} won (%)": exact_share(won, won + lost).spelt()}
        drawn = sum(game["winner"] is None for match in record["matches"] for game in match["games"])
        rows.append(row | {"drawn": drawn})
    return pd.DataFrame(rows)
