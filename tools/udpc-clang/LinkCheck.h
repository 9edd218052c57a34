//===- LinkCheck.h - Checks the spec against a linked program ---*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H
#define UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

struct RegionMessages {
  /// For each pattern of regions that no code of the program matches, or code
  /// that was inlined everywhere.
  std::vector<std::string> Unmatched;
  /// For each whose functions were inlined into some others.
  std::vector<std::string> Inlined;
};

/// A program or library that was linked with a spec or a cost profile.
class LinkedProgram {
public:
  /// None if \p Path cannot be read.
  static std::optional<LinkedProgram> open(llvm::StringRef Path);

  /// One message for each entry of the spec that matched no site in any unit,
  /// with suggestions from the symbols. Empty if there are no site tables.
  std::vector<std::string> unmatchedEntries() const;
  /// Empty if there is no table of regions.
  RegionMessages checkRegions() const;
  /// Whether none of its code has a cost profile.
  bool lacksCostProfile() const;

private:
  LinkedProgram(llvm::StringRef Path,
                llvm::object::OwningBinary<llvm::object::ObjectFile> Binary)
      : Path(Path.str()), Binary(std::move(Binary)) {}

  const llvm::object::ObjectFile &file() const { return *Binary.getBinary(); }

  std::string Path;
  llvm::object::OwningBinary<llvm::object::ObjectFile> Binary;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H
