"""Actors: the games of one environment, their players, and the segments that the learning sides fill.

    actors = Actors(env, segments, policy, league, settings, rng)
    full = actors.act()             # one decision in every game; the numbers of segments that are complete

The league draws the opponent of each game, the learner itself or a frozen model; a coin decides the seats. In a game of
the learner against itself, one or both seats learn (`Settings.self_play_sides`). With `aside`, a thread steps the games
while others decide: their results are taken up by the next `act`.
"""

import copy
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch

from deckspace.learning.kernels import sample_rows
from deckspace.learning.losses import masked_log_probabilities
from deckspace.learning.osfp import SELF
from deckspace.learning.segments import Streams, indices, upload


def sampled(policy, seen, mask, state):
    """Sample actions of a policy; return them (n,), their log mu, and the next states."""
    logits, _, state = policy(seen, state)
    if logits.device.type == "cpu" and not torch.compiler.is_compiling():
        actions, log_mu = torch.zeros(len(logits), dtype=torch.long), torch.zeros(len(logits))
        luck = torch.rand(len(logits), dtype=torch.float64)
        rows = (part.numpy() for part in (logits.float(), mask, luck, actions, log_mu))
        sample_rows(*rows)
        return actions, log_mu, state
    logs = masked_log_probabilities(logits.float(), mask)
    sums = logs.exp().cumsum(1)  # constant over illegal actions, which are never the first to reach the luck
    luck = (1 - torch.rand(len(logs), 1, device=logs.device)) * sums[:, -1:]
    actions = (sums < luck).sum(1)
    return actions, logs.gather(1, actions[:, None])[:, 0], state


