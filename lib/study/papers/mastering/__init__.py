"""Mastering Strategy Card Game (Hearthstone) with Improved Techniques (Xiao et al. 2023)."""
