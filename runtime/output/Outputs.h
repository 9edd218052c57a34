//===- Outputs.h - The outputs of a dump ------------------------*- C++ -*-===//
//
// Outputs.inc lists the outputs. Each has a source file of its own in this
// folder; Dump.cpp calls their functions.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_OUTPUTS_H
#define UDPC_RUNTIME_OUTPUT_OUTPUTS_H

#include "runtime/costs/CostTotals.h"
#include "runtime/output/ProfileWriter.h"

namespace udpc {
namespace rt {

/// State shared by the outputs of one dump.
class DumpContents {
public:
  DumpContents(const char *Why, ProfileWriter &File) : Why(Why), File(File) {}

  /// The reason for the dump, for messages.
  const char *Why;
  /// The writer, which outputs use one after another.
  ProfileWriter &File;

  /// Calls \p Each with each thread and its costs, and adds them up. Called
  /// once in a dump, because threads are running and all outputs must agree.
  /// Returns 0 or an errno.
  template <typename Callable> int visitCosts(Callable Each) {
    HaveCosts = true;
    return CostsError = visit(
               [](const ThreadRecord &T, const ThreadCosts &Costs, void *Data) {
                 (*static_cast<Callable *>(Data))(T, Costs);
               },
               &Each);
  }
  /// Adds up the costs unless that has been done. Returns 0 or an errno.
  int addCosts() {
    return HaveCosts
               ? CostsError
               : visitCosts([](const ThreadRecord &, const ThreadCosts &) {});
  }
  /// Returns the sums, after addCosts() or visitCosts().
  const CostTotals &costs() const { return Totals; }

private:
  using Visitor = void (*)(const ThreadRecord &, const ThreadCosts &, void *);
  int visit(Visitor Each, void *Data);

  CostTotals Totals;
  bool HaveCosts = false;
  int CostsError = 0;
};

/// has<Name> returns whether there is anything to write. write<Name> writes it
/// and returns 0 or an errno; it removes partial files after an error.
#define UDPC_OUTPUT(Name, Option, CanBeShared)                                 \
  bool has##Name(const DumpContents &Dump);                                    \
  int write##Name(DumpContents &Dump, const ProfileTarget &Target);
#include "runtime/output/Outputs.inc"

/// With verbosity=1, reports on standard error whether a file was written.
void reportDump(const char *What, const char *Path, const char *Why);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_OUTPUTS_H
