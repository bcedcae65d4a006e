"""Segments of decisions, the learner's samples: `unroll` consecutive decisions of one seat, in arrays made once.

    segments = Segments(count, unroll, env.observe(), actions, memory, device)
    streams = Streams(segments, 2 * games)          # one for each seat of each game, which fills one segment at a time
    full = streams.add(...)                         # the numbers of the segments that are complete
    segments.batch(full)                            # as tensors (unroll, B, ...)
    segments.give_back(full)                        # their room is free again

Nothing is done for single segments or decisions. What policies read (observations, masks, the LSTM's first states) lies
on their device, time first; what games tell (rewards, ends), with actions, their probabilities and the updates at which
they were taken, lies on the processor.
"""

import numpy as np
import torch


def upload(array, device):
    """Return an array as a tensor on a device, without waiting for it if its memory is pinned."""
    return torch.as_tensor(array).to(device, non_blocking=True)


def indices(arrays, device):
    """Return arrays of indices as tensors on a device, with one upload."""
    return upload(np.stack(arrays), device).unbind()


class Segments:
    """Room for `count` segments; `free` holds the numbers of those that nobody uses."""

    def __init__(self, count, unroll, observation, actions, memory, device):
        def room(length, *shape, of=torch.float32):
            return torch.zeros((length, count, *shape), dtype=of, device=device)

        self.unroll, self.device = unroll, device
        self.seen = {
            name: room(unroll + 1, *part.shape[1:], of=torch.as_tensor(part).dtype)
            for name, part in observation.items()
        }
        self.mask = room(unroll, actions, of=torch.bool)
        self.start = torch.zeros(count, memory, device=device)
        kinds = {"action": "i8", "log_mu": "f4", "reward": "f4", "done": bool, "made": "f4"}
        self.told = {name: np.zeros((unroll, count), kind) for name, kind in kinds.items()}
        self.free = np.arange(count)

    def take(self, n):
        """Return the numbers of n free segments."""
        taken, self.free = self.free[:n], self.free[n:]
        return taken

    def give_back(self, numbers):
        if len(numbers):
            self.free = np.concatenate([self.free, numbers])

    def made(self, numbers):
        """Return for each segment the mean of the updates at which its decisions were made."""
        return self.told["made"][:, numbers].mean(axis=0)

    def batch(self, numbers):
        """Return segments as tensors (unroll, B, ...), `seen` (unroll + 1, B, ...), `start` (B, memory)."""
        which = upload(numbers, self.device)
        batch = {
            name: upload(part[:, numbers], self.device) for name, part in self.told.items() if name != "made"
        }
        batch["seen"] = {name: part.index_select(1, which) for name, part in self.seen.items()}
        return batch | {"mask": self.mask.index_select(1, which), "start": self.start.index_select(0, which)}


class Streams:
    """The segments that are being filled, one for each of n streams."""

    def __init__(self, segments, n):
        self.segments = segments
        self.segment = segments.take(n)
        self.fill = np.zeros(n, int)  # decisions so far
        self.open = np.zeros(n, bool)  # whether the last one belongs to an unfinished game

    def add(self, streams, rows, seen, mask, state):
        """Begin a decision of these streams, seen in these rows of observations; return the segments that it completes.

        `mask` and `state` are those of all rows. What was decided follows by `decided`.
        """
        home, unroll = self.segments, self.segments.unroll
        at, segment = self.fill[streams], self.segment[streams]
        ready = at == unroll
        full, fresh = segment[ready], home.take(int(ready.sum()))
        # The observation after a segment's last decision belongs to it, and begins the next.
        where = (
            np.append(at, np.zeros(len(full), int)),
            np.append(segment, fresh),
            np.append(rows, rows[ready]),
        )
        t, k, row = indices(where, home.device)
        for name, part in seen.items():
            home.seen[name][t, k] = part[row]
        at[ready], segment[ready] = 0, fresh
        t, k, row = indices((at, segment, rows), home.device)
        home.mask[t, k] = mask[row]
        if state.shape[1] and (begins := at == 0).any():
            k, row = indices((segment[begins], rows[begins]), home.device)
            home.start[k] = state[row]
        self.segment[streams], self.fill[streams], self.open[streams] = segment, at + 1, True
        return full

    def decided(self, streams, action, log_mu, update):
        """Store what these streams have decided, and the number of updates of the learner by then."""
        where = self.fill[streams] - 1, self.segment[streams]
        given = {"action": action, "log_mu": log_mu, "made": update, "reward": 0, "done": False}
        for name, part in given.items():
            self.segments.told[name][where] = part

    def reward(self, rewards, dones):
        """Add rewards (n,) of seat 0 to the last decisions of both seats, and close the streams of finished games."""
        both, ends = np.stack([rewards, -rewards], 1).ravel(), np.repeat(dones, 2)
        streams = np.flatnonzero(self.open & ((both != 0) | ends))
        where = self.fill[streams] - 1, self.segment[streams]
        self.segments.told["reward"][where] += both[streams]
        self.segments.told["done"][where] = ends[streams]
        self.open &= ~ends
