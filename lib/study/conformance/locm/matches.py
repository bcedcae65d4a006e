"""Compare our LoCM engine with whole matches that the official referees of versions 1.2 and 1.5 have recorded.

A match is one JSON object: `errors`, what the referee sent to each player, frame by frame; `outputs`, what the players
answered; `summaries`, the referee's story; `scores`; and the seeds, as `uinput` (1.2) or `gameParameters` (1.5). Cards, drafts
and shuffles follow from the seeds, and everything else from the answers: every line that the referee sent is compared with
ours, and every command that it carried out.
"""

import re
from itertools import zip_longest

import numpy as np

from deckspace.engine.locm import protocol
from deckspace.engine.locm.cards import CARDS, cards, edition
from deckspace.engine.locm.random_java import shuffle, start_random, whole
from deckspace.engine.locm.referee import Lost, Table, construct, pick
from deckspace.engine.locm.replay import from_decks
from deckspace.engine.locm.rules import POOL
from deckspace.engine.locm.state import DECK, keywords_text
from deckspace.errors import BadInput

FIELDS = ("errors", "outputs", "summaries", "scores")
CARRIED_OUT = re.compile(r"Player \$[01] performed action: (.*)")
GENERATED = "Generated cards: "
NOTHING = "(no line)"
# What a broken record can raise, such as a game that goes on without messages.
BROKEN = (KeyError, TypeError, IndexError, ValueError, AttributeError, OverflowError, StopIteration)


class Recorded:
    """A player that gives the recorded answer to a turn."""

    name = "the recorded player"

    def __init__(self, answer):
        self.answer = answer

    def pick(self, *question):
        return self.answer

    construct = play = pick


def check_match(report, where, match):
    """Play one recorded match again and compare all of it; raises BadInput."""
    known = len(report.mismatches)
    try:
        seeds = seeds_of(match)
        replay = replay_modern if "cardGenSeed" in seeds else replay_classic
        winner = replay(report, where, match, seeds)
        scores = match["scores"]
        report.compare("winners", where, winner, int(scores["1"] > scores["0"]))
    except BROKEN as error:
        raise BadInput(
            f"The match of {where} is not written as a recorded one should be: {error!r}."
        ) from None
    report.count("matches", len(report.mismatches) == known)


def seeds_of(match):
    """Return the seeds of a match by name."""
    text = (match.get("gameParameters") or match["uinput"])[0]
    return {name: int(seed) for name, seed in (line.split("=") for line in text.split())}


def turns_of(match):
    """Return a dict for each message: the player, its lines, the answer, and the commands carried out before the next."""
    turns, last = [], {}
    for frame, summary in enumerate(match["summaries"]):
        for p in range(2):
            text, answer = (match[what][str(p)][frame] for what in ("errors", "outputs"))
            if text and answer:
                last[p] = {"player": p, "text": text, "answer": answer.rstrip("\r\n"), "commands": []}
                turns.append(last[p])
            elif text:  # the rest of a message that is too long for one frame
                last[p]["text"] += text
        if turns:
            turns[-1]["commands"] += CARRIED_OUT.findall(summary or "")
    return turns


# --- The two versions ----------------------------------------------------------------------


def replay_classic(report, where, match, seeds):
    """Play a match of version 1.2; return its winner."""
    book, turns, decks = edition(), iter(turns_of(match)), [[], []]
    for turn, offer in enumerate(offers_of(seeds["draftChoicesSeed"])):
        for p in range(2):
            told = next(turns)
            lines = protocol.draft_lines(offer, turn, p, book)
            same_lines(report, f"{where}, draft turn {turn + 1} of player {p + 1}", lines, told)
            try:
                decks[p].append(offer[pick(Recorded(told["answer"]), offer, turn, p, book)])
            except Lost:
                return 1 - p
    drawn = [[deck[i] for i in order_of(seeds, p)] for p, deck in enumerate(decks)]
    return replay_battle(report, where, turns, Table(from_decks(drawn, book), book, []))


