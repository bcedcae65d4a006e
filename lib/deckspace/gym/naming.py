"""What the slots of an environment do, and what the numbers of its observations are, in words."""

from deckspace.engine.hearthstone.state import BOARD, HAND, OFFERED
from deckspace.engine.locm import state as locm
from deckspace.engine.locm.cards import KEYWORDS
from deckspace.gym.games import duels_of
from deckspace.learning.hearthstone.observation import CARDS, FIGURES
from deckspace.learning.locm.environment import Duels as LocmDuels
from deckspace.learning.locm.slots import TARGETS

OF_LOCM_CARD = (
    "there", "type", "cost", "attack", "defense", *KEYWORDS, "own health",
    "enemy health", "cards drawn", "area", "lane", "can attack, or copies in the deck",
)  # fmt: skip
OF_LOCM_PLAYER = (
    "health", "mana", "mana per turn", "cards in the deck", "runes", "cards drawn next turn", "cards in hand",
)  # fmt: skip


def names(env) -> dict[str, list[str]]:
    """Return a name for each slot (`slots`), and for each place of `cards` and `figures`, of an environment.

    The rows of LoCM's `cards` have columns, which are named in `card_figures`. Of Hearthstone's `players`, 0 is the one who decides.

    >>> import deckspace as ds
    >>> words = ds.gym.names(ds.gym.HearthstoneEnv("small"))
    >>> words["slots"][0], words["slots"][19], words["slots"][39], words["slots"][-1]
    ('play card 0 of the hand', 'end the turn', 'pick Goldshire Footman', 'choose the hero HUNTER')
    >>> words["figures"][0]
    'hand 0: cost'
    """
    duels = duels_of(env)
    return names_of_locm(duels) if isinstance(duels, LocmDuels) else names_of_hearthstone(duels.game)


def names_of_hearthstone(game):
    table = game.book().table
    return {
        "slots": [
            *numbered("play card {} of the hand", HAND),
            *numbered("attack with my minion {}", BOARD),
            *("attack with my hero", "use the hero power", "end the turn"),
            *numbered("take option, or offered card, {}", OFFERED),
            *("aim at my hero", "aim at the enemy hero"),
            *numbered("aim at my minion {}", BOARD),
            *numbered("aim at the enemy minion {}", BOARD),
            *(f"pick {table[key].name}" for key in game.candidates()),
            *(f"choose the hero {hero}" for hero in game.heroes),
        ],
        "cards": [each for name, n in CARDS for each in numbered(f"{name} {{}}", n)],
        "figures": [
            f"{place}: {figure}"
            for name, n, figures in FIGURES
            for place in numbered(f"{name} {{}}", n)
            for figure in figures
        ],
    }


def names_of_locm(duels):
    places = ("enemy player", *numbered("creature {}", TARGETS - 1))
    offers = duels.cards.shape[1] - locm.HAND - 2 * locm.BOARD - locm.DECK
    return {
        "slots": [
            "end the turn",
            *(f"summon card {i} of the hand to lane {lane}" for i in range(locm.HAND) for lane in range(2)),
            *(f"use card {i} of the hand on: {place}" for i in range(locm.HAND) for place in places),
            *(f"attack with my creature {i}: {place}" for i in range(locm.BOARD) for place in places),
            *numbered("pick the offered card {}", offers),
        ],
        "cards": [
            *numbered("hand {}", locm.HAND),
            *numbered("my creature {}", locm.BOARD),
            *numbered("enemy creature {}", locm.BOARD),
            *numbered("my deck {}", locm.DECK),
            *numbered("offered card {}", offers),
        ],
        "card_figures": list(OF_LOCM_CARD),
        "figures": [
            "is battle",
            "turn, or picks so far",
            *(f"{side}: {figure}" for side in ("me", "enemy") for figure in OF_LOCM_PLAYER),
        ],
    }


def numbered(text, n):
    """Return a text n times, with the numbers from 0 in its braces."""
    return [text.replace("{}", str(i)) for i in range(n)]
