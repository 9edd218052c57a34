//===- FrameSection.h - Reads .eh_frame -------------------------*- C++ -*-===//
//
// Reads call frame information without trusting the file. Used by all parts of
// rewrite/ that need frames.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_CODE_FRAMESECTION_H
#define UDPC_REWRITE_CODE_FRAMESECTION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include <memory>

namespace udpc {

/// Returns the entries of the section .eh_frame at \p Address with the contents
/// \p Bytes, up to the first damaged one. The result references \p Bytes.
std::unique_ptr<llvm::DWARFDebugFrame> readFrames(llvm::StringRef Bytes,
                                                  uint64_t Address);

} // namespace udpc

#endif // UDPC_REWRITE_CODE_FRAMESECTION_H
