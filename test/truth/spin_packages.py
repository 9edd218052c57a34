# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the code of the spin corpus comes from, and how to compile it with as
little of each package's own build as will do."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from programs import CACHE, PROGRAMS, ROOT, run
from programs import prepare as prepare_program

HERE = pathlib.Path(__file__).resolve().parent

NPTL_FOLDERS = """
sysdeps/unix/sysv/linux/x86_64/64 sysdeps/unix/sysv/linux/x86_64 sysdeps/unix/sysv/linux/x86/include
sysdeps/unix/sysv/linux/x86 sysdeps/x86/nptl sysdeps/unix/sysv/linux/wordsize-64 sysdeps/x86_64/nptl
sysdeps/unix/sysv/linux/include sysdeps/unix/sysv/linux sysdeps/nptl sysdeps/pthread sysdeps/gnu
sysdeps/unix/inet sysdeps/unix/sysv sysdeps/unix/x86_64 sysdeps/unix sysdeps/posix sysdeps/x86_64/64
sysdeps/x86_64/fpu sysdeps/x86/fpu sysdeps/x86_64 sysdeps/x86/include sysdeps/x86
sysdeps/ieee754/float128 sysdeps/ieee754/ldbl-96/include sysdeps/ieee754/ldbl-96 sysdeps/ieee754/dbl-64
sysdeps/ieee754/flt-32 sysdeps/wordsize-64 sysdeps/ieee754 sysdeps/generic . nptl libio
""".split()

# What glibc's configure writes, as far as these files ask for it.
NPTL_FILES = {
    "config.h": "#define HAVE_TUNABLES 1\n#define STACK_PROTECTOR_LEVEL 0\n",
    "libc-modules.h": "#define MODULE_LIBS_BEGIN 0\n#define MODULE_libc 1\n#define MODULE_rtld 2\n"
    "#define MODULE_libpthread 3\n#define MODULE_testsuite -1\n",
    "abi-versions.h": "",
    "misc/bits/syscall.h": "",
}

# The same of liburcu's, which takes as long as the rest of this test.
LIBURCU_FILES = {
    "include/config.h": "#define HAVE_SCHED_GETCPU 1\n#define HAVE_SYSCONF 1\n",
    "include/urcu/config.h": "".join(
        f"#define CONFIG_RCU_{name} 1\n" for name in ("SMP", "TLS", "HAVE_CLOCK_GETTIME", "HAVE_MULTIFLAVOR")),
}


def write(source, files):
    for name, text in files.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)


def shell(command, source):
    run(["sh", "-ec", command], cwd=source, stderr=subprocess.DEVNULL)


def configure(*flags):
    return lambda source: shell(f"sh ./configure CC=cc {' '.join(flags)}", source)


def configure_jemalloc(source):
    shell("[ -f configure ] || autoconf; sh ./configure CC=cc", source)
    # Renames symbols, and is made from a compilation of all of them.
    write(source, {"include/jemalloc/internal/private_namespace.h": ""})


def configure_postgresql(source):
    shell("sh ./configure CC=cc --without-readline --without-zlib --without-icu", source)
    # Its own rule for all made headers also wants bison.
    shell(
        """make -C src/backend/utils errcodes.h fmgroids.h probes.h
        make -C src/backend/storage/lmgr lwlocknames.h
        make -C src/backend/catalog generated-header-symlinks
        cp src/backend/utils/*.h src/include/utils
        cp src/backend/storage/lmgr/lwlocknames.h src/include/storage""",
        source,
    )


