#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installed programs do their own work with every function's entry and return counted.

    own_work.py [--program python3|sqlite3|openssl|bash|nginx] [--build build/release] [--in-memory]

The executable and its own libraries are converted, or, with --in-memory, it runs by
`udpc run --spec` with all of its libraries counted, and each works as the original
does: python3 passes modules of its test suite, sqlite3 and bash write the same,
openssl measures speed for a second, nginx serves requests and logs each. Prints how many
sites are counted, the refused ones with the reason, and the functions that
have not returned as often as they were entered: those that end by exit, longjmp or
exceptions, those that return in a child of fork as well, and code that other
functions enter by a jump behind its first instruction. Needs the packages sqlite3, openssl, nginx, apache2-utils and
libpython3.11-testsuite; a program that is missing is an error.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = 'version: 1\nevents:\n  - {event: calls, entry: "*"}\n  - {event: returns, return: "*"}\n'
MODULES = ("test_json test_re test_dict test_list test_set test_unicode test_generators test_exceptions test_struct test_bytes "
           "test_heapq test_collections test_itertools test_decimal test_ordered_dict test_zlib test_hashlib test_threading_local").split()
SQL = """
create table t(a integer primary key, b text, c real); create index i on t(b);
with recursive n(x) as (select 1 union all select x+1 from n where x<20000) insert into t select x, 'row ' || (x * 7919 % 20011), x*1.5 from n;
select count(*), sum(c), max(b) from t where b like 'row 1%'; update t set c = c + 1 where a % 7 = 0; delete from t where a > 15000;
select a, group_concat(b) over (order by a rows 2 preceding) from t limit 20; select count(distinct substr(b, 5, 2)) from t;
create virtual table f using fts5(x); insert into f select b from t limit 500; select count(*) from f where f match 'row'; vacuum; pragma integrity_check;
"""
NGINX = """
daemon off; master_process on; worker_processes 2; pid {0}/nginx.pid; error_log {0}/error.log;
events {{ worker_connections 256; }}
http {{ access_log {0}/access.log; client_body_temp_path {0}/a; proxy_temp_path {0}/b; fastcgi_temp_path {0}/c; uwsgi_temp_path {0}/d; scgi_temp_path {0}/e;
  server {{ listen 127.0.0.1:{1}; root {0}; gzip on; gzip_types text/plain; location / {{ add_header X-A $request_id; }} }} }}
"""


