//===- SpinVerdict.h - Whether a loop only waits ---------------*- C++ -*-===//
//
// A *spin loop* only waits: its exit depends on memory that the loop itself
// does not write, or on a compare-and-swap or exchange that it retries, and its
// body has no other effect but to pass time. docs/spin.md has the full
// definition.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_SPINVERDICT_H
#define UDPC_PASSES_SITES_SPIN_SPINVERDICT_H

#include <string>

namespace udpc {

struct SpinVerdict {
  bool IsSpin = false;
  /// Names the deciding instruction.
  std::string Reason;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_SPINVERDICT_H
