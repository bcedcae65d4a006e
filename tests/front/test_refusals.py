"""The front door refuses what cannot be done in a sentence that helps."""

import re

import pytest

import deckspace as ds
from deckspace.hearthstone import deck

DECKS = ["Starter Hunter", "Starter Warlock"]
NEUTRAL = """
Wisp, Murloc Raider, Bloodfen Raptor, River Crocolisk, Raid Leader, Chillwind Yeti, Boulderfist Ogre, Wolfrider,
Bluegill Warrior, Goldshire Footman, Voodoo Doctor, Novice Engineer, Ironforge Rifleman, Stonetusk Boar, Core Hound
"""
NEUTRAL_DECK = dict.fromkeys(map(str.strip, NEUTRAL.split(",")), 2)


def game(**how):
    return ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Elite Control Warlock", **({"seed": 1} | how))


def over():
    one = game()
    while not one.over:
        one.play(one.legal()[-1])
    return one


def fought():
    one = battle()
    while not one.over:
        one.play(one.legal()[-1])
    return one


def battle():
    return ds.locm.Game(seed=1, decks=[[3] * 30] * 2)


RANDOM, WEAK = ds.Random(), ds.locm.WeakOp()
WRONG = (-5, 1000, 1.7, True, "abc", None)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: deck("Elite Agro Hunter"), "'Elite Agro Hunter'; the nearest is 'Elite Aggro Hunter'."),
        (lambda: deck("AAEBAR8"), "'AAEBAR8' is not a deck code, which is a line of letters and digits"),
        (lambda: deck("AAECAf0EAAABuwKAlOvcAwA="), "is not a deck code"),  # a billion Fireballs
        (lambda: deck("AAEBAR8B/z8AAAA="), "card number 8191, which is not in the set mesb."),
        (lambda: deck({"Firebal": 2}), "The set mesb has no card 'Firebal'; the nearest is 'Fireball'."),
        (lambda: deck(["Wisp"] * 31), "cards, but must have 30. The deck has 31 copies of Wisp"),
        (lambda: deck(NEUTRAL_DECK), 'do not determine its class: give it, as in hero="MAGE"'),
        (lambda: deck("nonsense"), "is neither a known deck (see ds.hearthstone.decks()) nor a deck code"),
        (lambda: deck(7), "A deck must be the name of a known deck, a deck code, a list of 30 card names"),
        (
            lambda: deck({"Wisp": "2"}),
            "The number of copies of Wisp must be a whole number of at least 0, not '2'.",
        ),
        (lambda: deck(DECKS[0], hero=5), "There is no hero class '5'; choose one of DRUID"),
        (lambda: deck([["a"]] * 30), "The set mesb has no card ['a']"),
        # Games
        (lambda: game().view(5), "The side must be 0, 1 or None, not 5."),
        (lambda: game().view(-1), "The side must be 0, 1 or None, not -1."),
        (lambda: game().log(2), "The side must be 0, 1 or None, not 2."),
        (lambda: over().ask(RANDOM), "The game is over: there are no more actions."),
        (lambda: game(keep=[0]), "The kept cards must be a pair, those of side 0 and of side 1, not [0]."),
        (
            lambda: game(keep=len),
            "The kept cards must be a pair, those of side 0 and of side 1, not <built-in",
        ),
        (lambda: game(seed=-1), "A seed must be a whole number from 0 to"),
        (lambda: game(keep=([3], None)), "place of a kept card must be a whole number from 0 to 2, not 3"),
        (lambda: game(keep=(3, None)), "The kept cards must be a list of places in the opening hand, not 3"),
        (lambda: game().play("play Wsip"), "'play Wsip' cannot be done now; the nearest is 'play Wisp'."),
        (lambda: game().ask(lambda view: 0), 'An agent returns one of view["actions"].'),
        (
            lambda: game().ask(lambda: 0),
            "The agent <lambda> must take one argument, the player's view: def agent(view).",
        ),
        (
            lambda: ds.locm.Linear([1] * 19),
            "needs 20 weights, each a finite 32-bit number; these have the shape (19,)",
        ),
        (
            lambda: ds.locm.evaluate(lambda: 0, WEAK),
            "must take one argument, the player's view: def agent(view).",
        ),
        (lambda: game().play(None), "An action must be a whole number that `legal` lists"),
        (lambda: battle().play("ATTACK 1 -1"), "Creature 1 is not on the board of player 1."),
        (lambda: battle().play("DANCE"), "There is no command 'DANCE'; use SUMMON, ATTACK, USE or PASS."),
        (lambda: battle().play(7), "7 cannot be done now; `legal` lists what is possible."),
        (lambda: battle().pick(0, 0), "The draft is over"),
        (lambda: ds.locm.Game().pick(0, 3), "A pick must be 0, 1 or 2"),
        (lambda: ds.locm.Game().legal(), "The draft is not over: 0 of 30 cards are picked."),
        (lambda: ds.locm.Game(seed=-1), "A seed must be a whole number from 0 to 2^64 - 1, not -1."),
        (lambda: ds.locm.Game(decks=[[1], [2]]), "The decks must be two lists of 30 card numbers"),
        (lambda: ds.locm.Game(decks=[[0] * 30] * 2), "A deck must have 30 card numbers from 1 to 160."),
        (lambda: ds.locm.Game(decks=[[1] * 30, [1] * 29]), "The decks must be two lists of 30 card numbers"),
        (
            lambda: ds.locm.Game(decks=[["Beavrat"] * 30] * 2),
            "The decks must be two lists of 30 card numbers",
        ),
        (
            lambda: ds.locm.Game(book=1.5),
            'A rule book must be one of deckspace.locm.cards, or a name such as "1.5", not 1.5.',
        ),
        (
            lambda: ds.locm.Game().pick([0], [1]),
            "A pick must be 0, 1 or 2, one of the three offered cards, not [0] and [1].",
        ),
        (lambda: ds.locm.Game().ask(WEAK, 5), "The player must be 0 or 1, not 5."),
        (lambda: ds.locm.Game().ask(WEAK, -1), "The player must be 0 or 1, not -1."),
        (lambda: fought().ask(WEAK), "The game is over."),
        # Matches
        (lambda: ds.play([RANDOM]), "A match needs at least two agents, not 1"),
        (lambda: ds.play([RANDOM] * 2, games=0), "of games must be a whole number of at least 1, not 0."),
        (lambda: ds.play(RANDOM), "A match needs at least two agents, not 1"),
        (
            lambda: ds.play([RANDOM] * 2, games=True),
            "of games must be a whole number of at least 1, not True.",
        ),
        (lambda: ds.play([RANDOM] * 2, []), 'The decks must be at least one, as in ["Starter Hunter"]'),
        *(
            (
                lambda seed=seed: ds.play([RANDOM] * 2, DECKS, 2, seed=seed),
                "A seed must be a whole number from 0",
            )
            for seed in (-1, "a", 1.5)
        ),
        (lambda: ds.evaluate(RANDOM, []), "The field is empty"),
        (lambda: ds.play([RANDOM, "mcts"], DECKS), "not 'mcts': a name is looked up with ds.roster"),
        (lambda: ds.play([RANDOM, ds.Beam], DECKS), "make one, as in Beam(...)"),
        (lambda: ds.play([(RANDOM,)] * 2), "must be followed by its deck: (agent, deck)"),
        (lambda: ds.play([(RANDOM, DECKS[0])] * 2, DECKS[1]), "Each agent brings a deck of its own"),
        (lambda: ds.play([RANDOM] * 2, ["Starter Huntr"]), "the nearest is 'Starter Hunter'"),
        (lambda: ds.evaluate(lambda view: 7, RANDOM, DECKS), "The agent <lambda> cannot do what it returned"),
        (lambda: ds.locm.play([WEAK]), "A match needs at least two agents, not 1"),
        (lambda: ds.locm.play(WEAK), "A match needs at least two agents, not 1"),
        (
            lambda: ds.locm.play([WEAK] * 2, 1, seed=1.5),
            "A seed must be a whole number from 0 to 2^64 - 1, not 1.5.",
        ),
        (lambda: ds.locm.evaluate(WEAK, []), "The field is empty"),
        (lambda: ds.locm.play([WEAK] * 2, drafts=0), "of drafts must be a whole number of at least 1, not 0"),
        # Cards
        *(
            (lambda cost=cost: ds.locm.cards(changes={4: {"cost": cost}}), "cost of card 4 ")
            for cost in WRONG
        ),
        (lambda: ds.hearthstone.cards(["mesb"]), "There is no card set ['mesb']; choose one of mesb"),
        (lambda: ds.hearthstone.cards({4: {"cost": 1}}), "as a keyword argument: cards(changes="),
        (lambda: ds.describe("Zombie Chew"), "has a card 'Zombie Chew'; the nearest is 'Zombie Chow'."),
    ],
)
def test_it_is_refused_in_one_sentence(call, message):
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        call()
    assert "\n" not in str(error.value)


def test_the_class_of_a_neutral_deck_may_be_given():
    assert deck(NEUTRAL_DECK, hero="mage").hero_class == "MAGE"
