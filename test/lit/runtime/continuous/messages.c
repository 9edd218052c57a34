// One warning names counts that cannot be kept in the file; they are counted as
// without the option.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -pthread -fudpc-continuous -fudpc-spec=s.yaml a.c -o a
// RUN: udpc-clang -O2 -pthread -fudpc-spec=s.yaml a.c -o plain
//
// RUN: env UDPC_OPTIONS=continuous=1:output=o.prof ./plain 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: udpc report o.prof 2>&1 | FileCheck %s --check-prefix=ALL
// FLAG: udpc: warning: continuous: counts of the executable's own code are not kept in the file; link the program with -fudpc-continuous
// FLAG-NOT: {{.}}
// ALL: {{^}}event
// ALL-NEXT: {{^}}work  100 {{.*}} 100{{$}}
//
// RUN: env UDPC_OPTIONS=continuous=1:output=o.prof not --crash ./plain kill
// RUN: udpc report o.prof 2>&1 | FileCheck %s --check-prefix=KILLED
// RUN: udpc merge o.prof -o sum.prof 2>&1 | FileCheck %s --check-prefix=KILLED
// KILLED: udpc: warning: o.prof: counts of the executable's own code are missing: it was linked without -fudpc-continuous
//
// RUN: bash -c 'ulimit -f 64; UDPC_OPTIONS=continuous=1:output=o.prof ./a' > said 2>&1
// RUN: FileCheck %s --check-prefix=ROOM < said
// RUN: udpc report o.prof 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not --crash bash -c 'ulimit -f 64; UDPC_OPTIONS=continuous=1:output=o.prof exec ./a kill' > said 2>&1
// RUN: FileCheck %s --check-prefix=ROOM < said
// RUN: udpc report o.prof 2>&1 | FileCheck %s --check-prefix=MISSING
// ROOM: udpc: warning: continuous: {{.*}}o.prof cannot hold all counts: File too large; if the program is killed, some are lost
// ROOM-NOT: warning
// MISSING: udpc: warning: o.prof: some counts are missing: the file could not grow
//
// RUN: env UDPC_OPTIONS=continuous=1:output=/dev/stdout ./a 2> said | udpc report - 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=STREAM < said
// STREAM: udpc: warning: continuous: the profile goes to a stream, which cannot hold counts that change; they are written when the program ends
// STREAM-NOT: {{.}}
//
// RUN: touch file
// RUN: env UDPC_OPTIONS=continuous=1:output=file/o.prof ./a 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: udpc: warning: continuous: cannot create {{.*}}file/o.prof: Not a directory; the end of the program tries to write the profile
// PLACE-NOT: {{.}}
// RUN: env UDPC_OPTIONS=continuous=1:output=. ./a 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: udpc: warning: continuous: cannot create {{.*}}/.: {{.*}}; the end of the program tries to write the profile
// FOLDER-NOT: {{.}}
//
// Where there is nothing to count no file stays.
// RUN: rm -f o.prof && udpc-clang -O2 -ludpc_rt -fudpc-continuous none.c -o none
// RUN: env UDPC_OPTIONS=continuous=1:output=o.prof ./none && not ls o.prof
//
// RUN: udpc-clang -O2 -pthread -fudpc-continuous -fudpc-profile=counts a.c -o costs
// RUN: env UDPC_OPTIONS=continuous=1:output=o.prof not --crash ./costs kill
// RUN: env UDPC_OPTIONS=cachegrind_output=costs.out:summary=0 ./costs
// RUN: udpc export o.prof -o killed.out && %python compare.py killed.out costs.out
// RUN: not udpc report o.prof 2>&1 | FileCheck %s --check-prefix=COSTS
// COSTS: o.prof: a cache profile: 'udpc annotate' shows it
//--- s.yaml
version: 1
events:
  - {event: work, entry: "work"}
//--- none.c
int main(void) { return 0; }
//--- a.c
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile int Sink;
__attribute__((noinline)) void work(void) { Sink = 1; }
static void *run(void *Ready) {
  work();
  pthread_barrier_wait(Ready);
  return 0;
}
int main(int N, char **Arguments) {
  // More at once than the file has room for.
  enum { Threads = 100 };
  pthread_t T[Threads];
  pthread_barrier_t Ready;
  pthread_barrier_init(&Ready, 0, Threads + 1);
  for (int I = 0; I != Threads; ++I)
    pthread_create(&T[I], 0, run, &Ready);
  pthread_barrier_wait(&Ready);
  for (int I = 0; I != Threads; ++I)
    pthread_join(T[I], 0);
  if (N > 1)
    kill(getpid(), SIGKILL);
}
//--- compare.py
import sys

def work(name):
    """The costs of the function, whole."""
    lines, inside = [], False
    for line in open(name):
        if line.startswith("fn="):
            inside = line == "fn=work\n"
        elif inside and line[0].isdigit():
            lines.append(line)
    return lines

killed, whole = map(work, sys.argv[1:])
assert killed and killed == whole, (killed, whole)
