// Index arrays that lie between pages which must not be touched: no load ahead
// leaves them, however far ahead it is, and the results are those without.
//
// RUN: clang -O1 %s -o %t.plain && %t.plain > %t.expected
// RUN: check() { \
// RUN:   clang -O$level -gmlt -fpass-plugin=%plugin -mllvm -udpc-prefetch-indirect=$ahead -Rpass=udpc %s \
// RUN:     -o %t.ahead 2> %t.remarks && \
// RUN:   %t.ahead > %t.out && \
// RUN:   cmp %t.out %t.expected && \
// RUN:   grep -c 'iterations ahead' %t.remarks; \
// RUN: }
// RUN: each level 1 3 -- each ahead 1 7 100 5000 -- check > %t.counts
// RUN: FileCheck %s < %t.counts
// CHECK-COUNT-8: {{^[1-9][0-9]?$}}
// CHECK-NOT: {{.}}
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { Page = 4096, Table = 1 << 16 };
#define NOINLINE __attribute__((noinline))

static uint64_t Values[Table];
static uint32_t Next[Table];

// Memory that ends at a page which must not be touched, or begins after one.
static void *between(size_t Bytes, int AtEnd) {
  size_t Size = (Bytes + Page - 1) / Page * Page;
  char *All = mmap(0, Size + 2 * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(All + Page, Size, PROT_READ | PROT_WRITE);
  return All + Page + (AtEnd ? Size - Bytes : 0);
}

NOINLINE uint64_t counted(const uint32_t *B, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    S += Values[B[I]];
  return S;
}
NOINLINE uint64_t backward(const uint32_t *B, size_t N) {
  uint64_t S = 0;
  for (size_t I = N; I-- > 0;)
    S = S * 3 + Values[B[I]];
  return S;
}
NOINLINE uint64_t byPointer(const uint32_t *B, const uint32_t *End) {
  uint64_t S = 0;
  for (; B != End; ++B)
    S = S * 3 + Values[*B];
  return S;
}
NOINLINE uint64_t strided(const uint32_t *B, int N) {
  uint64_t S = 0;
  for (int I = 0; I < N; I += 3)
    S = S * 5 + Values[B[I]];
  return S;
}
NOINLINE uint64_t untilZero(const uint32_t *B) {
  uint64_t S = 0;
  while (*B)
    S = S * 3 + Values[*B++];
  return S;
}
NOINLINE uint64_t breaks(const uint32_t *B, size_t N, uint64_t Stop) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I) {
    if (Values[B[I]] == Stop)
      break;
    S = S * 3 + Values[B[I]];
  }
  return S;
}
NOINLINE uint64_t rows(const uint32_t *Row, const uint32_t *Column, size_t N) {
  uint64_t S = 0;
  for (size_t R = 0; R < N; ++R)
    for (uint32_t E = Row[R]; E < Row[R + 1]; ++E)
      S = S * 3 + Values[Column[E]];
  return S;
}
NOINLINE uint64_t levels(const uint32_t *restrict C, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    S = S * 3 + Values[Next[C[I]]];
  return S;
}
NOINLINE uint64_t conditional(const uint32_t *B, const uint8_t *If, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    if (If[I])
      S = S * 3 + Values[B[I]];
  return S;
}
// Pointers that are none where the flag is not set, and nodes without a next one.
typedef struct Node {
  const struct Node *Next;
  uint64_t Value;
} Node;
NOINLINE uint64_t pointers(const Node *const *P, const uint8_t *If, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    if (If[I]) {
      const Node *Each = P[I];
      S = S * 3 + Each->Value;
      if ((Each = Each->Next) && Each->Next)
        S = S * 5 + Each->Next->Value;
    }
  return S;
}
// The transpose of a sparse matrix: the loop changes the last index only.
NOINLINE void scatter(uint64_t *restrict To, uint32_t *restrict Ends, const uint32_t *restrict B, size_t N) {
  for (size_t I = 0; I < N; ++I)
    To[Ends[B[I]]++] = I;
}
NOINLINE void count(uint32_t *restrict Counts, const uint16_t *B, size_t N) {
  for (size_t I = 0; I < N; ++I)
    ++Counts[B[I]];
}
// An odd size: elements may lie on two pages.
typedef struct __attribute__((packed)) {
  uint32_t Index;
  uint8_t More;
} Odd;
NOINLINE uint64_t packedElements(const Odd *B, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I) {
    S = S * 3 + Values[B[I].Index];
    if (S == 1)
      break;
  }
  return S;
}
// The divisor is never 0 where it divides.
NOINLINE uint64_t modulo(const uint32_t *B, size_t N, uint32_t By) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    if (By)
      S = S * 3 + Values[B[I] % By];
  return S;
}
// An address that becomes valid while the loop runs.
NOINLINE uint64_t grows(const uint64_t **P, const uint32_t *B, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I) {
    S = S * 3 + *P[B[I]];
    P[I + 1] = &Values[S % Table];
  }
  return S;
}

