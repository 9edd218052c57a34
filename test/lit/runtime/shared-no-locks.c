// %m where files cannot be locked, as on some network file systems: the first
// process makes the file, the others leave one each, with a warning, and none
// loses a count. A filter of system calls simulates such a file system.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -I%udpc_src/include -fudpc-spec=s.yaml a.c -o a
// RUN: %python run.py
//--- s.yaml
version: 1
events:
  - {event: work, entry: work}
//--- run.py
import csv, errno, glob, io, os, subprocess

def total(*files):
    out = subprocess.run(["udpc", "report", "--csv", *files], check=True,
                         capture_output=True, text=True).stdout
    return sum(int(r["count"]) for r in csv.DictReader(io.StringIO(out)))

for number in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
    folder = str(number)
    env = dict(os.environ, UDPC_OPTIONS=f"output={folder}/%m.prof")
    p = subprocess.Popen(["./a", str(number)], env=env, text=True,
                         stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    out, err = p.communicate()
    assert p.returncode == 0, err
    pids = set(out.split())
    assert len(pids) == 4
    # One of them has made the file, and may have written again.
    files = os.listdir(folder)
    whole = [f for f in files if f.endswith(".prof")]
    assert len(whole) == 1, files
    suffixes = {f[len(whole[0]) + 1:] for f in files} - {""}
    assert suffixes <= pids and len(suffixes) >= 3, (files, pids)
    assert total(*(f"{folder}/{f}" for f in files)) == 4 * 3, files
    # Each says so once, however often it writes.
    warnings = err.splitlines()
    assert len(warnings) == len(suffixes), err
    for w in warnings:
        assert "it cannot be locked: " + os.strerror(number) + "; the counts are written to the same name with ." in w, w
//--- a.c
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>
__attribute__((noinline)) void work(void) { __asm__ volatile(""); }
static int failFlock(int Error) {
  struct sock_filter Code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | Error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog Program = {sizeof(Code) / sizeof(*Code), Code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program);
}
static void dumps(void) {
  for (int I = 0; I != 3; ++I) {
    work();
    udpc_dump();
  }
}
int main(int argc, char **argv) {
  if (failFlock(atoi(argv[1])))
    return 1;
  printf("%d\n", getpid());
  fflush(stdout);
  dumps();
  for (int I = 0; I != 3; ++I) {
    int Child = fork();
    if (!Child) {
      printf("%d\n", getpid());
      dumps();
      return 0;
    }
    int Status;
    if (waitpid(Child, &Status, 0) != Child || Status)
      return 2;
  }
  return 0;
}
