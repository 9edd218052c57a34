// Programs compute the same if every check calls the runtime, which here preserves
// only the registers that it must: at all levels, with all kinds of code.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -c %S/Inputs/slow_runtime.S -o slow.o
// RUN: plain_output() { \
// RUN:   clang -O1 -w $program -lm -o plain && \
// RUN:   ./plain > $(basename $program).out && \
// RUN:   grep -q checksum $(basename $program).out; \
// RUN: }
// RUN: each program %S/Inputs/hard.c %S/../prefetch/Inputs/work.c -- plain_output
// RUN: check() { \
// RUN:   clang $options -w -DCOUNTS -fpass-plugin=%plugin -mllvm -udpc-profile=cache \
// RUN:     $program slow.o -lm -o checked && \
// RUN:   ./checked > checked.out && \
// RUN:   cmp $(basename $program).out checked.out; \
// RUN: }
// RUN: each options -O0 -O1 -O2 -O3 -Os "-O2 -mavx2 -mbmi2" "-O2 -fno-pie -no-pie" "-O2 -fno-omit-frame-pointer" \
// RUN:   "-O2 -mno-red-zone" "-O2 -fcf-protection=full" "-O2 -static" "-O3 -fno-plt" \
// RUN:   "-O2 -mspeculative-load-hardening" \
// RUN:   -- each program %S/Inputs/hard.c %S/../prefetch/Inputs/work.c -- check
//
// RUN: clang++ -O1 %S/Inputs/throws.cpp -o plain && ./plain > plain.out && grep -q checksum plain.out
// RUN: check_slow() { \
// RUN:   clang++ $options -fpass-plugin=%plugin -mllvm -udpc-profile=cache %S/Inputs/throws.cpp slow.o -o checked && \
// RUN:   ./checked > checked.out && \
// RUN:   cmp plain.out checked.out; \
// RUN: }
// RUN: each options -O0 -O1 -O2 -Os "-O0 -mspeculative-load-hardening" -- check_slow