class Actors:
    def __init__(self, env, segments, policy, league, settings, rng, aside=False, sample=sampled):
        self.env, self.policy, self.league, self.settings, self.rng = env, policy, league, settings, rng
        self.sample, self.device, self.frozen = sample, segments.device, []
        self.n = len(env.masks())
        self.games = np.arange(self.n)
        self.who = np.full((self.n, 2), SELF)  # the players: SELF, or the index of a frozen model
        self.learns = np.zeros((self.n, 2), bool)
        self.states = torch.zeros(2 * self.n, policy.memory, device=self.device)
        self.streams = Streams(segments, 2 * self.n)
        self.ended = 0  # games
        self.guests, self.renewed = np.zeros(0, int), 0  # frozen models at the table, and when one last left
        self.thread = ThreadPoolExecutor(1) if aside else None
        self.under_way = None  # the step of a thread
        self.seat(self.games)

    def seat(self, games):
        """Draw the players of new games."""
        drawn, mine = self.invited(len(games)), self.rng.integers(2, size=len(games))
        self.who[games], self.learns[games] = SELF, False
        self.who[games, 1 - mine] = drawn
        self.learns[games, mine] = True
        if self.settings.self_play_sides == "both":
            self.learns[games, 1 - mine] |= drawn == SELF
        if self.states.shape[1]:
            (begun,) = indices([np.concatenate([2 * games, 2 * games + 1])], self.device)
            self.states[begun] = 0
        if hasattr(self.env, "seated"):
            self.env.seated(games, self.learns[games])

    def invited(self, n):
        """Draw the opponents of n games: of all that the league may draw, or of the few frozen models at the table.

        After as many games as there are places, one of these is drawn anew, so that each meets its share in the end.
        """
        drawn, few = self.league.draw(self.rng, n), self.settings.guests
        if not few or not self.league.history:
            return drawn
        if len(self.guests) < few:
            self.guests = self.league.frozen(self.rng, few)
        elif self.ended - self.renewed >= self.n:
            self.guests[self.rng.integers(few)] = self.league.frozen(self.rng, 1)[0]
            self.renewed = self.ended
        return np.where(drawn == SELF, SELF, self.guests[self.rng.integers(few, size=n)])

    @torch.inference_mode()
    def act(self, update=0):
        """Take one decision in every game; return the numbers of the segments that are complete.

        Raises ValueError if a game has no legal action.
        """
        self.settle()
        observation, masks = self.env.observe(), self.env.masks()
        if not masks.any(axis=1).all():
            raise ValueError("A game asks for a decision, but its mask has no legal action.")
        seats = observation["seat"].astype(int)
        seen = {name: upload(part, self.device) for name, part in observation.items()}
        mask, (mine,) = upload(masks, self.device), indices([2 * self.games + seats], self.device)
        before = self.states[mine]
        actions, log_mu, self.states[mine] = self.answers(self.who[self.games, seats], seen, mask, before)
        rows = np.flatnonzero(self.learns[self.games, seats])
        streams = 2 * rows + seats[rows]
        full = self.streams.add(streams, rows, seen, mask, before)
        actions, log_mu = torch.stack([actions.float(), log_mu]).cpu().numpy()  # the only wait for a device
        actions = actions.astype(int)
        self.streams.decided(streams, actions[rows], log_mu[rows], update)
        if self.thread:
            self.under_way = self.thread.submit(self.env.step, actions)
        else:
            self.finish(*self.env.step(actions))
        return full

    def answers(self, players, seen, mask, before):
        """Sample the actions of each game's player; return them, their log mu, and the next states."""
        numbers = np.unique(players)  # SELF, if it is there, comes first
        if self.device.type == "cpu" and len(numbers) > 1:
            whole = [torch.zeros(self.n, dtype=torch.long), torch.zeros(self.n), torch.zeros_like(before)]
        else:  # always of the same shape: all rows are asked of the first player
            whole, numbers = self.sample(self.model(numbers[0]), seen, mask, before), numbers[1:]
        for number in numbers:
            (rows,) = indices([np.flatnonzero(players == number)], self.device)
            some = {name: part[rows] for name, part in seen.items()}
            found = sampled(self.model(number), some, mask[rows], before[rows])
            whole = [all_rows.index_copy(0, rows, each) for all_rows, each in zip(whole, found, strict=True)]
        return whole

    def settle(self):
        """Wait for a step that a thread has begun, and take up its results."""
        if self.under_way is not None:
            step, self.under_way = self.under_way, None
            self.finish(*step.result())

    def finish(self, rewards, dones):
        """Record what a step has brought, and begin new games."""
        self.streams.reward(rewards, dones)
        over = np.flatnonzero(dones)
        if len(over):
            opponents = self.who[over].max(axis=1)  # SELF is below every number
            as_seat = np.where(self.who[over, 0] == SELF, 1, -1)
            self.league.record(opponents, as_seat * np.sign(rewards[over]))
            self.ended += len(over)
            self.seat(over)

    def model(self, number):
        """Return the policy of a player; frozen ones are created from their weights when first needed."""
        if number == SELF:
            return self.policy
        while len(self.frozen) <= number:
            model = copy.deepcopy(self.policy)
            model.load_state_dict(self.league.history[len(self.frozen)])
            self.frozen.append(model.eval().requires_grad_(False))
        return self.frozen[number]

    def state(self):
        """Return the state of all games; the segments are the learner's.

        It waits for a step that is under way, whose results are taken up when they would be anyway, by the next `act`.
        """
        brought = self.under_way and self.under_way.result()
        names = ("who", "learns", "states", "ended", "guests", "renewed")
        streams = {name: getattr(self.streams, name) for name in ("segment", "fill", "open")}
        kept = {"env": self.env.state(), "streams": streams, "brought": brought}
        return kept | {name: getattr(self, name) for name in names}

    def restore(self, state, rng):
        """Continue from a `state`."""
        state = dict(state)
        self.env.restore(state.pop("env"))
        vars(self.streams).update(state.pop("streams"))
        brought = state.pop("brought", None)
        if brought is not None:
            self.under_way = Future()
            self.under_way.set_result(brought)
        vars(self).update(state | {"rng": rng})
