//===- EarlyStorage.h - Thread-local storage before the start ---*- C++ -*-===//
//
// Keeps the counts that resolvers of indirect functions leave in the
// executable's thread-local storage (udpc/resolvers.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_ENTRY_EARLYSTORAGE_H
#define UDPC_RUNTIME_ENTRY_EARLYSTORAGE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Returns the words of the storage at \p Distance from the thread pointer, as
/// the last resolver has left them; null if no resolver has counted.
uint64_t *earlyWords(int64_t Distance);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_ENTRY_EARLYSTORAGE_H
