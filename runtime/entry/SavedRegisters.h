//===- SavedRegisters.h - Assembly that saves registers ---------*- C++ -*-===//
//
// x86-64 macros for entry points that generated code calls where it does not
// expect a call (CostSlots.cpp, FunctionRegions.cpp, CacheEntryPoints.cpp).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_ENTRY_SAVEDREGISTERS_H
#define UDPC_RUNTIME_ENTRY_SAVEDREGISTERS_H

// The directives tell unwinders where the frame is. It may be found from a
// register that functions change: %r10, if the stack is realigned.
//
// UDPC_SAVE pushes the nine general registers that functions may change,
// UDPC_RESTORE restores them.
#define UDPC_SAVING_MACROS                                                     \
  ".macro UDPC_PUSH register\n"                                                \
  "pushq \\register\n"                                                         \
  ".cfi_adjust_cfa_offset 8\n"                                                 \
  ".cfi_rel_offset \\register, 0\n"                                            \
  ".endm\n"                                                                    \
  ".macro UDPC_POP register\n"                                                 \
  "popq \\register\n"                                                          \
  ".cfi_adjust_cfa_offset -8\n"                                                \
  ".cfi_restore \\register\n"                                                  \
  ".endm\n"                                                                    \
  ".macro UDPC_SAVE\n"                                                         \
  ".irp register, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11\n"                 \
  "UDPC_PUSH %\\register\n"                                                    \
  ".endr\n"                                                                    \
  ".endm\n"                                                                    \
  ".macro UDPC_RESTORE\n"                                                      \
  ".irp register, r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax\n"                 \
  "UDPC_POP %\\register\n"                                                     \
  ".endr\n"                                                                    \
  ".endm\n"

#endif // UDPC_RUNTIME_ENTRY_SAVEDREGISTERS_H
