//===- AddressRange.h - A range of a module's addresses ---------*- C++ -*-===//
//
// The common type for ranges of code, used in all of rewrite/.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_CODE_ADDRESSRANGE_H
#define UDPC_REWRITE_CODE_ADDRESSRANGE_H

#include <cstdint>

namespace udpc {

/// Code from Begin to before End. Addresses are those in the file.
struct AddressRange {
  uint64_t Begin = 0, End = 0;
  bool contains(uint64_t Address) const {
    return Begin <= Address && Address < End;
  }
};

} // namespace udpc

#endif // UDPC_REWRITE_CODE_ADDRESSRANGE_H
