//===- SiteText.h - A udpc instruction and its record -----------*- C++ -*-===//
//
// The assembly text of a udpc instruction with its record: written in IR by
// InstructionLowering.cpp, completed in final code by machine/RefineSites.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_CODE_SITETEXT_H
#define UDPC_PASSES_LOWERING_CODE_SITETEXT_H

#include "udpc/abi.h"
#include "udpc/encoding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>
#include <string>

namespace udpc {

class TargetDescription;

/// The code of one site: inline assembly of one instruction, which also emits
/// the abi::InstructionRec. Its only operand is the unit. Where the plugin
/// makes the machine code, it replaces the text (machine/ReplaceSiteText.cpp).
struct SiteText {
  const TargetDescription *Target = nullptr;
  encoding::Instruction Code = {0, 0};
  uint32_t Slot = 0;
  /// Whether the flags may be live after the instruction.
  bool KeepFlags = true;

  /// The record without the addresses, which precede it.
  abi::InstructionRec record() const;

  /// The text in IR. The final function and the liveness of the flags are not
  /// known yet: the record is in a section of its own, and the flags are
  /// assumed to be live.
  std::string inIR() const;

  /// The text in machine code: the record is linked to the section of \p
  /// Function, a symbol as in assembly.
  std::string inFunction(llvm::StringRef Function) const;
};

/// Emits the text in IR. \p Unit is its unit.
void emitSite(llvm::IRBuilder<> &B, const SiteText &Text,
              llvm::GlobalVariable &Unit);

/// Whether \p Text is the text of a site.
bool isSiteText(llvm::StringRef Text);

/// Whether \p Text came from inIR. If so, replaces it by the result of
/// inFunction.
bool finishSiteText(std::string &Text, llvm::StringRef Function,
                    bool KeepFlags);

/// Parses \p Text, the result of a SiteText's functions or of finishSiteText.
/// The target is not set. None for any other text.
std::optional<SiteText> readSiteText(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_CODE_SITETEXT_H
