// UDPC_OPTIONS: names, what the profile is called, and that no mistake in it
// nor a path that cannot be written changes what the program does.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o a
// RUN: (env UDPC_OPTIONS=help=1 ./a; test $? = 3) 2>&1 | FileCheck %s --check-prefix=HELP
// HELP: output=udpc.%p.prof
// HELP: max_threads=1024
//
// Unknown and wrong options warn once each.
// RUN: env UDPC_OPTIONS='outputs=x:output="b:b.prof":max_threads=many::verbosity=1' ./a > out 2>&1; test $? = 3
// RUN: FileCheck %s --check-prefix=WRONG < out && ls 'b:b.prof'
// WRONG:      warning: {{.*}}unknown option 'outputs'; there are output, cachegrind_output, cache_output, tables, metrics, summary, time_share, costs_at_start,
// WRONG-NEXT: warning: {{.*}}max_threads needs a number from 0, not 'many'
// WRONG-NEXT: done
// WRONG-NEXT: udpc: wrote {{.*}}b:b.prof (exit)
// WRONG-NOT:  {{.}}
//
// The default name; %n, %h, %%; relative to the folder of the start.
// RUN: mkdir d && cd d && ../a chdir && ls udpc.*.prof && cd ..
// RUN: env UDPC_OPTIONS=output=%%n-%%h-%%%%-%%x.prof ./a; test $? = 3 && ls a-$(uname -n)-%%-%%x.prof
//
// RUN: env UDPC_OPTIONS=output=/proc/nowhere/x.prof ./a > out 2>&1; test $? = 3
// RUN: FileCheck %s --check-prefix=UNWRITABLE < out
// UNWRITABLE: done
// UNWRITABLE-NEXT: udpc: warning: cannot write the profile /proc/nowhere/x.prof: No such file or directory
// UNWRITABLE-NOT: {{.}}
// RUN: env UDPC_OPTIONS=output=/proc/nowhere/x.prof ./a close; test $? = 3
// RUN: env UDPC_OPTIONS=output=d ./a > out 2>&1; test $? = 3
// RUN: grep 'cannot write the profile .*/d: it is a folder; give the name of a file' out | count 1
// RUN: env UDPC_OPTIONS=output=. ./a > out 2>&1; test $? = 3
// RUN: grep warning: out | count 1 && grep '/[.]: it is a folder; give the name of a file' out
// RUN: env UDPC_OPTIONS=output=new/:continuous=1 ./a > out 2>&1; test $? = 3
// RUN: grep warning: out | count 1 && grep 'new/: it is a folder; give the name of a file' out && ls -A new | count 0
// A device is written to, not replaced.
// RUN: env UDPC_OPTIONS=output=/dev/null ./a; test -c /dev/null
// A limit on the size of files neither kills nor leaves half a profile.
// RUN: env UDPC_OPTIONS=output=big.prof sh -c './a fsize; echo status $?' 2>&1 | cat > out
// RUN: grep 'status 3' out && grep 'big.prof: File too large' out && test ! -e big.prof
// RUN: env UDPC_OPTIONS=output=x.prof ./a nofile; test $? = 3
// Nor does a standard error that no one reads kill.
// RUN: %python pipe.py
// With standard error closed, nothing of ours goes to the program's files.
// RUN: env UDPC_OPTIONS=output=c.prof ./a close; test $? = 3; test ! -s closed && udpc report c.prof
//
// No site, no profile.
// RUN: udpc-clang -O2 -fudpc-spec=none.yaml a.c -o none 2> /dev/null
// RUN: env UDPC_OPTIONS=output=none.prof ./none; test ! -e none.prof
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
//--- none.yaml
version: 1
events:
  - {event: work, entry: nothing}
//--- pipe.py
import os, subprocess
r, w = os.pipe()
os.close(r)
env = dict(os.environ, UDPC_OPTIONS="output=/proc/nowhere/x.prof")
assert subprocess.run(["./a", "quiet"], stderr=w, env=env).returncode == 3
//--- a.c
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
volatile int Sink;
__attribute__((noinline)) void work(void) { Sink = 1; }
int main(int argc, char **argv) {
  struct rlimit None = {0, 0}, Few = {64, 64};
  work();
  if (argc < 2)
    puts("done");
  fflush(stdout);
  if (argc > 1 && !strcmp(argv[1], "chdir"))
    chdir("/");
  if (argc > 1 && !strcmp(argv[1], "fsize"))
    setrlimit(RLIMIT_FSIZE, &Few);
  if (argc > 1 && !strcmp(argv[1], "nofile"))
    setrlimit(RLIMIT_NOFILE, &None);
  if (argc > 1 && !strcmp(argv[1], "close")) {
    close(0);
    close(1);
    close(2);
    creat("closed", 0666);
  }
  return argc > 1 && !strcmp(argv[1], "chdir") ? 0 : 3;
}
