// What functions look up by their arguments: the profile gives the line of the
// call, the loop there prefetches what the function begins with, and the program
// computes the same.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O2 -gmlt
// RUN: clang %{flags} %s -o plain && ./plain > plain.out
// RUN: udpc-clang %{flags} -fudpc-profile=cache %s -o measured
// RUN: env UDPC_OPTIONS=D1=32768,8,64:LL=262144,16,64 ./measured | cmp - plain.out
// RUN: udpc recommend --calibration=default --min-misses=1000 --min-share=0.1 -o h.afdo \
// RUN:   | FileCheck %s --check-prefix=WHY
// WHY: called.c:[[#@LINE+36]]
// WHY-NEXT: the loop that calls its function at countAll:4 may load the address
// RUN: udpc hints show h.afdo | FileCheck %s --check-prefix=HINT
// HINT: indirect {{.*}} countAll:4
// RUN: udpc-clang %{flags} -fudpc-prefetch-hints=h.afdo -Rpass=udpc -Rpass-missed=udpc %s -o hinted 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s < remarks
// CHECK: called.c:[[#@LINE+29]]:{{.*}} prefetch {{[0-9]+}} iterations ahead of the loop at line [[#@LINE+37]], by {{[0-9]+}} instructions with {{[23]}} loads up to the last iteration
// CHECK-NOT: remark: prefetch
//
// By hand, with the reason where there is none.
// RUN: printf 'countAll:0:0\n 4: 0 __prefetch_indirect_0:12\nreadAll:0:0\n 2: 0 __prefetch_indirect_0:12\n' > hand.afdo
// RUN: udpc-clang %{flags} -fudpc-prefetch-hints=hand.afdo -Rpass=udpc -Rpass-missed=udpc %s -o hinted 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s --check-prefix=HAND < remarks
// HAND: prefetch 12 iterations ahead of the loop at line [[#@LINE+29]], by {{[0-9]+}} instructions with {{[23]}} loads up to the last iteration
// HAND: called.c:[[#@LINE+42]]:{{.*}} no prefetch of what the function computes: the function may not load the index
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { Slots = 1 << 17, Keys = 40000 };

struct Slot {
  uint32_t Key, Count;
  uint64_t Pad[3];
};

struct Table {
  struct Slot *In;
  uint32_t Mask;
};

__attribute__((noinline)) struct Slot *find(const struct Table *T,
                                            const uint32_t *Key) {
  uint32_t At = *Key * 2654435761u >> 7 & T->Mask;
  while (T->In[At].Key != *Key && T->In[At].Count)
    At = (At + 1) & T->Mask;
  return &T->In[At];
}

__attribute__((noinline)) uint64_t countAll(const struct Table *T,
                                            const uint32_t *Of, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) {
    struct Slot *S = find(T, &Of[I]);
    S->Key = Of[I];
    Sum += ++S->Count;
  }
  return Sum;
}

__attribute__((noinline)) uint64_t readIf(const uint32_t *P, const uint64_t *V) {
  return P ? V[*P % 8] : 0;
}

__attribute__((noinline)) uint64_t readAll(const uint32_t *const *P, const uint64_t *V, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) Sum += readIf(P[I], V);
  return Sum;
}

static struct Slot All[Slots];
static uint32_t Of[Keys];
static const uint32_t *Pointers[64];

int main(void) {
  struct Table T = {All, Slots - 1};
  uint64_t Values[8] = {3, 1, 4, 1, 5, 9, 2, 6}, Sum = 0;
  for (uint32_t I = 0; I < Keys; ++I)
    Of[I] = (I * 40503u + 7) % 30011 * 97 + 1;
  for (int I = 0; I < 64; ++I)
    Pointers[I] = I % 3 ? &Of[I] : NULL;
  for (int I = 0; I < 3; ++I)
    Sum += countAll(&T, Of, Keys);
  printf("%lu %lu\n", Sum, readAll(Pointers, Values, 64));
}
