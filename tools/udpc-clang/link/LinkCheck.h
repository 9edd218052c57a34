//===- LinkCheck.h - Checks the spec against a linked program ---*- C++ -*-===//
//
// Checks after a link, for udpc-clang.cpp, which entries and regions of the
// spec matched nothing in the whole program.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_LINKCHECK_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_LINKCHECK_H

#include "spec/FunctionNames.h"
#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// Messages about regions that have no code of their own.
struct RegionMessages {
  /// Messages for patterns of regions that match no code of the program, or
  /// only code that was inlined everywhere.
  std::vector<std::string> Unmatched;
  /// Messages for patterns whose functions were inlined into some callers.
  std::vector<std::string> Inlined;
};

/// A program that was linked with a spec or a cost profile, and the shared
/// libraries that it needs.
class LinkedProgram {
public:
  /// Opens the program \p Path, which was linked from \p Inputs. Returns none
  /// if it cannot be read.
  static std::optional<LinkedProgram> open(llvm::StringRef Path,
                                           const LinkInputs &Inputs);

  /// Returns a message for each entry of the program's spec that matched no
  /// site in any unit, with suggestions from the symbols. Empty if there are no
  /// site tables.
  std::vector<std::string> unmatchedEntries() const;
  /// Returns messages about regions; empty if there is no table of regions.
  RegionMessages checkRegions() const;
  /// Returns whether none of the program's code has a cost profile.
  bool lacksCostProfile() const;

private:
  LinkedProgram(llvm::StringRef Path,
                llvm::object::OwningBinary<llvm::object::ObjectFile> Binary)
      : Path(Path.str()), Binary(std::move(Binary)) {}

  const llvm::object::ObjectFile &file() const { return *Binary.getBinary(); }

  /// Calls \p Add with each record that \p Decode finds in \p Section of the
  /// program, then of its libraries. Returns false if the program's section is
  /// invalid.
  template <typename RecordT, typename FunctionT>
  bool
  forEachRecord(llvm::Expected<std::vector<RecordT>> (*Decode)(llvm::StringRef),
                llvm::StringRef Section, FunctionT Add) const;
  const std::vector<FunctionNames> &functions() const;

  std::string Path;
  llvm::object::OwningBinary<llvm::object::ObjectFile> Binary;
  /// The shared libraries with records of udpc.
  std::vector<llvm::object::OwningBinary<llvm::object::ObjectFile>> Libraries;
  mutable std::optional<std::vector<FunctionNames>> Functions;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_LINKCHECK_H
