//===- IntervalOption.h - The option --interval -----------------*- C++ -*-===//
//
// Parses --interval of the commands that repeat their work.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OPTIONS_INTERVALOPTION_H
#define UDPC_TOOLS_UDPC_OPTIONS_INTERVALOPTION_H

#include "udpc/amounts.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// Parses \p Text, the value of --interval, as nanoseconds.
inline llvm::Expected<uint64_t> parseInterval(const std::string &Text) {
  uint64_t Nanoseconds;
  if (!amounts::parseDuration(Text.c_str(), Nanoseconds) ||
      Nanoseconds < amounts::LeastInterval)
    return llvm::createStringError(
        "--interval: '" + Text +
        "' must be between 1ms and 36500d, as 500ms, 10s, 5m are");
  return Nanoseconds;
}

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OPTIONS_INTERVALOPTION_H
