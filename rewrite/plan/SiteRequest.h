//===- SiteRequest.h - The sites that a spec names in a binary --*- C++ -*-===//
//
// Matches a spec with a linked file as it is: what the planner (RewritePlan.h)
// is asked for. Changes nothing and never prints.
//
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

/// One site that a spec asks for in a file. Its number is its slot in the
/// unit's record.
struct SiteRequest {
  /// The instruction to count; of a return, the function's first one.
  uint64_t Address = 0;
  abi::SiteKind Kind = abi::SiteKind::Entry; ///< Entry, Return or Offset.
  unsigned Entry = 0;                        ///< Index into the spec's entries.
  /// The linkage name of the function, `sub_<address>` for one that no symbol
  /// names. Of offsets: that or the file's name, and the distance from it.
  std::string Function;
  /// The function's code: itself, then the parts of it that the compiler has
  /// put elsewhere; none outside of functions.
  llvm::SmallVector<AddressRange, 1> Ranges;
  /// Where the source has it, if there is debug information; else "" and 0.
  std::string File;
  unsigned Line = 0, Column = 0;
};

/// An entry that matches nothing in a file.
struct UnmatchedRequest {
  unsigned Entry;    ///< Index into the spec's entries.
  std::string Place; ///< `s.yaml:3: event 'a': entry "wrok"`.
  /// Why, if it names something in the file; else "".
  std::string Why;
  std::string Near;          ///< `; near: work`, or "".
  bool HasNoSymbols = false; ///< The file.

  /// One line, about the file \p Module.
  std::string message(llvm::StringRef Module) const;
};

/// What a spec asks for in a file.
struct SiteRequests {
  std::vector<SiteRequest> Sites; ///< By entry, then by address.
  /// How many sites each entry of the spec has.
  std::vector<unsigned> NumSites;
  std::vector<UnmatchedRequest> Unmatched;

  /// \p Path is where \p File is: its last component, or the file's soname,
  /// names it in a spec.
  /// \p Code is that of \p File, and \p Debug its debug file or null. The
  /// files have passed checkSections().
  static SiteRequests find(const EventSpec &Spec, const ModuleCode &Code,
                           const llvm::object::ELFObjectFileBase &File,
                           llvm::StringRef Path,
                           const llvm::object::ELFObjectFileBase *Debug);
};

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_SITEREQUEST_H
