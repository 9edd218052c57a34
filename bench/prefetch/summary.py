# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all kernels say together: geometric means, and the share of by hand that hints reach."""

import statistics


def speed_up(entry, mode):
    """Over plain, by medians; None if the mode was not measured."""
    seconds = entry["seconds"]
    return statistics.median(seconds["plain"]) / statistics.median(seconds[mode]) if seconds.get(mode) else None


def geometric_means(result):
    """The mean speed-up of each mode that all kernels have.

    `by hand` counts as plain where its prefetches make a kernel slower: nobody would have them.
    """
    means = {}
    for mode in dict.fromkeys(m for entry in result.values() for m in entry["seconds"] if m != "plain"):
        gains = [speed_up(entry, mode) for entry in result.values()]
        if mode == "by hand":
            gains = [max(1.0, gain or 0) for gain in gains]
        if all(gains):
            means[mode] = statistics.geometric_mean(gains)
    return means


def print_summary(result):
    if len(result) < 2 or not any(entry["seconds"].get("by hand") for entry in result.values()):
        return
    means = geometric_means(result)
    hand = means["by hand"]
    print(f"\n{len(result)} kernels: geometric mean by hand {hand:.3f}")
    for mode in ("recommended", "loop"):
        if mode not in means:
            continue
        gains = {name: speed_up(entry, mode) for name, entry in result.items()}
        least = min(gains, key=gains.get)
        print(f"  {mode:12} {means[mode]:.3f}, {100 * means[mode] / hand:.1f}% of by hand; least {gains[least]:.2f} ({least})")
    seconds = [entry["loop_seconds"] for entry in result.values() if "loop_seconds" in entry]
    if seconds:
        print(f"  prefetch-loop took {min(seconds):.0f} to {max(seconds):.0f} s a kernel, {statistics.median(seconds):.0f} s the middle one")
