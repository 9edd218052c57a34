//===- StartStubs.h - Code that registers a unit ----------------*- C++ -*-===//
//
// Writes the code that DT_INIT and DT_FINI of a converted file lead to: it
// calls the runtime, if that is loaded, and the file's own function.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_STARTSTUBS_H
#define UDPC_REWRITE_ELF_STARTSTUBS_H

#include <cstdint>
#include <optional>
#include <string>

namespace udpc {

/// The addresses that the stubs use.
struct StubTargets {
  uint64_t Register, Unregister; ///< Pointers to the runtime's functions.
  uint64_t List;                 ///< The list of units, which has one entry.
  std::optional<uint64_t> Init, Fini; ///< The file's own functions.
};

/// The offsets of the stubs in the code.
struct StartStubs {
  uint64_t Init = 0, Fini = 0;
};

/// Appends the two stubs to \p Code, which is at \p Address.
StartStubs appendStartStubs(std::string &Code, uint64_t Address,
                            const StubTargets &Targets);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_STARTSTUBS_H
