//===- EveryParser.h - The keys of events with `every` ----------*- C++ -*-===//

#ifndef UDPC_SPEC_EVERYPARSER_H
#define UDPC_SPEC_EVERYPARSER_H

#include "spec/EventSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/YAMLParser.h"

namespace udpc {

class YamlReader;

/// What one item of the list of events says about `every`. Errors go to the
/// reader.
class EveryItem {
public:
  static llvm::ArrayRef<llvm::StringRef> keys();

  /// Reads the value of the key \p Name. Returns false for another key.
  bool take(YamlReader &R, llvm::StringRef Name, llvm::yaml::Node &Key,
            llvm::yaml::Node &Value);

  /// Returns false after an error about keys that do not go together.
  bool check(YamlReader &R) const;

  /// Gives \p Event the rule, if the item has one. The rule holds for all
  /// entries of the event; one of them is enough to give it.
  void addTo(YamlReader &R, CountedEvent &Event, unsigned SpecLine) const;

private:
  EveryRule Rule;
  /// The keys `every` and `bits`, and the first of the others.
  llvm::yaml::Node *Every = nullptr, *Bits = nullptr, *Part = nullptr;
  llvm::StringRef PartName;
};

/// Reports entries that do not go together, and completes the rules of \p Spec.
void checkEvery(YamlReader &R, EventSpec &Spec);

} // namespace udpc

#endif // UDPC_SPEC_EVERYPARSER_H
