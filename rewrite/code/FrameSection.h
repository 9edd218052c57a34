//===- FrameSection.h - Reads .eh_frame of any file ------------*- C++ -*-===//

#ifndef UDPC_REWRITE_CODE_FRAMESECTION_H
#define UDPC_REWRITE_CODE_FRAMESECTION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/DebugInfo/DWARF/DWARFDebugFrame.h"
#include <memory>

namespace udpc {

/// The entries of the section .eh_frame at \p Address with the contents \p
/// Bytes, which the result references, up to what is damaged.
std::unique_ptr<llvm::DWARFDebugFrame> readFrames(llvm::StringRef Bytes,
                                                  uint64_t Address);

} // namespace udpc

#endif // UDPC_REWRITE_CODE_FRAMESECTION_H
