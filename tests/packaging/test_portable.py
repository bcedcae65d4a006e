"""The library and `run` also support Windows and macOS: their code is searched for names that only some systems have.

What stands under an `if` that asks for the system, or in a `try` that can do without a module, may differ between them.
"""

import ast

import pytest

from study import HOME

FILES = [HOME / "run", *sorted((HOME / "lib" / "deckspace").rglob("*.py"))]
ASKS = ("os.name", "sys.platform", "hasattr(os, ", "WINDOWS", "fcntl", "'fork'", "get_all_start_methods")
MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios"}
NAMES = {
    "os": "fork geteuid getpgid getuid kill killpg mkfifo sched_getaffinity setsid system",
    "signal": "SIGALRM SIGHUP SIGKILL SIGUSR1 SIGUSR2 alarm pause setitimer",
}
DOTTED = {f"{module}.{name}" for module, names in NAMES.items() for name in names.split()}
TEXTS = ("/bin/", "/dev/", "/proc", "/tmp", "/usr/", "bin/python")


def nodes(tree):
    """Yield the nodes that run on every system."""
    for child in ast.iter_child_nodes(tree):
        if not asks(child):
            yield child
            yield from nodes(child)


def asks(node):
    """Tell whether a statement depends on the system."""
    if isinstance(node, ast.Try):
        return any(each.type and ast.unparse(each.type) == "ImportError" for each in node.handlers)
    return isinstance(node, ast.If | ast.IfExp) and any(ask in ast.unparse(node.test) for ask in ASKS)


def faults(node):
    match node:
        case ast.Import():
            return MODULES & {alias.name for alias in node.names}
        case ast.ImportFrom():
            return MODULES & {node.module}
        case ast.Attribute():
            return DOTTED & {ast.unparse(node)}
        case ast.Constant(value=str(text)) if " " not in text:
            return [part for part in TEXTS if part in text] + ["fork"] * (text == "fork")
        case ast.Call():
            return faults_of_call(node)
    return ()


def faults_of_call(node):
    called, given = ast.unparse(node.func), {each.arg: ast.unparse(each.value) for each in node.keywords}
    modes = [each.value for each in node.args if isinstance(each, ast.Constant)] + [given.get("mode", "")]
    text = called.endswith(("read_text", "write_text")) or called == "open" and not {"rb", "wb"} & {*modes}
    if text and "encoding" not in given:
        yield f"{called} without an encoding, which Windows has one of its own for"
    yield from {"preexec_fn", "pass_fds"} & set(given)
    if given.get("shell") == "True":
        yield "a shell"


def found_in(code):
    """Return uses of system-specific names, as 'line: name'."""
    return [f"{node.lineno}: {what}" for node in nodes(ast.parse(code)) for what in faults(node)]


def test_no_requirement_is_limited_to_some_systems():
    found = {path: found_in(path.read_text(encoding="utf-8")) for path in FILES}
    assert not {path.relative_to(HOME).as_posix(): faults for path, faults in found.items() if faults}


SPECIFIC = (
    "import fcntl",
    "os.killpg(pid, 9)",
    "get_context('fork')",
    "'/tmp/cards'",
    "run('ls', shell=True)",
)
SPECIFIC += ("run(command, preexec_fn=os.setsid)", "open('cards.csv', 'w')", "Path('cards.csv').read_text()")


@pytest.mark.parametrize("code", SPECIFIC)
def test_such_code_is_found_unless_it_asks_for_the_system_or_does_without(code):
    assert found_in(code) and not found_in(f"if os.name != 'nt': {code}")
    assert not found_in("open('cards.csv', 'w', encoding='utf-8'); open('cards.npz', 'rb')")