static uint32_t random32(void) {
  static uint64_t Seed = 1;
  Seed = Seed * 6364136223846793005u + 1442695040888963407u;
  return Seed >> 32;
}

int main(void) {
  for (size_t I = 0; I < Table; ++I) {
    Values[I] = random32();
    Next[I] = random32() % Table;
  }
  size_t Sizes[] = {0, 1, 2, 3, 5, 64, 1023, 1024, 1025, 3000};
  for (size_t K = 0; K < sizeof(Sizes) / sizeof(*Sizes); ++K)
    for (int AtEnd = 0; AtEnd < 2; ++AtEnd) {
      size_t N = Sizes[K];
      uint32_t *B = between(N * sizeof(*B), AtEnd);
      uint16_t *Small = between(N * sizeof(*Small), AtEnd);
      uint8_t *If = between(N, AtEnd);
      Odd *Odds = between(N * sizeof(*Odds), AtEnd);
      for (size_t I = 0; I < N; ++I) {
        B[I] = 1 + random32() % (Table - 1);
        Small[I] = random32();
        If[I] = random32() % 2;
        Odds[I].Index = random32() % Table;
      }
      static uint32_t Counts[Table];
      memset(Counts, 0, sizeof(Counts));
      count(Counts, Small, N);
      uint64_t Sum = 0;
      for (size_t I = 0; I < Table; ++I)
        Sum = Sum * 3 + Counts[I];
      printf("%zu %lu %lu %lu", N, Sum, counted(B, N), backward(B, N));
      printf(" %lu %lu", byPointer(B, B + N), strided(B, (int)N));
      printf(" %lu %lu", breaks(B, N, ~0ul), breaks(B, N, N ? Values[B[N / 2]] : 0));
      printf(" %lu %lu %lu", levels(B, N), conditional(B, If, N), packedElements(Odds, N));
      printf(" %lu %lu", modulo(B, N, 0), modulo(B, N, 1000));
      const Node **Pointers = between(N * sizeof(*Pointers), AtEnd);
      static Node Nodes[Page];
      for (size_t I = 0; I < Page; ++I)
        Nodes[I] = (Node){I % 3 ? &Nodes[Next[I] % Page] : 0, Values[I]};
      for (size_t I = 0; I < N; ++I)
        Pointers[I] = If[I] ? &Nodes[random32() % Page] : (const Node *)1;
      printf(" %lu", pointers(Pointers, If, N));
      uint64_t *To = between(N * sizeof(*To), AtEnd);
      uint32_t *Ends = between(N * sizeof(*Ends), AtEnd), *Columns = between(N * sizeof(*Columns), AtEnd);
      for (size_t I = 0; I < N; ++I) {
        Ends[I] = N - 1 - I; // One place each.
        Columns[I] = I < N / 2 ? N / 2 - 1 - I : I;
      }
      scatter(To, Ends, Columns, N);
      Sum = 0;
      for (size_t I = 0; I < N; ++I)
        Sum = Sum * 3 + To[I];
      printf(" %lu", Sum);
      uint32_t Row[5] = {0, N / 3, N / 3, N / 2, N};
      printf(" %lu\n", rows(Row, B, 4));
      if (N) {
        // Only the first pointer is one when the loop begins.
        const uint64_t **P = between((N + 1) * sizeof(*P), AtEnd);
        memset(P, 1, (N + 1) * sizeof(*P));
        P[0] = Values;
        for (size_t I = 0; I < N; ++I)
          B[I] = random32() % (I + 1);
        printf("%lu\n", grows(P, B, N));
        B[N - 1] = 0;
        printf("%lu\n", untilZero(B));
      }
    }
  return 0;
}
