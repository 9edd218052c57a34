//===- ProfileSum.h - Profiles of any kind added up ------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROFILESUM_H
#define UDPC_TOOLS_UDPC_PROFILESUM_H

#include "profdata/EventProfile.h"
#include "profdata/cache/CacheComparison.h"
#include "profdata/cache/CacheProfile.h"
#include <variant>

namespace udpc {

/// The sum of event profiles, of cache profiles, or of files in Cachegrind's
/// format. What a file is, its content says.
class ProfileSum {
public:
  /// Of all \p Files; the error is that of addFile.
  static llvm::Expected<ProfileSum> of(llvm::ArrayRef<std::string> Files);

  /// The error says that \p File cannot be read, or is of another kind than
  /// those before it. Warns of files in Cachegrind's format that are of other
  /// caches: cg_merge adds them up, too.
  llvm::Error addFile(llvm::StringRef File);
  /// In the form that the files had.
  llvm::Error write(llvm::StringRef File) const;

  /// Null if the files are of another kind.
  template <typename T> const T *get() const { return std::get_if<T>(&Sum); }

private:
  /// The sum as a \p T; null if it is one of another kind already.
  template <typename T> T *as();

  std::string FirstFile;
  CacheComparison Caches;
  std::variant<std::monostate, EventProfile, CacheProfile, CachegrindFile> Sum;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILESUM_H
