"""Steps of policies and losses in which most of what torch would compute is not needed, as compiled loops.

    sums(cards, known, begins)                   # sums of embeddings of sets, most of whose places are empty
    log_pi, entropy, log_z = chosen_rows(logits, mask, action)     # of one action among few legal ones
    sample_rows(logits, mask, luck, action, log_mu)                # the same, drawn

The first two are operators of torch with gradients; all but the first are for the processor only.
"""

import numpy as np
import torch
import torch.nn.functional as F

from deckspace.compiling import njit

# --- Sums of embeddings ----------------------------------------------------------------------


@torch.library.custom_op("deckspace::sums", mutates_args=())
def sums(cards: torch.Tensor, known: torch.Tensor, begins: list[int]) -> torch.Tensor:
    """Return the sums (n, sets, size) of the embeddings `known` (cards, size) of sets of card numbers.

    `cards` (n, places) int16 holds the sets one after the other; set k goes from begins[k] to begins[k + 1]. Number 0
    is no card, and counts nothing.
    """
    if cards.device.type == "cpu":
        out = known.new_zeros(len(cards), len(begins) - 1, known.shape[1])
        add_up(cards.numpy(), known.detach().numpy(), np.array(begins), out.numpy())
        return out
    first = torch.tensor(begins[:-1], device=cards.device)
    offsets = torch.arange(len(cards), device=cards.device)[:, None] * cards.shape[1] + first
    flat = cards.flatten().int(), known, offsets.flatten().int()
    return F.embedding_bag(*flat, mode="sum", padding_idx=0).unflatten(0, (len(cards), len(begins) - 1))


@sums.register_fake
def _(cards, known, begins):
    return known.new_empty(len(cards), len(begins) - 1, known.shape[1])


@torch.library.custom_op("deckspace::sums_backward", mutates_args=())
def sums_backward(cards: torch.Tensor, back: torch.Tensor, begins: list[int], rows: int) -> torch.Tensor:
    """Return the gradient (rows, size) of `known`, given that of the sums."""
    out = back.new_zeros(rows, back.shape[2])
    if cards.device.type == "cpu":
        spread_out(cards.numpy(), back.contiguous().numpy(), np.array(begins), out.numpy())
    else:
        lengths = torch.tensor(np.diff(begins), device=cards.device)
        each = back.repeat_interleave(lengths, dim=1, output_size=begins[-1]).flatten(0, 1)
        out.index_add_(0, cards.flatten().int(), each)
        out[0] = 0
    return out


@sums_backward.register_fake
def _(cards, back, begins, rows):
    return back.new_empty(rows, back.shape[2])


def keep_cards(ctx, inputs, output):
    cards, known, ctx.begins = inputs
    ctx.save_for_backward(cards)
    ctx.rows = len(known)


def sums_gradient(ctx, back):
    return None, sums_backward(*ctx.saved_tensors, back, ctx.begins, ctx.rows), None


sums.register_autograd(sums_gradient, setup_context=keep_cards)


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


# --- Policies over legal actions -------------------------------------------------------------


@torch.library.custom_op("deckspace::chosen", mutates_args=())
def chosen_rows(
    logits: torch.Tensor, mask: torch.Tensor, action: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return log pi (n,) of an action of each row (n, actions), the entropies over its legal actions in nats, and log Z."""
    found = [logits.new_empty(len(logits)) for _ in range(3)]
    rows = (part.numpy() for part in (mask, action, *found))
    choose(logits.detach().numpy(), *rows)
    return tuple(found)


@chosen_rows.register_fake
def _(logits, mask, action):
    return tuple(logits.new_empty(len(logits)) for _ in range(3))


@torch.library.custom_op("deckspace::chosen_backward", mutates_args=())
def chosen_backward(
    logits: torch.Tensor,
    mask: torch.Tensor,
    action: torch.Tensor,
    entropy: torch.Tensor,
    end: torch.Tensor,
    back: torch.Tensor,
    spread: torch.Tensor,
) -> torch.Tensor:
    """Return the gradient (n, actions) of logits, given those of log pi and of the entropy, (n,)."""
    out = torch.zeros_like(logits)
    rows = (part.contiguous().numpy() for part in (mask, action, entropy, end, back, spread, out))
    choose_back(logits.detach().numpy(), *rows)
    return out


@chosen_backward.register_fake
def _(logits, mask, action, entropy, end, back, spread):
    return torch.empty_like(logits)


def keep_rows(ctx, inputs, output):
    ctx.save_for_backward(*inputs, *output[1:])


def chosen_gradient(ctx, back, spread, _):
    return chosen_backward(*ctx.saved_tensors, back, spread), None, None


chosen_rows.register_autograd(chosen_gradient, setup_context=keep_rows)


@njit
def legal_ones(mask, found):
    """Write the numbers of the legal actions; return how many there are."""
    n = 0
    for j in range(len(mask)):
        found[n] = j
        n += mask[j]
    return n


@njit
def log_total(logits, legal, n):
    """Return log Z of n legal actions: the logarithm of the sum of exponentials of their logits."""
    top = -np.inf
    for k in range(n):
        top = max(top, np.float64(logits[legal[k]]))
    total = 0.0
    for k in range(n):
        total += np.exp(np.float64(logits[legal[k]]) - top)
    return top + np.log(total)


@njit(nogil=True, cache=True)
def choose(logits, mask, action, log_pi, entropy, end):
    """Write log pi of each row's action, the entropies and log Z."""
    legal = np.empty(logits.shape[1] + 1, np.int64)
    for i in range(len(logits)):
        n = legal_ones(mask[i], legal)
        whole = log_total(logits[i], legal, n)
        found = 0.0
        for k in range(n):
            log = np.float64(logits[i, legal[k]]) - whole
            found -= np.exp(log) * log
        log_pi[i], entropy[i], end[i] = logits[i, action[i]] - whole, found, whole


@njit(nogil=True, cache=True)
def choose_back(logits, mask, action, entropy, end, back, spread, out):
    """Write the gradients of logits: d log pi(a) / dz = 1[a] - p, and dH / dz = -p (log p + H)."""
    legal = np.empty(logits.shape[1] + 1, np.int64)
    for i in range(len(logits)):
        for k in range(legal_ones(mask[i], legal)):
            j = legal[k]
            log = np.float64(logits[i, j]) - end[i]
            out[i, j] = -np.exp(log) * (back[i] + spread[i] * (log + entropy[i]))
        out[i, action[i]] += back[i]


@njit(nogil=True, cache=True)
def sample_rows(logits, mask, luck, action, log_mu):
    """Write an action of each row, drawn by `luck` in [0, 1), and its log probability."""
    legal = np.empty(logits.shape[1] + 1, np.int64)
    for i in range(len(logits)):
        n = legal_ones(mask[i], legal)
        whole, before, k, log = log_total(logits[i], legal, n), 0.0, -1, 0.0
        while k < n - 1 and before <= luck[i]:
            k += 1
            log = np.float64(logits[i, legal[k]]) - whole
            before += np.exp(log)
        action[i], log_mu[i] = legal[k], log
