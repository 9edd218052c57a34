//===- ParsedSpec.h - Specs that are given as text --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_SPEC_PARSEDSPEC_H
#define UDPC_TEST_UNIT_SPEC_PARSEDSPEC_H

#include "spec/EventSpec.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace udpc {

inline llvm::Expected<EventSpec> parse(llvm::StringRef Text) {
  return EventSpec::parse(llvm::MemoryBufferRef(Text, "s.yaml"));
}

/// The parser's messages for \p Text, or "" if it accepts the spec.
inline std::string errorsOf(llvm::StringRef Text) {
  llvm::Expected<EventSpec> Spec = parse(Text);
  return Spec ? "" : llvm::toString(Spec.takeError());
}

} // namespace udpc

#endif // UDPC_TEST_UNIT_SPEC_PARSEDSPEC_H
