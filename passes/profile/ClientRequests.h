//===- ClientRequests.h - Valgrind's client requests ------------*- C++ -*-===//
//
// Programs tell Cachegrind and Callgrind what to count by macros of their
// headers. The macros are inline assembly that has no effect on a processor,
// and that Valgrind recognises. It is the same in all versions and in copies of
// the headers, so CostUnitPass recognises it, too, and lets the program call
// the runtime after it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CLIENTREQUESTS_H
#define UDPC_PASSES_PROFILE_CLIENTREQUESTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Whether \p Assembly is the x86-64 code of a client request.
bool isClientRequest(llvm::StringRef Assembly);

/// Inserts the calls into the functions of \p M. Returns their number.
unsigned passClientRequests(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CLIENTREQUESTS_H
