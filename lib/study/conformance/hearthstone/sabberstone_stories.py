"""One step of a recorded game in words: the position, the options and the outcome, ours and theirs."""

from deckspace.engine.hearthstone.state import decode
from study.conformance.hearthstone.sabberstone_mismatches import actor_of, minion_of, option_name
from study.conformance.hearthstone.sabberstone_replay import option_numbers
from study.conformance.hearthstone.sabberstone_views import PLAYER_TYPE
from study.conformance.report import differences


def story(replay, i):
    """Return the position before step i and what is done in it."""
    step = replay.steps[i]
    ours, theirs = replay.legal(), option_numbers(step["opts"], step["s"], replay.places(i))
    lines = [
        f"Game {replay.trace['game']}, before step {i}:",
        *position_lines(replay.views[i], replay.numbers),
    ]
    for what, those in (
        ("not legal here", set(theirs) - set(ours)),
        ("legal here only", set(ours) - set(theirs)),
    ):
        lines += [
            f"  {what}: {decode(n)} {option_name(n, replay.views[i], replay.numbers)}" for n in sorted(those)
        ]
    chance = ", with chance" if step["rnd"] else ""
    return "\n".join([*lines, f"Action: {step['act']} ({actor_of(step, replay.numbers)}{chance})"])


def outcome_story(replay, i, done):
    """Return in which fields our next state differs from the recorded one, and both."""
    theirs = replay.views[i + 1]
    if not done:
        return "\n".join(["This action is not legal here. Theirs:", *position_lines(theirs, replay.numbers)])
    wrong = differences(as_dict(replay.ours, replay.numbers), as_dict(theirs, replay.numbers))
    lines = [line for line in wrong] or ["    no difference"]
    ours_lines = position_lines(replay.ours, replay.numbers)
    return "\n".join(
        ["Afterwards:", *lines, "Ours:", *ours_lines, "Theirs:", *position_lines(theirs, replay.numbers)]
    )


def position_lines(view, numbers):
    """Return a view as lines of text."""
    shown = as_dict(view, numbers)
    lines = [
        f"  turn {shown['turn']}, player {shown['player']} to move" + (", over" if shown["over"] else "")
    ]
    for name in ("p1", "p2"):
        player = shown[name]
        plain = {key: value for key, value in player.items() if value and not isinstance(value, list)}
        lines.append(
            f"  {name}: " + ", ".join(f"{key} {value}" for key, value in plain.items() if value != "nothing")
        )
        lines += [
            f"      {zone}: {', '.join(player[zone])}"
            for zone in ("secrets", "hand", "board")
            if player[zone]
        ]
        lines.append(f"      deck of {len(player['deck'])}: {', '.join(player['deck'][:4])} ...")
    return lines


def as_dict(view, numbers):
    """Return a view as nested dicts and lists, for people."""
    players = {}
    for side in range(2):
        one = view.players[side]
        player = {name: int(one[name]) for name in PLAYER_TYPE.names[:22]}
        player["weapon"], player["power"] = numbers.name(player["weapon"]), numbers.name(player["power"])
        player["hand"] = [
            f"{numbers.name(int(card.card))} ({card.cost})" for card in one.hand[: one.hand_size]
        ]
        player["deck"] = [numbers.name(int(card)) for card in one.deck[: one.deck_size]]
        player["secrets"] = [numbers.name(int(card)) for card in one.secrets[: one.secret_count]]
        player["board"] = [minion_text(minion, numbers) for minion in one.board[: one.minions]]
        players[f"p{side + 1}"] = player
    return {"turn": int(view.turn), "player": int(view.active) + 1, "over": bool(view.over)} | players


def minion_text(shown, numbers):
    """Return a minion in one line: name, attack/health of maximum, attacks made, letters."""
    one = minion_of(shown, numbers)
    bonus = f"+{shown.spell_damage}" if shown.spell_damage else ""
    return f"{one.name} {one.attack}/{one.health}({one.max_health}) n{one.attacks} {one.letters}{bonus}"
