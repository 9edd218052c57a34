"""Holds the JSON of `udpc sites` against docs/instruction.md."""
import json
import sys

data = json.load(sys.stdin)
assert data["version"] == 1
assert [s["event"] for s in data["sites"]] == ["calls", "live", "live"]
assert [s["command"] for s in data["sites"]] == ["inc", "inc", "dec"]
assert [s["counter"] for s in data["sites"]] == [9, 0, 0]
assert data["sites"] == sorted(data["sites"], key=lambda s: s["address"])
for site in data["sites"]:
    assert set(site) == {"address", "counter", "command", "symbol", "keeps_flags", "event", "kind", "file",
                         "line", "function"}, site
    assert site["symbol"] == site["function"] and site["file"].endswith("/a.c")
