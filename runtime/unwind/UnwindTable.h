//===- UnwindTable.h - The functions of a module ---------------*- C++ -*-===//
//
// The binary search table of .eh_frame_hdr (LSB, "Exception Frames") has the
// start of each function with unwind information, which compilers emit for all
// functions on the processors that are supported. It needs no symbols.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_UNWIND_UNWINDTABLE_H
#define UDPC_RUNTIME_UNWIND_UNWINDTABLE_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Valid when zero: a table without functions.
class UnwindTable {
public:
  UnwindTable() = default;
  /// Reads the \p Size bytes at \p Header, where they are in memory. The table
  /// is empty if it has another form than linkers give it.
  UnwindTable(const uint8_t *Header, size_t Size);

  bool isEmpty() const { return !Count; }
  /// The start of the function that contains \p Address, or would; 0 if it is
  /// below the first.
  uintptr_t startOf(uintptr_t Address) const;
  /// Its entry in .eh_frame, a frame description; null if there is none.
  const uint8_t *descriptionOf(uintptr_t Address) const;

private:
  uintptr_t start(uint32_t I) const { return at(8 * I); }
  /// What the table points to \p Offset bytes behind its start.
  uintptr_t at(uint64_t Offset) const;
  /// The number of functions that start at \p Address or below.
  uint32_t numUpTo(uintptr_t Address) const;

  const uint8_t *Header = nullptr;
  uint32_t Count = 0;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_UNWIND_UNWINDTABLE_H
