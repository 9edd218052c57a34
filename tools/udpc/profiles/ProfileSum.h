//===- ProfileSum.h - Adds profiles of any kind -----------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_PROFILESUM_H
#define UDPC_TOOLS_UDPC_PROFILES_PROFILESUM_H

#include "profdata/cache/CacheComparison.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/calls/CallGraph.h"
#include "profdata/events/EventProfile.h"
#include "profdata/file/ProfileInput.h"
#include <variant>

namespace udpc {

/// Opens \p File as openProfile() does. Warns of what is missing in it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openWithWarnings(llvm::StringRef File, ProfilePart Wanted);

/// The sum of event profiles, of cache profiles, or of files in Cachegrind's or
/// in Callgrind's format. The kind is recognised by content.
class ProfileSum {
public:
  ProfileSum() = default;
  /// References in small profiles are replaced by tables of \p Tables, or kept
  /// without it: the sum can be written only.
  explicit ProfileSum(TableSource *Tables) : Tables(Tables) {}

  /// The sum of all \p Files; errors are those of addFile.
  static llvm::Expected<ProfileSum> of(llvm::ArrayRef<std::string> Files);
  /// The profile in \p Buffer, the contents that openWithWarnings() returned
  /// for \p File. Prints warnings as the above does.
  static llvm::Expected<ProfileSum> of(llvm::MemoryBufferRef Buffer,
                                       llvm::StringRef File);

  /// Fails if \p File cannot be read, or is of another kind than the previous
  /// ones, and adds nothing then. Warns about files in formats of Valgrind with
  /// other caches, which are added up as by cg_merge. Sums without tables may
  /// be made in several threads at once.
  llvm::Error addFile(llvm::StringRef File);
  /// Adds \p Contents, the contents of \p File, as addFile() does. Contents of
  /// files of counts that may change (continuous=1) are not supported.
  llvm::Error addContents(std::unique_ptr<llvm::MemoryBuffer> Contents,
                          llvm::StringRef File);
  /// Adds \p Other, a sum of files that are named after this one's. Fails as
  /// addFile does.
  llvm::Error add(ProfileSum Other);
  /// Nothing was added.
  bool empty() const { return std::holds_alternative<std::monostate>(Sum); }
  uint32_t runs() const;
  /// Converts a sum in Callgrind's format to Cachegrind's, without the calls.
  void keepSelfCosts();
  /// Prints what addFile has warned of since the last call, and what could not
  /// be added up (TableVersions.h).
  void printWarnings();
  /// The sum in the files' format. The bytes do not depend on the order of the
  /// files.
  std::string bytes();
  /// Writes bytes() to \p File.
  llvm::Error write(llvm::StringRef File);

  /// Null if the files are of another kind.
  template <typename T> const T *get() const { return std::get_if<T>(&Sum); }
  template <typename T> T *get() { return std::get_if<T>(&Sum); }

private:
  /// Adds the contents of \p File, and nothing if that fails.
  llvm::Error addBuffer(llvm::MemoryBufferRef Buffer, llvm::StringRef File);
  llvm::Error addBytes(llvm::MemoryBufferRef Buffer, llvm::StringRef File);
  void warnOfOtherCaches(const CachegrindFile &Costs, llvm::StringRef File);
  void addCosts(CacheProfile &To, const CacheProfile &From,
                llvm::StringRef File);
  /// The error for \p File, which is \p Kind.
  llvm::Error mixed(llvm::StringRef File, llvm::StringRef Kind) const;
  void warn(const llvm::Twine &Text) { Warnings.push_back(Text.str()); }

  /// The sum as a \p T; null if it is one of another kind already.
  template <typename T> T *as();

  TableSource *Tables = nullptr;
  std::string FirstFile;
  std::vector<std::string> Warnings;
  CacheComparison Caches;
  /// The first file with other caches than those before it, and how; or "".
  std::string Mixture;
  std::variant<std::monostate, EventProfile, CacheProfile, CachegrindFile,
               CallGraph>
      Sum;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_PROFILESUM_H
