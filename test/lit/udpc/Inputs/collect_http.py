"""collect_http.py PROFILE: ships to a server that is down for a while, refuses, and
does not confirm what it has stored."""

import http.server
import json
import os
import shutil
import subprocess
import sys
import threading

os.mkdir("posted")
answers = ["refuse", "forget", "confirm"]
stored = []


class Server(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = answers.pop(0)
        if answer == "refuse":
            self.send_error(500, "no room")
            return
        assert self.path == "/?query=INSERT", self.path
        stored.append([json.loads(line) for line in body.splitlines()])
        if answer == "confirm":
            self.send_response(200)
            self.end_headers()

    def log_message(self, *_):
        pass


def collect():
    return subprocess.run(
        ["udpc", "collect", "posted", f"--to=http://127.0.0.1:{port}/?query=INSERT",
         "--host=h", "--once"], capture_output=True, text=True)


server = http.server.HTTPServer(("127.0.0.1", 0), Server)
port = server.server_port
server.server_close()
shutil.copy(sys.argv[1], "posted/udpc.1.prof")
down = collect()
assert down.returncode == 1 and "Connection refused" in down.stderr, down
server = http.server.HTTPServer(("127.0.0.1", port), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
refused = collect()
assert refused.returncode == 1 and "the answer is 500" in refused.stderr, refused
forgotten = collect()
assert forgotten.returncode == 1 and "not HTTP" in forgotten.stderr, forgotten
confirmed = collect()
assert confirmed.returncode == 0, confirmed
# The same batch, twice, by which the database knows it.
assert len(stored) == 2 and stored[0] == stored[1], stored
assert len({row["batch"] for row in stored[0]}) == 1
assert collect().returncode == 0 and len(stored) == 2
server.shutdown()
