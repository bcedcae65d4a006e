"""The page is served to this machine while a separate process compiles an opponent's code; then the match continues."""

import os
import queue
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import nullcontext
from unittest.mock import Mock

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from deckspace import files
from deckspace.compiling import announcing
from deckspace.compiling.sources import Source
from deckspace.table import compile_games, compile_opponent, guard, hints, match, serve, widget
from deckspace.table.locm import match as locm
from deckspace.table.opponents import Opponent, opponent
from table_pages import START, Page


@pytest.fixture
def compiling(monkeypatch, tmp_path):
    """A random opponent that "compiles" until a file exists, as real compilation takes minutes."""
    done = tmp_path / "done"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.01)"
    monkeypatch.setattr(Opponent, "is_ready", property(lambda one: one.name != "random"))
    monkeypatch.setattr(compile_opponent, "COMMAND", [sys.executable, "-c", waits])
    monkeypatch.setattr(compile_opponent, "_processes", {})
    yield done
    done.touch()
    for process in compile_opponent._processes.values():
        process.wait(20)


def test_the_page_stays_usable_and_the_match_goes_on_afterwards(compiling):
    page = Page()
    begun = page.ask("start", **START)
    assert "Getting random ready" in begun["notice"] and begun["phase"] == "mulligan"
    assert page.ask("ready") == {"type": "compiling", "text": begun["notice"], "again": {"type": "ready"}}
    page.ask("mulligan", keep=[0])
    while page.heard[-1]["type"] != "compiling":
        page.ask("act", action=31, step=page.heard[-1]["step"])
    actions = len(page.session.match.current["actions"])
    assert page.ask("lobby")["type"] == "lobby"
    assert page.ask("go_on")["type"] == "compiling"
    assert len(page.session.match.current["actions"]) == actions
    compiling.touch()
    compile_opponent._processes["random"].wait(20)
    assert page.ask("ready") == {"type": "ready"}
    answer = page.ask("go_on")
    assert answer["type"] == "match" and answer["notice"] is None
    assert len(page.session.match.current["actions"]) > actions


def test_a_first_hint_explains_itself_and_comes_when_its_agent_is_compiled(compiling, monkeypatch):
    monkeypatch.setattr(hints, "ADVISER", "random")
    page = Page()
    step = page.begin(opponent="beam Control")["step"]
    answer = page.ask("hint", step=step)
    assert answer["type"] == "compiling" and "by itself" in answer["text"]
    assert answer["again"] == {"type": "hint", "step": step}
    compiling.touch()
    compile_opponent._processes["random"].wait(20)
    assert page.ask("hint", step=step)["type"] == "hint"


def test_one_process_compiles_and_its_failure_does_not_stop_the_page(compiling):
    assert compile_opponent.is_compiling(opponent("random")) and compile_opponent.is_compiling(
        opponent("random")
    )
    assert (
        not compile_opponent.is_compiling(opponent("MCTS")) and len(compile_opponent._processes) == 1
    )  # the other is ready
    assert "being compiled" in compile_opponent.notice(opponent("random"))
    compiling.touch()
    compile_opponent._processes["random"].wait(20)
    assert compile_opponent.notice(opponent("random")) is None  # it is compiled when needed


@pytest.fixture
def warms(monkeypatch, tmp_path):
    """A process that "compiles the games" until a file exists."""
    done = tmp_path / "warm"
    waits = f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.01)"
    monkeypatch.setattr(compile_games, "COMMAND", [sys.executable, "-c", waits])
    monkeypatch.setenv(compile_games.FILE, "")
    return done


def test_the_pages_show_how_far_the_server_has_compiled_the_games(warms):
    with compile_games.compiling():
        assert Page().ask("lobby")["warming"] == compile_games.UNKNOWN
        games = announcing.Progress("the games", {name: Source(name, name, {}) for name in "abcd"})
        games.done |= {"a"}
        compile_games.Teller().report(games)
        state = Page().ask("warming")["state"]
        assert state["done"] == 1 and state["of"] == 4 and Page().ask("locm")["warming"] == state
        warms.touch()
        until(lambda: Page().ask("warming")["state"] is None)


