"""Reads files of counts that change (docs/formats.md) without udpc's code."""

import struct

NO_AREA = 0xFFFFFFFF
OTHERS = 2**64 - 1


def unpack(form, data, at):
    return struct.unpack_from("<" + form, data, at)


def string(data, at):
    return data[at : data.index(0, at)].decode()


def read(path):
    """Returns (pid, {event: count}, number of threads)."""
    data = open(path, "rb").read()
    magic, version, _, _, pid, _, flags, unit, block, base = unpack("8sIIQQQQQQQ", data, 0)
    assert magic == b"udpccont" and version == 1, path
    assert not flags, (path, flags)
    units = []
    while unit:
        at = unit
        unit, area, costs, offset, slots, module, size, _, _ = unpack("QIIQIIQII", data, at)
        units.append((area, offset, slots, data[at + 48 + (module + 7) // 8 * 8 :][:size]))
    resets, subtracted = 0, {}
    if base:
        resets, threads = unpack("QQ", data, base)
        base += 16
        for _ in range(threads):
            index, _, n = unpack("QQQ", data, base)
            base += 24
            subtracted[index] = [unpack("IIQ", data, base + 16 * i) for i in range(n)]
            base += 16 * n
    entries = []
    while block:
        entries += [unpack("QQQQ", data, block + 32 + 32 * i) for i in range(127)]
        block = unpack("Q", data, block)[0]
    entries = [(index, counts) for index, _, counts, _ in entries if counts]
    included = None
    for index, counts in entries:
        if index == OTHERS:
            included = unpack("QQQ", data, counts & ~7)[1]
    values = [[0] * slots for _, _, slots, _ in units]
    for index, counts in entries:
        if index != OTHERS and index == included:
            continue
        at = counts & ~7
        if counts & 7 == 1:
            for number, (area, offset, slots, _) in enumerate(units):
                start = unpack("QQ", data, at + 16 * area)[0] if area != NO_AREA else 0
                for slot in range(slots if start else 0):
                    values[number][slot] += unpack("Q", data, start + offset + 8 * slot)[0]
            for number, slot, count in subtracted.get(index, []):
                values[number][slot] -= count
        else:
            generation, _, n = unpack("QQQ", data, at)
            for i in range(n if generation >= resets else 0):
                number, slot, count = unpack("IIQ", data, at + 24 + 16 * i)
                values[number][slot] += count
    totals = {}
    for (_, _, slots, table), counts in zip(units, values):
        head = unpack("IIQIIIIIIII", table, 0)
        events, entries_, _, derived, sites, candidates = head[3:9]
        at = 48
        names = [unpack("I", table, at + 8 * i)[0] for i in range(events)]
        at += 8 * events + 24 * entries_ + 12 * derived
        site_records = [unpack("IBBHIIIIII", table, at + 32 * i) for i in range(sites)]
        at += 32 * sites
        candidate_values = [unpack("I", table, at + 20 * i)[0] for i in range(candidates)]
        strings = at + 20 * candidates
        for site in site_records:
            # Sites of functions, whose one candidate is a slot.
            name = string(table, strings + names[site[0]])
            count = counts[candidate_values[site[8]]] % 2**64
            totals[name] = totals.get(name, 0) + (count if count < 2**63 else count - 2**64)
    return pid, totals, len(entries)
