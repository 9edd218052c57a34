//===- udpc/resolvers.h - Resolvers of indirect functions -------*- C++ -*-===//
//
// Resolvers run while the process is relocated: before the thread-local storage
// of the executable has its initial values and, in static executables, before
// there is a thread pointer. Code of executables counts in that storage. So the
// plugin replaces each resolver by a function that calls
// __udpc_before_resolver(), the resolver, and __udpc_after_resolver()
// (passes/lowering/unit/Resolvers.h). It references the first and the last by
// weak symbols.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RESOLVERS_H
#define UDPC_RESOLVERS_H

#include <stdint.h>

namespace udpc {
namespace abi {

/// The caller of __udpc_before_resolver().
enum class BeforeResolver : uint32_t {
  /// Code that only executables can have.
  OfExecutable = 0,
  /// Code that may be part of a shared library. Resolvers of libraries run
  /// before the executable is relocated, when the initial values of its storage
  /// are not final. If there is no thread pointer, the code is part of a static
  /// executable.
  OfLibrary = 1,
  /// The start of a static executable, before it is relocated.
  AtStart = 2,
};

} // namespace abi
} // namespace udpc

extern "C" {
/// Prepares the executable's thread-local storage: creates it, and a thread
/// pointer, if there is none, and stores its initial values if they are final.
/// \p Header is the ELF header of the calling module; null if it is not loaded.
/// Does nothing once the runtime has started.
void __udpc_before_resolver(const void *Header, udpc::abi::BeforeResolver From);
/// Saves the counts in the storage, which the dynamic linker will initialise.
void __udpc_after_resolver();
}

#endif // UDPC_RESOLVERS_H
