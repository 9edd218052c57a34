/*===- udpc/encoding.h - The udpc instruction in machine code ------------===*\
|*
|* The user-defined performance counter instruction of RT0877 on each target. It
|* names a counter (0..255) and a command, uses no register and no memory, and
|* does nothing on a processor without a counter unit. docs/instruction.md is
|* the prose version.
|*
|* The macros encode instructions with one counter and with two neighbouring
|* counters, in C (also C89) and C++. For C++, this includes udpc/instruction.h,
|* which also has sets and the decoders.
|*
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef UDPC_ENCODING_H
#define UDPC_ENCODING_H

/* RT0877's word of an instruction. counter: 0 to 255; command: 0 (inc) or 1
   (dec); times: how often the command is carried out, 1 to 32. With two
   counters, counter is the first, 0 to 63, and next is how often the command is
   carried out for the second, 1 to 32. */
#define UDPC_WORD(counter, command, times)                                     \
  (0xdcff0000ul | (unsigned long)(counter) << 8 |                              \
   ((unsigned long)(times)-1) << 3 | (unsigned long)(command))
#define UDPC_WORD_OF_TWO(counter, command, times, next)                        \
  (0xdcfc0000ul | (unsigned long)(command) << 16 |                             \
   ((unsigned long)(next)-1) << 11 | ((unsigned long)(times)-1) << 6 |         \
   (unsigned long)(counter))

/* x86-64: the instruction is these bytes, then the four bytes of the word in
   little-endian order. */
#define UDPC_X86_64_OPCODE 0x66, 0x0f, 0x1f, 0x84, 0x00

/* riscv64: the instruction, of 32 bits. */
#define UDPC_RISCV64(counter, command, times)                                  \
  (0x2013ul | (unsigned long)(command) << 28 |                                 \
   (unsigned long)(counter) << 20 | ((unsigned long)(times)-1) << 15)
#define UDPC_RISCV64_OF_TWO(counter, command, times, next)                     \
  (0x3013ul | (unsigned long)(command) << 31 |                                 \
   ((unsigned long)(next)-1) << 26 | (unsigned long)(counter) << 20 |          \
   ((unsigned long)(times)-1) << 15)

#ifdef __cplusplus
#include "udpc/instruction.h"
#endif

#endif /* UDPC_ENCODING_H */