def replay_modern(report, where, match, seeds):
    """Play a match of version 1.5; return its winner."""
    book, turns, decks = cards("1.5", seed=seeds["cardGenSeed"]), iter(turns_of(match)), []
    same_cards(report, where, match["summaries"][0], book)
    for p in range(2):
        told = next(turns)
        place = f"{where}, construction of player {p + 1}"
        same_lines(report, place, protocol.construction_lines(book), told)
        try:
            decks.append(construct(Recorded(told["answer"]), book))
        except Lost:
            return 1 - p
    orders = [order_of(seeds, p) for p in range(2)]
    drawn = [[deck[i] for i in order] for deck, order in zip(decks, orders, strict=True)]
    names = protocol.order_of_choosing([[i + 1 for i in order] for order in orders])
    return replay_battle(report, where, turns, Table(from_decks(drawn, book), book, [], names))


def replay_battle(report, where, turns, table):
    """Play the battle of a match; return its winner."""
    game = table.game
    for told in turns:
        place = f"{where}, turn {game.turn}"
        report.compare("turns and whose they are", place, int(game.current), told["player"])
        same_lines(report, place, table.lines(), told)
        try:
            table.ask(Recorded(told["answer"]))
        except Lost:
            return 1 - int(game.current)
        report.compare("turns of commands", place, [text for _, text in table.actions], told["commands"])
        if game.winner >= 0:
            break
        table.end_turn()
    report.compare("ends", where, [int(game.winner) >= 0, next(turns, None)], [True, None])
    return int(game.winner)


def same_lines(report, where, ours, told):
    """Compare our message with the recorded one, line by line."""
    theirs = [line.rstrip() for line in told["text"].rstrip("\n").split("\n")]
    ours = [line.rstrip() for line in ours]
    for i, (one, other) in enumerate(zip_longest(ours, theirs, fillvalue=NOTHING), 1):
        report.compare("lines", f"{where}, line {i}", one, other)


def same_cards(report, where, summary, book):
    """Compare the cards that the seed generates with the recorded ones."""
    if not summary.startswith(GENERATED):
        raise ValueError("the generated cards are missing")
    theirs = [text.split()[1:] for text in summary.removeprefix(GENERATED).split(" , ")]
    ours = [card_words(number, book.cards[number]) for number in range(1, book.card_count + 1)]
    for i, (one, other) in enumerate(zip_longest(ours, theirs, fillvalue=[NOTHING])):
        report.compare("cards", f"{where}, card {i}", " ".join(one), " ".join(other))


def card_words(number, card):
    """Return a card's figures as the referee writes them."""
    figures = [number - 1, card.type, card.cost, card.attack, card.defense, keywords_text(card.keywords)]
    return list(map(str, [*figures, card.player_hp, card.enemy_hp, card.card_draw, card.area]))


# --- What follows from the seeds -----------------------------------------------------------


def offers_of(seed):
    """Return the offers (30, 3) of version 1.2: three different cards each of a pool of sixty."""
    states = started(seed)
    pool = different(states, POOL, np.arange(1, CARDS + 1))
    return [different(states, 3, pool) for _ in range(DECK)]


def different(states, n, items):
    """Return `n` different items, drawn until they are."""
    found = []
    while len(found) < n:
        item = int(items[whole(states, 0, len(items))])
        if item not in found:
            found.append(item)
    return found


def order_of(seeds, player):
    """Return the places, among those chosen, of a player's cards in the order of drawing."""
    places = np.arange(DECK)
    shuffle(started(seeds[f"shufflePlayer{player}Seed"]), 0, places)
    return places.tolist()


def started(seed):
    """Return the states of one generator with this seed, which may be negative."""
    states = np.zeros(1, "u8")
    start_random(states, 0, np.uint64(seed % 2**64))
    return states
