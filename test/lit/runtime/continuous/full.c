// A full file system raises no signal: what has no room is counted in memory,
// and the file says so.
//
// REQUIRES: root, namespaces
// RUN: rm -rf %t && split-file %s %t && cd %t && mkdir small
// RUN: udpc-clang -O2 -pthread -fudpc-continuous -fudpc-spec=s.yaml a.c -o a
// RUN: unshare --mount sh -e full.sh > full.out 2>&1
// RUN: FileCheck %s < full.out
// CHECK:      udpc: warning: continuous: {{.*}}/small/o.prof cannot hold all counts: No space left on device; if the program is killed, some are lost
// CHECK-NEXT: counted 3000
// CHECK:      status 137
// CHECK-NEXT: udpc: warning: small/o.prof: some counts are missing: the file could not grow
// CHECK-NEXT: event
// CHECK-NEXT: work
// CHECK-NEXT: status 1
// No room at all: then not even for the profile.
// CHECK-NEXT: udpc: warning: continuous: cannot create {{.*}}/small/o.prof: No space left on device; the end of the program tries to write the profile
// CHECK-NEXT: counted 3000
// CHECK:      status 137
// CHECK-NOT:  {{.}}
//--- s.yaml
version: 1
events:
  - {event: work, entry: "work"}
//--- full.sh
# <status> <command>...: the command must end with it.
ends_with() {
  wanted=$1
  shift
  status=0
  "$@" || status=$?
  echo "status $status"
  test $status = $wanted
}
mount -t tmpfs -o size=96k none small
export UDPC_OPTIONS=continuous=1:max_threads=5000:output=small/o.prof
ends_with 137 ./a
udpc report small/o.prof
rm small/o.prof
ends_with 1 dd if=/dev/zero of=small/all bs=4k 2> dd.out
ends_with 137 ./a
//--- a.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <udpc/udpc.h>
#include <unistd.h>
static volatile int Sink;
__attribute__((noinline)) void work(void) { Sink = 1; }
static void *run(void *P) {
  work();
  return P;
}
int main(void) {
  pthread_t T;
  for (int I = 0; I != 3000; ++I) {
    pthread_create(&T, 0, run, 0);
    pthread_join(T, 0);
  }
  printf("counted %d\n", (int)udpc_read(udpc_event_find("work")));
  fflush(stdout);
  raise(SIGKILL);
}
