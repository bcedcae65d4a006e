"""Legends of Code and Magic at the table: a draft and a battle against the agents of Miernik and Kowalski (2022)."""
