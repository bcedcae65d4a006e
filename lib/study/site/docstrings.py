"""Docstrings of the library as Sphinx reads them: they are plain text with tables and examples, and no markup."""

import re

TABLE = re.compile(r"    |.*\S   +\S")  # a line that stays as it is set


def restructured(app, what, name, thing, options, lines):
    """Turn the lines of a docstring into reStructuredText, in place."""
    lines[:] = list(marked_up(lines))


def marked_up(lines):
    """Yield a docstring's lines with directives for tables and examples; an example ends with an empty line."""
    before, example = None, False
    for line in lines:
        example = bool(line) and (example or line.startswith(">>>"))
        kind = "pycon" if example else "text" if TABLE.match(line) else None
        if not line:
            yield line
            continue
        if kind != before:
            yield from ("", f".. code-block:: {kind}", "") if kind else ("",)
        yield f"    {line}" if kind else prose(line)
        before = kind


def prose(line):
    """Return a line of prose: what stands in backticks is code, and nothing else is markup."""
    parts = re.split("`([^`]+)`", line)
    return "".join(
        f"``{part}``" if i % 2 else re.sub(r"([*_|\\])", r"\\\1", part) for i, part in enumerate(parts)
    )


def is_left_out(app, what, name, thing, left_out, options):
    """Leave out what Python itself says of the fields of named tuples; otherwise let Sphinx decide."""
    return True if (getattr(thing, "__doc__", "") or "").startswith("Alias for field") else None
