"""The table as a page in a browser, served on this machine by Voila.

    deckspace play --with my_agents

The address contains a new token each time, without which access is refused. The page is a notebook with one cell
(play.ipynb); each tab has its own process.
"""

import argparse
import errno
import logging
import os
import secrets
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from deckspace.agents import roster
from deckspace.errors import BadInput
from deckspace.extras import require
from deckspace.table import compile_games, storage

NOTEBOOK = Path(__file__).with_name("play.ipynb")
SHARE = Path(__file__).with_name("share")  # our template for Voila
PORT, TRIES = 8866, 50
NOT_HERE = "This machine has no address '{ip}' to listen on."
STARTING = "Starting the table: the first start compiles the games, which takes a minute or two …"
CLOSED = "The table is closed."
OTHERS = "others can reach {ip}, and whoever intercepts the address of the page, which is sent unencrypted, can play there."


def main(arguments):
    """Serve the table until Ctrl-C."""
    options = parsed(arguments)
    require("deckspace play", "table")
    print(STARTING, file=sys.stderr, flush=True)
    try:
        roster.register_with(options)  # the page's processes do the same
    except BadInput as error:
        sys.exit(f"deckspace play: {error}")
    if not is_loopback(options.ip):
        print(f"deckspace play: {OTHERS.format(ip=options.ip)}", file=sys.stderr, flush=True)
    port = free_port(options.ip, options.port)
    if port is None:
        sys.exit(
            f"No port from {options.port} to {options.port + TRIES - 1} is free: choose another one with --port."
        )
    token = secrets.token_urlsafe(16)
    address = f"http://{host_of(options.ip)}:{port}/?token={token}"
    threading.Thread(target=announce, args=(address, not options.no_browser), daemon=True).start()
    with suppress(KeyboardInterrupt), compile_games.compiling():
        serve(options.ip, port, token)
    print(CLOSED, flush=True)


def parsed(arguments):
    about = "Play against the agents of both games in a browser."
    parser = argparse.ArgumentParser(prog="deckspace play", description=about)
    ip = "the address to listen on (default: only this machine)"
    parser.add_argument("--ip", default="127.0.0.1", help=ip)
    parser.add_argument("--port", type=int, default=PORT, help=f"the first port to try (default: {PORT})")
    quiet = "print the address without opening a browser"
    parser.add_argument("--no-browser", action="store_true", help=quiet)
    roster.add_option(parser)
    options = parser.parse_args(arguments)
    if not 1 <= options.port <= 65535 - TRIES:
        parser.error(f"a port must be a whole number from 1 to {65535 - TRIES}, not {options.port}")
    if not options.ip.strip():
        parser.error(
            "--ip needs an address, such as 0.0.0.0 for all of this machine's; leave it out for itself only"
        )
    return options


def addresses_of(ip):
    """Return [(family, address)] of this machine for a name or number; exits with a sentence for others."""
    try:
        found = socket.getaddrinfo(ip, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        sys.exit(NOT_HERE.format(ip=ip))
    return [(family, where[0]) for family, _, _, _, where in found]


def is_loopback(ip):
    """Tell whether only this machine can reach an address."""
    return all(ip_address(each.partition("%")[0]).is_loopback for _, each in addresses_of(ip))


def host_of(ip):
    """Return an address as a browser on this machine writes it."""
    ip = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(ip, ip)
    return f"[{ip}]" if ":" in ip else ip


def free_port(ip, first):
    """Return the first port that nobody listens on, None if all are taken."""
    family, address = addresses_of(ip)[0]
    for port in range(first, first + TRIES):
        with socket.socket(family) as trial:
            if os.name != "nt":  # on Windows every port would count as free
                # so that a port that was closed a moment ago counts as free
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((address, port))
                return port
            except PermissionError:
                continue
            except OSError as error:
                if error.errno == errno.EADDRNOTAVAIL:
                    sys.exit(NOT_HERE.format(ip=ip))
    return None


def announce(address, browse):
    """Print the address of the table when it answers, and open a browser."""
    place = urlsplit(address)
    for _ in range(600):
        try:
            socket.create_connection((place.hostname, place.port), timeout=2).close()
            break
        except OSError:
            time.sleep(0.1)
    try:
        storage.check()
        kept = "; all matches are saved."
    except BadInput as error:
        kept = f". {error}"
    print(f"The table is at {address}\nPress Ctrl-C to stop it{kept}", flush=True)
    if browse:
        webbrowser.open(address)


def serve(ip, port, token):
    """Run Voila until it is stopped."""
    paths = filter(None, [str(SHARE), os.environ.get("JUPYTER_PATH")])
    os.environ["JUPYTER_PATH"] = os.pathsep.join(paths)
    from traitlets.config import Config

    from deckspace.table.guard import Guarded, configuration

    # The server gives the time between pings in milliseconds, which Tornado takes for seconds, and warns. A shorter
    # timeout would avoid the warning, but end every connection after thirty seconds, when a click may be lost.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    # Requests that are refused or lead nowhere, as a tab's that is still open after a restart, are no news.
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    Guarded.launch_instance([str(NOTEBOOK)], config=Config(configuration(ip, port, token)))


if __name__ == "__main__":
    main(sys.argv[1:])
