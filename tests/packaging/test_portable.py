"""The library and `run` also support Windows and macOS: their code is searched for names that only some systems have.

What stands under an `if` that asks for the system, or in a `try` that can do without a module, may differ between them.
"""

import ast
import re

import pytest

from study import HOME

FILES = [HOME / "run", *sorted((HOME / "lib" / "deckspace").rglob("*.py"))]
ASKS = ("os.name", "sys.platform", "hasattr(os, ", "WINDOWS", "fcntl", "'fork'", "get_all_start_methods")
SPECIFIC = re.compile(
    r"""\b(import|from)\ (fcntl|grp|posix|pty|pwd|resource|termios)\b
    |\bos\.(fork|geteuid|getpgid|getuid|kill|killpg|mkfifo|sched_getaffinity|setsid|system)\b
    |\bsignal\.(SIGALRM|SIGHUP|SIGKILL|SIGUSR1|SIGUSR2|alarm|pause|setitimer)\b
    |'fork'|'[^' ]*(/bin/|/dev/|/proc|/tmp|/usr/|bin/python)|\b(preexec_fn|pass_fds)=|shell=True
    |(read_text|write_text)\((?!.*encoding=)|(?<!\.)\bopen\((?!.*(encoding=|'[rw]b'))""",  # Windows has encodings of its own
    re.VERBOSE,
)


class Everywhere(ast.NodeTransformer):
    """Leaves of code what runs on every system, and of its texts those that could be names."""

    def visit(self, node):
        if isinstance(node, ast.Try):
            apart = any(each.type and ast.unparse(each.type) == "ImportError" for each in node.handlers)
        else:
            branches = isinstance(node, ast.If | ast.IfExp)
            apart = branches and any(ask in ast.unparse(node.test) for ask in ASKS)
        if apart:
            return ast.Pass() if isinstance(node, ast.stmt) else ast.Constant(None)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            return ast.Constant("")
        return self.generic_visit(node)


def found_in(code):
    """Return the statements with names that only some systems have."""
    return [
        line
        for line in ast.unparse(Everywhere().visit(ast.parse(code))).splitlines()
        if SPECIFIC.search(line)
    ]


def test_no_requirement_is_limited_to_some_systems():
    found = {path.name: found_in(path.read_text(encoding="utf-8")) for path in FILES}
    assert not {name: lines for name, lines in found.items() if lines}


CODE = [
    "import fcntl",
    "os.killpg(pid, 9)",
    "get_context('fork')",
    "path = '/tmp/cards'",
    "run('ls', shell=True)",
]
CODE += ["run(command, preexec_fn=os.setsid)", "open('cards.csv', 'w')", "Path('cards.csv').read_text()"]


@pytest.mark.parametrize("code", CODE)
def test_such_code_is_found_unless_it_asks_for_the_system_or_does_without(code):
    assert found_in(code) and not found_in(f"if os.name != 'nt': {code}")
    assert not found_in("open('cards.csv', 'w', encoding='utf-8'); open('cards.npz', 'rb')")
