// Places of programs and libraries that know nothing of udpc are counted, by module
// and address, as often as the program itself says: position-independent and not,
// in a library that is loaded late, by two threads, and in a child.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -O1 -fPIC -shared -DLIBRARY %s -o libtwice.so.1.2
// RUN: clang -O1 -pthread %s -o dynamic && clang -O1 -pthread -static %s -o static
// RUN: clang --target=riscv64-linux-gnu -O1 -pthread -static %s -o riscv64
// RUN: at() { nm $1 | awk -v n=$2 '$3 == n { sub(/^0*/, "", $1); print "0x" $1 }'; }
// RUN: printf '%%s\n' '# two modules' "dynamic+$(at dynamic step)" "libtwice.so.1+$(at libtwice.so.1.2 twice)" > list
// RUN: qemu-x86_64 -plugin %counter_unit,out=dynamic.json,offset=@list ./dynamic $PWD/libtwice.so.1.2
// RUN: qemu-x86_64 -plugin %counter_unit,out=static.json,offset="$PWD/static+$(at static step);static+0x1" ./static
// RUN: qemu-riscv64 -plugin %counter_unit,out=riscv64.json,offset=riscv64+$(at riscv64 step) ./riscv64
// RUN: FileCheck %s --check-prefix=DYNAMIC <dynamic.json
// DYNAMIC: "target":"x86_64","width":64,"counters":[
// DYNAMIC-NEXT: {{^}}],"offsets":[
// DYNAMIC-NEXT: {{^}}{"module":"dynamic","offset":"0x{{[0-9a-f]+}}","count":20007},
// DYNAMIC-NEXT: {{^}}{"module":"libtwice.so.1","offset":"0x{{[0-9a-f]+}}","count":40}
// DYNAMIC-NEXT: {{^}}]}
// RUN: grep '"count":20007' static.json && grep '"offset":"0x1","count":0' static.json
// RUN: grep '"count":20007' riscv64.json
// The child has a file of its own, with its calls.
// RUN: cat dynamic.json.* | grep '"module":"dynamic"' | grep '"count":5}'
// RUN: cat riscv64.json.* | grep '"count":5}'

// A processor without a udpc instruction.
// RUN: printf \
// RUN:   '.globl _start\n_start: mov x1, #9\nloop: subs x1, x1, #1\nb.ne loop\nmov x0, #0\nmov x8, #93\nsvc #0\n' > a.s
// RUN: clang --target=aarch64-linux-gnu -nostdlib -static -fuse-ld=lld a.s -o aarch64
// RUN: qemu-aarch64 -plugin %counter_unit,out=a.json,offset=aarch64+0x$(nm aarch64 \
// RUN:   | awk '$3 == "_start" { print $1 }' | sed 's/^0*//')\;aarch64+0x$(nm aarch64 \
// RUN:   | awk '$3 == "loop" { print $1 }' | sed 's/^0*//') ./aarch64
// RUN: grep -c '"count":[19][,}]' a.json | grep 2
#ifdef LIBRARY
int twice(int X) { return 2 * X; }
#else
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void step(int *X) {
  ++*X;
  asm volatile("" ::: "memory");
}

static void *run(void *Unused) {
  int X = 0;
  for (int I = 0; I < 10000; ++I)
    step(&X);
  return 0;
}

int main(int Argc, char **Argv) {
  int X = 0;
  pthread_t Threads[2];
  for (int I = 0; I < 2; ++I)
    pthread_create(&Threads[I], 0, run, 0);
  for (int I = 0; I < 2; ++I)
    pthread_join(Threads[I], 0);
  for (int I = 0; I < 7; ++I)
    step(&X);
  pid_t Child = fork();
  if (!Child) {
    for (int I = 0; I < 5; ++I)
      step(&X);
    exit(0);
  }
  waitpid(Child, 0, 0);
  if (Argc > 1) {
    void *Library = dlopen(Argv[1], RTLD_NOW);
    int (*Twice)(int) = (int (*)(int))dlsym(Library, "twice");
    for (int I = 0; I < 40; ++I)
      X = Twice(X) & 1;
  }
  return 0;
}
#endif
