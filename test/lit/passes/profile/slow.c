// Programs compute the same when every check calls the runtime, which keeps no
// more than it has to, at all levels of optimisation and with all kinds of code.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -c %S/Inputs/slow_runtime.S -o slow.o
// RUN: for options in -O0 -O1 -O2 -O3 -Os "-O2 -mavx2 -mbmi2" "-O2 -fno-pie -no-pie" "-O2 -fno-omit-frame-pointer" "-O2 -mno-red-zone" "-O2 -fcf-protection=full" "-O2 -static" "-O3 -fno-plt" "-O2 -mspeculative-load-hardening"; do \
// RUN:   for program in %S/Inputs/hard.c %S/../prefetch/Inputs/work.c; do \
// RUN:     clang $options -w $program -lm -o plain && \
// RUN:     clang $options -w -DCOUNTS -fpass-plugin=%plugin -mllvm -udpc-profile=cache $program slow.o -lm -o checked && \
// RUN:     ./plain > plain.out && ./checked > checked.out && \
// RUN:     grep -q checksum plain.out && cmp plain.out checked.out || exit 1; \
// RUN:   done; \
// RUN: done
//
// RUN: for options in -O0 -O1 -O2 -Os "-O0 -mspeculative-load-hardening"; do \
// RUN:   clang++ $options %S/Inputs/throws.cpp -o plain && \
// RUN:   clang++ $options -fpass-plugin=%plugin -mllvm -udpc-profile=cache %S/Inputs/throws.cpp slow.o -o checked && \
// RUN:   ./plain > plain.out && ./checked > checked.out && \
// RUN:   grep -q checksum plain.out && cmp plain.out checked.out || exit 1; \
// RUN: done
