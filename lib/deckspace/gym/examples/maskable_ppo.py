"""MaskablePPO of sb3-contrib learns the small game of Hearthstone against an opponent that plays at random.

    python -m deckspace.gym.examples.maskable_ppo --steps 200000

It takes so many decisions, one and a half minutes' work of one processor, and then plays against agents.
"""

import time
from dataclasses import dataclass

import deckspace as ds
from deckspace.extras import needed_for
from deckspace.gym.examples import option, read

with needed_for("This example", "sb3", program=__name__ == "__main__"):
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

    from deckspace.gym.examples.masked_ppo import OPPONENTS, score


@dataclass
class Settings:
    steps: int = option(200_000, "decisions to learn from")
    tests: int = option(400, "games against each opponent in the end")


class Seen(BaseFeaturesExtractor):
    """Looks cards up in a table that is learnt, and puts the figures beside them."""

    def __init__(self, space, embedding=16):
        super().__init__(space, space["cards"].shape[0] * embedding + space["figures"].shape[0])
        self.card = torch.nn.Embedding(int(space["cards"].high.max()) + 1, embedding)

    def forward(self, seen):
        return torch.cat([self.card(seen["cards"].int()).flatten(1), seen["figures"] / 10], 1)


def main(arguments=None):
    settings = read(Settings, __doc__.split("\n")[0], arguments)
    torch.set_num_threads(1)
    began = time.process_time()
    games = make_vec_env(lambda: ds.gym.HearthstoneEnv("small", side=None), n_envs=16, seed=1)
    model = MaskablePPO(
        *("MultiInputPolicy", games), n_steps=256, batch_size=1024, n_epochs=4, gamma=1.0, learning_rate=1e-3,
        ent_coef=0.01, policy_kwargs={"features_extractor_class": Seen}, seed=1,
    )  # fmt: skip
    model.learn(settings.steps)
    print(f"learnt from {settings.steps} decisions in {time.process_time() - began:.0f} s of one processor")

    def choose(seen):
        return int(model.predict(seen, action_masks=seen["action_mask"])[0])

    for name, opponent in OPPONENTS.items():
        print(f"against {name}: {score(choose, opponent, settings.tests)}")


if __name__ == "__main__":
    main()
