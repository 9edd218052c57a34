"""What all kernels say together: geometric means, and the share of by hand that hints reach."""

import statistics


def speed_up(entry, mode):
    """Over plain, by medians; None if the mode was not measured."""
    seconds = entry["seconds"]
    return statistics.median(seconds["plain"]) / statistics.median(seconds[mode]) if seconds.get(mode) else None


def print_summary(result):
    """`by hand` counts as plain where its prefetches make a kernel slower: nobody would have them."""
    by_hand = {name: max(1.0, speed_up(entry, "by hand") or 0) for name, entry in result.items()}
    if len(result) < 2 or not any(entry["seconds"].get("by hand") for entry in result.values()):
        return
    hand = statistics.geometric_mean(by_hand.values())
    print(f"\n{len(result)} kernels: geometric mean by hand {hand:.3f}")
    for mode in ("recommended", "loop"):
        gains = {name: speed_up(entry, mode) for name, entry in result.items()}
        gains = {name: gain for name, gain in gains.items() if gain}
        if len(gains) != len(result):
            continue
        mean = statistics.geometric_mean(gains.values())
        least = min(gains, key=gains.get)
        print(f"  {mode:12} {mean:.3f}, {100 * mean / hand:.1f}% of by hand; least {gains[least]:.2f} ({least})")
    seconds = [entry["loop_seconds"] for entry in result.values() if "loop_seconds" in entry]
    if seconds:
        print(f"  prefetch-loop took {min(seconds):.0f} to {max(seconds):.0f} s a kernel, {statistics.median(seconds):.0f} s the middle one")
