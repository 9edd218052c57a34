# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The distance and type of prefetches by hand that are best on this machine.

What is chosen is measured again with the other builds, so that the best of many
tries does not look better than it is.
"""

DISTANCES = (4, 8, 16, 32, 64, 128)
T0, NTA = 3, 0  # LOCALITY, as __builtin_prefetch has it.
NAMES = {T0: "t0", NTA: "nta"}


def best(compile_with, seconds_of):
    """`compile_with(distance, locality)` returns a program, `seconds_of(program)` how long it takes. Returns the
    program, the distance and the type's name."""
    taken = {}

    def measure(distance, locality):
        if (distance, locality) not in taken:
            program = compile_with(distance, locality)
            taken[distance, locality] = min(seconds_of(program) for _ in range(2)), program
        return taken[distance, locality][0]

    distance = min(DISTANCES, key=lambda d: measure(d, T0))
    near = [d for d in DISTANCES if distance / 2 <= d <= distance * 2]
    nta = min(near, key=lambda d: measure(d, NTA))
    locality = T0 if measure(distance, T0) <= measure(nta, NTA) else NTA
    chosen = distance if locality == T0 else nta
    return taken[chosen, locality][1], chosen, NAMES[locality]
