// Assembler code is not profiled, and a message of the compilation says so.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -g -fudpc-profile=cache a.c f.s -o a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SOURCE --implicit-check-not=warning
// RUN: env UDPC_PROFILE=counts udpc-clang -c f.s 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: udpc-clang: note: f.s: assembler code is not profiled; its instructions and memory accesses are missing in the profile
// RUN: env UDPC_OPTIONS=summary=0:cache_output=p ./a
// RUN: udpc annotate --show=Ir p | FileCheck %s --check-prefix=PROFILE --implicit-check-not=f.s
// PROFILE: main
//
// Assembler code outside of functions is reported; directives alone are not.
// RUN: udpc-clang -O1 -fudpc-profile=counts -c code.c 2>&1 | FileCheck %s --check-prefix=CODE
// CODE: warning: udpc: code.c: assembler code outside of functions is not profiled; its instructions and memory accesses are missing in the profile
// RUN: udpc-clang -O1 -fudpc-profile=counts -c directives.c 2> err && test ! -s err
// RUN: udpc-clang -w -c -fudpc-profile=counts f.s 2> err && udpc-clang -c f.s 2>> err && test ! -s err
//--- a.c
void loop(void);
int main(void) {
  for (int I = 0; I < 100; ++I)
    loop();
  return 0;
}
//--- f.s
	.text
	.globl loop
	.type loop,@function
loop:
	movl $1000, %eax
1:	decl %eax
	jne 1b
	ret
	.size loop,.-loop
	.section .note.GNU-stack,"",@progbits
//--- code.c
__asm__(".globl f\nf: movl $1, %eax\nretq");
int f(void);
int main(void) { return f() - 1; }
//--- directives.c
__asm__(".symver old_f, f@V1\n.weak g\n# movl %eax, %eax");
int old_f(void) { return 1; }
