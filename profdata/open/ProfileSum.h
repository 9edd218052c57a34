//===- ProfileSum.h - Reads and adds profiles of any kind -------*- C++ -*-===//
//
// The one reader of profiles: decodes what ProfileInput has opened, and adds
// up. Used by all commands that read profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_OPEN_PROFILESUM_H
#define UDPC_PROFDATA_OPEN_PROFILESUM_H

#include "profdata/cache/CacheComparison.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/costs/CostGraph.h"
#include "profdata/events/EventProfile.h"
#include "profdata/open/ProfileInput.h"
#include <variant>

namespace udpc {

/// One profile, or the sum of event profiles, of cache profiles, or of files in
/// Cachegrind's or Callgrind's format, which are CostGraphs.
class ProfileSum {
public:
  ProfileSum() = default;
  /// Replaces references in small profiles by tables of \p Tables. Without \p
  /// Tables they are kept, and the sum can only be written. If \p Wanted is
  /// Events, other kinds are refused; if it is Costs, files that have both
  /// kinds are read as costs.
  explicit ProfileSum(TableSource *Tables,
                      ProfilePart Wanted = ProfilePart::Any)
      : Tables(Tables), Wanted(Wanted) {}

  /// Adds \p File. Fails, and adds nothing, if it cannot be read or is of
  /// another kind than the previous files. Errors name the file, and the line
  /// if it is text. Different sums without tables may be used in several
  /// threads.
  llvm::Error addFile(llvm::StringRef File);
  /// Adds an opened file like addFile().
  llvm::Error add(const ProfileInput &Input);
  /// Adds \p Other, a sum of files whose names follow this one's. Fails like
  /// addFile.
  llvm::Error add(ProfileSum Other);
  /// Returns whether nothing was added.
  bool empty() const { return std::holds_alternative<std::monostate>(Sum); }
  uint32_t runs() const;
  /// Returns lines on what was missing in the added files since the last call,
  /// and on files in formats of Valgrind with other caches, which are added as
  /// by cg_merge.
  std::vector<std::string> takeWarnings() {
    return std::exchange(Warnings, {});
  }
  /// Returns lines on what could not be added up (TableVersions.h).
  std::vector<std::string> notes() const;
  /// Returns the sum in the files' format. The bytes do not depend on the order
  /// of the files.
  std::string bytes();
  /// Writes bytes() to \p File.
  llvm::Error write(llvm::StringRef File);

  /// Returns the sum; null if the files are of another kind.
  template <typename T> const T *get() const { return std::get_if<T>(&Sum); }
  template <typename T> T *get() { return std::get_if<T>(&Sum); }

private:
  /// Adds a file of the kind Kind.
  llvm::Error addContents(const ProfileInput &Input);
  llvm::Error addGraph(const CostGraph &From);
  void addCosts(CacheProfile &To, const CacheProfile &From,
                llvm::StringRef File);
  /// Returns the error for \p File, which is \p What.
  llvm::Error mixed(llvm::StringRef File, llvm::StringRef What) const;
  void warn(const llvm::Twine &Text) { Warnings.push_back(Text.str()); }

  TableSource *Tables = nullptr;
  ProfilePart Wanted = ProfilePart::Any;
  ProfileKind Kind = ProfileKind::Unknown; ///< Valid if Sum is not empty.
  std::string FirstFile;
  std::vector<std::string> Warnings;
  CacheComparison Caches;
  /// The first file with other caches than those before it, and the difference;
  /// or "".
  std::string Mixture;
  std::variant<std::monostate, EventProfile, CacheProfile, CostGraph> Sum;
};

} // namespace udpc

#endif // UDPC_PROFDATA_OPEN_PROFILESUM_H
