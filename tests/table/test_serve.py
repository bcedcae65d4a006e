"""The messages of the table before it is served."""

import socket

import pytest

from deckspace.table import serve


def test_it_serves_this_machine_alone_unless_told_otherwise():
    options = serve.parsed([])
    assert (options.ip, options.port, options.no_browser) == ("127.0.0.1", serve.PORT, False)


@pytest.mark.parametrize("arguments", [["--port", "0"], ["--port", "99999"], ["--port", "x"], ["--fast"]])
def test_a_wrong_argument_gets_a_sentence(arguments, capsys):
    with pytest.raises(SystemExit):
        serve.parsed(arguments)
    assert "play: error:" in capsys.readouterr().err


def test_a_port_that_is_taken_is_passed_over():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve.free_port("127.0.0.1", port) > port


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(SystemExit, match="no address '192.0.2.1'"):
        serve.free_port("192.0.2.1", serve.PORT)


@pytest.mark.parametrize(
    "module, why", [("nowhere", "no module 'nowhere'"), ("json", "'json' has no function register")]
)
def test_a_module_without_entries_is_one_sentence(module, why):
    with pytest.raises(SystemExit, match=f"play: .*{why}"):
        serve.main(["--with", module, "--port", "8900"])
