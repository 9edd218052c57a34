// Instructions that lie across the end of a page, and code that is written
// while the program runs.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -I%S/Inputs %s -o $A && \
// RUN:   qemu-$A -plugin %counter_unit,out=$A.json ./$A && \
// RUN:   %show $A.json | FileCheck %s --check-prefix=$A; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// Twice at each of 32 places, with another counter each time.
// x86_64: 1=32 2=32{{$}}
// riscv64: 1=16 2=16{{$}}
#include "instructions.h"
#include <string.h>
#include <sys/mman.h>

#ifdef __x86_64__
enum { Step = 1 };
static unsigned char Code[] = {0x66, 0x0f, 0x1f, 0x84, 0, 0, 1,
                               0xff, 0xdc, 0xc3}; // and ret
static void setCounter(int Counter) { Code[6] = Counter; }
#else
enum { Step = 2 }; // With compressed instructions.
static unsigned Code[] = {0, 0x00008067}; // and ret
static void setCounter(int Counter) { Code[0] = Counter << 20 | 0x2013; }
#endif

int main(void) {
  unsigned char *Pages =
      mmap(0, 8192, PROT_READ | PROT_WRITE | PROT_EXEC,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int I = -16; I < 16; I += Step)
    for (int Counter = 1; Counter <= 2; ++Counter) {
      unsigned char *Place = Pages + 4096 + I;
      setCounter(Counter);
      memcpy(Place, Code, sizeof(Code));
      __builtin___clear_cache((char *)Place, (char *)Place + sizeof(Code));
      ((void (*)(void))Place)();
    }
  return 0;
}
