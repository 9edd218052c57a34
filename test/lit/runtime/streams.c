// Devices, FIFOs, sockets and descriptors take the profile as a stream, if the
// user wrote their names out. A symbolic link is never followed to a file.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o a
//
// RUN: env UDPC_OPTIONS=output=/dev/stdout ./a | udpc report --csv - | FileCheck %s
// RUN: env UDPC_OPTIONS=output=/proc/self/fd/5 ./a 5>&1 >/dev/null | udpc report --csv - | FileCheck %s
// If standard output is a file, it is appended to, not replaced.
// RUN: (echo first; env UDPC_OPTIONS=output=/dev/stdout ./a; echo last) > out
// RUN: head -c 6 out | grep first && tail -c 5 out | grep last
// RUN: tail -c +7 out | head -c -5 | udpc report --csv - | FileCheck %s
// GNU's programs close it before they end.
// RUN: env UDPC_OPTIONS=output=/dev/stdout ./a close | udpc report --csv - | FileCheck %s
// A child of fork has no other name there.
// RUN: ln -s /dev/null null
// RUN: env UDPC_OPTIONS=output=null ./a fork
// RUN: test -h null
// RUN: test -z "$(ls null.* 2>/dev/null)"
//
// RUN: mkfifo fifo && (udpc report --csv - < fifo > from-fifo &)
// RUN: %python to-fifo.py && %python wait.py from-fifo && FileCheck %s < from-fifo
// RUN: test -p fifo
// Without a reader: one warning, no waiting.
// RUN: env UDPC_OPTIONS=output=fifo ./a 2>&1 | grep 'fifo: No such device or address' && test -p fifo
// RUN: %python socket-reader.py > from-socket && udpc report --csv from-socket | FileCheck %s
// CHECK: work,entry,{{.*}},inc,3
//
// A file at a name with placeholders is replaced, even a link or a FIFO.
// RUN: cp a n && echo mine > victim && ln -s victim a.n.prof && ln -s /dev/full b.n.prof && mkfifo c.n.prof
// RUN: check() { env UDPC_OPTIONS=output=$N.%%n.prof ./n && test -f $N.n.prof && test ! -h $N.n.prof; }
// RUN: each N a b c -- check
// RUN: test "$(cat victim)" = mine
//
// A temporary name that is in use belongs to another process.
// RUN: %python temporary.py
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
//--- to-fifo.py
import errno, os, subprocess, time
for _ in range(3000):
    try:
        fifo = os.open("fifo", os.O_WRONLY | os.O_NONBLOCK)
        break
    except OSError as e: # The reader has not opened it yet.
        assert e.errno == errno.ENXIO
        time.sleep(0.02)
subprocess.run(["./a"], env=dict(os.environ, UDPC_OPTIONS="output=fifo"), check=True)
os.close(fifo)
//--- wait.py
import os, sys, time
for _ in range(500):
    if os.path.getsize(sys.argv[1]):
        sys.exit(0)
    time.sleep(0.02)
sys.exit("nothing was written")
//--- socket-reader.py
import os, socket, subprocess, sys
with socket.socket(socket.AF_UNIX) as s:
    s.bind("socket")
    s.listen()
    p = subprocess.Popen(["./a"], env=dict(os.environ, UDPC_OPTIONS="output=socket"))
    c, _ = s.accept()
    while data := c.recv(65536):
        sys.stdout.buffer.write(data)
    assert p.wait() == 0
//--- temporary.py
import os, subprocess
p = subprocess.Popen(["./a", "wait"], stdin=subprocess.PIPE,
                     env=dict(os.environ, UDPC_OPTIONS="output=t.prof"))
name = f"t.prof.{p.pid}.tmp"
os.symlink("victim", name)
p.communicate(b"x")
assert p.returncode == 0 and os.path.islink(name) and os.path.getsize("t.prof")
assert open("victim").read() == "mine\n"
//--- a.c
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
int main(int argc, char **argv) {
  char Byte;
  work();
  if (argc > 1 && !strcmp(argv[1], "fork") && !fork())
    return work(), 0;
  if (argc > 1 && !strcmp(argv[1], "wait"))
    return read(0, &Byte, 1) != 1;
  work();
  work();
  if (argc > 1 && !strcmp(argv[1], "close"))
    close(1);
  while (wait(0) > 0)
    ;
  return 0;
}
