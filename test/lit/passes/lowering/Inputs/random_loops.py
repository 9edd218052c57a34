"""Prints a C program of random loops that vectorisers and other optimisations of loops take: random_loops.py <seed> <functions>"""

import random
import sys

TYPES = ["char", "short", "int", "long", "float"]
INDEX = ["int", "long", "unsigned", "unsigned long", "short", "unsigned char"]
PRAGMAS = ["distribute(enable)", "vectorize_width(8)", "interleave_count(4)", "unroll_count(3)", "vectorize_predicate(enable)"]


class Loops:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.depth = 0

    def one(self, *choices):
        return self.random.choice(choices)

    def emit(self, line):
        print("  " * self.depth + line)

    def nest(self, head, *bodies, tail="}"):
        self.emit(head)
        for i, body in enumerate(bodies):
            if i:
                self.emit("} else {")
            self.depth += 1
            body()
            self.depth -= 1
        self.emit(tail)

    def element(self):
        place = self.one("I", "I", "I", "I", "I + 1", "2 * I", "I ^ 1")
        return f"{self.one('A', 'B', 'C')}[{place}]"

    def value(self):
        return self.one(f"(int){self.element()}", f"(int){self.element()} * 3 % 50", "(int)I", "(M + 5)", f"twice((int){self.element()} % 30)")

    def condition(self):
        simple = [self.one(f"{self.value()} > {self.random.randrange(40)}", f"(I & {self.one(1, 3)}) == 0", "M > 2", f"{self.element()} < {self.element()}") for _ in "ab"]
        return self.one(simple[0], f"{simple[0]} && {simple[1]}", f"{simple[0]} || {simple[1]}")

    def statement(self, level):
        kind = self.random.random()
        if kind < 0.25:
            self.emit(f"S {self.one('+=', '^=')} (unsigned){self.value()};")
        elif kind < 0.65:
            self.emit(f"{self.one('D[I]', 'D[I]', 'E[I]', 'E[I ^ 1]', 'A[I]')} = (signed char)({self.value()});")
        elif kind < 0.68:
            self.emit(f"S = S > {self.random.randrange(9999)}u ? S : (unsigned){self.value()};")
        elif kind < 0.71:
            self.nest(f"if ({self.condition()}) {{", lambda: self.emit("continue;"))
        elif kind < 0.73:
            self.nest(f"if ({self.condition()}) {{", lambda: self.emit(self.one("break;", "return S;")))
        elif kind < 0.75:
            self.nest(f"for (int J = 0; J < {self.one(2, 3, 'M')}; ++J) {{", lambda: self.emit("S += (unsigned)C[J] + (unsigned)J;"))
        elif level < 3:
            bodies = [lambda: self.statements(level + 1)] * self.one(1, 1, 2)
            self.nest(f"if ({self.condition()}) {{", *bodies)
        else:
            self.emit("S += 2;")

    def statements(self, level):
        for _ in range(self.one(1, 1, 2)):
            self.statement(level)

    def loop(self):
        if self.random.random() < 0.4:
            self.emit(f"#pragma clang loop {self.one(*PRAGMAS)}")
        index = self.one(*INDEX)
        end = self.one("N", "N", "(N & 15)", "M", str(self.random.randrange(1, 40)))
        up = f"for ({index} I = {self.one(0, 0, 1)}; I < ({index}){end}; {self.one('++I', '++I', '++I', 'I += 2')}) {{"
        down = f"for (long I = {end}; I-- > 0;) {{"
        self.nest(self.one(up, up, up, down), lambda: self.statements(0))

    def function(self, number):
        types = [self.one(*TYPES) for _ in range(5)]
        parameters = ", ".join(f"{t} *restrict {name}" for t, name in zip(types, "ABCDE"))
        self.nest(
            f"__attribute__((noinline)) unsigned f{number}({parameters}, int N, int M) {{",
            lambda: (self.emit("unsigned S = 1;"), self.loop(), self.one(self.loop, int)(), self.emit("return S;")),
        )
        return types

    def program(self, count):
        print("static inline int twice(int X) {\n  if (X & 1)\n    return X + 7;\n  return X * 2;\n}")
        for t in TYPES:
            print(f"static {t} X{t}[5][1024];")
        functions = [self.function(i) for i in range(count)]
        print("int main(void) {\n  static const int Ns[] = {0, 1, 7, 16, 33, 100, 127};\n  volatile unsigned Sink = 0;\n  for (int R = 0; R < 7; ++R) {")
        for t in TYPES:
            print(f"    for (int I = 0; I < 5120; ++I)\n      X{t}[I / 1024][I % 1024] = ({t})((I * 7919 + R) % 101);")
        for i, types in enumerate(functions):
            print(f"    Sink += f{i}({', '.join(f'X{t}[{k}]' for k, t in enumerate(types))}, Ns[R], R);")
        print("  }\n}")


Loops(int(sys.argv[1])).program(int(sys.argv[2]))
