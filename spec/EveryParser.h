//===- EveryParser.h - The keys of events with `every` ----------*- C++ -*-===//
//
// Parses and checks the key `every` and those that belong to it. Used by
// SpecParser.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_EVERYPARSER_H
#define UDPC_SPEC_EVERYPARSER_H

#include "spec/EventSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/YAMLParser.h"

namespace udpc {

class YamlReader;

/// The keys about `every` of one item of the list of events. Errors are
/// reported to the reader.
class EveryItem {
public:
  static llvm::ArrayRef<llvm::StringRef> keys();

  /// Reads the value of the key \p Name. Returns false for another key.
  bool take(YamlReader &R, llvm::StringRef Name, llvm::yaml::Node &Key,
            llvm::yaml::Node &Value);

  /// Returns false after an error about a key that requires `every`.
  bool check(YamlReader &R) const;

  /// Sets the rule of \p Event if the item has one. The rule applies to all
  /// entries of the event; only one of them needs to have it.
  void addTo(YamlReader &R, CountedEvent &Event, unsigned SpecLine) const;

private:
  EveryRule Rule;
  /// The nodes of `every` and of the first other key.
  llvm::yaml::Node *Every = nullptr, *Part = nullptr;
  llvm::StringRef PartName;
};

/// Reports entries that contradict each other, and completes the rules of \p
/// Spec.
void checkEvery(YamlReader &R, EventSpec &Spec);

} // namespace udpc

#endif // UDPC_SPEC_EVERYPARSER_H
