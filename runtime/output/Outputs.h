//===- Outputs.h - What each output of a dump writes -----------*- C++ -*-===//
//
// Outputs.inc lists the outputs. Each has a file of its own here.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_OUTPUTS_H
#define UDPC_RUNTIME_OUTPUT_OUTPUTS_H

#include "runtime/costs/CostTotals.h"
#include "runtime/output/ProfileFile.h"

namespace udpc {
namespace rt {

/// What the outputs of one dump share.
class DumpContents {
public:
  DumpContents(const char *Why, ProfileFile &File) : Why(Why), File(File) {}

  /// Why the dump happens, for messages.
  const char *Why;
  /// Outputs are written one after the other, by this.
  ProfileFile &File;

  /// Calls \p Each with each thread and what it has cost, and adds them up.
  /// Once in a dump, since threads go on and all outputs are to say the same.
  /// Returns 0 or an errno.
  template <typename Callable> int visitCosts(Callable Each) {
    HaveCosts = true;
    return CostsError = visit(
               [](const ThreadRecord &T, const ThreadCosts &Costs, void *Data) {
                 (*static_cast<Callable *>(Data))(T, Costs);
               },
               &Each);
  }
  /// Adds the costs up unless that has been done. Returns 0 or an errno.
  int addCosts() {
    return HaveCosts
               ? CostsError
               : visitCosts([](const ThreadRecord &, const ThreadCosts &) {});
  }
  /// After addCosts() or visitCosts().
  const CostTotals &costs() const { return Totals; }

private:
  using Visitor = void (*)(const ThreadRecord &, const ThreadCosts &, void *);
  int visit(Visitor Each, void *Data);

  CostTotals Totals;
  bool HaveCosts = false;
  int CostsError = 0;
};

/// has<Name> says whether there is anything to write; write<Name> writes it and
/// returns 0 or an errno, and leaves nothing behind after an error.
#define UDPC_OUTPUT(Name, Option, CanBeShared)                                 \
  bool has##Name(const DumpContents &Dump);                                    \
  int write##Name(DumpContents &Dump, const ProfileTarget &Target);
#include "runtime/output/Outputs.inc"

/// If the user asks for it, says on standard error how the writing of a file
/// has ended.
void reportDump(const char *What, const char *Path, const char *Why);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_OUTPUTS_H
