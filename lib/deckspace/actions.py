"""Readable actions: the engines' whole numbers, which print as text."""


class Action(int):
    """A legal action: the engine's whole number for it, which prints as text.

    A number is meaningful only in the position for which it was listed.

    >>> import deckspace as ds
    >>> game = ds.hearthstone.Game("mesb", "Elite Aggro Hunter", "Starter Warlock", seed=1)
    >>> action = game.legal()[0]
    >>> action, action.text, int(action)
    (end the turn, 'end the turn', 31)
    """

    def __new__(cls, number, text=""):
        self = super().__new__(cls, number)
        self.text = text or str(int(number))
        return self

    def __repr__(self):
        return self.text

    __str__ = __repr__
