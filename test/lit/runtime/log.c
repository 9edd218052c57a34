// The log has the counts of the profile, however the process ends. Its reader here
// is not udpc's.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=lib.yaml lib.c -o lib.so
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a -pthread
// RUN: sh run.sh %counts %python %S/../Inputs/log.py > out
// RUN: FileCheck %s < out
//
// Nothing asks for a log: there is none, and no thread.
// CHECK:      == none
// CHECK-NEXT: 0 1
// CHECK-NEXT: 0
// The numbers of fork: each process has a log of its own.
// CHECK-NEXT: == fork
// CHECK-NEXT: a: work=1003 open=1 ended threads 0:3,1 1:1000,0
// CHECK-NEXT: work 1003 0:3 1:1000
// CHECK-NEXT: a: work=7 open=0 ended threads 0:7,0
// CHECK-NEXT: work 7 0:7
// Two programs of one process.
// CHECK-NEXT: == exec
// CHECK-NEXT: a: work=4 open=0
// CHECK-NEXT: a: work=2 open=0 ended
// Closed libraries stay, and name events that come late.
// CHECK-NEXT: == dlclose
// CHECK-NEXT: a: work=1 open=0 lib=5 ended
// The end by a signal, and by one that cannot be seen: then the last snapshot
// is there.
// CHECK-NEXT: == TERM
// CHECK-NEXT: a: work=6 open=0 ended
// CHECK-NEXT: == KILL
// CHECK-NEXT: a: work=5 open=0{{$}}
// The program closes all descriptors and opens others, or deletes the log.
// CHECK-NEXT: == close
// CHECK-NEXT: a: work=2 open=0 ended
// CHECK-NEXT: theirs
// CHECK-NEXT: == delete
// CHECK-NEXT: a: work=2 open=0 ended
// CHECK-NEXT: == handler
// CHECK-NEXT: a: work=3 open=0 ended
// CHECK-NEXT: == reset
// CHECK-NEXT: a: work=2 open=0 ended
// The other events' rates stay known.
// CHECK-NEXT: == reset one
// CHECK-NEXT: trigger,event,change
// CHECK-NEXT: call,work,100
// CHECK-NEXT: call,open,1
// CHECK-NEXT: call,work,{{$}}
// CHECK-NEXT: call,open,1
// CHECK-NEXT: end,work,5
// CHECK-NEXT: end,open,0
// Two older files of 4 KB are kept. Each can be read alone.
// CHECK-NEXT: == rotate
// CHECK-NEXT: log log.1 log.2 log.3 log.4
// CHECK-NEXT: a: work=400 open=0 ended
// CHECK-NEXT: a: work={{[0-9]+}} open=0
// CHECK-NEXT: small
// An interval's thread blocks all signals, ends with the last thread of the
// program, and continues in the child.
// CHECK-NEXT: == interval
// CHECK-NEXT: a: work=5 open=0 ended
// CHECK-NEXT: a: work=7 open=0 ended
// CHECK-NEXT: 2 2
// CHECK-NEXT: == main ends
// CHECK-NEXT: a: work=9 open=0 ended
// CHECK-NEXT: == errors
// CHECK-NEXT: udpc: warning: cannot write the log {{.*}}/a/log: Not a directory
// CHECK-NEXT: udpc: warning: cannot write the log /dev/null: it is no regular file
// CHECK-NEXT: udpc: warning: cannot write the log {{.*}}/w: it is a folder; give the name of a file
// CHECK-NEXT: udpc: warning: cannot write the log {{.*}}/w/notes: it has something else than a log; nothing is appended
// CHECK-NEXT: notes
// CHECK-NEXT: udpc: warning: UDPC_OPTIONS: interval: '5' must be between 1ms and 36500d, as 500ms, 10s, 5m are; nothing is written at intervals
// CHECK-NEXT: udpc: warning: UDPC_OPTIONS: log_size: 'big' must be between 4K and 1073741824G, as 500K, 16M, 2G are; it is 16M
// CHECK-NEXT: udpc: warning: UDPC_OPTIONS: log: %m is for profiles; the log is not written
// CHECK-NEXT: done
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
  - {event: open, entry: open_event}
//--- lib.yaml
version: 1
events:
  - {event: lib, entry: lib_work}
//--- lib.c
void lib_work(void) { __asm__ volatile(""); }
//--- run.sh
counts=$1
shift
read="$*"
# <name> <options> <arguments>: runs a with an empty folder as its current one.
run() {
  echo "== $1"
  rm -rf w && mkdir w && cd w
  options=$2
  shift 2
  UDPC_OPTIONS=output=prof.%p:$options ../a "$@"
  cd ..
}
show() { for log in w/log*; do $read $log; done; }

