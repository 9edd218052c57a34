//===- EventMeaning.h - What an event counts, in words ----------*- C++ -*-===//
//
// Describes the events of cost profiles. Used where `udpc annotate` names them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTMEANING_H
#define UDPC_PROFDATA_ANNOTATE_EVENTMEANING_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

/// Returns what \p Event counts: "reads that missed the first-level data
/// cache"; "" for events that are neither recorded nor predefined.
llvm::StringRef eventMeaning(llvm::StringRef Event);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTMEANING_H
