//===- resolvers.h - Resolvers of indirect functions ------------*- C++ -*-===//
//
// Resolvers run while the process is relocated: before the thread-local storage
// of the executable has its initial values and, in static executables, before
// there is a thread pointer. Code of executables counts in that storage. So the
// plugin replaces each resolver by a function that calls the two functions
// below around it (passes/lowering/Resolvers.h). It references them by weak
// symbols.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RESOLVERS_H
#define UDPC_RESOLVERS_H

#include <stdint.h>

namespace udpc {
namespace abi {

/// What calls __udpc_before_resolver.
enum class BeforeResolver : uint32_t {
  OfExecutable = 0,
  /// Code that may be part of a shared library, whose resolvers run before the
  /// executable is relocated: its initial values are not final. Only in a
  /// static executable there is no thread pointer then, and the code is part of
  /// it.
  OfLibrary = 1,
  /// The start of a static executable, before it is relocated.
  AtStart = 2,
};

} // namespace abi
} // namespace udpc

extern "C" {
/// Makes thread-local storage and a thread pointer if there is none, and gives
/// the executable's storage its initial values if they are final. \p Header:
/// the ELF header of the calling module; null if it is not loaded. Does nothing
/// once the runtime has started.
void __udpc_before_resolver(const void *Header, udpc::abi::BeforeResolver From);
/// Saves the counts in that storage, which the dynamic linker is going to
/// initialise.
void __udpc_after_resolver();
}

#endif // UDPC_RESOLVERS_H
