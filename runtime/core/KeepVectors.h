//===- KeepVectors.h - Calls that keep vector registers ---------*- C++ -*-===//
//
// Generated code that calls the runtime does not know of a call, so all its
// registers are kept. Saving those of vectors and floating point takes long:
// what runs often does without them, and calls what does not through this.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_KEEPVECTORS_H
#define UDPC_RUNTIME_CORE_KEEPVECTORS_H

#if defined(__x86_64__)
extern "C" {
/// Calls \p Function with \p Argument. The stack may have any alignment.
void __udpc_keep_vectors(void (*Function)(void *), void *Argument);
}

namespace udpc {
namespace rt {

/// Finds out what there is to save. Before the first of those calls.
void initKeepVectors();

} // namespace rt
} // namespace udpc
#endif

#endif // UDPC_RUNTIME_CORE_KEEPVECTORS_H
