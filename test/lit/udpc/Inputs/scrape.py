"""scrape.py OPEN TEXT ALERTS: serves the files, and asks Prometheus and
VictoriaMetrics, which scrape them, for a total that is in both. Beside them it
serves metrics of a program whose rate shifts, and of one that is calm, and waits
for the alert of ALERTS, whose times are made shorter, to fire for the first
only."""

import http.server
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

types = {"open": "application/openmetrics-text; version=1.0.0; charset=utf-8",
         "text": "text/plain; version=0.0.4", "live": "text/plain; version=0.0.4"}
files = dict(zip(types, sys.argv[1:3]))
# The first scrape, and when the rate shifts, in seconds after it.
begin, shift = None, 3


def live():
    """Ten requests a second; after the shift ever more: the alert fires for long,
    so that a busy machine does not miss it."""
    global begin
    begin = begin or time.monotonic()
    passed = time.monotonic() - begin
    requests = {"calm": 10 * passed, "app": 10 * passed + 50 * (2 ** max(0, passed - shift) - 1)}
    return "# TYPE udpc_events_total counter\n" + "".join(
        f'udpc_events_total{{program="{p}",event="requests",command="inc"}} {n:.0f}\n'
        for p, n in requests.items())


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/")
        self.send_response(200)
        self.send_header("Content-Type", types[name])
        self.end_headers()
        if name in files:
            with open(files[name], "rb") as f:
                self.wfile.write(f.read())
        else:
            self.wfile.write(live().encode())

    def log_message(self, *_):
        pass


def free_port():
    """They need a port by number: one that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


def ask(port, path, **query):
    url = f"http://127.0.0.1:{port}/api/v1/{path}?{urllib.parse.urlencode(query)}"
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return json.load(answer)["data"]
    except (urllib.error.URLError, ConnectionError):
        return {}


def totals(port):
    """By the format that they were scraped in."""
    results = ask(port, "query", query='udpc_events_total{event="refills"}').get("result", [])
    return {r["metric"]["job"]: r["value"][1] for r in results}


def firing(port):
    return {a["labels"]["program"] for a in ask(port, "alerts").get("alerts", [])
            if a["state"] == "firing"}


def await_that(done, seconds=60):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.2)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
with open(sys.argv[3]) as f:
    alerts = f.read()
for usual, short in (("[5m]", "[2s]"), ("[6h] offset 10m", "[6s] offset 2s"), ("for: 5m", "for: 1s")):
    assert usual in alerts
    alerts = alerts.replace(usual, short)
with open("alerts.yaml", "w") as f:
    f.write(alerts)
scrape = "scrape_configs:\n" + "".join(
    f"  - {{job_name: {name}, metrics_path: /{name}, "
    f"static_configs: [{{targets: ['127.0.0.1:{server.server_port}']}}]}}\n" for name in types)
with open("prometheus.yml", "w") as f:
    f.write("global: {scrape_interval: 500ms, evaluation_interval: 500ms}\n"
            "rule_files: [alerts.yaml]\n" + scrape)
with open("victoria.yml", "w") as f:
    f.write("global: {scrape_interval: 1s}\n" + scrape)
ports = [free_port(), free_port()]
commands = [
    ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data",
     f"--web.listen-address=127.0.0.1:{ports[0]}"],
    ["victoria-metrics", "-promscrape.config=victoria.yml", "-storageDataPath=victoria",
     f"-httpListenAddr=127.0.0.1:{ports[1]}", "-search.latencyOffset=0s", "-memory.allowedBytes=64MB"],
]
running = []
try:
    for command in commands:
        with open(command[0] + ".log", "wb") as log:
            running.append(subprocess.Popen(command, stdout=log, stderr=log,
                                            env=os.environ | {"GOMAXPROCS": "1"}))
    for port, command in zip(ports, commands):
        await_that(lambda: len(totals(port)) == 2)
        assert totals(port) == {"open": "150", "text": "150"}, (command[0], totals(port))
    # Nothing fires before the rate shifts.
    fired = firing(ports[0])
    assert not fired or time.monotonic() > begin + shift, fired
    await_that(lambda: firing(ports[0]))
    assert firing(ports[0]) == {"app"}, ask(ports[0], "alerts")
finally:
    for process in running:
        process.kill()
        process.wait()
