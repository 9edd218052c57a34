//===- MissProfile.h - Reads what hints are made of -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TOOLS_UDPC_RECOMMEND_MISSPROFILE_H
#define UDPC_TOOLS_UDPC_RECOMMEND_MISSPROFILE_H

#include "profdata/cache/CacheProfile.h"

namespace udpc {

/// The sum of \p Files, from which hints are made. Fails unless they are cache
/// profiles with misses of the same caches.
llvm::Expected<CacheProfile> readMisses(llvm::ArrayRef<std::string> Files);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RECOMMEND_MISSPROFILE_H
