//===- NopRecord.h - The operand of a call of generated code ----*- C++ -*-===//
//
// Generated code cannot pass arguments if no register is free. Instead
//
//     nopl record(%rip)
//
// follows the call of the runtime.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_ENTRY_NOPRECORD_H
#define UDPC_RUNTIME_ENTRY_NOPRECORD_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Returns the record that the NOP at \p Code refers to.
template <typename RecordT> const RecordT *recordAt(const uint8_t *Code) {
  constexpr int Opcode = 3, Size = 7;
  int32_t Distance;
  __builtin_memcpy(&Distance, Code + Opcode, sizeof(Distance));
  return reinterpret_cast<const RecordT *>(Code + Size + Distance);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_ENTRY_NOPRECORD_H
