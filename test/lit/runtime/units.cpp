// Units of another version, or whose table is not what it should be, are left
// out with one warning; the rest counts.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -I%udpc_src/include a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a > out 2>&1
// RUN: FileCheck %s < out && %counts a.prof | FileCheck %s --check-prefix=COUNTS
// CHECK:      udpc: warning: some of the program's code is of another version of udpc (99, not 11)
// CHECK-NEXT: 3 1
// CHECK-NOT:  {{.}}
// COUNTS: good 3 0:3
//--- a.cpp
#include <cstdio>
#include <udpc/abi.h>
#include <udpc/udpc.h>
using namespace udpc::abi;
struct alignas(8) Table {
  TableHeader Header = {TableMagic, Version, sizeof(Table), 1, 0, 1,
                        0,          1,       1,             8, 0};
  EventRec Event = {1, -1};
  SiteRec Site = {0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  CandidateRec Candidate = {0, 0, 0, 0, 0};
  char Strings[8] = "\0good";
  char Padding[4] = {};
};
static Table Good, Short;
static thread_local uint64_t Slots[1];
static uint64_t *slots() { return Slots; }
static Unit make(uint32_t Version, const Table &T) {
  return {Version, 1,       (const uint8_t *)&T,  sizeof(T), slots,
          nullptr, nullptr, UnitLowering::Inline, 0};
}
int main() {
  Short.Header.NumSites = 1000;
  Unit A = make(99, Good), B = make(UnitVersion, Good),
       C = make(UnitVersion, Short);
  Unit *Units[] = {&A, nullptr, &B, &C};
  __udpc_register(Units, Units + 4);
  __udpc_register(Units, Units + 4);
  Slots[0] += 3;
  printf("%d %d\n", (int)udpc_read(udpc_event_find("good")),
         udpc_event_count());
  return &__udpc_runtime == nullptr;
}
