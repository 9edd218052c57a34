// Lists whose nodes lie at the ends of pages that have forbidden ones beside
// them: the next node, and in arrays of lists the second one, are prefetched, no
// load leaves the pages, and the results are those without. Nodes are read up to
// a sentinel, lists are changed while they are walked, and loops are left early.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -O1 -I%S/Inputs %s -o plain && ./plain > expected
// RUN: awk '/^NOINLINE .*\(/ { match($0, /[a-z]+[A-Za-z]*\(/); name = substr($0, RSTART, RLENGTH - 1); first = NR }\
// RUN: /hint:/ { print name ":0:0\n " NR - first ": 0 __prefetch_TYPE_0:AHEAD" }' %s > hints
// RUN: check_hints() { \
// RUN:   sed "s/TYPE/$type/; s/AHEAD/$ahead/" hints > h.afdo && \
// RUN:   clang -O$level -I%S/Inputs -gmlt -fpass-plugin=%plugin -mllvm -prefetch-hints-file=h.afdo \
// RUN:     -Rpass=udpc -Rpass-missed=udpc %s -o ahead 2> remarks.$type.$ahead.$level && \
// RUN:   ./ahead | cmp - expected || echo $type $ahead $level; \
// RUN: }
// RUN: each type inner next3 -- each ahead 3 100 -- each level 1 3 -- check_hints > failed
// RUN: count 0 < failed
// RUN: check_blind() { \
// RUN:   clang -O2 -I%S/Inputs -gmlt -fpass-plugin=%plugin -mllvm -udpc-prefetch-indirect=$ahead \
// RUN:     -mllvm -udpc-prefetch-indirect-type=$type %s -o blind && \
// RUN:   ./blind | cmp - expected; \
// RUN: }
// RUN: each ahead 1 7 -- each type indirect next -- check_blind
// RUN: FileCheck %s < remarks.next3.3.1
// RUN: FileCheck %s --check-prefix=INNER < remarks.inner.3.1
#include "guarded.h"

#define NOINLINE __attribute__((noinline)) static

typedef struct Node {
  struct Node *Next;
  uint64_t Key;
  uint64_t Value;
} Node;
// The list's pointer is behind the rest.
typedef struct Last {
  uint64_t Key;
  struct Last *Next;
} Last;

NOINLINE uint64_t observe(uint64_t X) {
  __asm__ volatile("" : "+r"(X) : : "memory");
  return X ^ X >> 7;
}

NOINLINE uint64_t heavy(const Last *P, uint64_t Stop, const uint64_t *T) {
  uint64_t S = 0;
  for (; P->Key != Stop; P = P->Next) { // hint:
    // CHECK: lists.c:[[#@LINE-1]]:{{.*}} prefetch the next node, 1 iteration ahead of the loop at line [[#@LINE-1]], whose address is loaded early
    S += P->Key;
    for (int I = 0; I < 40; ++I)
      S = S * 3 ^ T[I];
  }
  return S;
}
NOINLINE uint64_t calls(const Node *P) {
  uint64_t S = 0;
  for (; P; P = P->Next)
    S = observe(S + P->Value); // hint:
  // INNER: lists.c:[[#@LINE-1]]:{{.*}} whose address is loaded early if it is in this page
  return S;
}
// Only the key of the last one may be read.
NOINLINE uint64_t sentinel(const Last *P, uint64_t Stop) {
  uint64_t S = 0;
  while (P->Key != Stop) { // hint:
    S = observe(S + P->Key);
    P = P->Next;
  }
  return S;
}
NOINLINE uint64_t changed(Node *P) {
  uint64_t S = 0;
  for (; P; P = P->Next) {
    S = S * 3 + P->Value; // hint:
    if (S % 5 == 0 && P->Next)
      P->Next = P->Next->Next;
    S = observe(S);
  }
  return S;
}
NOINLINE uint64_t rows(Node *const *Heads, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    for (const Node *P = Heads[I]; P; P = P->Next)
      S = S * 3 + P->Value; // hint:
  // CHECK: lists.c:[[#@LINE-1]]:{{.*}} prefetch the node after, 3 iterations ahead of the loop at line [[#@LINE-3]]
  return S;
}
NOINLINE uint64_t probe(Node *const *Heads, const uint32_t *Which, const uint64_t *Keys, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    for (const Node *P = Heads[Which[I]]; P; P = P->Next)
      if (P->Key == Keys[I]) { // hint:
        // CHECK: lists.c:[[#@LINE-1]]:{{.*}} prefetch the node after, 3 iterations ahead of the loop at line [[#@LINE-3]]
        S = S * 3 + P->Value;
        break;
      }
  return S;
}
NOINLINE uint64_t ends(const Last *const *Heads, size_t N, uint64_t Stop) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    for (const Last *P = Heads[I]; P->Key != Stop; P = P->Next) // hint:
      S = S * 3 + P->Key;
  return S;
}
NOINLINE uint64_t leaves(Node *const *Heads, size_t N, uint64_t Stop) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    for (const Node *P = Heads[I]; P; P = P->Next) {
      S = S * 3 + P->Value; // hint:
      if (S % 64 == Stop)
        return S;
    }
  return S;
}
NOINLINE uint64_t skips(Node *const *Heads, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    for (const Node *P = Heads[I]; P;) {
      if (P->Key & 1) { // hint:
        P = P->Next;
        continue;
      }
      S = S * 5 + P->Value;
      if (!(P->Key & 2))
        break;
      P = P->Next;
    }
  return S;
}
NOINLINE uint64_t moves(Node **Heads, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I) {
    Node *P = Heads[I];
    for (; P; P = P->Next)
      S = S * 3 + P->Value; // hint:
    if (N - I > 3 && S & 1) {
      Node *Other = Heads[I + 3];
      Heads[I + 3] = Heads[I + 1];
      if (Other)
        Other->Next = 0;
    }
  }
  return S;
}
// Iterations find their lists where the ones before have put them.
static inline uint64_t step(Node **restrict Out, Node *const *restrict Head, Node *Good) {
  uint64_t S = 0;
  for (const Node *P = *Head; P; P = P->Next)
    S = S * 3 + P->Value;
  *Out = Good;
  return S;
}
NOINLINE uint64_t restricted(Node **Heads, Node *Good, size_t N) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I)
    S = S * 7 + step(Heads + I + 1, Heads + I, Good);
  return S;
}
typedef struct Middle {
  Node *List;
  struct Middle *Next;
} Middle;
// Only a middle with a list comes to a link, and some leave before it.
NOINLINE uint64_t nested(Middle *const *Heads, size_t N, uint64_t Stop) {
  uint64_t S = 0;
  for (size_t I = 0; I < N; ++I) {
    for (const Middle *M = Heads[I];; M = M->Next) {
      if (!M->List)
        continue;
      for (const Node *P = M->List;;) {
        S = S * 3 + P->Value; // hint:
        if (P->Key == Stop)
          break;
        P = P->Next;
        if (!P)
          goto done;
      }
    }
  done:;
  }
  return S;
}

