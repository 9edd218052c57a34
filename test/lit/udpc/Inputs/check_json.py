"""Compares the report of server.json with what it should be."""

import json
import sys


def row(kind, file, line, function, command, count):
    return dict(kind=kind, file=file, line=line, function=function,
                command=command, count=count)


HANDLE = ("/src/server.cpp", 12, "Server::handle(int)")
EXPECTED = {
    "requests": (1235000, {0: 1234567, 1: 33, -1: 400},
                 [row("entry", "/src/client.cpp", 30, "ask", "inc", 400),
                  row("entry", *HANDLE, "inc", 1234600)]),
    "in_flight": (7, {0: 7},
                  [row("entry", *HANDLE, "inc", 1234600),
                   row("return", *HANDLE, "dec", 1234593)]),
    # 90 + 60 in region 12:3, 80 + 20 in 12:9. Only thread 0 was in the first.
    "refills": (150, {0: 150}, [row("line", "/src/cache.h", 12, "", "inc", 150)]),
    "never": (0, {}, []),
}

with open(sys.argv[1], encoding="utf-8") as f:
    report = json.load(f)
assert list(report) == ["version", "events"] and report["version"] == 1
assert [e["event"] for e in report["events"]] == list(EXPECTED)
for event in report["events"]:
    assert list(event) == ["event", "total", "threads", "rows"], list(event)
    total, threads, rows = EXPECTED[event["event"]]
    assert event["total"] == total, event
    assert [t["thread"] for t in event["threads"]] == [0, 1, -1], event["threads"]
    assert {t["thread"]: t["count"] for t in event["threads"] if t["count"]} == threads
    assert event["rows"] == rows, event["rows"]
    assert type(event["total"]) is int
