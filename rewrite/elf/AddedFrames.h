//===- AddedFrames.h - Unwind information of added code ---------*- C++ -*-===//
//
// Makes call frame information for the code of a RewritePlan from that of the
// instructions that it replaces. Used by AddedPieces and AddedSections.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ADDEDFRAMES_H
#define UDPC_REWRITE_ELF_ADDEDFRAMES_H

#include "rewrite/plan/RewritePlan.h"
#include "llvm/Object/ELFObjectFile.h"
#include <string>
#include <vector>

namespace udpc {

/// The call frame instructions for a range of the added code.
struct AddedFrame {
  uint32_t Begin = 0, End = 0; ///< Offsets in the code.
  /// Instructions for a CIE with a code alignment of 1 and a data alignment of
  /// -8, whose first row is that of a function's entry.
  std::string Instructions;
};

/// Returns the frames of \p Plan, sorted by Begin. Code whose original has no
/// frame information gets an undefined return address, at which unwinders stop.
std::vector<AddedFrame> makeFrames(const RewritePlan &Plan,
                                   const llvm::object::ELFObjectFileBase &File);

/// Encodes \p Frames as a section .eh_frame at the address \p Section, for code
/// at the address \p Code. Stores the offset of each entry in \p Offsets, for
/// the search table of .eh_frame_hdr.
std::string encodeEHFrame(llvm::ArrayRef<AddedFrame> Frames, uint64_t Section,
                          uint64_t Code, std::vector<uint32_t> &Offsets);

/// Encodes \p Frames for debuggers, to be appended to a section .debug_frame of
/// \p Before bytes.
std::string encodeDebugFrame(llvm::ArrayRef<AddedFrame> Frames, uint64_t Before,
                             uint64_t Code);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_ADDEDFRAMES_H
