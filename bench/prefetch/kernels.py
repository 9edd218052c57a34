# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of bench/prefetch: their sources, sizes, and whether hints are to help."""

import pathlib

INDIRECT, CHASE, PROGRAM = "indirect", "chase", "program"
SHAPES, SIZES, STYLES = "shapes", "sizes", "styles"
TITLES = {
    True: "a fixed delta helps",
    False: "no fixed delta helps",
    INDIRECT: "a loop loads the address",
    CHASE: "the address comes from the last one, without marks for hints",
    SHAPES: "other sizes and shapes",
    SIZES: "data between L2 and four times LL",
    STYLES: "other styles, without marks for hints",
    PROGRAM: "real programs",
}


def kernel(file, responds, passes=1, megabytes=None, distance=32, **defines):
    """`distance` is that of the hints and by hand, in iterations. `megabytes`: of its data, whatever the option says."""
    return dict(file=file, responds=responds, megabytes=megabytes, defines=dict(DISTANCE=distance, PASSES=passes, **defines))


KERNELS = {
    "column": kernel("column.c", True, distance=64),
    "record 1024": kernel("record.c", True, distance=96, RECORD=1024),
    "record 1088": kernel("record.c", True, distance=96, RECORD=1088),
    "fields": kernel("fields.c", True),
    "bursts": kernel("bursts.c", True),
    "list": kernel("list.c", True, distance=128),
    "list-gaps": kernel("list-gaps.c", True),
    "list-runs": kernel("list-runs.c", True, distance=12),
    "column-free": kernel("column-free.c", False, distance=96),
    "streams": kernel("streams.c", False, distance=64),
    "list-random": kernel("list-random.c", False, distance=12),
    "indirect": kernel("indirect.c", INDIRECT),
    **{
        name: kernel(f"../indirect/{name}.c", INDIRECT)
        for name in (
            *("sum", "histogram", "levels", "rows", "breadth", "probe", "open", "updates"),
            *("pagerank", "build", "trie", "transpose", "callee", "chains", "edges", "walk"),
        )
    },
    **{name: kernel(f"../indirect/{name}.c", INDIRECT, passes) for name, passes in (("reach", 1), ("quadtree", 20))},
    **{name: kernel(f"../indirect/{name}.c", CHASE) for name in ("bisect", "lists", "btree")},
}

SHAPE_KERNELS = {
    **{
        f"nodes {size}": kernel("nodes.c", SHAPES, passes, NODE=size)
        for size, passes in ((96, 10), (320, 10), (1088, 30), (4096, 80))
    },
    **{f"stride {size}": kernel("strides.c", SHAPES, STRIDE=size) for size in (2112, 4032, 4096, 4160)},
    "select": kernel("select.c", SHAPES, 3),
    "division": kernel("division.c", SHAPES, RECORD=1088),
    "one-misses": kernel("one-misses.c", SHAPES),
    "short-trips": kernel("short-trips.c", SHAPES, distance=4),
}

# Passes: so that each takes a tenth of a second.
SIZE_KERNELS = {
    f"{name} {megabytes} MB": kernel(file, SIZES, times * max(1, 256 // megabytes), megabytes, **defines)
    for megabytes in (3, 8, 24, 64, 128)
    for name, file, times, defines in (
        ("record", "record.c", 1, dict(RECORD=1088)),
        ("nodes", "nodes.c", 10, dict(NODE=320)),
        ("bursts", "bursts.c", 1, {}),
    )
}

def styles(*files):
    """Files of styles/, with or without the passes of each and its data in megabytes, as kernels by name."""
    return {pathlib.Path(file).stem: kernel(f"styles/{file}", STYLES, *sizes) for file, *sizes in files}


# Not for tuning: they are to tell what recommendations and the loop reach on what
# they were not made with.
STYLE_KERNELS = styles(
    ("text/strings.c",),
    ("numeric/particles.c",),
    ("numeric/grid.c",),
    ("graphs/objects.cpp",),
    ("numeric/skips.c",),
)

# Written when the recommender and the loop had been changed for what the first
# styles showed, again before anything was tried on them.
LATER_STYLE_KERNELS = styles(
    ("tables/filter.c", 20, 64),
    ("tables/intern.c", 8, 48),
    ("tables/events.c", 2, 32),
    ("numeric/rotate.c", 6, 64),
    ("numeric/columns.c", 8, 64),
    ("tables/bloom.c", 12, 16),
    ("tables/lru.c", 5, 48),
    ("text/suffix.c", 1, 32),
)

# Written for later changes, in the same way.
THIRD_STYLE_KERNELS = styles(
    ("graphs/relax.c", 2, 64),
    ("graphs/mark.c", 4, 48),
    ("text/kmers.c", 1, 32),
    ("tables/packets.c", 8, 64),
    ("tables/merge.c", 1, 48),
    ("graphs/scene.cpp", 5, 64),
    ("graphs/ecs.cpp", 6, 64),
    ("tables/ordered.cpp", 2, 48),
)

FOURTH_STYLE_KERNELS = styles(
    ("tables/cuckoo.c", 8, 24),
    ("tables/slab.c", 4, 96),
    ("text/decode.c", 4, 32),
    ("text/lz.c", 1, 24),
    ("numeric/bvh.c", 1, 48),
    ("tables/postings.cpp", 4, 64),
    ("text/spell.cpp", 2, 32),
    ("text/lexer.cpp", 2, 16),
)

FIFTH_STYLE_KERNELS = styles(
    ("graphs/alias.c", 6, 96),
    ("numeric/spmm.c", 4, 96),
    ("numeric/leaves.cpp", 1, 96),
    ("graphs/kruskal.c", 1, 128),
    ("numeric/spgemm.c", 2, 96),
    ("tables/tuples.c", 4, 128),
    ("graphs/colour.c", 1, 96),
    ("tables/ranges.c", 2, 128),
)

# Real programs: their accesses are in libraries, without marks; by hand only where sources.py says so.
EIGEN = ["-I/usr/include/eigen3"]
PROGRAMS = {
    name: {"flags": [], **kernel(f"../indirect/programs/{file}", PROGRAM), **entry}
    for name, file, entry in (
        ("hpcc", "random-access.c", dict(source="hpcc")),
        ("eigen rows", "eigen.cpp", dict(flags=EIGEN)),
        ("eigen columns", "eigen.cpp", dict(flags=[*EIGEN, "-DCOLUMNS"])),
        ("bgl search", "graph.cpp", {}),
        ("bgl pagerank", "graph.cpp", dict(flags=["-DPAGERANK"])),
        ("bgl components", "graph.cpp", dict(flags=["-DCOMPONENTS"])),
        ("unordered_map", "table.cpp", {}),
        ("robin-map", "table.cpp", dict(flags=["-DROBIN"])),
        ("sparsehash", "table.cpp", dict(flags=["-DSPARSEHASH"])),
        ("pricing", "../../prefetch/programs/pricing.c", {}),
        ("b-tree", "../../prefetch/programs/b-tree.c", dict(source="lmdb")),
        ("dictionary", "../../prefetch/programs/dictionary.c", dict(source="redis")),
    )
}
# Those that have all they need without further packages.
OWN_PROGRAMS = ("pricing", "b-tree", "dictionary", "hpcc")

KERNELS |= SHAPE_KERNELS | SIZE_KERNELS | PROGRAMS
KERNELS |= STYLE_KERNELS | LATER_STYLE_KERNELS | THIRD_STYLE_KERNELS | FOURTH_STYLE_KERNELS | FIFTH_STYLE_KERNELS