def test_a_page_names_no_function_that_is_compiled():
    heard = []
    code = announcing.Progress("deckspace.engine.legal", {name: Source(name, name, {}) for name in "abcd"})
    code.done |= {"a"}
    widget.Notice(heard.append).report(code)
    [message] = heard
    assert message["type"] == "wait" and "1 of 4 functions" in message["text"]
    assert message["text"].startswith("Compiling the table's code") and "legal" not in message["text"]


def test_a_closed_table_hears_of_no_more_compilations():
    before = list(announcing.listeners)
    table = widget.Table()
    assert announcing.listeners == [*before, table.notice]
    for _ in range(2):
        table.close()
        assert announcing.listeners == before


def test_a_server_that_ends_takes_its_compiler_along(warms):
    with compile_games.compiling():
        pass
    assert compile_games.progress() is None


def until(found):
    end = time.monotonic() + 60
    while not found():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_what_compiles_the_games_plays_both_of_them():
    compile_games.play(opponent("beam Control"))
    [one], [other] = match.listed()[0], locm.listed()[0]
    assert one["opponent"] == "beam Control" and other["picks"] == 30


@pytest.mark.parametrize("name", ["beam network", "EVA"])
def test_the_process_thinks_once(name):
    """Without compilation, and with an agent from a user's module."""
    environment = files.environment(NUMBA_DISABLE_JIT="1", DECKSPACE_WITH="study.registered")
    command = [sys.executable, "-m", "deckspace.table.compile_opponent", name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_it_serves_this_machine_alone_unless_told_otherwise():
    options = serve.parsed([])
    assert (options.ip, options.port, options.no_browser) == ("127.0.0.1", serve.PORT, False)


def test_a_port_that_is_taken_is_passed_over_and_an_address_of_another_machine_refused():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve.free_port("127.0.0.1", port) > port
    with pytest.raises(SystemExit, match="no address '192.0.2.1'"):
        serve.free_port("192.0.2.1", serve.PORT)


def served(port):
    """Return a process that serves the table, of which all that the terminal shows can be read."""
    command = [sys.executable, "-m", "deckspace.table.serve", "--no-browser", "--port", str(port)]
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "start_new_session": True}
    how["preexec_fn"] = lambda: signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # tests in the background ignore it
    return subprocess.Popen(command, env=files.environment(), **how)


def farewell(server):
    """Return what the terminal shows at the end, except for a process for the next tab that was about to start."""
    told = server.communicate(timeout=60)[0].splitlines()
    return [line for line in told if "[IPKernelApp]" not in line]


def test_ctrl_c_while_the_first_page_is_being_laid_shows_no_traceback():
    with served(8970) as server:
        lines = [server.stdout.readline() for _ in range(3)]
        os.killpg(server.pid, signal.SIGINT)
        try:
            assert farewell(server) == [serve.CLOSED]
        finally:
            server.kill()
    assert server.returncode in (0, -signal.SIGINT)  # Python repeats the signal if it came during an exec
    assert lines[0] == f"{serve.STARTING}\n" and "The table is at http://127.0.0.1:" in lines[1]


def test_a_tab_that_is_open_after_a_restart_leaves_the_terminal_alone():
    """It asks for a process that ended with the last server, again and again, by all means that it has."""
    with served(8971) as server:
        lines = [server.stdout.readline() for _ in range(3)]
        [home] = re.findall(r"http://[^/]+", lines[1])
        try:
            for where, more in ((SOCKET, LATER), ("/api/kernels/1-2", {}), ("/voila/api/shutdown/1-2", {})):
                asked = urllib.request.Request(home + where, headers={"Origin": home} | more)
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(asked, timeout=20)
            os.killpg(server.pid, signal.SIGINT)
            assert farewell(server) == [serve.CLOSED]
        finally:
            server.kill()


@pytest.mark.parametrize("nothing", ["", " "])
def test_no_address_is_not_every_address(nothing, capsys):
    with pytest.raises(SystemExit):
        serve.parsed(["--ip", nothing])
    assert "--ip needs an address" in capsys.readouterr().err


@pytest.mark.parametrize(
    "ip, name", [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("localhost", "localhost")]
)
def test_a_table_on_this_machines_own_addresses_warns_of_nothing(ip, name, monkeypatch, capsys):
    assert asked_to_serve(monkeypatch, ip).startswith(f"http://{name}:")
    assert capsys.readouterr().err == f"{serve.STARTING}\n"


