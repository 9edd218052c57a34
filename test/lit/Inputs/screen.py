"""screen.py [--columns=80] [--rows=24] COMMAND...: runs it with a terminal of
this size as its input and output, prints what it prints, and has its exit
status. A line that is wider than the terminal is an error."""

import argparse
import fcntl
import os
import pty
import re
import struct
import sys
import termios

parser = argparse.ArgumentParser()
parser.add_argument("--columns", type=int, default=80)
parser.add_argument("--rows", type=int, default=24)
parser.add_argument("command", nargs=argparse.REMAINDER)
options = parser.parse_args()

master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", options.rows, options.columns, 0, 0))
pid = os.fork()
if not pid:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    os.dup2(slave, 0)
    os.dup2(slave, 1)
    os.environ.setdefault("TERM", "xterm-256color")
    os.execvp(options.command[0], options.command)
os.close(slave)
output = b""
while True:
    try:
        data = os.read(master, 65536)
    except OSError:  # Linux' EIO: the command has ended.
        break
    if not data:
        break
    output += data
_, status = os.waitpid(pid, 0)
text = output.decode().replace("\r\n", "\n")
sys.stdout.write(text)
for line in re.sub("\x1b\\[[0-9;]*m", "", text).split("\n"):
    if len(line) > options.columns:
        sys.exit(f"wider than {options.columns} columns: {line}")
sys.exit(os.waitstatus_to_exitcode(status))
