"""Docstrings of the library as Sphinx reads them: they are plain text with tables and examples, and no markup."""

import re
from itertools import groupby

COLUMNS = re.compile(
    r"    |.*\S   +\S"
)  # a line that stays as it is set, and so does the paragraph around it


def restructured(app, what, name, thing, options, lines):
    """Turn the lines of a docstring into reStructuredText, in place."""
    lines[:] = list(marked_up(lines))


def marked_up(lines):
    """Yield a docstring's lines with directives for tables and examples; what is indented may be of several paragraphs."""
    before = None
    for blank, paragraph in groupby(lines, lambda line: not line):
        paragraph = list(paragraph)
        kind = before if blank else kind_of(paragraph)
        if kind != before and kind:
            yield from ("", f".. code-block:: {kind}", "")
        yield from (f"    {line}" if kind else prose(line) for line in paragraph)
        before = kind


def kind_of(paragraph):
    """Return the language of a paragraph as a block of code, or None if it is prose."""
    if paragraph[0].startswith(">>>"):
        return "pycon"
    if paragraph[0].startswith("    "):
        return "default"
    return "text" if any(map(COLUMNS.match, paragraph)) else None


def prose(line):
    """Return a line of prose: what stands in backticks is code, and nothing else is markup."""
    parts = re.split("`([^`]+)`", line)
    return "".join(
        f"``{part}``" if i % 2 else re.sub(r"([*_|\\])", r"\\\1", part) for i, part in enumerate(parts)
    )


def is_left_out(app, what, name, thing, left_out, options):
    """Leave out what Python itself says of the fields of named tuples; otherwise let Sphinx decide."""
    return True if (getattr(thing, "__doc__", "") or "").startswith("Alias for field") else None
