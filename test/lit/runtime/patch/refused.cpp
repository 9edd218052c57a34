// Where the system forbids changing code, one warning is printed and the program
// continues.
// Without membarrier, code is changed while there is one thread.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -O2 -pthread -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a mprotect > out 2>&1
// RUN: FileCheck %s --check-prefix=CODE --match-full-lines < out
// CODE:      udpc: warning: this system forbids changing code (mprotect: Permission denied); events that are counted by instructions stay off
// CODE-NEXT: 0
// CODE-NEXT: 0
// CODE-NOT:  {{.}}
// RUN: env UDPC_OPTIONS=output=a.prof ./a membarrier > out 2>&1
// RUN: FileCheck %s --check-prefix=BARRIER --match-full-lines < out
// BARRIER:      10
// BARRIER-NEXT: udpc: warning: this kernel cannot synchronise all threads with changed code (membarrier: Permission denied); while there are several, events that are counted by instructions cannot be turned on or off
// BARRIER-NEXT: 20
// BARRIER-NOT:  {{.}}
//--- a.cpp
#include "sites.h"
#include <cerrno>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cstddef>
/// From now on system call Number fails where its third argument has Bits.
static void refuse(unsigned Number, unsigned Bits) {
  sock_filter Code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Number, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, Bits),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Bits, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog Program = {sizeof(Code) / sizeof(*Code), Code};
  CHECK(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  CHECK(!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program));
}
__attribute__((noinline)) static void work(int N) {
  while (N--)
    UDPC_INC(0);
}
static void *sleeps(void *) {
  for (;;)
    pause();
}
static void show() { printf("%ld\n", readEvent("even")); }
int main(int, char **Arguments) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  bool Code = !strcmp(Arguments[1], "mprotect");
  refuse(Code ? SYS_mprotect : SYS_membarrier, Code ? PROT_EXEC : 0);
  __udpc_enable("even");
  work(10);
  show();
  pthread_t T;
  CHECK(!pthread_create(&T, nullptr, sleeps, nullptr));
  __udpc_disable("even");
  __udpc_enable("odd");
  work(10);
  show();
}
