"""Prints a C program of random loops that replace indexes by numbers that are
none, where no later iteration loads them; it prints checksums.

usage: make_in_place.py <seed> <loops>
"""

import random
import sys

HEAD = """#include "guarded.h"
enum { Table = 1 << 10, Most = 600 };
#define INVALID 0x%s
static uint32_t *Next; // Indexes, between pages that must not be touched.
static uint64_t Values[Table];
__attribute__((noinline)) static uint64_t observe(uint64_t X) { return X ^ X >> 7; }
"""
BYTES = {"uint8_t": 1, "uint16_t": 2, "uint32_t": 4, "uint64_t": 8}


def is_loaded(store, size, loads, step, first):
    """Whether an iteration from first on, counted from this one, loads what is stored."""
    return any(store < 4 * (k * step + at) + 4 and 4 * (k * step + at) < store + size
               for k in range(first, first + 40) for at in loads)


class Loop:
    def __init__(self, rng, name):
        self.rng, self.name = rng, name

    def store(self, loads, step, first, stores):
        """A store of what is no index, behind the loads (first is 1) or before them."""
        while True:
            kind = self.rng.choice(list(BYTES))
            at = self.rng.randrange(-16, 17) // BYTES[kind] * BYTES[kind]
            if not is_loaded(at, BYTES[kind], loads, step, first):
                break
        stores.append(at)
        condition = self.rng.choice(["", "", f"if (S & 4) "])
        return f"{condition}*({kind} __attribute__((aligned(1), may_alias)) *)((char *)&C[I] + {at}) = ({kind})INVALID;"

    def use(self, at):
        index = f"C[I + {at}]"
        form = self.rng.randrange(7)
        return [f"S += Values[Next[{index}]];",
                f"S = S * 3 + Values[Next[Next[{index}]]];",
                f"if (S & 2) S += Values[Next[{index}]];",
                f"S = observe(S + Values[Next[{index}]]);",
                f"S += Values[Next[{index}]]; if (S % 97 == 5) break;",
                f"Values[Next[{index}]] += S;",
                f"{{ uint32_t K = {index}; S += Values[Next[Next[K]]] ^ Next[K]; }}"][form]

    def body(self, step):
        rng = self.rng
        loads = [rng.randrange(-2, 3) for _ in range(rng.choice([1, 1, 2, 3]))]
        stores = []
        before = [self.store(loads, step, 0, stores) for _ in range(rng.choice([0, 0, 1, 2]))]
        behind = [self.store(loads, step, 1, stores) for _ in range(rng.choice([0, 1, 1, 2]))]
        if rng.randrange(4):
            return " ".join(before + [self.use(at) for at in loads] + behind)
        # An inner loop, which uses the index several times and replaces what it was loaded from.
        return (" ".join(before) + " ".join(f"uint32_t K{n} = C[I + {at}];" for n, at in enumerate(loads)) +
                f"{rng.choice(['', 'if (Flag)'])} for (int T = 0; T < {rng.choice(['Flag', '2 + Flag', 'Flag & 3'])}; ++T) {{" +
                " ".join(f"S += Values[Next[K{n}]];" for n in range(len(loads))) + " ".join(behind) + " }")

    def text(self):
        rng = self.rng
        step = rng.choice([1, 1, 1, 2, 3, -1, -1, -2])
        kind = rng.choice(["size_t", "int", "long", "unsigned"] if step > 0 else ["int", "long"])
        loop = (f"for ({kind} I = 8; I < ({kind})N; I += {step})" if step > 0
                else f"for ({kind} I = ({kind})N - 1; I >= 8; I -= {-step})")
        loop = rng.choice(["_Pragma(\"clang loop unroll(disable) vectorize(disable)\")", "", "_Pragma(\"clang loop unroll_count(3)\")"]) + loop
        inner = f"{loop} {{ {self.body(step)} }}"
        fill = "for (int J = 0; J < Most + 16; ++J) C[J] = (J * 37u + R) % Table;"
        if rng.randrange(3) == 0:
            inner = f"for (int R = 0; R < 4; ++R) {{ {inner} if (Flag & 1) S = observe(S); {fill} }}"
        if rng.randrange(4) == 0:
            # The number of iterations is a constant.
            inner = inner.replace(")N", ")64")
        restrict = rng.choice(["", "restrict "])
        return (f"__attribute__((noinline)) static uint64_t {self.name}(uint32_t *{restrict}C, const uint32_t *{restrict}Next, uint64_t *{restrict}Values,"
                f" size_t N, int Flag) {{\n  uint64_t S = 1;\n  {inner}\n  return S;\n}}\n")


def main():
    rng = random.Random(int(sys.argv[1]))
    loops = [Loop(rng, f"loop{n}") for n in range(int(sys.argv[2]))]
    print(HEAD % rng.choice(["ffffffffffffffff", "7ffffff07ffffff0", "4000000040000000"]) + "".join(l.text() for l in loops))
    print("""typedef uint64_t Loop(uint32_t *, const uint32_t *, uint64_t *, size_t, int);
int main(void) {
  static Loop *const Loops[] = {""" + ", ".join(l.name for l in loops) + """};
  Next = between(Table * sizeof(*Next), 1);
  uint32_t *C = between((Most + 16) * sizeof(*C), 1);
  for (size_t K = 0; K < sizeof(Loops) / sizeof(*Loops); ++K)
    for (size_t N = 0; N <= Most; N = N * 3 + 7)
      for (int Flag = 0; Flag < 4; ++Flag) {
        for (size_t I = 0; I < Table; ++I) {
          Values[I] = random32();
          Next[I] = random32() % Table;
        }
        for (size_t I = 0; I < Most + 16; ++I)
          C[I] = random32() % Table;
        printNumber(Loops[K](C, Next, Values, N, Flag), '\\n');
      }
}""")


main()
