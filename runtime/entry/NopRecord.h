//===- NopRecord.h - The operand of a call of generated code ----*- C++ -*-===//
//
// Generated code cannot pass arguments where no register is free. There
//
//     nopl record(%rip)
//
// follows the call of the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_ENTRY_NOPRECORD_H
#define UDPC_RUNTIME_ENTRY_NOPRECORD_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// The record that the NOP at \p Code names.
template <typename RecordT> const RecordT *recordAt(const uint8_t *Code) {
  constexpr int Opcode = 3, Size = 7;
  int32_t Distance;
  __builtin_memcpy(&Distance, Code + Opcode, sizeof(Distance));
  return reinterpret_cast<const RecordT *>(Code + Size + Distance);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_ENTRY_NOPRECORD_H
