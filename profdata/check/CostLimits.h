//===- CostLimits.h - Limits for increases of costs -------------*- C++ -*-===//
//
// Parses the options --limit and --least of `udpc check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_COSTLIMITS_H
#define UDPC_PROFDATA_CHECK_COSTLIMITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace udpc {

/// A number of counts, or a percentage, or any amount.
struct CostAmount {
  bool IsAny = false;
  bool IsPercent = false;
  double Percent = 0;
  int64_t Count = 0;

  /// Parses "1000", "1%" or "0.5%". Fails for other texts and negative numbers.
  static llvm::Expected<CostAmount> parse(llvm::StringRef Text);
  /// Whether \p Change is more than this amount, relative to \p Base.
  bool isExceeded(int64_t Change, int64_t Base) const;
  /// Returns the text that parse() reads.
  std::string text() const;
};

/// Stands for the sum of functions that allocate memory, among calls.
constexpr llvm::StringLiteral AllAllocations = "(allocations)";

/// The allowed increase of an event, "Ir=+1%", or of calls into code without a
/// profile: all of them ("calls"), those of functions ("calls:str*"), or those
/// that allocate memory ("allocations").
struct CostLimit {
  std::string Event;
  CostAmount Increase;

  /// Whether it is a limit of calls in a profile of \p Events: an event of the
  /// same name comes first.
  bool isOfCalls(llvm::ArrayRef<std::string> Events) const;
  /// Whether a limit of calls is one of \p Function, of all calls if that is
  /// "", or of AllAllocations.
  bool matchesCalls(llvm::StringRef Function) const;
  /// Returns "+1%", or "any".
  std::string text() const;
};

/// Parses "Ir=+1%,D1mr=+500,calls:snprintf=+0,calls=any". Each name may occur
/// once.
llvm::Expected<std::vector<CostLimit>> parseCostLimits(llvm::StringRef Text);

/// The amounts up to which increases are ignored, for all events or, by name,
/// for one: "1000", "0.1%,D1mr=50".
struct CostFloor {
  CostAmount All;
  std::vector<std::pair<std::string, CostAmount>> Events;

  static llvm::Expected<CostFloor> parse(llvm::StringRef Text);
  const CostAmount &of(llvm::StringRef Event) const;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_COSTLIMITS_H
