//===- FrameSearchTable.h - Unwind tables of added code ---------*- C++ -*-===//
//
// The binary search table of .eh_frame_hdr, by which unwinders find the frame
// of an address. Source: LSB Core 5.0, section 10.6.2.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_FRAMESEARCHTABLE_H
#define UDPC_REWRITE_ELF_FRAMESEARCHTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// Where code begins, and the address of its entry in .eh_frame.
struct FrameAddress {
  uint64_t Code, Entry;
};

/// Whether \p Table is in the form that all linkers write: the only one that
/// extendSearchTable() reads.
bool canExtendSearchTable(llvm::StringRef Table);

/// Returns \p Table, which is at \p OldAddress, for \p NewAddress and with
/// entries for \p Added.
std::string extendSearchTable(llvm::StringRef Table, uint64_t OldAddress,
                              uint64_t NewAddress,
                              llvm::ArrayRef<FrameAddress> Added);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_FRAMESEARCHTABLE_H
