"""Learning by self-play: losses, buffers, the choice of opponents, and games small enough to solve."""
