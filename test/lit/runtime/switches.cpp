// Events turned on and off by option, API and mask, and how profiles show it.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -O1 -std=c++17 -I%udpc_src/include -I%S/../Inputs a.cpp -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a api > out 2>&1 && FileCheck %s < out
// RUN: %counts a.prof | FileCheck %s --check-prefix=COUNTS
// CHECK:      start: red 0 green 0 blue 0 plain 1 none 0; counts 0 0 0 1
// CHECK-NEXT: enable r*,b*: 2; counts 1 0 1 2
// CHECK-NEXT: state: red 1 green 0 blue 1 plain 1 none 0
// CHECK-NEXT: disable blue: 1; counts 2 0 1 3
// CHECK-NEXT: enable *: 4; counts 3 1 2 4
// CHECK-NEXT: disable plain: 1; counts 4 2 3 5
// CHECK-NEXT: enable nothing: 0; counts 5 3 4 6
// CHECK-NEXT: bad: -1 -1 -1 -1 -1; counts 6 4 5 7
// CHECK-NEXT: mask: 0 -1, 42 0 40 0; red 0 green 0 blue 1; counts 6 4 6 8
// CHECK-NEXT: masked, enable *: 4; counts 6 4 7 9
// CHECK-NEXT: no mask: counts 7 5 8 10
// CHECK-NEXT: toggled: red 1 green 0; memory 1
// CHECK-NEXT: too many: 1 1
// COUNTS-DAG: red 7
// COUNTS-DAG: green 5
// COUNTS-DAG: blue 8
// COUNTS-DAG: plain 10
//
// By option, also for units that come later.
// RUN: env UDPC_OPTIONS=output=b.prof:enable=gree[n],r* ./a count > out 2>&1
// RUN: FileCheck %s --check-prefix=OPTION < out
// OPTION: 1 1 0 1
// OPTION-NOT: {{.}}
// RUN: env UDPC_OPTIONS='output=b.prof:enable=red,gren,zz*,[' ./a count > out 2>&1
// RUN: FileCheck %s --check-prefix=BAD < out
// BAD:      udpc: warning: UDPC_OPTIONS: enable: 'red,gren,zz*,[' is no list of globs
// BAD-NEXT: 0 0 0 1
// BAD-NOT:  {{.}}
// RUN: env UDPC_OPTIONS='output=b.prof:enable=red,gren,plain' ./a count > out 2>&1
// RUN: FileCheck %s --check-prefix=UNMATCHED < out
// UNMATCHED:      1 0 0 1
// UNMATCHED-NEXT: udpc: warning: UDPC_OPTIONS: enable: 'gren' matches no event that can be turned on; there are red, green, blue{{$}}
// UNMATCHED-NEXT: udpc: warning: UDPC_OPTIONS: enable: 'plain' matches no event that can be turned on; there are red, green, blue
// UNMATCHED-NOT:  {{.}}
//
// What was never on leaves no profile; what was on and is off does.
// RUN: env UDPC_OPTIONS=output=c.prof:verbosity=1 ./a off > out 2>&1 && \
// RUN:   FileCheck %s --check-prefix=OFF < out; test ! -e c.prof
// OFF: udpc: wrote no profile, as no event was on (exit)
// RUN: env UDPC_OPTIONS=output=c.prof ./a on-and-off && udpc report c.prof
//--- a.cpp
#include "colours.h"
#include <stdio.h>
#include <string.h>
#include <string>
#include <udpc/udpc.h>
using namespace sites;
static long count(const char *Name) { return udpc_read(udpc_event_find(Name)); }
static int on(const char *Name) {
  return udpc_is_enabled(udpc_event_find(Name));
}
static void counts() {
  all();
  printf("counts %ld %ld %ld %ld\n", count("red"), count("green"),
         count("blue"), count("plain"));
}
static void states() {
  printf("red %d green %d blue %d plain %d none %d", on("red"), on("green"),
         on("blue"), on("plain"), on("none"));
}
static long memory() {
  long Size = 0;
  FILE *F = fopen("/proc/self/statm", "r");
  fscanf(F, "%ld", &Size);
  fclose(F);
  return Size;
}
int main(int argc, char **argv) {
  setbuf(stdout, 0);
  std::string What = argv[1];
  start(What == "api" || What == "count");
  if (What == "count") {
    all();
    printf("%ld %ld %ld %ld\n", count("red"), count("green"), count("blue"),
           count("plain"));
    return 0;
  }
  if (What == "on-and-off")
    udpc_enable("*");
  if (What != "api") {
    udpc_disable("*");
    all();
    return 0;
  }
  printf("start: "), states(), printf("; "), counts();
  printf("enable r*,b*: %d; ", udpc_enable("r*,b*")), counts();
  printf("state: "), states(), puts("");
  printf("disable blue: %d; ", udpc_disable("blue")), counts();
  printf("enable *: %d; ", udpc_enable("*")), counts();
  printf("disable plain: %d; ", udpc_disable("plain")), counts();
  printf("enable nothing: %d; ", udpc_enable("nothing")), counts();
  printf("bad: %d %d %d %d %d; ", udpc_enable(0), udpc_disable(0),
         udpc_disable(""), udpc_disable("*,"), udpc_disable("r[")),
      counts();

  uint64_t Mask[4] = {0x42, 1 << 6, 0, 0}, Got[4];
  int Set = udpc_set_mask(Mask), Null = udpc_set_mask(0);
  udpc_get_mask(Got);
  printf("mask: %d %d, %x 0 %x %x; red %d green %d blue %d; ", Set, Null,
         (int)Got[0], (int)Got[1], (int)(Got[2] | Got[3]), on("red"),
         on("green"), on("blue")),
      counts();
  printf("masked, enable *: %d; ", udpc_enable("*")), counts();
  memset(Mask, 0, sizeof(Mask));
  udpc_set_mask(Mask);
  printf("no mask: "), counts();

  // The same rules again and again are no new ones.
  for (int I = 0; I != 1000; ++I)
    udpc_enable("red"), udpc_disable("green"), udpc_disable("r*,green");
  long Before = memory();
  // 25,000 calls: four bytes for each would be 24 pages.
  for (int I = 0; I != 5000; ++I)
    udpc_disable("red,green"), udpc_enable("red"), udpc_disable("r?d"),
        udpc_enable("*"), udpc_disable("green");
  printf("toggled: red %d green %d; memory %d\n", on("red"), on("green"),
         memory() - Before < 20);
  int Accepted = 0;
  for (int I = 0; I != 5000; ++I)
    Accepted += udpc_disable(("x" + std::to_string(I)).c_str()) == 0;
  printf("too many: %d %d\n", Accepted > 4000 && Accepted < 5000,
         udpc_enable("green"));
  return 0;
}
