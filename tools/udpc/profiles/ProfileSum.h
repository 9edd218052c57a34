//===- ProfileSum.h - Adds profiles of any kind -----------------*- C++ -*-===//
//
// Reads and adds up profiles for all commands that take several files.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_PROFILESUM_H
#define UDPC_TOOLS_UDPC_PROFILES_PROFILESUM_H

#include "profdata/cache/CacheComparison.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/calls/CallGraph.h"
#include "profdata/events/EventProfile.h"
#include "profdata/file/ProfileInput.h"
#include <variant>

namespace udpc {

/// Opens \p File like openProfile(), and warns about missing parts.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openWithWarnings(llvm::StringRef File, ProfilePart Wanted);

/// The sum of event profiles, of cache profiles, or of files in Cachegrind's or
/// Callgrind's format. The kind is recognised by content.
class ProfileSum {
public:
  ProfileSum() = default;
  /// Replaces references in small profiles by tables of \p Tables. Without \p
  /// Tables they are kept, and the sum can only be written.
  explicit ProfileSum(TableSource *Tables) : Tables(Tables) {}

  /// Returns the sum of all \p Files. Fails like addFile.
  static llvm::Expected<ProfileSum> of(llvm::ArrayRef<std::string> Files);
  /// Returns the profile in \p Buffer, the contents that openWithWarnings()
  /// returned for \p File. Prints warnings.
  static llvm::Expected<ProfileSum> of(llvm::MemoryBufferRef Buffer,
                                       llvm::StringRef File);

  /// Adds \p File. Fails, and adds nothing, if it cannot be read or is of
  /// another kind than the previous files. Warns about files in formats of
  /// Valgrind with other caches, which are added as by cg_merge. Different sums
  /// without tables may be used in several threads.
  llvm::Error addFile(llvm::StringRef File);
  /// Adds \p Contents, the contents of \p File, like addFile(). Event profiles
  /// that may still change (continuous=1) are not supported.
  llvm::Error addContents(std::unique_ptr<llvm::MemoryBuffer> Contents,
                          llvm::StringRef File);
  /// Adds \p Other, a sum of files whose names follow this one's. Fails like
  /// addFile.
  llvm::Error add(ProfileSum Other);
  /// Returns whether nothing was added.
  bool empty() const { return std::holds_alternative<std::monostate>(Sum); }
  uint32_t runs() const;
  /// Converts a sum in Callgrind's format to Cachegrind's, without the calls.
  void keepSelfCosts();
  /// Prints the warnings of addFile since the last call, and what could not be
  /// added (TableVersions.h).
  void printWarnings();
  /// Returns the sum in the files' format. The bytes do not depend on the order
  /// of the files.
  std::string bytes();
  /// Writes bytes() to \p File.
  llvm::Error write(llvm::StringRef File);

  /// Returns the sum; null if the files are of another kind.
  template <typename T> const T *get() const { return std::get_if<T>(&Sum); }
  template <typename T> T *get() { return std::get_if<T>(&Sum); }

private:
  /// Adds the contents of \p File, and nothing if that fails.
  llvm::Error addBuffer(llvm::MemoryBufferRef Buffer, llvm::StringRef File);
  llvm::Error addBytes(llvm::MemoryBufferRef Buffer, llvm::StringRef File);
  void warnOfOtherCaches(const CachegrindFile &Costs, llvm::StringRef File);
  void addCosts(CacheProfile &To, const CacheProfile &From,
                llvm::StringRef File);
  /// Returns the error for \p File, which is of the kind \p Kind.
  llvm::Error mixed(llvm::StringRef File, llvm::StringRef Kind) const;
  void warn(const llvm::Twine &Text) { Warnings.push_back(Text.str()); }

  /// Returns the sum as a \p T; null if it already has another kind.
  template <typename T> T *as();

  TableSource *Tables = nullptr;
  std::string FirstFile;
  std::vector<std::string> Warnings;
  CacheComparison Caches;
  /// The first file with other caches than those before it, and the difference;
  /// or "".
  std::string Mixture;
  std::variant<std::monostate, EventProfile, CacheProfile, CachegrindFile,
               CallGraph>
      Sum;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_PROFILESUM_H
