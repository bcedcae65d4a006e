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
import urllib.error
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path

from deckspace.agents import roster
from deckspace.errors import BadInput
from deckspace.extras import require

NOTEBOOK = Path(__file__).with_name("play.ipynb")
SHARE = Path(__file__).with_name("share")  # our template for Voila
PORT, TRIES = 8866, 50


def main(arguments):
    """Serve the table until Ctrl-C."""
    options = parsed(arguments)
    require("deckspace play", "table")
    try:
        roster.register_with(options)  # the page's processes do the same
    except BadInput as error:
        sys.exit(f"deckspace play: {error}")
    port = free_port(options.ip, options.port)
    if port is None:
        sys.exit(
            f"No port from {options.port} to {options.port + TRIES - 1} is free: choose another one with --port."
        )
    token = secrets.token_urlsafe(16)
    address = f"http://{options.ip}:{port}/?token={token}"
    threading.Thread(target=announce, args=(address, not options.no_browser), daemon=True).start()
    serve(options.ip, port, token)


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
    return options


def free_port(ip, first):
    """Return the first port that nobody listens on, None if all are taken."""
    for port in range(first, first + TRIES):
        with socket.socket() as trial:
            if os.name != "nt":  # on Windows every port would count as free
                # so that a port that was closed a moment ago counts as free
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((ip, port))
                return port
            except PermissionError:
                continue
            except OSError as error:
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    sys.exit(f"This machine has no address '{ip}' to listen on.")
    return None


def announce(address, browse):
    """Print the address of the table when it answers, and open a browser."""
    icon = address.partition("?")[0] + "static/favicons/favicon.ico"
    for _ in range(600):
        try:
            urllib.request.urlopen(icon, timeout=2).close()
            break
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.1)
    print(f"The table is at {address}\nPress Ctrl-C to stop it; all matches are saved.", flush=True)
    if browse:
        webbrowser.open(address)


def serve(ip, port, token):
    """Run Voila until it is stopped. One process is kept ready for the next tab, so that pages open at once."""
    paths = filter(None, [str(SHARE), os.environ.get("JUPYTER_PATH")])
    os.environ["JUPYTER_PATH"] = os.pathsep.join(paths)
    from traitlets.config import Config
    from voila.app import Voila
    from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

    # A closed page requests the end of its process without a cookie against forged requests, and would be refused.
    # The request still needs access and the long random name of the process.
    VoilaShutdownKernelHandler.check_xsrf_cookie = lambda handler: None
    config = {"Voila": {"ip": ip, "port": port, "port_retries": 0, "token": token, "log_level": 40}}
    config["Voila"]["open_browser"] = False
    config["VoilaConfiguration"] = {"template": "deckspace", "preheat_kernel": True, "default_pool_size": 1}
    # The server gives the time between pings in milliseconds, which Tornado takes for seconds, and warns. A shorter
    # timeout would avoid the warning, but end every connection after thirty seconds, when a click may be lost.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    # Without encryption, a kernel warns at every start that others on this machine may listen.
    config["KernelManager"] = {"transport_encryption": "auto"}
    with suppress(KeyboardInterrupt):
        Voila.launch_instance([str(NOTEBOOK)], config=Config(config))


if __name__ == "__main__":
    main(sys.argv[1:])
