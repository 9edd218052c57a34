"""Writes a C program with random events, and its specs: random_events.py <seed>

a.c goes through states of its events and prints what each counts. With SPLIT
and inline.yaml, where events count always and those of each command apart, it
prints what they should count.
"""

import random
import sys

R = random.Random(int(sys.argv[1]))
FUNCTIONS, STATES = 8, 30
EVENTS = R.choice([4, 8, 14])


def statement(callees, depth):
    kind = R.randrange(7)
    if kind == 0:
        return f"S += X * {R.randrange(1, 9)};"
    if kind < 3:
        return f"UDPC_MARK(m{R.randrange(3)});"
    if kind < 5:
        return f"S ^= {R.choice(callees)}(X) + {R.choice(callees)}(S & 7);"
    inner = statement(callees, depth + 1) + (statement(callees, depth + 1) if depth < 2 else "")
    if kind == 5:
        return f"if ({R.choice(['X & 1', 'S & 4', 'X > 5'])}) {{ {inner} }}"
    index = f"I{depth}"
    return f"for (unsigned {index} = 0; {index} < {R.choice(['2', '(X & 3)', '(S & 1)'])}; ++{index}) {{ A[{index}] += 3; {inner} }}"


def functions():
    names = ["f_leaf"]
    yield "static inline unsigned f_leaf(unsigned X) { return X * 7 + 1; }"
    for number in range(FUNCTIONS):
        callees = R.sample(names, min(len(names), 2)) if number < 4 else ["f_leaf", names[number % 3]]
        kind = R.choice(["static inline"] * 3 + ["__attribute__((noinline))"])
        yield f"{kind} unsigned f_{number}(unsigned X) {{ {' '.join(statement(callees, 0) for _ in range(3))} return S + X; }}"
        names.append(f"f_{number}")
    calls = " ".join(f"S += {name}(I + P);" for name in names)
    yield f"__attribute__((noinline)) void f_all(unsigned P) {{ for (unsigned I = 0; I < 9; ++I) {{ {calls} }} }}"


def place():
    glob = R.choice(["f_*", "f_leaf", "f_[0-3]"] + [f"f_{i}" for i in range(FUNCTIONS)])
    return R.choice([f'entry: "{glob}"', f'return: "{glob}"', f"mark: {R.choice(['m0', 'm1', 'm*'])}", 'loop: iterations, in: "f_*"'])


def table(choose):
    return ", ".join("{" + ", ".join(str(choose(state)) for _ in range(EVENTS)) + "}" for state in range(STATES))


def write_spec(name, entries, counters, is_split):
    with open(name, "w") as spec:
        spec.write("version: 1\nevents:\n")
        for event, where, command in entries:
            suffix = command[0] if is_split else ""
            counter = "" if is_split else f", counter: {counters[event]}"
            spec.write(f"  - {{event: e{event}{suffix}, {where}, command: {command}{counter}}}\n")
        spec.write(f"defaults: {{lowering: {'inline' if is_split else 'instruction'}}}\n")


MAIN = """
static long count(int E, const char *Suffix) {
  char Name[16];
  snprintf(Name, sizeof(Name), "e%d%s", E, Suffix);
  return (long)udpc_read(udpc_event_find(Name));
}
int main(void) {
  for (int State = 0; State < NumStates; ++State) {
    long Before[NumEvents][2] = {{0}};
    for (int E = 0; E < NumEvents; ++E) {
#ifdef SPLIT
      Before[E][0] = count(E, "i"), Before[E][1] = count(E, "d");
#else
      char Name[16];
      snprintf(Name, sizeof(Name), "e%d", E);
      On[State][E] ? udpc_enable(Name) : udpc_disable(Name);
      udpc_mask(udpc_event_find(Name), Mask[State][E]);
      udpc_mask_thread(udpc_event_find(Name), ThreadMask[State][E]);
      Before[E][0] = count(E, "");
#endif
    }
    f_all(State);
    for (int E = 0; E < NumEvents; ++E) {
#ifdef SPLIT
      int Masked = On[State][E] ? Mask[State][E] | ThreadMask[State][E] : 3;
      long Count = (Masked & UDPC_INC ? 0 : count(E, "i") - Before[E][0]) + (Masked & UDPC_DEC ? 0 : count(E, "d") - Before[E][1]);
#else
      long Count = count(E, "") - Before[E][0];
#endif
      printf("%ld%c", Count, E + 1 < NumEvents ? ' ' : '\\n');
    }
  }
}
"""

with open("a.c", "w") as program:
    program.write("#include <stdio.h>\n#include <udpc/udpc.h>\nunsigned S, A[8];\n" + "\n".join(functions()))
    program.write(f"\nenum {{ NumEvents = {EVENTS}, NumStates = {STATES} }};\n")
    for name, choose in (
        ("On", lambda state: 1 if state % 6 == 0 else R.randrange(2)),
        ("Mask", lambda state: R.choice([0, 0, 1, 2, 3]) if state % 3 == 2 else 0),
        ("ThreadMask", lambda state: R.choice([0, 0, 1, 2, 3]) if state % 4 == 3 else 0),
    ):
        program.write(f"static const char {name}[NumStates][NumEvents] = {{{table(choose)}}};\n")
    program.write(MAIN)
first = R.choice([0, 25, 60, 230])
numbers = [first + i for i in R.sample(range(EVENTS + 4), EVENTS)]
places = [(e, place(), command) for command in ("inc", "dec") for e in range(EVENTS)]
write_spec("instruction.yaml", places, numbers, False)
write_spec("inline.yaml", places, numbers, True)
