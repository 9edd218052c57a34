# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debian sources that real programs are made of, with prefetches by hand.

Each function writes by-hand.c, the library's file with prefetches, and returns
the flags that find it and the library.
"""

import pathlib
import sys

from harness import source_of

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"


def with_prefetches(file, text, ahead, target):
    """The file with `ahead` inserted after `text`, which it has once."""
    source = file.read_text()
    if source.count(text) != 1:
        sys.exit(f"{file}: it has changed: no single '{text}'")
    target.write_text(source.replace(text, text + ahead))


def hpcc(work):
    folder = source_of("hpcc") / "RandomAccess"
    ahead = "ran[(j + DISTANCE) % 128]"
    address = f"&Table[(({ahead} << 1) ^ ((s64Int){ahead} < 0 ? POLY : 0)) & (TableSize-1)]"
    update = "Table[ran[j] & (TableSize-1)] ^= ran[j];"
    with_prefetches(folder / "core_single_cpu.c", update, f" BY_HAND({address});", work / "by-hand.c")
    # Its header has no guard against being included twice.
    starts = (folder / "utility.c").read_text()
    (work / "starts.c").write_text(starts.replace('#include "RandomAccess.h"', ""))
    return [f"-I{PROGRAMS.parent.parent}/indirect/programs", f"-I{folder}", f"-I{work}"]


def lmdb(work):
    """A binary search of a page: both nodes that may be next."""
    folder = source_of("lmdb") / "libraries/liblmdb"
    step = "i = (low + high) >> 1;\n\n"
    ahead = "BY_HAND(NODEPTR(mp, (low + (int)i - 1) >> 1)); BY_HAND(NODEPTR(mp, (i + 1 + high) >> 1));\n"
    with_prefetches(folder / "mdb.c", step, ahead, work / "by-hand.c")
    return [f"-I{folder}", f"-I{work}", f'-DLIBRARY="{folder}/mdb.c"']


def redis(work):
    """The next entries of the table, and at half of the distance their values."""
    folder = source_of("redis") / "src"
    step = "iter->entry = iter->d->ht_table[iter->table][iter->index];"
    ahead = """
            dictEntry **At = &iter->d->ht_table[iter->table][iter->index];
            long Left = (long) DICTHT_SIZE(iter->d->ht_size_exp[iter->table]) - iter->index;
            if (Left > 2 * DISTANCE) {
                BY_HAND(At[2 * DISTANCE]);
                if (At[DISTANCE]) BY_HAND(At[DISTANCE]->v.val);
            }"""
    with_prefetches(folder / "dict.c", step, ahead, work / "by-hand.c")
    return [f"-I{folder}", f"-I{work}", f'-DLIBRARY="{folder}/dict.c"']


FLAGS = dict(hpcc=hpcc, lmdb=lmdb, redis=redis)
