/* The macros of udpc/encoding.h compile without warnings in every standard of C,
   and make the bytes that the compiler emits. In C++ all of the header compiles.

   RUN: echo "c89 c99 c17" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -std=@ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: echo "c89 c99 c17" | tr ' ' '\n' \
   RUN:   | xargs -I@ gcc -std=@ -Wall -Wextra -Wpedantic -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: echo "c++17 c++20" | tr ' ' '\n' \
   RUN:   | xargs -I@ clang -x c++ -std=@ -Wall -Wextra -Werror -I%udpc_src/include -c -o %t.o %s
   RUN: clang -I%udpc_src/include %s -o %t.own && %t.own > %t.bytes
   RUN: printf 'version: 1\nevents:\n- event: e\n  entry: work\n  counter: 200\n' > %t.yaml
   RUN: udpc-clang -O1 -DWORK -fudpc-spec=%t.yaml -fudpc-lowering=instruction -I%udpc_src/include %s -o %t.app
   RUN: od -An -v -tx1 %t.app | tr -d ' \n' | grep -qF "$(cat %t.bytes)"
*/
#include <stdio.h>
#include <udpc/encoding.h>

#ifdef WORK
__attribute__((noinline)) int work(int x) { return x + 1; }
#endif

int main(void) {
  unsigned long word = UDPC_WORD(200, 0, 1);
  unsigned char code[9] = {UDPC_X86_64_OPCODE, 0, 0, 0, 0};
  int i;
  for (i = 0; i < 4; ++i)
    code[5 + i] = (unsigned char)(word >> 8 * i);
  for (i = 0; i < 9; ++i)
    printf("%02x", code[i]);
  printf("\n");
#ifdef WORK
  return work(-1);
#else
  return UDPC_WORD_OF_TWO(63, 1, 32, 32) != 0xdcfdfffful ||
         UDPC_RISCV64(3, 1, 2) != 0x1030a013ul ||
         UDPC_RISCV64_OF_TWO(3, 1, 2, 3) != 0x8830b013ul;
#endif
}
