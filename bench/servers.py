# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that wait for requests: their builds, and the processor time that a load takes."""

import os
import re
import shutil
import signal
import subprocess

COMMANDS = "set,get,incr,lpush,lpop,sadd,hset,zadd"


def redis(work, scale, source, sh, llvm):
    """Redis' own code; the libraries that come with it are compiled plainly, once, as is the program that sends
    the requests."""
    made = work / "redis"
    load = made / "src/redis-benchmark"
    if not load.exists():
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(source, made)
        # This also writes the header with the version.
        sh(["make", "-s", "-j", os.cpu_count(), "-C", made / "src", f"CC={llvm}/clang", "MALLOC=libc", load.name])
        # What only the server links.
        sh(["make", "-s", "-C", made / "deps", f"CC={llvm}/clang", "lua"])
    objects = re.search(r"^REDIS_SERVER_OBJ=(.*)", (made / "src/Makefile").read_text(), re.MULTILINE).group(1)
    deps = made / "deps"
    headers = [f"-I{deps}/{d}" for d in ("hiredis", "linenoise", "lua/src", "hdr_histogram")]
    archives = [deps / a for a in ("hiredis/libhiredis.a", "lua/src/liblua.a", "hdr_histogram/libhdrhistogram.a")]
    files = [made / "src" / f"{o[:-2]}.c" for o in objects.split()]
    return files, ["-std=c11", "-DREDIS_STATIC=", *headers], [*archives, "-rdynamic", "-lm", "-ldl", "-lrt"], requests(load, scale)


def requests(load, scale):
    """A function that runs a server and sends it requests; it returns the server's processor time in seconds, and what
    both said."""

    def run(program, env):
        socket = program.parent / "socket"
        options = ["--port", "0", "--unixsocket", socket.name, "--save", "", "--appendonly", "no"]
        with open(program.parent / "server.log", "w+", encoding="utf-8") as log:
            server = subprocess.Popen([program, *options], cwd=program.parent, env=env, stdout=log, stderr=log)
            # Waits until the socket is there; tells the server to end, too.
            send = f"for i in $(seq 100); do [ -S {socket.name} ] && break; sleep 0.05; done\n" \
                f"{load} -s {socket.name} -P 16 -n {150_000 * scale} -r 10000 -q -t {COMMANDS} || exit\n" \
                f"{load} -s {socket.name} -c 1 -n 1 -q shutdown nosave; true"
            done = subprocess.run(["sh", "-c", send], cwd=program.parent, stdout=log, stderr=log, check=False)
            if done.returncode:
                os.kill(server.pid, signal.SIGKILL)  # Popen.kill() would wait for one that has ended.
            _, status, usage = os.wait4(server.pid, 0)
            server.returncode = os.waitstatus_to_exitcode(status)
            log.seek(0)
            output = log.read()
        if status:
            raise SystemExit(f"failed: {program}: {output[-2000:]}")
        return usage.ru_utime + usage.ru_stime, output

    return run
