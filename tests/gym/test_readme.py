"""The README's example of reinforcement learning plays games to their end."""

import re

from study import HOME


def test_the_example_counts_the_games_that_it_has_played(capsys):
    text = (HOME / "README.md").read_text(encoding="utf-8")
    exec(
        re.search(r"^### Reinforcement learning$.*?^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[
            1
        ],
        {},
    )
    games, *words = capsys.readouterr().out.split()
    assert int(games) > 64 and words == ["games", "ended"]
