// A breakpoint that is not ours ends the program as ever, with a profile; so
// does SIGTRAP from elsewhere. A handler runs once if it is to be reset.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -O2 -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: %python run.py | FileCheck %s
// CHECK: int3 -5 even 7
// CHECK: raise -5 even 7
// CHECK: once -5 even 7
// CHECK: ignored-int3 -5 even 7
// CHECK: ignored-raise 0 even 7
//--- run.py
import json, os, subprocess
for case in ["int3", "raise", "once", "ignored-int3", "ignored-raise"]:
    for options in ["output=a.prof", "output=a.prof:handle_signals=0"]:
        if os.path.exists("a.prof"):
            os.remove("a.prof")
        status = subprocess.run(["./a", case], env=dict(os.environ, UDPC_OPTIONS=options)).returncode
        if "handle" in options:
            assert status == (0 if case == "ignored-raise" else -5), (case, status)
            continue
        report = json.loads(subprocess.check_output(["udpc", "report", "--json", "a.prof"]))
        print(case, status, *[f"{e['event']} {e['total']}" for e in report["events"] if e["total"]])
//--- a.cpp
#include "sites.h"
#include <signal.h>
static int Runs;
static void once(int) { ++Runs; }
int main(int, char **Arguments) {
  __udpc_enable("even");
  for (int I = 0; I != 7; ++I)
    UDPC_INC(0);
  char *Case = Arguments[1];
  if (strstr(Case, "ignored"))
    signal(SIGTRAP, SIG_IGN);
  if (strstr(Case, "once")) {
    struct sigaction A = {};
    A.sa_handler = once;
    A.sa_flags = SA_RESETHAND;
    sigaction(SIGTRAP, &A, nullptr);
    asm volatile("int3");
    CHECK(Runs == 1);
  }
  if (strstr(Case, "raise"))
    raise(SIGTRAP);
  else
    asm volatile("int3");
}