# A package of Debian's: its source, or with "headers" what it installs.
PACKAGES = {
    "musl": {
        "make": lambda source: shell(
            """mkdir -p obj/include/bits
            sed -f tools/mkalltypes.sed arch/x86_64/bits/alltypes.h.in include/alltypes.h.in \
                > obj/include/bits/alltypes.h
            cp arch/x86_64/bits/syscall.h.in obj/include/bits/syscall.h
            sed -n 's/__NR_/SYS_/p' arch/x86_64/bits/syscall.h.in >> obj/include/bits/syscall.h""",
            source,
        ),
        "flags": "-std=c99 -nostdinc -ffreestanding -D_XOPEN_SOURCE=700 -Iarch/x86_64 -Iarch/generic -Isrc/include "
        "-Isrc/internal -Iobj/include -Iinclude".split(),
        "files": [
            *(
                f"src/thread/{name}.c"
                for name in """__lock __wait pthread_barrier_destroy pthread_barrier_wait pthread_cond_destroy
                pthread_cond_timedwait pthread_create pthread_key_create pthread_mutex_timedlock
                pthread_mutex_trylock pthread_once pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock
                pthread_rwlock_tryrdlock pthread_rwlock_unlock pthread_spin_lock sem_post sem_timedwait
                sem_trywait synccall vmlock""".split()
            ),
            "src/stdio/__lockfile.c",
            "src/malloc/mallocng/malloc.c",
            "src/malloc/mallocng/free.c",
            "src/malloc/oldmalloc/malloc.c",
            "src/aio/aio.c",
        ],
    },
    "glibc": {
        "make": lambda source: write(source / "made", NPTL_FILES),
        "flags": [
            *"-nostdinc -isystem %resource/include -isystem /usr/include".split(),
            *"-isystem /usr/include/x86_64-linux-gnu -std=gnu11 -fgnu89-inline -ftls-model=initial-exec".split(),
            *"-D_LIBC_REENTRANT -D__NO_INLINE__ -DMODULE_NAME=libc -DTOP_NAMESPACE=glibc -Imade -Iinclude".split(),
            *(f"-I{folder}" for folder in NPTL_FOLDERS),
            *"-include libc-modules.h -include include/libc-symbols.h".split(),
        ],
        "files": [
            f"nptl/{name}.c"
            for name in "pthread_spin_lock pthread_mutex_lock pthread_rwlock_rdlock pthread_rwlock_wrlock sem_wait "
            "pthread_cond_wait lowlevellock".split()
        ],
    },
    "abseil": {
        "flags": ["-std=c++17", "-I."],
        "files": [
            "absl/base/internal/spinlock.cc",
            "absl/base/internal/spinlock_wait.cc",
            "absl/synchronization/internal/waiter.cc",
            "absl/synchronization/mutex.cc",
        ],
    },
    # As other compilers see it, and as it is on x86-64.
    "ck": {
        "make": configure(),
        "flags": ["-std=gnu99", "-DCK_USE_CC_BUILTINS=1", "-Iinclude"],
        "files": [HERE / "spin/ck.c"],
    },
    "ck-asm": {
        "package": "ck",
        "make": configure(),
        "flags": ["-std=gnu99", "-Iinclude"],
        "files": [HERE / "spin/ck.c"],
    },
    "liburcu": {
        "make": lambda source: write(source, LIBURCU_FILES),
        "flags": "-std=gnu11 -D_GNU_SOURCE -DRCU_MEMBARRIER -Iinclude -Isrc -include config.h".split(),
        "files": ["src/urcu.c", "src/urcu-qsbr.c", "src/urcu-bp.c", "src/wfcqueue.c", "src/wfstack.c"],
    },
    "jemalloc": {
        "make": configure_jemalloc,
        "flags": "-std=gnu11 -D_GNU_SOURCE -D_REENTRANT -Iinclude".split(),
        "files": ["src/mutex.c", "src/jemalloc.c", "src/extent_dss.c", "src/extent.c"],
    },
    "postgresql-15": {
        "make": configure_postgresql,
        "flags": "-D_GNU_SOURCE -Isrc/include -Isrc/backend".split(),
        "files": [
            "src/backend/storage/lmgr/s_lock.c",
            "src/backend/storage/lmgr/lwlock.c",
            "src/backend/storage/lmgr/spin.c",
            "src/backend/storage/buffer/bufmgr.c",
            "src/backend/port/atomics.c",
        ],
    },
    "libboost1.74-dev": {
        "headers": True,
        "flags": ["-std=c++17", "-isystem", "usr/include"],
        "files": [
            (HERE / "spin/boost.cpp", f"-DIMPLEMENTATION=<boost/smart_ptr/detail/spinlock_{name}.hpp>", *more)
            for name, *more in [("gcc_atomic", "-DMORE"), ("std_atomic",), ("sync",)]
        ],
    },
    "libtbb-dev": {
        "headers": True,
        "flags": ["-std=c++17", "-isystem", "usr/include"],
        "files": [HERE / "spin/tbb.cpp"],
    },
    "sqlite3": {"program": "sqlite"},
    "lua5.4": {"program": "lua"},
    "zlib": {"program": "zlib"},
}


def version_of(package, source):
    if PACKAGES[package].get("headers"):
        return (source / "version").read_text().strip()
    first = (source / "debian/changelog").read_text(errors="replace").splitlines()[0]
    return first.split("(")[1].split(")")[0]


def download(package, target):
    """Unpacks what a package installs, without installing it."""
    with tempfile.TemporaryDirectory() as folder:
        run(["apt-get", "-qq", "-oAPT::Sandbox::User=", "download", package], cwd=folder)
        archive = next(pathlib.Path(folder).glob("*.deb"))
        run(["dpkg", "-x", archive, target])
        (target / "version").write_text(run(["dpkg-deb", "-f", archive, "Version"]))


def prepared(name, work):
    """The folder to compile in, the flags, and the files as lists of arguments.
    Made once and then served from the cache."""
    package = PACKAGES[name]
    if "program" in package:
        source, files = prepare_program(package["program"], work / name)
        return work / name / "source", source, PROGRAMS[package["program"]]["flags"], [[f] for f in files]
    made = CACHE / "spin" / name
    if not made.is_dir():
        print(f"preparing {name}", file=sys.stderr)
        made.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=made.parent) as folder:
            source = pathlib.Path(folder) / "source"
            if package.get("headers"):
                source.mkdir()
                download(name, source)
            else:
                fetched = run([ROOT / "scripts/fetch-source.sh", package.get("package", name)]).strip()
                shutil.copytree(fetched, source, symlinks=True)
            package.get("make", lambda source: None)(source)
            source.rename(made)
    files = [[*f] if isinstance(f, tuple) else [f] for f in package["files"]]
    return made, made, package["flags"], files
