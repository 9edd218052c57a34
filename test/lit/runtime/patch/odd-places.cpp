// Sites across pages, in files that are mapped for others too, and records
// where no instruction is: possible sites are patched, the others reported.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -O2 -I%udpc_src/include -I%S/../../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a > out 2>&1 && FileCheck %s --match-full-lines < out
// CHECK:      private 10 0
// CHECK-NEXT: udpc: warning: the code at 0x{{[0-9a-f]*}} is not a udpc instruction; events that are counted there are incomplete
// CHECK-NEXT: udpc: warning: the code at 0x{{[0-9a-f]*}}-0x{{[0-9a-f]*}} of {{.*}}/code cannot be changed (Permission denied); events that are counted there are incomplete
// CHECK-NEXT: shared 20 0
// CHECK-NEXT: off 20 0
// CHECK-NEXT: protection r-xp r--s
// CHECK-NOT:  {{.}}
//--- a.cpp
#include "sites.h"
#include <cinttypes>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
using udpc::abi::InstructionRec;
/// A site from 4 bytes before the end of a page, and a return.
static const unsigned char Code[] = {0x66, 0x0f, 0x1f, 0x84, 0x00,
                                     0x00, 7,    0xff, 0xdc, 0xc3};
static constexpr size_t At = 4092;
static InstructionRec Records[3];
static void record(InstructionRec &R, const void *Address) {
  R = {};
  R.Address = (intptr_t)Address - (intptr_t)&R.Address;
  R.Unit = (intptr_t)&udpc_test_unit - (intptr_t)&R.Unit;
  R.Slot = 0;
  R.Counter = 7;
}
static unsigned char *map(int File, int Flags) {
  void *P = mmap(nullptr, 8192, PROT_READ | PROT_EXEC, Flags, File, 0);
  CHECK(P != MAP_FAILED);
  return (unsigned char *)P + At;
}
static void run(void *P, int N) {
  while (N--)
    reinterpret_cast<void (*)()>(P)();
}
static void show(const char *When) {
  printf("%s %ld %ld\n", When, readEvent("even"), readEvent("odd"));
}
static void protection(void *P) {
  FILE *F = fopen("/proc/self/maps", "r");
  char Line[4096], Flags[8];
  uintptr_t Start, End;
  while (fgets(Line, sizeof(Line), F))
    if (sscanf(Line, "%" SCNxPTR "-%" SCNxPTR " %4s", &Start, &End, Flags) == 3 &&
        (uintptr_t)P >= Start && (uintptr_t)P < End)
      printf(" %s", Flags);
  fclose(F);
}
int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  int File = open("code", O_RDWR | O_CREAT, 0755);
  CHECK(pwrite(File, Code, sizeof(Code), At) == sizeof(Code));
  CHECK(!ftruncate(File, 8192));
  unsigned char *Private = map(File, MAP_PRIVATE);
  unsigned char *Shared = map(File, MAP_SHARED);
  // The mapping is two in the kernel's eyes.
  CHECK(!mprotect(Shared - At, 4096, PROT_READ));
  CHECK(!mprotect(Shared - At, 8192, PROT_READ | PROT_EXEC));
  // Not in order.
  record(Records[0], Private > Shared ? Private : Shared);
  record(Records[1], Private > Shared ? Shared : Private);
  record(Records[2], (void *)main);
  __udpc_enable("even");
  InstructionRec Alone;
  record(Alone, Private);
  __udpc_register_sites(&Alone, &Alone + 1);
  run(Private, 10);
  show("private");
  __udpc_disable("even");
  __udpc_unregister_sites(&Alone, &Alone + 1);
  __udpc_enable("even");
  __udpc_register_sites(Records, Records + 3);
  run(Private, 10);
  run(Shared, 10);
  show("shared");
  __udpc_disable("even");
  run(Private, 10);
  run(Shared, 10);
  show("off");
  CHECK(!memcmp(Private, Code, sizeof(Code)));
  CHECK(!mprotect(Shared - At, 8192, PROT_READ));
  printf("protection");
  protection(Private);
  protection(Shared);
  puts("");
}
