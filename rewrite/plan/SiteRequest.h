//===- SiteRequest.h - The sites that a spec names in a binary --*- C++ -*-===//
//
// Matches a spec with a linked file to find the sites for the planner
// (RewritePlan.h). Changes nothing and never prints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_SITEREQUEST_H
#define UDPC_REWRITE_PLAN_SITEREQUEST_H

#include "rewrite/code/ModuleCode.h"
#include "spec/EventSpec.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Object/ELFObjectFile.h"
#include <string>
#include <vector>

namespace udpc {

/// One site that a spec requests in a file. Its number is its slot in the
/// unit's record.
struct SiteRequest {
  /// The instruction to count; for returns, the function's first instruction.
  uint64_t Address = 0;
  abi::SiteKind Kind = abi::SiteKind::Entry; ///< Entry, Return or Offset.
  unsigned Entry = 0;                        ///< Index into the spec's entries.
  /// The linkage name of the function, or `sub_<address>` for a function
  /// without symbols. For offsets: that name or the file's, and the distance
  /// from it.
  std::string Function;
  /// The function's main range, then the parts that the compiler has moved out
  /// of it; none outside of functions.
  llvm::SmallVector<AddressRange, 1> Ranges;
  /// The source position, if there is debug information; else "" and 0.
  std::string File;
  unsigned Line = 0, Column = 0;
};

/// An entry that matches nothing in a file.
struct UnmatchedRequest {
  unsigned Entry;    ///< Index into the spec's entries.
  std::string Place; ///< `s.yaml:3: event 'a': entry "wrok"`.
  /// The reason, if the entry names something in the file; else "".
  std::string Why;
  std::string Near;          ///< `; near: work`, or "".
  bool HasNoSymbols = false; ///< Whether the file has no symbols.

  /// Returns a message of one line about the file \p Module.
  std::string message(llvm::StringRef Module) const;
};

/// The sites that a spec requests in a file.
struct SiteRequests {
  std::vector<SiteRequest> Sites; ///< By entry, then by address.
  /// The number of sites of each entry of the spec.
  std::vector<unsigned> NumSites;
  std::vector<UnmatchedRequest> Unmatched;

  /// Finds the sites of \p Spec in \p File, whose code is \p Code and whose
  /// debug file is \p Debug or null. A spec names the file by the last
  /// component of \p Path or by its soname. The files have passed
  /// checkSections().
  static SiteRequests find(const EventSpec &Spec, const ModuleCode &Code,
                           const llvm::object::ELFObjectFileBase &File,
                           llvm::StringRef Path,
                           const llvm::object::ELFObjectFileBase *Debug);
};

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_SITEREQUEST_H
