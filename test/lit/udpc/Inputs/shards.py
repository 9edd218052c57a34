"""shards.py EXAMPLES: see shards.test. UDPC_FLEET_PROFILES is how many processes
there are; it prints how fast rows are loaded."""

import glob
import json
import os
import socket
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from make_profile import profile

examples = sys.argv[1]
number = int(os.environ.get("UDPC_FLEET_PROFILES", "90"))
functions = 40
names = ["h0", "h1", "h2"]


def run(*args, **more):
    done = subprocess.run(args, capture_output=True, text=True, **more)
    assert not done.returncode, (args, done.stderr)
    return done.stdout


def free_ports():
    """The first of 20 ports that are free."""
    # Others may look at the same time: each process begins elsewhere. Ports from
    # 32768 on are given to connections.
    for first in (12000 + (os.getpid() + i) * 20 % 20000 for i in range(1000)):
        taken = 0
        for port in range(first, first + 20):
            with socket.socket() as s:
                taken += s.connect_ex(("127.0.0.1", port)) == 0
        if not taken:
            return first
    sys.exit("no free ports")


def profile_of(process):
    sites = [{"event": 0, "kind": "entry", "file": f"/src/{f % 7}.c", "line": f + 1,
              "function": f"f{f}", "candidates": [f]} for f in range(functions)]
    return profile({
        "units": [{"module": "/bin/app", "source": "/src/a.c", "slots": functions,
                   "events": ["calls"], "sites": sites}],
        "threads": {"0": [[0, f, (process * 31 + f * 17) % 1000 + 1] for f in range(functions)]},
    })


first = free_ports()
folder = os.path.abspath("shards")
servers = os.path.join(examples, "two-shards.sh")


def ask(sql, shard=0):
    return run("clickhouse-client", f"--port={first + 10 * shard + 1}", "--format=CSVWithNames",
               "--query", sql).replace('"', "")


def pid(shard):
    with open(f"{folder}/{shard}/pid") as f:
        return int(f.read())


def collect(check=True):
    for name in names:
        subprocess.run(["udpc", "collect", name, f"--host={name}", "--once",
                        f"--to=http://127.0.0.1:{first}/?query="
                        "INSERT%20INTO%20counts_all%20FORMAT%20JSONEachRow"],
                       check=check, stderr=None if check else subprocess.DEVNULL)


def arrive(begin, end):
    for process in range(begin, end):
        with open(f"{names[process % 3]}/udpc.{process}.prof", "wb") as f:
            f.write(data[process])


data = [profile_of(process) for process in range(number)]
for name in names:
    os.mkdir(name)
os.mkdir("all")
for process, content in enumerate(data):
    with open(f"all/{process}.prof", "wb") as f:
        f.write(content)
with open("list", "w") as f:
    f.write("\n".join(glob.glob("all/*.prof")))


def count_of(*profiles):
    run("udpc", "merge", *profiles, "-o", "sum.prof")
    rows = run("udpc", "export", "--format=rows", "--event=calls", "sum.prof").splitlines()
    return sum(json.loads(row)["count"] for row in rows if '"(runs)"' not in row)


def wait_for(expected):
    total = "SELECT sum(count) AS n FROM counts WHERE event = 'calls'"
    end = time.monotonic() + 120
    while time.monotonic() < end and int(ask(total).split()[1]) != expected:
        time.sleep(0.2)
    assert int(ask(total).split()[1]) == expected, (ask(total), expected)


try:
    run(servers, folder, str(first))
    arrive(0, number // 3)
    begin = time.monotonic()
    collect()
    seconds = time.monotonic() - begin
    # Not while it receives rows: ClickHouse takes those that it was sending to a server
    # that is killed for a broken file, and puts them aside.
    wait_for(count_of(*(f"all/{process}.prof" for process in range(number // 3))))
    # The second shard is down: the first one keeps its rows for it.
    os.kill(pid(1), 9)
    while os.path.exists(f"/proc/{pid(1)}/exe"):
        time.sleep(0.05)
    arrive(number // 3, 2 * number // 3)
    collect()
    run(servers, folder, str(first), "1")
    arrive(2 * number // 3, number)
    # A batch that was sent twice: as if the collector was killed before it knew.
    subprocess.run(["udpc", "collect", "h0", "--host=h0", "--once", "--to=-"], check=True,
                   stdout=open("h0.rows", "wb"))
    with open("h0.rows", "rb") as f:
        rows = f.read()
    for _ in range(2):
        subprocess.run(["clickhouse-client", f"--port={first + 1}", "--query",
                        "INSERT INTO counts_all FORMAT JSONEachRow"], input=rows, check=True)
    collect()
    wait_for(count_of("@list"))
    runs = "SELECT sum(count) AS n FROM counts WHERE event = '(runs)'"
    assert int(ask(runs).split()[1]) == number
    # Both shards have a part, and one has a batch twice.
    parts = [int(ask("SELECT count() AS n FROM counts_local", shard).split()[1])
             for shard in (0, 1)]
    assert all(parts), parts
    assert int(ask("SELECT max(n) AS m FROM (SELECT sum(copies) AS n FROM counts_copies "
                   "GROUP BY batch, event, function)").split()[1]) == 2
    # The same answers, from rows as the database has them.
    with open("db.rows", "w", encoding="utf-8") as f:
        f.write(run("clickhouse-client", f"--port={first + 1}", "--query",
                    "SELECT time, batch, host, program, build, module, event, command, kind, "
                    "file, line, col, function, thread, count FROM counts FORMAT JSONEachRow",
                    "--output_format_json_quote_64bit_integers=0"))
    values = {"{event}": "calls", "{build}": "", "{old}": "none", "{limit}": "20", "{step}": "60"}
    for query in ("top", "outliers", "times"):
        sql = run("udpc", "query", query, "--sql")
        for parameter, value in values.items():
            sql = sql.replace(parameter, value)
        sql = "\n".join(line for line in sql.splitlines() if not line.startswith("--"))
        theirs = [line.split(",") for line in ask(sql).splitlines()]
        ours = [line.split(",") for line in
                run("udpc", "query", sql, "--csv", "db.rows").splitlines()]
        same = lambda cell: cell.removesuffix(".0")
        assert len(ours) > 1 and [list(map(same, line)) for line in ours] == [
            list(map(same, line)) for line in theirs], (query, ours, theirs)
    print(f"{number} profiles; the first third in {seconds:.2f} s")
finally:
    for shard in (0, 1):
        try:
            os.kill(pid(shard), 9)
        except (OSError, ValueError):
            pass
