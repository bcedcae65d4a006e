"""Learning by self-play: losses, buffers, who plays against whom, and games small enough to solve."""
