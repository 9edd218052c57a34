//===- UnwindTable.h - The functions of a module ---------------*- C++ -*-===//
//
// Reads the binary search table of .eh_frame_hdr (LSB, "Exception Frames"). It
// has the start of each function with unwind information, which compilers emit
// for all functions on the supported processors, and needs no symbols. Used to
// walk stacks and to group sites by function.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// Views the \p Size bytes at \p Header, which must be at the address at
  /// which they are loaded. The table is empty if it has a form other than the
  /// one that linkers write.
  UnwindTable(const uint8_t *Header, size_t Size);

  bool isEmpty() const { return !Count; }
  /// Returns the start of the function that contains \p Address, or would; 0 if
  /// \p Address is below the first function.
  uintptr_t startOf(uintptr_t Address) const;
  /// Returns the function's entry in .eh_frame, a frame description; null if
  /// there is none.
  const uint8_t *descriptionOf(uintptr_t Address) const;

private:
  uintptr_t start(uint32_t I) const { return at(8 * I); }
  /// Returns the address to which the field \p Offset bytes after the table's
  /// start points.
  uintptr_t at(uint64_t Offset) const;
  /// Returns the number of functions that start at or below \p Address.
  uint32_t numUpTo(uintptr_t Address) const;

  const uint8_t *Header = nullptr;
  uint32_t Count = 0;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_UNWIND_UNWINDTABLE_H