run none log=log.%p none && ls w | grep -c log
run fork log=log.%p:log_threads=1 fork
for log in `ls -v w/log.*`; do $read $log; $counts w/prof.${log##*.} | grep work; done
run exec log=log.%p exec; show
run dlclose log=log.%p dlclose; show
run TERM log=log.%p kill 15 2> err; show
run KILL log=log.%p kill 9 2> err; show
run close log=log close; show; cat w/theirs
run delete log=log delete; show
run handler log=log handler; show
run reset log=log reset; show
run "reset one" log=log "reset one"
udpc log --format=csv w/log | cut -d, -f6-8
run rotate log=log:log_size=4K many
ls w | grep log | xargs; $read w/log w/log.1 w/log.2 w/log.3 w/log.4; $read w/log.1
test `stat -c %s w/log.1` -lt 4400 && echo small
run interval log=log.%p:interval=1ms interval
for log in `ls -v w/log.*`; do $read $log; done; cat w/threads | xargs
run 'main ends' log=log.%p:interval=1h ends; show
echo == errors
rm -rf w && mkdir w && cd w && cp ../a . && cd ..
run() { UDPC_OPTIONS=output=w/prof:$1 w/a snapshot 2>&1; }
run log=w/a/log
run log=/dev/null
run log=w
echo notes > w/notes; run log=w/notes; cat w/notes
run interval=5:log=w/log
run log_size=big:log=w/log
run log=log.%m
ls | grep log && exit 1
echo done
//--- a.c
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>

__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
__attribute__((noinline)) void open_event(void) { __asm__ volatile(""); }

static void works(long n) {
  while (n--)
    work();
}
static void *thread(void *n) {
  works((long)n);
  return 0;
}
static void in_thread(long n) {
  pthread_t t;
  pthread_create(&t, 0, thread, (void *)n);
  pthread_join(t, 0);
}
static void on_signal(int s) { udpc_snapshot(); }

/* The threads of the process, as the kernel has them. */
static int threads(void) {
  char line[256];
  int n = 0;
  FILE *f = fopen("/proc/self/status", "r");
  while (fgets(line, sizeof line, f))
    sscanf(line, "Threads: %d", &n);
  fclose(f);
  return n;
}

/* Until the first snapshot. */
static void wait_for_log(void) {
  char name[64];
  sprintf(name, "log.%d", getpid());
  while (access(name, F_OK))
    usleep(100);
}

static pthread_t main_thread;
static void *last(void *p) {
  pthread_join(main_thread, 0);
  works(8);
  udpc_snapshot();
  work();
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  if (!strcmp(what, "none")) {
    works(3);
    printf("%d %d\n", udpc_event_find("nothing") + 1, threads());
  } else if (!strcmp(what, "snapshot")) {
    udpc_snapshot();
    udpc_snapshot();
  } else if (!strcmp(what, "fork")) {
    open_event();
    in_thread(1000);
    udpc_snapshot();
    if (!fork()) {
      works(6);
      udpc_snapshot();
      work();
      exit(0);
    }
    wait(0);
    works(3);
  } else if (!strcmp(what, "exec")) {
    udpc_snapshot();
    works(4);
    execl("../a", "a", "two", (char *)0);
  } else if (!strcmp(what, "two")) {
    work();
    udpc_snapshot();
    work();
  } else if (!strcmp(what, "dlclose")) {
    udpc_snapshot();
    void *lib = dlopen("../lib.so", RTLD_NOW);
    for (int i = 0; i != 5; ++i)
      ((void (*)(void))dlsym(lib, "lib_work"))();
    dlclose(lib);
    work();
  } else if (!strcmp(what, "kill")) {
    works(5);
    udpc_snapshot();
    work();
    raise(atoi(argv[2]));
  } else if (!strcmp(what, "close")) {
    work();
    udpc_snapshot();
    for (int i = 3; i != 1024; ++i)
      close(i);
    for (int i = 3; i != 1010; ++i)
      open("theirs", O_RDWR | O_CREAT | O_APPEND, 0666);
    write(1005, "theirs\n", 7);
    work();
  } else if (!strcmp(what, "delete")) {
    work();
    udpc_snapshot();
    unlink("log");
    work();
  } else if (!strcmp(what, "handler")) {
    signal(SIGUSR1, on_signal);
    works(2);
    raise(SIGUSR1);
    work();
  } else if (!strcmp(what, "reset")) {
    works(100);
    udpc_snapshot();
    udpc_reset();
    works(2);
  } else if (!strcmp(what, "reset one")) {
    works(100);
    open_event();
    udpc_snapshot();
    udpc_reset_event(udpc_event_find("work"));
    works(2);
    open_event();
    udpc_snapshot();
    works(5);
  } else if (!strcmp(what, "many")) {
    for (int i = 0; i != 400; ++i) {
      work();
      udpc_snapshot();
    }
  } else if (!strcmp(what, "interval")) {
    FILE *f = fopen("threads", "w");
    fprintf(f, "%d\n", threads());
    fflush(f);
    works(5);
    wait_for_log();
    if (!fork()) {
      fprintf(f, "%d\n", threads());
      fclose(f);
      works(7);
      wait_for_log();
      exit(0);
    }
    wait(0);
  } else if (!strcmp(what, "ends")) {
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, 0, last, 0);
    pthread_exit(0);
  }
  return 0;
}
