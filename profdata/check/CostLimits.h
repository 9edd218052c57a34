//===- CostLimits.h - How much dearer a program may become ------*- C++ -*-===//

#ifndef UDPC_PROFDATA_CHECK_COSTLIMITS_H
#define UDPC_PROFDATA_CHECK_COSTLIMITS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace udpc {

/// A number of counts, or a percentage of others.
struct CostAmount {
  bool IsPercent = false;
  double Percent = 0;
  int64_t Count = 0;

  /// "1000", "1%", "0.5%". Fails for anything else, and if it is negative.
  static llvm::Expected<CostAmount> parse(llvm::StringRef Text);
  /// Whether \p Change is more than this amount of \p Base.
  bool isExceeded(int64_t Change, int64_t Base) const;
  /// As parse reads it.
  std::string text() const;
};

/// "Ir=+1%": the increase that is allowed.
struct CostLimit {
  std::string Event;
  CostAmount Increase;
};

/// "Ir=+1%,D1mr=+500". Each event once.
llvm::Expected<std::vector<CostLimit>> parseCostLimits(llvm::StringRef Text);

/// Increases up to this amount are ignored: of all events or, by name, of one:
/// "1000", "0.1%,D1mr=50".
struct CostFloor {
  CostAmount All;
  std::vector<std::pair<std::string, CostAmount>> Events;

  static llvm::Expected<CostFloor> parse(llvm::StringRef Text);
  const CostAmount &of(llvm::StringRef Event) const;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_COSTLIMITS_H
