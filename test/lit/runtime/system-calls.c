// The runtime makes the system calls that docs/runtime.md lists, in each phase, and
// a program runs as without udpc if the kernel lacks one of them.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O1 tracer.c -o tracer && clang -O1 without.c -o without
// RUN: %python calls.py %udpc_src/docs/runtime.md
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: count}
//--- app.c
#include <pthread.h>
#include <unistd.h>
__attribute__((noinline)) int count(int X) { return X + 1; }
static void *run(void *Nothing) {
  count(1);
  return Nothing;
}
/// The marks of the tracer.
static void phase(int Number) { close(-100 - Number); }
int main(void) {
  pthread_t T;
  int Sum = 0;
  phase(1);
  for (int I = 0; I != 9; ++I)
    Sum += count(I);
  phase(2);
  pthread_create(&T, NULL, run, NULL);
  pthread_join(T, NULL);
  phase(3);
  return Sum == 45 && write(1, "done\n", 5) == 5 ? 7 : 1;
}
//--- tracer.c
// Prints the numbers of the system calls of a program, with its phase.
#include <linux/ptrace.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
long ptrace(int, ...);
int main(int Count, char **Arguments) {
  FILE *Out = fopen(Arguments[1], "w");
  pid_t Child = fork();
  if (!Child) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    return execv(Arguments[2], Arguments + 2), 9;
  }
  int Status, Phase = -1, Inside[32] = {0};
  waitpid(Child, &Status, 0);
  ptrace(PTRACE_SETOPTIONS, Child, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC);
  ptrace(PTRACE_SYSCALL, Child, 0, 0);
  for (;;) {
    pid_t Pid = waitpid(-1, &Status, __WALL);
    if (Pid < 0)
      return 1;
    if (WIFEXITED(Status) || WIFSIGNALED(Status)) {
      if (Pid == Child)
        return fclose(Out), WIFEXITED(Status) ? WEXITSTATUS(Status) : 99;
      continue;
    }
    int Signal = WSTOPSIG(Status);
    if (Status >> 16 == PTRACE_EVENT_EXEC)
      Phase = 0;
    else if (Signal == (5 | 0x80)) {
      struct ptrace_syscall_info Info;
      ptrace(PTRACE_GET_SYSCALL_INFO, Pid, sizeof(Info), &Info);
      if (Info.op == PTRACE_SYSCALL_INFO_ENTRY && Phase >= 0) {
        int Mark = Info.entry.nr == 3 ? -100 - (int)Info.entry.args[0] : 0;
        if (Mark > 0 && Mark < 9)
          Phase = Mark;
        else
          fprintf(Out, "%d %d\n", Phase, (int)Info.entry.nr);
      }
    }
    ptrace(PTRACE_SYSCALL, Pid, 0, 0);
  }
}
//--- without.c
// Runs a program in a kernel without a system call: without <number> <program>.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(int Count, char **Arguments) {
  struct sock_filter Code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(Arguments[1]), 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
  struct sock_fprog Program = {4, Code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program))
    return 98;
  return execv(Arguments[2], Arguments + 2), 97;
}
//--- calls.py
import glob, os, re, subprocess, sys
# "#define __NR_read 0"
numbers = dict(re.findall(r"#define __NR_(\w+) (\d+)", subprocess.run(
    ["clang", "-E", "-dM", "-include", "asm/unistd.h", "-x", "c", "/dev/null"],
    check=True, capture_output=True, text=True).stdout))
numbers = {name: int(number) for name, number in numbers.items()}
names = {number: name for name, number in numbers.items()}
text = open(sys.argv[1]).read().split("### System calls")[1].split("\n### ")[0]
rows = {}  # a phase may have several
for phase, cell in re.findall(r"^\| ([^|]*) \| ([^|]*) \|$", text, re.M):
    rows.setdefault(phase, set()).update(re.findall(r"`(\w+)`", cell))
phases = ["start", "counting", "threads", "end"]
def calls(program, options):
    env = {"UDPC_OPTIONS": "summary=0:output=a.prof" + options} if options is not None else {}
    status = subprocess.run(["./tracer", "calls", program], env=env, stdout=subprocess.DEVNULL).returncode
    assert status == 7, (program, status)
    found = [set() for _ in phases]
    for line in open("calls"):
        phase, number = map(int, line.split())
        found[phase].add(names[number])
    return found
ways = {
    "": ["-fudpc-spec=spec.yaml"],
    "-fPIC": ["-fudpc-spec=spec.yaml", "-fPIC"],
    "costs": ["-fudpc-profile=cache,calls"],
    "static": ["-fudpc-spec=spec.yaml", "-static"],
    "%m": ["-fudpc-spec=spec.yaml"],
    "continuous": ["-fudpc-spec=spec.yaml", "-fudpc-continuous"],
}
used = [set() for _ in phases]
for way, flags in ways.items():
    plain_flags = [f for f in flags if not f.startswith("-fudpc")]
    subprocess.run(["clang", "-O1", "app.c", "-o", "plain"] + plain_flags, check=True)
    subprocess.run(["udpc-clang", "-O1", "app.c", "-o", "counted"] + flags, check=True)
    options = {"%m": ":output=new/a.%m.prof", "continuous": ":continuous=1"}.get(way, "")
    extra = set() if way not in rows else rows[way]
    for again in range(2):
        plain, ours = calls("./plain", None), calls("./counted", options)
        plain[phases.index("threads")].add("futex")  # pthread_join's, unless the thread has ended
        for i, phase in enumerate(phases):
            more = ours[i] - plain[i]
            used[i] |= ours[i]
            assert more <= rows[phase] | extra, (way, phase, more - rows[phase] - extra)
    own = set().union(*ours) - set().union(*plain)
    expected = subprocess.run(["./plain"], capture_output=True)
    for name in sorted(own):
        run = subprocess.run(["./without", str(numbers[name]), "./counted"], capture_output=True,
                             env={"UDPC_OPTIONS": "summary=0:output=b.prof" + options})
        assert (run.returncode, run.stdout) == (expected.returncode, expected.stdout), (way, name, run)
for i, phase in enumerate(phases):
    assert rows[phase] <= used[i] | {"write", "mkdir"}, (phase, rows[phase] - used[i])
