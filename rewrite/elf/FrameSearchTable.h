//===- FrameSearchTable.h - The search table of frames ----------*- C++ -*-===//
//
// Extends the binary search table of .eh_frame_hdr, by which unwinders find the
// frame of an address. Format: LSB Core 5.0, section 10.6.2.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_FRAMESEARCHTABLE_H
#define UDPC_REWRITE_ELF_FRAMESEARCHTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The start address of code, and the address of its entry in .eh_frame.
struct FrameAddress {
  uint64_t Code, Entry;
};

/// Whether \p Table has the form that all linkers write, the only one that
/// extendSearchTable() reads.
bool canExtendSearchTable(llvm::StringRef Table);

/// Moves \p Table from \p OldAddress to \p NewAddress and adds entries for \p
/// Added.
std::string extendSearchTable(llvm::StringRef Table, uint64_t OldAddress,
                              uint64_t NewAddress,
                              llvm::ArrayRef<FrameAddress> Added);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_FRAMESEARCHTABLE_H
