"""on_terminal.py COMMAND...: runs it with a terminal as its output, which is
printed, with line feeds for carriage returns."""

import os
import pty
import sys

output = b""
pid, master = pty.fork()
if not pid:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        data = os.read(master, 65536)
    except OSError:  # Linux' EIO: the command has ended.
        break
    if not data:
        break
    output += data
_, status = os.waitpid(pid, 0)
sys.stdout.write(output.decode().replace("\r", "\n"))
sys.exit(os.waitstatus_to_exitcode(status))
