"""Legends of Code and Magic at the table: a draft or a choice of cards, and a battle against the agents of Miernik and Kowalski (2022)."""
