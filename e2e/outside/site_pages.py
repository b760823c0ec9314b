"""A site with pages, for applications in Python. Only a test visits it."""

import json
import os
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

PORT = int(os.environ["PORT"])
HOME = f"http://localhost:{PORT}"


class Redirect(Exception):
    """The answer is another address."""


def serve(pages):
    """Each page is a function of the address and the fields that were sent. It gives HTML, or a value to show as JSON."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self, status, body="", **headers):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body.encode())

        def handle_page(self, sent=""):
            address = urlsplit(self.path)
            fields = dict(parse_qsl(sent or address.query))
            try:
                shown = pages[address.path](HOME + self.path, fields)
            except Redirect as redirect:
                return self.answer(302, Location=str(redirect))
            except Exception:
                return self.answer(500, traceback.format_exc(), Content_Type="text/plain")
            if isinstance(shown, str):
                return self.answer(200, shown, Content_Type="text/html")
            return self.answer(200, json.dumps(shown), Content_Type="application/json")

        def do_GET(self):
            self.handle_page()

        def do_POST(self):
            self.handle_page(self.rfile.read(int(self.headers["Content-Length"])).decode())

        def log_message(self, *_):
            pass

    ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
