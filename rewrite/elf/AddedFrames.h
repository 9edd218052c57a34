//===- AddedFrames.h - How added code is unwound ---------------*- C++ -*-===//
//
// Makes call frame information for the code of a RewritePlan from that of the
// instructions that it replaces.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_ADDEDFRAMES_H
#define UDPC_REWRITE_ELF_ADDEDFRAMES_H

#include "rewrite/plan/RewritePlan.h"
#include "llvm/Object/ELFObjectFile.h"
#include <string>
#include <vector>

namespace udpc {

/// Rows for a range of the added code.
struct AddedFrame {
  uint32_t Begin = 0, End = 0; ///< Offsets in the code.
  /// Call frame instructions, for a CIE with a code alignment of 1 and a data
  /// alignment of -8, whose first row is that of a function's entry.
  std::string Instructions;
};

/// The frames of \p Plan, by where they begin. Code whose original has no
/// frame information gets an undefined return address, at which unwinders stop.
std::vector<AddedFrame> makeFrames(const RewritePlan &Plan,
                                   const llvm::object::ELFObjectFileBase &File);

/// A section .eh_frame with \p Frames at the address \p Section, for code at
/// \p Code. The search table of .eh_frame_hdr needs where each entry begins:
/// these offsets go to \p Offsets.
std::string encodeEHFrame(llvm::ArrayRef<AddedFrame> Frames, uint64_t Section,
                          uint64_t Code, std::vector<uint32_t> &Offsets);

/// The same for debuggers, to append to the section .debug_frame that has \p
/// Before bytes.
std::string encodeDebugFrame(llvm::ArrayRef<AddedFrame> Frames, uint64_t Before,
                             uint64_t Code);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_ADDEDFRAMES_H
