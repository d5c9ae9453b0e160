"""Runs a command beside the DynamoDB of moto, which is written by others.

    python dynamodb.py COMMAND...

The command finds it by HORA_TEST_DYNAMODB. Requests are served one after the
other: moto's transactions are whole only as long as nothing else is at work.
"""

import os
import subprocess
import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server


class Silent(WSGIRequestHandler):
    def log_request(self, *_):
        pass


server = make_server("127.0.0.1", 0, DomainDispatcherApplication(create_backend_app), threaded=False, request_handler=Silent)
threading.Thread(target=server.serve_forever, daemon=True).start()
found = {"HORA_TEST_DYNAMODB": f"http://127.0.0.1:{server.port}"}
sys.exit(subprocess.run(sys.argv[1:], env=os.environ | found).returncode)
