//===- StartStubs.h - Code that registers a unit ----------------*- C++ -*-===//
//
// The added code that DT_INIT and DT_FINI of a converted file lead to: it calls
// the runtime, if there is one, and the function of the file itself.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_ELF_STARTSTUBS_H
#define UDPC_REWRITE_ELF_STARTSTUBS_H

#include <cstdint>
#include <optional>
#include <string>

namespace udpc {

/// Addresses.
struct StubTargets {
  uint64_t Register, Unregister; ///< Of pointers to the runtime's functions.
  uint64_t List;                 ///< Of the list of units, which has one.
  std::optional<uint64_t> Init, Fini; ///< The file's own functions.
};

/// Offsets in the code.
struct StartStubs {
  uint64_t Init = 0, Fini = 0;
};

/// Appends the two functions to \p Code, which is at \p Address.
StartStubs appendStartStubs(std::string &Code, uint64_t Address,
                            const StubTargets &Targets);

} // namespace udpc

#endif // UDPC_REWRITE_ELF_STARTSTUBS_H
