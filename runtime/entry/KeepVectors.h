//===- KeepVectors.h - Calls that preserve vector registers -----*- C++ -*-===//
//
// The compiler does not know the calls that instrumented code makes, so they
// preserve all registers. Saving vector and floating-point registers is slow:
// frequent code does not use them, and calls other code through this.
//
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

/// Determines the state to save. To be called before the first of those calls.
void initKeepVectors();

} // namespace rt
} // namespace udpc
#endif

#endif // UDPC_RUNTIME_ENTRY_KEEPVECTORS_H
