"""How the engine is compiled: `from deckspace.compiling import njit`, which is used as numba's."""

from deckspace.compiling.folder import set_cache_folder

set_cache_folder()

from deckspace.compiling.jit import njit  # noqa: E402, F401