enum { Most = 400 };

int main(void) {
  static uint64_t T[40];
  for (int I = 0; I < 40; ++I)
    T[I] = random32();
  for (size_t N = 1; N <= Most; N = N * 3 + 1) {
    // Each node on its own at the end of a page, or at the beginning of one.
    static Node *Nodes[Most];
    static Last *Lasts[Most];
    static uint32_t Which[Most];
    static uint64_t Keys[Most];
    // The last of each list has a key and no more.
    Last *End = between(sizeof(End->Key), 1);
    End->Key = 1;
    for (size_t I = 0; I < N; ++I) {
      Nodes[I] = between(sizeof(Node), I & 1);
      *Nodes[I] = (Node){I && random32() % 3 ? Nodes[I - 1] : 0, random32() % 64, random32()};
      Lasts[I] = between(sizeof(Last), I & 1);
      *Lasts[I] = (Last){random32() | 2, I && random32() % 3 ? Lasts[I - 1] : End};
    }
    Node **List = between(N * sizeof(*List), N & 1);
    const Last **Rows = between(N * sizeof(*Rows), N & 1);
    for (size_t I = 0; I < N; ++I) {
      List[I] = random32() % 4 ? Nodes[random32() % N] : 0;
      Rows[I] = random32() % 4 ? Lasts[random32() % N] : End;
      Which[I] = random32() % N;
      Keys[I] = random32() % 64;
    }
    printNumber(heavy(Lasts[N - 1], 1, T), ' ');
    printNumber(calls(Nodes[N - 1]), ' ');
    printNumber(sentinel(Lasts[N - 1], 1), ' ');
    printNumber(rows(List, N), ' ');
    printNumber(probe(List, Which, Keys, N), ' ');
    printNumber(ends(Rows, N, 1), ' ');
    for (uint64_t Stop = 0; Stop < 64; Stop += 21)
      printNumber(leaves(List, N, Stop), ' ');
    printNumber(skips(List, N), ' ');
    printNumber(changed(Nodes[N - 1]), ' ');
    printNumber(moves(List, N), ' ');
    Middle **Middles = between(N * sizeof(*Middles), 1), *Other = between(sizeof(*Other), 1);
    *Other = (Middle){between(sizeof(Node), 1), 0};
    *Other->List = (Node){0, 0, 5};
    Node **Bad = between((N + 1) * sizeof(*Bad), 1);
    for (size_t I = 0; I < N; ++I) {
      Middles[I] = between(sizeof(**Middles), 1);
      *Middles[I] = (Middle){I & 1 ? Nodes[I] : 0, Other};
      Bad[I + 1] = (Node *)(Page - 8);
    }
    Bad[0] = 0;
    printNumber(nested(Middles, N, 64), ' ');
    printNumber(restricted(Bad, Nodes[0], N), '\n');
  }
}
