"""Whoever tries something impossible on the board is told why, and by mouse, keys and touch alike."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By

from deckspace.engine.locm import replay
from deckspace.engine.locm.cards import edition
from deckspace.table.locm import view as locm_view
from table_stage import SIZES, Stage, hearthstone, legends

TIRED = [
    {"name": "Bloodfen Raptor", "ready": False},
    {"name": "Chillwind Yeti", "frozen": True},
    {"name": "Wisp", "attacks": 1},
    "Ancient Watcher",
    "Mana Tide Totem",
]
HAND = ["Nightblade", "Deadly Shot", "Counterspell", "Execute", "Unleash the Hounds", "Moonfire"]
ME = {"class": "MAGE", "mana": 4, "board": TIRED, "hand": HAND, "secrets": ["Counterspell"]}
HEALTHY = {"class": "ROGUE"}
READY = {"class": "MAGE", "mana": 4, "board": ["Wisp"], "hand": ["Fireball", "Polymorph", "Elven Archer"]}
GUARDED = {"class": "ROGUE", "board": ["Sen'jin Shieldmasta", "Worgen Infiltrator", "Faerie Dragon", "Wisp"]}
FULL = {"mana": 4, "class": "PALADIN", "board": ["Wisp"] * 7, "hand": ["Wisp", "Mirror Image"]}


@pytest.fixture(scope="module")
def stage(browser, tmp_path_factory):
    return Stage(browser, tmp_path_factory.mktemp("stage"))


def find(stage, css):
    return stage.driver.find_element(By.CSS_SELECTOR, css)


def element(stage, name):
    """Return a hero, the hero power, a card of the hand, or a minion, by its id or the beginning of its name."""
    by_id = stage.driver.find_elements(By.CSS_SELECTOR, f'[data-id="{name}"]')
    return by_id[0] if by_id else find(stage, f'.minion[aria-label^="{name},"]')


def told(stage, *names):
    """Click on elements; return what is said in the middle of the board, and to those who hear it."""
    for name in names:
        element(stage, name).click()
    said = find(stage, ".middle .call").text
    assert stage.driver.execute_script("return document.querySelector('.spoken').textContent") == said
    return said


@pytest.mark.parametrize(
    "name, why",
    [
        ("hand-0", "Nightblade costs 5 mana; you have 4."),
        ("hand-1", "Playable only if your opponent has a minion."),
        ("hand-2", "Your Secret Counterspell is already in play."),
        ("hand-3", "There is no target for Execute."),
        ("hand-4", "Playable only if your opponent has a minion."),
        ("me-hero", "Your hero has no attack."),
        ("Bloodfen Raptor", "Bloodfen Raptor has just arrived: it can attack next turn."),
        ("Chillwind Yeti", "Chillwind Yeti is frozen: it cannot attack this turn."),
        ("Wisp", "Wisp has already attacked this turn."),
        ("Ancient Watcher", "Ancient Watcher cannot attack."),
        ("Mana Tide Totem", "Mana Tide Totem has no attack."),
    ],
)
def test_what_cannot_be_begun_says_why(stage, name, why):
    stage.open(*SIZES[0], hearthstone(ME, HEALTHY))
    assert told(stage, name) == why
    assert not stage.sent("act")


@pytest.mark.parametrize(
    "source, aim, why",
    [
        ("Wisp", "foe-hero", "A minion with Taunt must be attacked first."),
        ("Wisp", "Worgen Infiltrator", "Worgen Infiltrator has Stealth: it cannot be chosen."),
        ("hand-0", "Worgen Infiltrator", "Worgen Infiltrator has Stealth: it cannot be chosen."),
        ("hand-0", "Faerie Dragon", "Faerie Dragon cannot be chosen by spells or hero powers."),
        ("hand-1", "foe-hero", "The enemy hero is no target for Polymorph."),
        ("hand-2", "foe-hero", "First choose a place: a +."),
    ],
)
def test_what_is_no_target_says_why_and_the_choice_goes_on(stage, source, aim, why):
    minions = {"class": "ROGUE", "board": GUARDED["board"][:3]}
    stage.open(*SIZES[2], hearthstone(READY, minions))
    assert told(stage, source, aim) == why
    assert find(stage, '[data-id="cancel"]').is_displayed() and not stage.sent("act")


def test_a_full_board_and_a_used_hero_power_say_so(stage):
    stage.open(*SIZES[0], hearthstone(FULL, HEALTHY))
    for name in ("hand-0", "hand-1", "me-power"):
        assert told(stage, name) == "Your board is full."
    stage.open(*SIZES[0], hearthstone(FULL | {"power_used": True}, HEALTHY))
    assert told(stage, "me-power") == "Your hero power has been used this turn."


def test_keys_and_drags_get_the_same_reasons(stage):
    stage.open(*SIZES[0], hearthstone(ME, GUARDED))
    keys = ActionChains(stage.driver)
    keys.send_keys("1").perform()
    assert find(stage, ".middle .call").text == "Nightblade costs 5 mana; you have 4."
    ActionChains(stage.driver).send_keys("\ue00c").perform()  # Escape
    assert find(stage, ".middle .call").text == "Your turn 10"
    ActionChains(stage.driver, duration=20).drag_and_drop(
        element(stage, "Chillwind Yeti"), element(stage, "foe-hero")
    ).perform()
    assert find(stage, ".middle .call").text.startswith("Chillwind Yeti is frozen")
    stage.open(*SIZES[0], hearthstone(READY, GUARDED))
    own = find(stage, ".row.me .minion")
    ActionChains(stage.driver, duration=20).drag_and_drop(own, element(stage, "foe-hero")).perform()
    assert find(stage, ".middle .call").text == "A minion with Taunt must be attacked first."
    assert not stage.sent("act") and not stage.driver.find_elements(By.CSS_SELECTOR, ".picked, .arrow")


def test_a_tap_gets_its_reason_too(stage):
    stage.open(*SIZES[2], hearthstone(ME, HEALTHY))
    finger = ActionBuilder(stage.driver, mouse=PointerInput("touch", "finger"))
    finger.pointer_action.move_to(element(stage, "hand-0")).pointer_down().pointer_up()
    finger.perform()
    assert find(stage, ".middle .call").text == "Nightblade costs 5 mana; you have 4."


def test_in_the_opponents_turn_nothing_can_be_begun(stage):
    theirs = hearthstone(READY, HEALTHY)
    theirs["view"] |= {"yours": False, "moves": []}
    stage.open(*SIZES[0], theirs)
    assert told(stage, "hand-0") == "It is the opponent's turn."


def battle(board, others=(), hand=(), mana=12):
    """Return the message that shows a battle of LoCM; `board` and `others` hold creatures, `hand` numbers of cards."""
    book = edition()
    game = replay.position(
        replay.side(list(hand), board, mana=mana), replay.side(board=list(others)), turn=10
    )
    return legends("1.2") | {"view": locm_view.shown(game, book, 0)}


def cards(kind, guards=False):
    """Return the numbers of the cards of a type (0: creatures; 1 to 3: items), with or without Guard."""
    book = edition()
    found = [n for n in range(1, 161) if book.cards[n].type == kind]
    return [n for n in found if bool(book.cards[n].keywords & 8) == guards]


def test_the_board_of_locm_says_why_too(stage):
    book = edition()
    [creature, *_], [guard, *_], [green, *_], [red, *_] = cards(0), cards(0, True), cards(1), cards(2)
    dear = max(cards(0), key=lambda n: int(book.cards[n].cost))
    mine = [replay.creature(creature, lane, book) for lane in (0, 0, 0, 1, 1, 1)]
    mine[1] |= {"can_attack": 0}
    mine[2] |= {"can_attack": 0, "has_attacked": 1}
    others = [
        replay.creature(creature, 0, book),
        replay.creature(guard, 0, book),
        replay.creature(creature, 1, book),
    ]
    name = locm_view.name_of(creature, book)
    stage.open(*SIZES[2], battle(mine, others, [dear, creature, red]))
    assert told(stage, "me-1") == f"{name} has just arrived: it can attack next turn."
    assert told(stage, "me-2") == f"{name} has already attacked this turn."
    assert told(stage, "hand-1") == "Both of your lanes are full."
    assert told(stage, "me-0", "foe-player") == "A creature with Guard must be attacked first."
    assert told(stage, "foe-2") == f"{name} attacks only in its own lane."
    item = locm_view.name_of(red, book)
    assert told(stage, "hand-2", "foe-player") == f"The enemy player is no target for {item}."
    stage.open(*SIZES[2], battle([], [], [dear, green, red], mana=5))
    assert told(stage, "hand-0").endswith(f"costs {book.cards[dear].cost} mana; you have 5.")
    assert told(stage, "hand-1") == f"There is no target for {locm_view.name_of(green, book)}."
