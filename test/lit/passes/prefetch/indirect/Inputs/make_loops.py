"""Prints a C program of random loops over index arrays that lie between pages
which must not be touched; it prints checksums.

usage: make_loops.py <seed> <loops>
"""

import random
import sys

HEAD = """#include "guarded.h"
enum { Table = 1 << 12 };
static uint64_t Values[Table];
static uint32_t Links[Table];
static uint32_t *After; // Lesser indexes.
typedef struct Node { const struct Node *Next; uint64_t Value; } Node;
enum { Chained = 256 };
static Node *Nodes[Chained]; // Each ends at a page that must not be touched, or begins after one.
static const Node *Heads[Table]; // Some are null.
__attribute__((noinline)) static uint64_t observe(uint64_t X) { return X ^ X >> 7; }
__attribute__((noinline)) static uint64_t visit(const Node *P) { return P ? P->Value : 1; }
// They compute addresses themselves, from what they get. Not static: pointers would become values.
__attribute__((noinline)) uint64_t find(const uint64_t *In, const uint32_t *K) { return In[*K * 2654435761u % Table]; }
__attribute__((noinline)) uint64_t findIf(const uint32_t *K, uint32_t X) { return X & 4 ? Values[Links[*K % Table]] : X; }
__attribute__((noinline)) uint64_t probe(uint64_t *In, const uint32_t *K, uint64_t Value) {
  uint32_t At = Links[*K % Table];
  for (int I = 0; I < 9 && In[At] % 3; ++I)
    At = (At + 1) % Table;
  return In[At] = In[At] / 3 + Value;
}
__attribute__((noinline)) uint64_t first(const Node **Head) {
  const Node *P = *Head;
  if (!P)
    return 5;
  if (P->Value & 8)
    *Head = P->Next;
  return P->Next ? P->Next->Value : P->Value;
}
__attribute__((noinline)) uint64_t grow(uint32_t *K, uint32_t By) {
  *K = (*K + By) % Table;
  return Values[Links[*K]];
}
"""

TYPES = ["uint8_t", "uint16_t", "uint32_t", "int32_t", "uint64_t"]
INDUCTIONS = ["size_t", "int", "unsigned", "long", "uint16_t", "uint8_t"]


