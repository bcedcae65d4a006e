from repeatable import repeatable  # noqa: F401 (each test here uses it)
