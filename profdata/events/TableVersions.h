//===- TableVersions.h - Several tables of one source file ------*- C++ -*-===//
//
// Sums of runs of several builds, or with several specs, have several tables of
// a source file. Their counts are added up by place and event. Used for notes
// on such sums.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_TABLEVERSIONS_H
#define UDPC_PROFDATA_EVENTS_TABLEVERSIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace udpc {

class EventProfile;

/// The tables of a sum, by module and source file.
class TableVersions {
public:
  /// Adds table \p Unit of \p SourceFile in \p Module.
  void add(unsigned Unit, llvm::StringRef Module, llvm::StringRef SourceFile);
  /// Adds a table of which only a reference is known (TableReference.h), from
  /// the file with \p BuildId, in bytes.
  void addReference(llvm::StringRef Module, llvm::StringRef BuildId);

  /// Whether a source file has several tables.
  bool any() const;

  /// Returns a line for each module with several builds or several tables of a
  /// source file, sorted. \p PlacesOf returns a text for each place and event
  /// of a table.
  std::vector<std::string>
  notes(llvm::function_ref<std::set<std::string>(unsigned)> PlacesOf) const;

private:
  /// Table numbers by source file.
  using Tables = std::map<std::string, std::vector<unsigned>>;
  std::map<std::string, Tables> Modules;
  std::map<std::string, std::set<std::string>> BuildIds;
};

TableVersions versionsOf(const EventProfile &Profile);

/// Returns notes, a line for each module, if the counts of \p Profile are from
/// several builds.
std::vector<std::string> mergeNotes(const EventProfile &Profile);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_TABLEVERSIONS_H
