"""A running desk, and what is heard on the way to it."""

import os
import subprocess
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[3]


def _binary():
    """The local desk: the one that HORA_DESK names, or one built now."""
    if name := os.environ.get("HORA_DESK"):
        return name
    subprocess.run(["go", "build", "-o", "bin/desk", "./functions/local"], cwd=ROOT, check=True)
    return str(ROOT / "bin" / "desk")


@contextmanager
def running(now):
    """Runs a desk on an empty folder, with the demonstration data and a clock
    that begins at now, and yields its URL."""
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryFile("w+") as log:
        command = [_binary(), "--addr", "127.0.0.1:0", "--data", data, "--now", now]
        desk = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            for line in desk.stdout:
                if line.startswith("serving "):
                    url = line.split()[1]
                    break
            else:
                log.seek(0)
                raise RuntimeError("the desk ended:\n" + log.read())
            threading.Thread(target=desk.stdout.read, daemon=True).start()
            yield url
        finally:
            desk.terminate()
            desk.wait(20)


class Ear:
    """Hears in which version calls are made and how they are answered, and
    says who calls."""

    def __init__(self):
        self.versions = set()
        self.status = 0
        self.key = ""
        self.claim = ""  # a version to claim instead of the library's own
        self.http = httpx.AsyncClient(event_hooks={"request": [self._asked], "response": [self._answered]})

    async def _asked(self, request):
        if request.method == "POST":
            self.versions.add(request.headers.get("A2A-Version", ""))
        if self.claim:
            request.headers["A2A-Version"] = self.claim
        if self.key:
            request.headers["Authorization"] = "Bearer " + self.key

    async def _answered(self, response):
        self.status = response.status_code
