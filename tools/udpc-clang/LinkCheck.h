//===- LinkCheck.h - Checks the spec against a linked program ---*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H
#define UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H

#include "spec/FunctionNames.h"
#include "llvm/ADT/ArrayRef.h"
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

/// A program that was linked with a spec or a cost profile, with the shared
/// libraries that it needs.
class LinkedProgram {
public:
  /// None if \p Path cannot be read. \p Inputs, \p Folders: as for
  /// findNeededLibraries.
  static std::optional<LinkedProgram> open(llvm::StringRef Path,
                                           llvm::ArrayRef<std::string> Inputs,
                                           llvm::ArrayRef<std::string> Folders);

  /// One message for each entry of the program's spec that matched no site in
  /// any unit, with suggestions from the symbols. Empty if there are no site
  /// tables.
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

  /// \p Decode splits a section into records. Calls \p Add with those of the
  /// program, then with those of its libraries. False if the program's are
  /// invalid.
  template <typename RecordT, typename FunctionT>
  bool
  forEachRecord(llvm::Expected<std::vector<RecordT>> (*Decode)(llvm::StringRef),
                llvm::StringRef Section, FunctionT Add) const;
  const std::vector<FunctionNames> &functions() const;

  std::string Path;
  llvm::object::OwningBinary<llvm::object::ObjectFile> Binary;
  /// Those that have udpc's records.
  std::vector<llvm::object::OwningBinary<llvm::object::ObjectFile>> Libraries;
  mutable std::optional<std::vector<FunctionNames>> Functions;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKCHECK_H