class Loop:
    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.type = rng.choice(TYPES)
        self.bits = {"uint8_t": 8, "uint16_t": 16, "int32_t": 31}.get(self.type, 32)

    def index(self, position):
        """An index into the table, from what the array has at a position."""
        loaded = f"(uint64_t)B[{position}]"
        form = self.rng.randrange(6)
        if form == 0:
            return f"{loaded} % Table"
        if form == 1:
            return f"{loaded} * 0x9e3779b97f4a7c15u >> 52"
        if form == 2:
            return f"Links[{loaded} % Table]"
        if form == 3:
            return f"Links[Links[{loaded} & (Table - 1)]]"
        if form == 4:
            return f"(Other[{position}] + {loaded}) % Table"
        return f"({loaded} ^ {position}) % Table"

    def body(self, position):
        at = self.index(position)
        form = self.rng.randrange(24)
        if form == 0:
            return f"S = S * 3 + Values[{at}];"
        if form == 1:
            return f"++Values[{at}];"
        if form == 2:
            return f"if (B[{position}] & 1) S = S * 5 + Values[{at}];"
        if form == 3:
            return f"S += Values[{at}]; if (S % 61 == 7) break;"
        if form == 4:
            return f"S = observe(S + Values[{at}]);"
        if form == 5:
            return f"Links[{at}] = (Links[{at}] + 1) % Table; S += B[{position}];"
        if form == 6:
            return f"const Node *P = Heads[{at}]; if (P && (P = P->Next)) S = S * 7 + P->Value;"
        if form == 7:
            return f"if (Other[{position}] & 4) {{ const Node *P = Heads[{at}]; if (P && P->Next && P->Next->Next) S += P->Next->Next->Value; }}"
        if form == 8:
            return f"S += visit(Heads[{at}]);"
        if form == 9:
            return f"S += Values[{at}]; B[{position}] = B[{position}] / 2 + 1;"
        if form >= 19:
            return [f"S += find(Values, &Other[{position}]);",
                    f"S += findIf(Other[{position}] & 4 ? &Other[{position}] : (const uint32_t *)16, Other[{position}]);",
                    f"S += probe(Values, &Other[{position}], B[{position}]);",
                    f"S = S * 3 + first(&Heads[{at}]);",
                    f"S += grow(&Links[{at}], Other[{position}]);"][form - 19]
        return self.chain(at, position, form - 10)

    def chain(self, at, position, form):
        walk = f"for (const Node *P = Heads[{at}]; P; P = P->Next)"
        if form == 0:
            return f"{walk} S = S * 7 + P->Value;"
        if form == 1:
            return f"{walk} if ((P->Value ^ B[{position}]) % 5 == 0) {{ S += P->Value; break; }}"
        if form == 2:
            return f"{walk} S = observe(S + P->Value);"
        if form == 3:
            return f"{walk} {{ if (S % 5 == 0 && P->Next) ((Node *)P)->Next = P->Next->Next; S = S * 3 + P->Value; }}"
        if form == 4:
            return f"{walk} if ((S = S * 3 + P->Value) % 211 == 7) return S;"
        if form == 5:
            return (f"for (const Node *P = Heads[{at}]; P;) {{ if (P->Value & 1) {{ P = P->Next; continue; }} "
                    f"S = S * 5 + P->Value; if (P->Value & 2) break; P = P->Next; }}")
        if form == 6:
            return f"{walk} {{ Heads[{at}] = P->Next; S += P->Value; }}"
        # Nodes are elements of arrays. 0 is the end.
        walk = f"for (uint32_t K = {at}; K; K = After[K])"
        if form == 7:
            return f"{walk} S = S * 7 + Values[K];"
        return f"{walk} if ((Values[K] ^ B[{position}]) % 3 == 0) {{ S += Values[K]; break; }}"

    def loop(self):
        rng = self.rng
        form = rng.randrange(8)
        i = rng.choice(INDUCTIONS)
        most = {"uint8_t": "(N < 200 ? N : 200)", "uint16_t": "(N < 60000 ? N : 60000)"}.get(i, "N")
        if form == 0:
            step = rng.choice([1, 1, 1, 2, 3, 7])
            most = most if i not in ("uint8_t",) else "(N < 200 ? N : 200)"
            return f"for ({i} I = 0; I < ({i}){most}; I += {step}) {{ {self.body('I')} }}"
        if form == 1:
            return f"for ({i} I = {most}; I-- > 0;) {{ {self.body('I')} }}"
        if form == 2:
            return f"size_t I = 0; while (I < N && B[I]) {{ {self.body('I')} ++I; }}"
        if form == 3:
            count = rng.choice([4, 24, 64])
            return (f"for (size_t R = 0; R < 5 && N >= {count}; ++R) for ({i} I = 0; I < {count}; ++I) "
                    f"{{ {self.body('I')} }}")
        if form == 4:
            row = rng.choice(["N / 7", "3", "N % 5"])
            return (f"for (size_t R = 0, E = 0; R < 9; ++R) for (size_t End = E + {row}; E < End && E < N; ++E) "
                    f"{{ {self.body('E')} }}")
        if form in (5, 6):
            e = rng.choice(["size_t", "uint32_t", "int"])
            return f"for (size_t R = 0; R < NumRows; ++R) for ({e} E = Rows[R]; E < ({e})Rows[R + 1]; ++E) {{ {self.body('E')} }}"
        return (f"for (size_t R = 0; R < N; ++R) {{ size_t From = (uint64_t)B[R] % N, To = From + R % 4; "
                f"for (size_t I = From; I < To && I < N; ++I) {{ {self.body('I')} }} }}")

    def text(self):
        restrict = self.rng.choice(["", "restrict "])
        return (f"__attribute__((noinline)) static uint64_t {self.name}({self.type} *{restrict}B, const uint32_t *{restrict}Other, size_t N,"
                f" const uint32_t *{restrict}Rows, size_t NumRows) {{\n  uint64_t S = 1;\n  {self.loop()}\n  return S;\n}}\n")

    def call(self):
        return f"""      {{
        {self.type} *B = between(N * sizeof(*B), AtEnd);
        for (size_t I = 0; I < N; ++I)
          B[I] = random32() & {(1 << self.bits) - 1}u;
        printNumber({self.name}(B, Other, N, Rows, NumRows), ' ');
        printNumber({self.name}(B, Other, N / 2, Rows, NumRows / 2), '\\n');
      }}
"""


def main():
    rng = random.Random(int(sys.argv[1]))
    loops = [Loop(rng, f"loop{n}") for n in range(int(sys.argv[2]))]
    print(HEAD + "".join(l.text() for l in loops))
    print("""int main(void) {
  for (size_t I = 0; I < Table; ++I) {
    Values[I] = random32();
    Links[I] = random32() % Table;
  }
  After = between(Table * sizeof(*After), 1);
  for (size_t I = 1; I < Table; ++I)
    After[I] = random32() % 3 ? random32() % I : 0;
  for (size_t I = 0; I < Chained; ++I) {
    Nodes[I] = between(sizeof(Node), I & 1);
    *Nodes[I] = (Node){I && random32() % 4 ? Nodes[random32() % I] : 0, random32()};
  }
  for (size_t I = 0; I < Table; ++I)
    Heads[I] = random32() % 4 ? Nodes[random32() % Chained] : 0;
  static const size_t Sizes[] = {0, 1, 2, 5, 64, 200, 1023, 1024, 2600};
  for (size_t K = 0; K < sizeof(Sizes) / sizeof(*Sizes); ++K)
    for (int AtEnd = 0; AtEnd < 2; ++AtEnd) {
      size_t N = Sizes[K];
      uint32_t *Other = between(N * sizeof(*Other), AtEnd);
      for (size_t I = 0; I < N; ++I)
        Other[I] = random32();
      // Rows of few elements, some of none, some of which begin before the last.
      size_t NumRows = 1 + N / 5;
      uint32_t *Rows = between((NumRows + 1) * sizeof(*Rows), AtEnd);
      Rows[0] = random32() % (N + 1);
      for (size_t R = 0; R < NumRows; ++R) {
        uint32_t Next = random32() % 16 ? Rows[R] + random32() % 9 : random32() % (N + 1);
        Rows[R + 1] = Next < N ? Next : random32() % 4 ? N : 0;
      }
""" + "".join(l.call() for l in loops) + """    }
  uint64_t Sum = 0;
  for (size_t I = 0; I < Table; ++I)
    Sum = Sum * 31 + Values[I] * 7 + Links[I];
  printNumber(Sum, '\\n');
}""")


main()
