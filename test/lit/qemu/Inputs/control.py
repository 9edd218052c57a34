"""Runs control.c's program under QEMU, and gives its counter unit commands."""

import json
import os
import socket
import stat
import subprocess
import sys
import time

guest = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def connect(path="s"):
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    client.settimeout(60)
    return client


def say(data, path="s", answers=1):
    with connect(path) as client:
        client.sendall(data)
        lines = client.makefile(encoding="ascii")
        return [lines.readline().rstrip("\n") for _ in range(answers)]


def shown(answer):
    """A register's count and value, and each thread's."""
    words = []
    for counter in json.loads(answer)["counters"]:
        words += [f"count={counter['count']}", f"value={counter['value']}"]
        words += [f"{t['thread']}:{t['count']}={t['value']}" for t in counter["threads"]]
    return " ".join(words)


def do(command, path="s"):
    answer = say(command.encode() + b"\n", path)[0]
    print(f"{command}: {shown(answer) if answer.startswith('{') else answer}")


def steps(which="01"):
    for each in which:
        guest.stdin.write(each)
        guest.stdin.flush()
        assert guest.stdout.readline() == "done\n"
    print("after steps of both threads")


steps()
for each in "read 3", "read 7", "write 3=250", "write 3=1 thread=1", "read 3", "unmask 7/inc thread=0", "mask 3/dec":
    do(each)
steps()
for each in "read 3", "read 7", "read 5", "reset 5 thread=1", "read 5", "reset", "read 3+5", "mask 0-255":
    do(each)
steps()
for each in "read 3", "write 3=x", "reset 3 thread=7":
    do(each)

print("bytes:", say(b"\0\xff<" + bytes(range(11, 256)) + b"\n")[0])
print("1 MB:", say(b"x" * 2**20 + b"\n")[0])
print("two in one:", *say(b"mask 3\nunmask 3\n", answers=2))
held = [connect() for _ in range(10)]
for client in held[:5]:
    client.sendall(b"read\n" * 100)
for _ in range(30):
    with connect() as client:
        client.sendall(b"read\nre")
for client in held:
    client.close()
print("40 that hang up: ", end="")
do("read 3")
print(f"mode {stat.S_IMODE(os.stat('s').st_mode):o}")
other = subprocess.run(
    [arg.replace("out=u.json", "out=v.json") for arg in sys.argv[1:]], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
)
assert other.returncode
print(other.stderr.decode().splitlines()[0].replace("udpc-qemu: ", ""))

guest.stdin.write("f")
guest.stdin.flush()
child = f"s.{int(guest.stdout.readline())}"
print("child: ", end="")
do("read 3", child)
print("parent: ", end="")
do("read 3")
guest.stdin.write("x")
guest.stdin.flush()
assert guest.stdout.readline() == "done\n"


def gone(path):
    """The child's watcher removes it."""
    for _ in range(600):
        if not os.path.exists(path):
            return True
        time.sleep(0.05)
    return False


print("after the child:", gone(child))
guest.stdin.close()
print(f"at the end: exit status {guest.wait()}, left: {[f for f in os.listdir() if f[0] == 's']}")
