//===- Sandbox.h - Seccomp filters of the program ---------------*- C++ -*-===//
//
// Stores copies of the seccomp filters that the program installs by functions
// of the C library (hooks/SeccompHooks.cpp). rawSyscall() evaluates them: if a
// filter would kill the process for a system call, the call is not made and
// fails with EPERM.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SANDBOX_H
#define UDPC_RUNTIME_SYSTEM_SANDBOX_H

#include <stdint.h>

struct sock_fprog;

namespace udpc {
namespace rt {

/// A copy of a filter.
struct Filter;

/// The arguments of a system call.
struct CallArguments {
  long At[6];
};

/// Copies \p Program; null is the kernel's strict mode. The filter is for the
/// calling thread, or \p ForAll threads, and is not used before addFilter().
/// Returns null if out of memory. Needs the StateLock.
Filter *keepFilter(const sock_fprog *Program, bool ForAll);
/// Returns whether \p F kills for a system call or makes it fail.
bool refuses(const Filter &F, long Number, const CallArguments &Arguments);
/// Starts using \p F. Needs the StateLock.
void addFilter(Filter &F);
/// Stops using \p F, which the kernel has refused.
void dropFilter(Filter &F);

/// Whether a filter has been added.
extern bool HaveFilters;
/// Returns whether a filter of the calling thread kills for a system call.
bool isForbidden(long Number, const CallArguments &Arguments);
/// Returns whether a filter of the calling thread kills for a system call or
/// makes it fail.
bool isRefused(long Number, const CallArguments &Arguments);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_SANDBOX_H
