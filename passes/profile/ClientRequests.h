//===- ClientRequests.h - Valgrind's client requests ------------*- C++ -*-===//
//
// Programs tell Cachegrind and Callgrind by macros of their headers what to
// count. The macros are inline assembly that does nothing on a processor, and
// that Valgrind recognises. It is the same in all versions and in copies of the
// headers, so it is recognised here, too: after it the program calls the
// runtime.
//
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

/// Inserts the calls into the functions of \p M. Returns how many.
unsigned passClientRequests(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CLIENTREQUESTS_H
