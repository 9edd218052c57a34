"""scrape.py OPEN TEXT: serves the files, and asks Prometheus, which scrapes them, for
a total that is in both."""

import http.server
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

types = {"open": "application/openmetrics-text; version=1.0.0; charset=utf-8",
         "text": "text/plain; version=0.0.4"}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/")
        self.send_response(200)
        self.send_header("Content-Type", types[name])
        self.end_headers()
        with open(dict(zip(types, sys.argv[1:]))[name], "rb") as f:
            self.wfile.write(f.read())

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
# Prometheus needs a port by number: one that is free now.
free = http.server.HTTPServer(("127.0.0.1", 0), Server)
port = free.server_port
free.server_close()
with open("prometheus.yml", "w") as f:
    f.write("global: {scrape_interval: 1s}\nscrape_configs:\n")
    for name in types:
        f.write(f"  - {{job_name: {name}, metrics_path: /{name}, "
                f"static_configs: [{{targets: ['127.0.0.1:{server.server_port}']}}]}}\n")
with open("log", "wb") as log:
    prometheus = subprocess.Popen(
        ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data",
         f"--web.listen-address=127.0.0.1:{port}"], stdout=log, stderr=log,
        env=os.environ | {"GOMAXPROCS": "1"})
try:
    found, end = {}, time.monotonic() + 60
    query = "http://127.0.0.1:%d/api/v1/query?query=udpc_events_total%%7Bevent%%3D%%22refills%%22%%7D" % port
    while time.monotonic() < end and len(found) < 2:
        time.sleep(0.1)
        try:
            with urllib.request.urlopen(query, timeout=10) as answer:
                for r in json.load(answer)["data"]["result"]:
                    found[r["metric"]["job"]] = r["value"][1]
        except (urllib.error.URLError, ConnectionError):
            pass
    assert found == {"open": "150", "text": "150"}, found
finally:
    prometheus.kill()
    prometheus.wait()