def call(command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


class Program:
    def __init__(self, name, path, libraries, args):
        self.name, self.udpc, self.in_memory = name, args.build / "bin/udpc", args.in_memory
        self.runtime = args.build / "lib/udpc/libudpc_rt.so"
        self.work = args.work / name
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.plain = os.path.realpath(path)
        self.converted = self.work / os.path.basename(self.plain)
        self.sites = self.counted = 0
        self.coverage = 1
        self.runs = 0
        self.refused = collections.Counter()
        self.environment = {**os.environ, "LC_ALL": "C", "LD_LIBRARY_PATH": str(self.work), "UDPC_OPTIONS": f"output={self.work}/run.%p.prof"}
        (self.work / "spec.yaml").write_text(SPEC)
        if self.in_memory:
            self.environment = {**os.environ, "LC_ALL": "C"}
            return
        self.convert(self.plain, self.converted)
        listed = call(["ldd", self.plain]).stdout
        for library in libraries:
            found = re.search(rf"{re.escape(library)} => (\S+)", listed)
            self.convert(os.path.realpath(found[1]), self.work / library)

    def counted_command(self):
        """How the program is started with its functions counted."""
        if not self.in_memory:
            return [self.converted]
        self.runs += 1
        return [self.udpc, "run", "--spec", self.work / "spec.yaml", "-o", self.work / "report",
                f"--profile={self.work}/run.{self.runs}.prof", "--", self.plain]

    def convert(self, original, copy):
        done = call([self.udpc, "convert", original, "--spec", self.work / "spec.yaml", "-o", copy, f"--runtime={self.runtime}", "--verbose"])
        if done.returncode:
            sys.exit(f"{self.name}: {done.stderr}")
        text = done.stdout + done.stderr
        counted, sites = map(lambda n: int(n.replace(",", "")), re.search(r"([\d,]+) of ([\d,]+) sites", text).groups())
        print(f"{self.name}: {copy.name}: {counted:,} of {sites:,} sites, {100 * counted / sites:.2f}%")
        for line in re.findall(r"event '(.*?: not counted: .*)", text):
            kind, reason = line.split(": not counted: ")
            reason = re.sub(r" \(0x[0-9a-f]+\)$", "", reason)
            self.refused[reason] += 1
            if reason != "the function never returns":
                print(f"    {kind.split(': ', 1)[1]}: {reason}")
        never = self.refused["the function never returns"]
        self.sites, self.counted = self.sites + sites, self.counted + counted
        self.coverage = self.counted / (self.sites - never)

    def balance(self):
        """Entries and returns of each function, over all processes."""
        calls, returns, processes = collections.Counter(), collections.Counter(), 0
        merged = self.work / "all.prof"
        profiles = sorted(self.work.glob("run.*.prof"))
        if not profiles:
            return "no profile"
        (self.work / "list").write_text("".join(f"{p}\n" for p in profiles))
        done = call([self.udpc, "merge", f"@{self.work}/list", "-o", merged])
        if done.returncode:
            return done.stderr
        for event in json.loads(call([self.udpc, "report", "--json", merged]).stdout)["events"]:
            for row in event["rows"]:
                (calls if event["event"] == "calls" else returns)[row["function"]] += row["count"]
        both = [f for f in calls if f in returns]
        unequal = sorted((f for f in both if calls[f] != returns[f]), key=lambda f: -abs(calls[f] - returns[f]))
        most = ", ".join(f"{f} {calls[f]:,}/{returns[f]:,}" for f in unequal[:6])
        return (f"{sum(calls.values()):,} entries and {sum(returns.values()):,} returns in {len(profiles)} processes; "
                f"of {len(both):,} functions {len(unequal)} have not returned as often as entered{': ' + most if most else ''}")


def same_output(program, arguments, text=""):
    """Returns None, or a description of the error."""
    outputs = [call([*command, *arguments], input=text, cwd=program.work, env=program.environment)
               for command in ([program.plain], program.counted_command())]
    # `udpc run` says what it does not count.
    plain, converted = ((o.returncode, o.stdout, re.sub(r"(?m)^udpc: /.* sites are not counted: .*\n", "", o.stderr)) for o in outputs)
    return None if plain == converted and not plain[0] else f"{converted} instead of {plain}"


def python3(p):
    done = call([*p.counted_command(), "-m", "test", "-j2", *MODULES], env=p.environment, cwd=p.work)
    print(f"python3: {len(MODULES)} modules of its tests: {done.stdout.splitlines()[-1] if done.stdout else done.stderr}")
    return None if done.returncode == 0 and "SUCCESS" in done.stdout else done.stdout[-2000:]


def sqlite3(p):
    return same_output(p, [":memory:"], SQL)


def bash(p):
    return same_output(p, [ROOT / "test/lit/convert/Inputs/script.sh"])


def openssl(p):
    done = call([*p.counted_command(), "speed", "-seconds", "1", "-bytes", "1024", "sha256", "aes-128-cbc", "ecdsap256"], env=p.environment, cwd=p.work)
    if done.returncode:
        return done.stderr
    (p.work / "text").write_text(SQL * 100)
    for arguments in (["dgst", "-sha3-512", "text"], ["enc", "-aes-256-ctr", "-pbkdf2", "-k", "x", "-S", "0123456789abcdef", "-in", "text", "-a"],
                      ["prime", "-checks", "20", "170141183460469231731687303715884105727"], ["ciphers", "-v"]):
        if wrong := same_output(p, arguments):
            return wrong
    return None


def nginx(p, requests=5000, port=18080):
    for name in "abcde":
        (p.work / name).mkdir()
    (p.work / "text.txt").write_text(SQL * 20)
    (p.work / "nginx.conf").write_text("user root;" * (os.geteuid() == 0) + NGINX.format(p.work, port))
    server = subprocess.Popen([*map(str, p.counted_command()), "-c", str(p.work / "nginx.conf"), "-p", str(p.work)], env=p.environment)
    try:
        url = f"http://127.0.0.1:{port}/text.txt"
        for _ in range(100):
            if not call(["ab", "-n", "1", url]).returncode:
                break
            time.sleep(0.1)
        before = len((p.work / "access.log").read_text().splitlines())
        done = call(["ab", "-n", requests, "-c", "20", "-H", "Accept-Encoding: gzip", url])
    finally:
        os.kill(int((p.work / "nginx.pid").read_text()), signal.SIGQUIT)
        server.wait()
    logged = len((p.work / "access.log").read_text().splitlines()) - before
    failed = re.search(r"Failed requests: +(\d+)", done.stdout)
    print(f"nginx: {requests} requests, {failed and failed[1]} failed, {logged} lines in its log")
    return None if logged == requests and failed and failed[1] == "0" else done.stdout + done.stderr


PROGRAMS = {
    "python3": ("/usr/bin/python3", [], python3),
    "sqlite3": ("/usr/bin/sqlite3", ["libsqlite3.so.0"], sqlite3),
    "openssl": ("/usr/bin/openssl", ["libssl.so.3", "libcrypto.so.3"], openssl),
    "bash": ("/bin/bash", [], bash),
    "nginx": ("/usr/sbin/nginx", [], nginx),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", choices=PROGRAMS, action="append")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("own-work"))
    parser.add_argument("--in-memory", action="store_true")
    args = parser.parse_args()
    args.build, args.work = args.build.resolve(), args.work.resolve()
    good = True
    # Shells ignore it in the background; programs inherit that, and modules of python3 test it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for name in args.program or PROGRAMS:
        path, libraries, work = PROGRAMS[name]
        program = Program(name, path, libraries, args)
        wrong = work(program)
        good &= not wrong and program.coverage >= 0.99
        print(f"{name}: {'works as the original' if not wrong else 'FAILS: ' + wrong}")
        if not args.in_memory:
            print(f"{name}: {100 * program.coverage:.2f}% of the sites are counted, but for functions that never return")
        print(f"{name}: {program.balance()}", flush=True)
    sys.exit(not good)


main()
