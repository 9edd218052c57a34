//===- EarlyStorage.h - Thread-local storage before the start ---*- C++ -*-===//
//
// What resolvers of indirect functions have counted in the executable's
// thread-local storage (udpc/resolvers.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_EARLYSTORAGE_H
#define UDPC_RUNTIME_CORE_EARLYSTORAGE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// The words that were at \p Distance from the thread pointer; null if no
/// resolver has counted.
uint64_t *earlyWords(int64_t Distance);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_EARLYSTORAGE_H
