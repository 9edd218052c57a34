//===- KeepVectors.h - Calls that preserve vector registers -----*- C++ -*-===//
//
// Generated code calls the runtime where the compiler does not expect a call,
// so entry points preserve all registers. Saving vector and floating-point
// registers is slow: frequently called code does not use them, and calls other
// code through this function.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_ENTRY_KEEPVECTORS_H
#define UDPC_RUNTIME_ENTRY_KEEPVECTORS_H

#if defined(__x86_64__)
extern "C" {
/// Calls \p Function with \p Argument. The stack may have any alignment.
void __udpc_keep_vectors(void (*Function)(void *), void *Argument);
}

namespace udpc {
namespace rt {

/// Determines the state to save. To be called before the first call of
/// __udpc_keep_vectors.
void initKeepVectors();

} // namespace rt
} // namespace udpc
#endif

#endif // UDPC_RUNTIME_ENTRY_KEEPVECTORS_H
