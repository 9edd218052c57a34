//===- ProfileSum.h - Adds profiles of any kind -----------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROFILESUM_H
#define UDPC_TOOLS_UDPC_PROFILESUM_H

#include "profdata/EventProfile.h"
#include "profdata/cache/CacheComparison.h"
#include "profdata/cache/CacheProfile.h"
#include <variant>

namespace udpc {

/// The sum of event profiles, of cache profiles, or of files in Cachegrind's
/// format. The kind is recognised by content.
class ProfileSum {
public:
  ProfileSum() = default;
  /// References in small profiles are replaced by tables of \p Tables, or kept
  /// without it: the sum can be written only.
  explicit ProfileSum(TableSource *Tables) : Tables(Tables) {}

  /// The sum of all \p Files; errors are those of addFile.
  static llvm::Expected<ProfileSum> of(llvm::ArrayRef<std::string> Files);

  /// Fails if \p File cannot be read, or is of another kind than the previous
  /// ones. Warns about files in Cachegrind's format with other caches, which
  /// are added up as by cg_merge.
  llvm::Error addFile(llvm::StringRef File);
  /// Writes the sum in the files' format.
  llvm::Error write(llvm::StringRef File) const;

  /// Null if the files are of another kind.
  template <typename T> const T *get() const { return std::get_if<T>(&Sum); }
  template <typename T> T *get() { return std::get_if<T>(&Sum); }

private:
  /// The sum as a \p T; null if it is one of another kind already.
  template <typename T> T *as();

  TableSource *Tables = nullptr;
  std::string FirstFile;
  CacheComparison Caches;
  std::variant<std::monostate, EventProfile, CacheProfile, CachegrindFile> Sum;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILESUM_H
