"""Sums of embeddings of sets of cards, most of whose places are empty: a compiled kernel on the processor.

    sums(cards, known, begins)          # (n, sets, size)

On other devices it is torch's `embedding_bag`.
"""

import numpy as np
import torch
import torch.nn.functional as F

from deckspace.compiling import njit


@torch.library.custom_op("deckspace::sums", mutates_args=())
def sums(cards: torch.Tensor, known: torch.Tensor, begins: list[int]) -> torch.Tensor:
    """Return the sums (n, sets, size) of the embeddings `known` (cards, size) of sets of card numbers.

    `cards` (n, places) int16 holds the sets one after the other; set k goes from begins[k] to begins[k + 1]. Number 0
    is no card, and counts nothing.
    """
    if cards.device.type != "cpu":
        n, width = cards.shape
        first = torch.tensor(begins[:-1], device=cards.device)
        offsets = torch.arange(n, device=cards.device)[:, None] * width + first
        flat = cards.flatten().int()
        found = F.embedding_bag(flat, known, offsets.flatten().int(), mode="sum", padding_idx=0)
        return found.unflatten(0, (n, len(begins) - 1))
    out = known.new_zeros(len(cards), len(begins) - 1, known.shape[1])
    add_up(cards.numpy(), known.detach().numpy(), np.array(begins), out.numpy())
    return out


@sums.register_fake
def _(cards, known, begins):
    return known.new_empty(len(cards), len(begins) - 1, known.shape[1])


@torch.library.custom_op("deckspace::sums_backward", mutates_args=())
def sums_backward(cards: torch.Tensor, back: torch.Tensor, begins: list[int], rows: int) -> torch.Tensor:
    """Return the gradient (rows, size) of `known`, given that of the sums."""
    out = back.new_zeros(rows, back.shape[2])
    if cards.device.type != "cpu":
        lengths = torch.tensor(np.diff(begins), device=cards.device)
        spread = back.repeat_interleave(lengths, dim=1, output_size=begins[-1]).flatten(0, 1)
        out.index_add_(0, cards.flatten().int(), spread)
        out[0] = 0
    else:
        spread_out(cards.numpy(), back.contiguous().numpy(), np.array(begins), out.numpy())
    return out


@sums_backward.register_fake
def _(cards, back, begins, rows):
    return back.new_empty(rows, back.shape[2])


def keep(ctx, inputs, output):
    cards, known, begins = inputs
    ctx.save_for_backward(cards)
    ctx.begins, ctx.rows = begins, len(known)


def backward(ctx, back):
    (cards,) = ctx.saved_tensors
    return None, sums_backward(cards, back, ctx.begins, ctx.rows), None


sums.register_autograd(backward, setup_context=keep)


@njit(nogil=True, cache=True)
def add_up(cards, known, begins, out):
    """Add the embeddings of each set."""
    size = known.shape[1]
    for i in range(len(cards)):
        for k in range(len(begins) - 1):
            for j in range(begins[k], begins[k + 1]):
                card = np.int64(cards[i, j])
                if card:
                    for x in range(size):
                        out[i, k, x] += known[card, x]


@njit(nogil=True, cache=True)
def spread_out(cards, back, begins, out):
    """Add each set's gradient to its cards."""
    size = out.shape[1]
    for i in range(len(cards)):
        for k in range(len(begins) - 1):
            for j in range(begins[k], begins[k + 1]):
                card = np.int64(cards[i, j])
                if card:
                    for x in range(size):
                        out[card, x] += back[i, k, x]