@pytest.mark.parametrize("ip, name", [("0.0.0.0", "127.0.0.1"), ("::", "[::1]")])
def test_a_table_that_others_can_reach_warns_in_one_line(ip, name, monkeypatch, capsys):
    assert asked_to_serve(monkeypatch, ip).startswith(f"http://{name}:")
    warning = capsys.readouterr().err
    assert f"others can reach {ip}" in warning and warning.count("\n") == 2


def asked_to_serve(monkeypatch, ip):
    """Return the address that is announced for an address to listen on."""
    announced = queue.Queue()
    monkeypatch.setattr(serve, "announce", lambda address, browse: announced.put(address))
    monkeypatch.setattr(serve, "serve", lambda ip, port, token: None)
    monkeypatch.setattr(compile_games, "compiling", nullcontext)
    serve.main(["--ip", ip, "--port", "8990"])
    return announced.get(timeout=20)


def test_the_farewell_says_whether_matches_are_saved(monkeypatch, tmp_path, capsys):
    (tmp_path / "file").touch()
    with socket.create_server(("127.0.0.1", 0)) as table:
        for folder in ("folder", "file"):
            monkeypatch.setenv("DECKSPACE_PLAYED", str(tmp_path / folder))
            serve.announce(f"http://127.0.0.1:{table.getsockname()[1]}/", browse=False)
    _, saved, _, unsaved = capsys.readouterr().out.splitlines()
    assert saved == "Press Ctrl-C to stop it; all matches are saved."
    assert unsaved.startswith(f"Press Ctrl-C to stop it. Nothing can be saved in {tmp_path / 'file'}")


US = {"Host": "127.0.0.1:8866", "Origin": "http://127.0.0.1:8866"}
SOCKET, LATER = "/api/kernels/1-2-3-4-5/channels", {"Upgrade": "websocket"}
NEIGHBOUR = {"Origin": "http://127.0.0.1:9000"}


@pytest.mark.parametrize(
    "uri, headers, why",
    [
        ("/?token=secret", {}, None),
        ("/?token=secret", {"Host": "localhost:8866"}, None),
        ("/?token=secret", {"Host": "[::1]:8866"}, None),
        ("/voila/static/voila.js", {}, None),
        (SOCKET, US | LATER, None),
        ("/voila/api/shutdown/1", US, None),
        (
            "/",
            {},
            guard.TOKEN,
        ),  # <img src="http://127.0.0.1:8866/"> on a page of another port, which sends the cookie
        ("/?token=guess", {}, guard.TOKEN),
        ("/login?next=%2F", {}, guard.TOKEN),
        (SOCKET, LATER, guard.ORIGIN),  # a program that has been given the cookie
        (SOCKET, LATER | NEIGHBOUR, guard.ORIGIN),
        (SOCKET + "?token=secret", LATER | NEIGHBOUR, guard.ORIGIN),
        ("/voila/api/shutdown/1", NEIGHBOUR, guard.ORIGIN),
        (
            "/?token=secret",
            {"Host": "evil.example:8866"},
            guard.HOST,
        ),  # a name that leads here since a moment ago
    ],
)
def test_only_the_tables_own_pages_are_answered(uri, headers, why):
    line, headers = RequestStartLine("GET", uri, "HTTP/1.1"), HTTPHeaders({"Host": US["Host"]} | headers)
    request = HTTPServerRequest(start_line=line, headers=headers, connection=Mock())
    assert guard.Strange("127.0.0.1", "secret").why(request) == why


def test_a_cookie_is_of_one_run_and_stays_here_and_processes_without_a_page_end_within_a_minute():
    one, other = (guard.configuration("::1", 8866, "secret") for _ in range(2))
    assert one["IdentityProvider"]["cookie_options"] == {"samesite": "Strict", "expires_days": None}
    assert one["IdentityProvider"]["cookie_name"] != other["IdentityProvider"]["cookie_name"]
    assert 0 < sum(one["MappingKernelManager"].values()) < 60


def test_a_module_without_entries_is_reported_in_one_sentence():
    for module, why in (("nowhere", "no module 'nowhere'"), ("json", "'json' has no function register")):
        with pytest.raises(SystemExit, match=f"play: .*{why}"):
            serve.main(["--with", module, "--port", "8900"])
