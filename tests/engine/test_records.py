"""Records are one flat piece of memory that reads like objects."""

import pytest

from deckspace.engine.records import new_records, record_type

CREATURE = record_type([("attack", "i2"), ("defense", "i2")])
SIDE = record_type([("hp", "i2"), ("board", CREATURE, 3)])


def test_a_field_of_a_field_is_changed_in_place():
    sides = new_records(SIDE, 2)
    sides[1].board[2].defense = 5
    assert sides[1].board[2].defense == 5 and sides[0].board[2].defense == 0
    assert bytes(sides.tobytes()).count(5) == 1


@pytest.mark.parametrize("name", ["size", "min", "copy"])
def test_names_that_arrays_use_are_refused(name):
    with pytest.raises(ValueError, match=f"cannot have a field '{name}'"):
        record_type([(name, "i2")])
