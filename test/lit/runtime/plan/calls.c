// A plan adds sites to a program that does not use udpc: when it starts, in
// all threads, in a child; in a library that is loaded late, its constructor too,
// closed, and loaded again. The program's own code is the same afterwards.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir -p %t/plans %t/library && cd %t
// RUN: clang -O1 -pthread %S/Inputs/program.c -o program && clang -c %S/Inputs/code.s -o code.o
// RUN: %python %S/Inputs/make_plan.py program code.o plans/program.plan %S/Inputs/code.s
// RUN: export LD_PRELOAD=%udpc_lib/udpc/libudpc_rt.so
// RUN: env UDPC_OPTIONS='plans=plans:enable=*:output=a.prof' ./program 1000 5 | grep right
// RUN: udpc report --sites a.prof | FileCheck %s --check-prefix=ALL
// ALL:      event    count {{.*}} function
// ALL-DAG:  calls    5,000 {{.*}} twice
// ALL-DAG:  calls    5,000 {{.*}} once
// ALL-DAG:  returns  5,000 {{.*}} once
// The switch leaves out a site whose patch serves another one.
// RUN: env UDPC_OPTIONS=plans=plans:enable=returns:output=b.prof ./program 1000 2 | grep right
// RUN: udpc report b.prof | FileCheck %s --check-prefix=SOME
// SOME:     calls        0
// SOME:     returns  2,000
// Nothing is on.
// RUN: env UDPC_OPTIONS=plans=plans:output=c.prof ./program 1000 2 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF --match-full-lines
// OFF: right
// OFF-NOT: {{.}}
// RUN: test ! -e c.prof

// Another build of the same program is not touched; without a build ID, the size
// and the time of the file decide.
// RUN: clang -O2 -pthread %S/Inputs/program.c -o program
// RUN: env UDPC_OPTIONS='plans=plans:enable=*:output=d.prof' ./program 1000 2 | grep right
// RUN: test ! -e d.prof
// RUN: clang -O1 -pthread -Wl,--build-id=none -no-pie %S/Inputs/program.c -o program
// RUN: rm plans/*
// RUN: %python %S/Inputs/make_plan.py program code.o plans/p.plan %S/Inputs/code.s
// RUN: env UDPC_OPTIONS='plans=plans:enable=*:output=e.prof' ./program 1000 2 | grep right
// RUN: udpc report e.prof | grep 'calls  *4,000'
// RUN: touch program
// RUN: env UDPC_OPTIONS='plans=plans:enable=*:output=f.prof' ./program 1000 2 | grep right
// RUN: test ! -e f.prof

// A library.
// RUN: clang -O1 -fPIC -shared -DLIBRARY %s -o library/libtwice.so && clang -O1 %s -o loader
// RUN: %python %S/Inputs/make_plan.py library/libtwice.so code.o library/l.plan %S/Inputs/code.s
// RUN: env UDPC_OPTIONS='plans=library:enable=*:output=g.prof' ./loader $PWD/library/libtwice.so | grep right
// RUN: udpc report --sites --modules g.prof | FileCheck %s --check-prefix=LIBRARY
// Twice 10 calls and one of the constructor in each of three times; a child's are
// in a profile of its own.
// LIBRARY-DAG: calls{{ +}}33{{ .*}}twice
// LIBRARY-DAG: returns{{ +}}30{{ .*}}once
//
// The folder has to be there; damaged plans are not used.
// RUN: env UDPC_OPTIONS=plans=nowhere ./loader $PWD/library/libtwice.so 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: udpc: warning: UDPC_OPTIONS: plans: 'nowhere' cannot be read: No such file or directory
// NOWHERE: right
// RUN: mkdir bad
// RUN: head -c 300 library/l.plan > bad/short.plan
// RUN: tr 't' 'u' < library/l.plan > bad/other.plan
// RUN: echo > bad/empty.plan
// RUN: touch bad/none.plan
// RUN: env UDPC_OPTIONS=plans=bad ./loader $PWD/library/libtwice.so > bad.out 2>&1
// RUN: FileCheck %s --check-prefix=BAD < bad.out
// BAD-DAG: udpc: warning: the plan bad/short.plan is not used: it is damaged
// BAD-DAG: udpc: warning: the plan bad/other.plan is not used: it is damaged
// BAD-DAG: udpc: warning: the plan bad/empty.plan is not used: it is no plan
// BAD-DAG: udpc: warning: the plan bad/none.plan cannot be read: Invalid argument
// BAD-DAG: {{^}}right
#ifdef LIBRARY
int twice(int X), once(void);
asm(".text\n"
    ".globl twice, once\n"
    "twice:\n  pushq %rbx\n  movl %edi, %ebx\n  leal (%rbx,%rbx), %eax\n"
    "  popq %rbx\n  ret\n"
    "once:\n  movl $1, %eax\n  ret\n");
__attribute__((constructor)) static void construct(void) { twice(1); }
int both(int X) { return twice(X) + once(); }
#else
#include <dlfcn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int Argc, char **Argv) {
  int Sum = 0;
  for (int Time = 0; Time < 3; ++Time) {
    void *Library = dlopen(Argv[1], RTLD_NOW);
    int (*Both)(int) = (int (*)(int))dlsym(Library, "both");
    for (int I = 0; I < 10; ++I)
      Sum += Both(2);
    if (Time == 1 && !fork()) {
      Both(2);
      _exit(0);
    }
    wait(0);
    dlclose(Library);
  }
  puts(Sum == 150 ? "right" : "wrong");
  return 0;
}
#endif
