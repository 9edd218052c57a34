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

# Not for tuning: they are to tell what recommendations and the loop reach on what
# they were not made with.
STYLE_KERNELS = {
    name: kernel(f"styles/{file}", STYLES)
    for name, file in (
        ("strings", "strings.c"),
        ("particles", "particles.c"),
        ("grid", "grid.c"),
        ("objects", "objects.cpp"),
        ("skips", "skips.c"),
    )
}

# Written when the recommender and the loop had been changed for what the first
# styles showed, again before anything was tried on them.
LATER_STYLE_KERNELS = {
    name: kernel(f"styles/{name}.c", STYLES, passes, megabytes)
    for name, passes, megabytes in (
        ("filter", 20, 64),
        ("intern", 8, 48),
        ("events", 2, 32),
        ("rotate", 6, 64),
        ("columns", 8, 64),
        ("bloom", 12, 16),
        ("lru", 5, 48),
        ("suffix", 1, 32),
    )
}


def styles(*files):
    """Files of styles/, the passes of each and its data in megabytes, as kernels by name."""
    return {
        pathlib.Path(file).stem: kernel(f"styles/{file}", STYLES, passes, megabytes)
        for file, passes, megabytes in files
    }


# Written for later changes, in the same way.
THIRD_STYLE_KERNELS = styles(
    ("relax.c", 2, 64),
    ("mark.c", 4, 48),
    ("kmers.c", 1, 32),
    ("packets.c", 8, 64),
    ("merge.c", 1, 48),
    ("scene.cpp", 5, 64),
    ("ecs.cpp", 6, 64),
    ("ordered.cpp", 2, 48),
)

FOURTH_STYLE_KERNELS = styles(
    ("cuckoo.c", 8, 24),
    ("slab.c", 4, 96),
    ("decode.c", 4, 32),
    ("lz.c", 1, 24),
    ("bvh.c", 1, 48),
    ("postings.cpp", 4, 64),
    ("spell.cpp", 2, 32),
    ("lexer.cpp", 2, 16),
)

FIFTH_STYLE_KERNELS = styles(
    ("alias.c", 6, 96),
    ("spmm.c", 4, 96),
    ("leaves.cpp", 1, 96),
    ("kruskal.c", 1, 128),
    ("spgemm.c", 2, 96),
    ("tuples.c", 4, 128),
    ("colour.c", 1, 96),
    ("ranges.c", 2, 128),
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
