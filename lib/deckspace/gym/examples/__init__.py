"""Learners of the small game of Hearthstone, which take two minutes of one processor.

    python -m deckspace.gym.examples.masked_ppo      PPO in one file, against itself in many games (needs "deckspace[learn]")
    python -m deckspace.gym.examples.maskable_ppo    MaskablePPO of sb3-contrib, against random play (needs "deckspace[sb3]")

Each then plays against agents and prints its scores.
"""
