"""A program with 64 functions that end by a tail call of one, each called at 16 places."""
TAILS, PLACES = 64, 16
print("#define NI __attribute__((noinline))\nvolatile long seen;\nNI void leaf(long n) { seen += n; }\ntypedef void (*F)(long);")
for i in range(TAILS):
    print(f"NI void tail{i}(long n) {{ leaf(n + {i}); }}")
print("const F tails[] = {" + ", ".join(f"tail{i}" for i in range(TAILS)) + "};")
for i in range(PLACES):
    print(f"NI void place{i}(F f) {{ f({i}); seen++; }}")
print("void (*const places[])(F) = {" + ", ".join(f"place{i}" for i in range(PLACES)) + "};")
# Triangular numbers are a permutation modulo a power of two.
print(f"""int main(void) {{
  for (unsigned i = 0; i != {TAILS * PLACES}; i++) {{
    unsigned n = (i * (i + 1) / 2) % {TAILS * PLACES};
    places[n / {TAILS}](tails[n % {TAILS}]);
  }}
}}""")
