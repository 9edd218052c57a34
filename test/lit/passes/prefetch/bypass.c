// Prefetches of the source have no keys, so the operations beside them keep
// theirs when more come in; unless they are asked for, as with LLVM's option.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops -S code.c \
// RUN:   -o - | FileCheck code.c --check-prefix=KEYS
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -x86-bypass-prefetch-instructions=0 -S code.c -o - | FileCheck code.c --check-prefix=ALL
//
// LLVM 14's own pass.
// RUN: clang-14 -O2 -gdwarf-4 -gmlt -fdebug-info-for-profiling -mllvm -x86-discriminate-memops -S code.c -o - \
// RUN:   | FileCheck code.c --check-prefix=KEYS
// RUN: clang-14 -O2 -gdwarf-4 -gmlt -fdebug-info-for-profiling -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -x86-bypass-prefetch-instructions=0 -S code.c -o - | FileCheck code.c --check-prefix=ALL
//
// A hint is for the one that has the key.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -prefetch-hints-file=hints.afdo -S code.c -o - | FileCheck code.c --check-prefix=HINT
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -x86-bypass-prefetch-instructions=0 -mllvm -prefetch-hints-file=hints.afdo -S code.c -o - \
// RUN:   | FileCheck code.c --check-prefix=HINTALL
//
// So it is in link-time optimisation.
// RUN: clang -O2 -gmlt -fdebug-info-for-profiling -flto -fpass-plugin=%plugin -mllvm -x86-discriminate-memops \
// RUN:   -mllvm -x86-bypass-prefetch-instructions=0 -mllvm -prefetch-hints-file=hints.afdo -c code.c -o code.o
// RUN: llvm-dis code.o -o code.ll
// RUN: llc -O2 -load=%plugin -x86-discriminate-memops code.ll -o - | FileCheck code.c --check-prefix=HINTALL

//--- hints.afdo
next:0:0
 1: 0 __prefetch_t1_0:512
//--- code.c
long next(long *p) {
  __builtin_prefetch(p + 8); return *p;
}
// KEYS-LABEL: {{^}}next:
// KEYS-NOT:   discriminator
// KEYS:       prefetcht0 64(%rdi)
// KEYS-NOT:   discriminator
// KEYS:       movq (%rdi), %rax
// KEYS:       .size next

// ALL-LABEL:  {{^}}next:
// ALL-NOT:    discriminator
// ALL:        prefetcht0 64(%rdi)
// ALL:        .loc {{[0-9]+}} 2 {{.*}}discriminator 2
// ALL:        movq (%rdi), %rax

// HINT-LABEL: {{^}}next:
// HINT:       prefetcht0 64(%rdi)
// HINT:       prefetcht1 512(%rdi)
// HINT-NEXT:  movq (%rdi), %rax

// HINTALL-LABEL: {{^}}next:
// HINTALL:       prefetcht1 576(%rdi)
// HINTALL-NEXT:  prefetcht0 64(%rdi)
// HINTALL-NOT:   prefetch{{t|n}}
// HINTALL:       movq (%rdi), %rax
