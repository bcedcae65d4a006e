"""Voila for the table: it answers only the pages that it has served itself, and keeps few processes alive.

A browser lets any page send requests to any port of this machine, even with our cookie, since cookies are not bound to a
port. So a page is opened only by the token in its address, and every other request must name this host and come from it.
"""

import html
import ipaddress
import re
import secrets
import shutil
import socket
from contextlib import suppress

from jupyter_client.session import utcnow
from jupyter_core.utils import run_sync
from jupyter_server import DEFAULT_STATIC_FILES_PATH
from tornado.routing import Matcher, Rule
from tornado.web import HTTPError, RequestHandler
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.handler import TornadoVoilaHandler

MOST_PROCESSES = 6  # of about 330 MB each, besides the one that is kept ready
LONELY = {"cull_idle_timeout": 35, "cull_interval": 10}  # seconds, after which a process without a page ends
MANY = "There are too many pages of the table: close one, and reload this page a minute later."
TOKEN = (
    "Open the address that the terminal shows, which ends with ?token= and a secret: it is a new one whenever the table "
    "has been started again. All matches are saved, and are listed there under Continue."
)
HOST = "The table has no such name: open the address that the terminal shows."
ORIGIN = "Only the table's own pages may ask for this."
REFUSAL = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Deckspace: not this address</title>
<style>body {{ max-width: 34em; margin: 20vh auto; padding: 0 1em; font: 18px/1.5 system-ui, sans-serif; color: #f4ecd8; background: #1d3d36 }}</style>
<h1>Not this address</h1>
<p>{}</p>
"""
PAGES = ("/", "/login")  # what a browser can open without having been there


class Guarded(Voila):
    """Voila with a check before every request."""

    def init_handlers(self):
        *others, (path, page, options) = super().init_handlers()
        assert page is TornadoVoilaHandler
        ours = [Rule(Strange(self.ip, self.token), Refused), Rule(Ended(self.kernel_manager), Nothing)]
        return [*ours, *others, (path, PageHandler, options)]

    def stop(self):
        """End all processes at once: every match is saved, and one that is still starting would show a traceback."""
        shutil.rmtree(self.connection_dir, ignore_errors=True)
        with suppress(HTTPError):  # one that ends by itself at this moment is not found any more
            run_sync(self.kernel_manager.shutdown_all)(now=True)


class Strange(Matcher):
    """Matches the requests that no page of ours sends; the handler gets a sentence that says why."""

    def __init__(self, ip, token):
        self.token, self.names = token, {"localhost", ip, socket.gethostname().lower()}

    def match(self, request):
        why = self.why(request)
        return {"path_args": [why.encode()]} if why else None

    def why(self, request):
        """Return the sentence with which a request is refused, or None."""
        name = request.host_name.lower().strip("[]")
        if name not in self.names and not is_number(name):  # a name that somebody else may have pointed here
            return HOST
        origin = request.headers.get("Origin")
        is_socket = request.headers.get("Upgrade", "").lower() == "websocket"
        if (origin or is_socket) and (origin or "").partition("://")[2] != request.host:
            return ORIGIN
        given = request.query_arguments.get("token", [b""])[-1]
        if request.path in PAGES and not secrets.compare_digest(given, self.token.encode()):
            return TOKEN
        return None


def is_number(name):
    """Tell whether a host is named by its address, which no foreign name server can redirect."""
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


class Refused(RequestHandler):
    """Answers a Strange request with the sentence that says why it is refused."""

    def prepare(self):
        self.set_status(403)
        self.finish(REFUSAL.format(html.escape(self.path_args[0])))


class Ended(Matcher):
    """Matches requests for a process that is not there any more: by tabs that are still open after a restart."""

    PATH = re.compile("/(?:api/kernels|voila/api/shutdown)/([^/]+)")

    def __init__(self, manager):
        self.manager = manager

    def match(self, request):
        found = self.PATH.match(request.path)
        return {} if found and found[1] not in self.manager else None


class Nothing(RequestHandler):
    """Answers that there is nothing here."""

    def prepare(self):
        self.set_status(404)
        self.finish()


class PageHandler(TornadoVoilaHandler):
    """Serves a page with a process of its own, unless there are many already."""

    opening = 0

    async def get(self, path=None):
        manager = self.kernel_manager
        if len(manager) + PageHandler.opening >= MOST_PROCESSES:
            raise HTTPError(503, reason=MANY)
        # From now on the process that this page will get counts as one with a page.
        for number in manager.list_kernel_ids():
            manager.get_kernel(number).last_activity = utcnow()
        PageHandler.opening += 1
        try:
            await super().get(path)
        finally:
            PageHandler.opening -= 1


def configuration(ip, port, token):
    """Return the settings of the server, as traitlets takes them."""
    # Without encryption, a kernel warns at every start that others on this machine may listen.
    config = {"KernelManager": {"transport_encryption": "auto"}, "MappingKernelManager": LONELY}
    config["Voila"] = {"ip": ip, "port": port, "port_retries": 0, "token": token, "log_level": 40}
    config["Voila"]["open_browser"] = False
    # The server's error pages name a picture in this folder; without it, each would be a traceback in the terminal.
    config["Voila"]["tornado_settings"] = {"static_path": DEFAULT_STATIC_FILES_PATH}
    # A cookie goes to all ports of a host: one of its own for each server, and none for foreign pages.
    cookie = {
        "cookie_name": f"deckspace-{secrets.token_hex(8)}",
        "cookie_options": {"samesite": "Strict", "expires_days": None},
    }
    config["IdentityProvider"] = cookie
    # One process is kept ready for the next tab, so that pages open at once.
    config["VoilaConfiguration"] = {"template": "deckspace", "preheat_kernel": True, "default_pool_size": 1}
    return config


# A closed page asks for the end of its process without the cookie that guards against forged requests, and would be
# refused. Its request still needs access to the server and the long random name of the process.
VoilaShutdownKernelHandler.check_xsrf_cookie = lambda handler: None
